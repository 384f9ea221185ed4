package org.plegma.spark;

import java.io.Serializable;
import org.plegma.device.Session;
import org.plegma.tune.candidate.Tunable;

/** Makes what is to be tuned, on each executor. It must be the same on devices of one model. */
@FunctionalInterface
public interface TunableSource extends Serializable {

    /** The kernel with its parameters; it is kept as long as the executor lives. */
    Tunable on(Session session) throws Exception;
}
