package org.plegma.rewrite.simulator;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The variables of a block, and through it of those around. */
final class BlockScope {
    private final Optional<BlockScope> outer;
    private final Map<String, Lanes> values = new HashMap<>();

    /** The scope of a function. */
    BlockScope() {
        this.outer = Optional.empty();
    }

    BlockScope(BlockScope outer) {
        this.outer = Optional.of(outer);
    }

    void declare(String name, Lanes value) {
        values.put(name, value);
    }

    /** Empty if there is no such variable. */
    Optional<Lanes> get(String name) {
        Lanes value = values.get(name);
        return value == null ? outer.flatMap(scope -> scope.get(name)) : Optional.of(value);
    }

    void set(String name, Lanes value) {
        if (values.containsKey(name)) {
            values.put(name, value);
        } else {
            outer.orElseThrow(() -> new SimulatorException("There is no variable '" + name + "'."))
                    .set(name, value);
        }
    }
}
