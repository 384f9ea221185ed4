package org.plegma.stencil.method;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * All ways to compute steps, in the order in which they are listed to users: that of their lines in
 * {@code META-INF/services/org.plegma.stencil.method.StepMethod}.
 */
public final class MethodCatalogue {
    public static final List<StepMethod> ALL =
            ServiceLoader.load(StepMethod.class, StepMethod.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private MethodCatalogue() {}

    public static Optional<StepMethod> find(String name) {
        return ALL.stream().filter(way -> way.name().equals(name)).findFirst();
    }
}
