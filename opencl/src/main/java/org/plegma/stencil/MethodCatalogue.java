package org.plegma.stencil;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * All ways to compute steps, in the order in which they are listed to users: that of their lines in
 * {@code META-INF/services/org.plegma.stencil.StepMethod}.
 */
final class MethodCatalogue {
    static final List<StepMethod> ALL = ServiceLoader.load(StepMethod.class, StepMethod.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private MethodCatalogue() {}

    static Optional<StepMethod> find(String name) {
        return ALL.stream().filter(way -> way.name().equals(name)).findFirst();
    }
}
