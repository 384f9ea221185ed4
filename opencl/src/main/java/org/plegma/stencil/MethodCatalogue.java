package org.plegma.stencil;

import java.util.List;
import java.util.Optional;

/** All ways to compute steps, in the order in which they are listed to users. */
final class MethodCatalogue {
    static final List<StepMethod> ALL = List.of(
            new DirectMethod(),
            new MicikeviciusMethod(),
            new PartialSumsMethod(),
            new ComposedMethod(),
            new BlockedMethod(),
            new FrequencyMethod());

    private MethodCatalogue() {}

    static Optional<StepMethod> find(String name) {
        return ALL.stream().filter(way -> way.name().equals(name)).findFirst();
    }
}
