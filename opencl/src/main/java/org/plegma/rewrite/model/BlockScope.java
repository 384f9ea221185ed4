package org.plegma.rewrite.model;

import java.util.HashMap;
import java.util.Map;

/** The variables of a block, and through it of those around. */
final class BlockScope {
    private final BlockScope outer;
    private final Map<String, Lanes> values = new HashMap<>();

    BlockScope(BlockScope outer) {
        this.outer = outer;
    }

    void declare(String name, Lanes value) {
        values.put(name, value);
    }

    /** Null if there is no such variable. */
    Lanes get(String name) {
        Lanes value = values.get(name);
        return value != null || outer == null ? value : outer.get(name);
    }

    void set(String name, Lanes value) {
        if (values.containsKey(name)) {
            values.put(name, value);
        } else if (outer != null) {
            outer.set(name, value);
        } else {
            throw new ModelException("There is no variable '" + name + "'.");
        }
    }
}
