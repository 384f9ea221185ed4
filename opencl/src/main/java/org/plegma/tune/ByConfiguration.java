package org.plegma.tune;

import org.plegma.tune.space.Configuration;

/** An argument that depends on the configuration, such as the amount of local memory. */
@FunctionalInterface
public interface ByConfiguration {
    Object of(Configuration configuration);
}
