package org.plegma.rewrite.simulator;

import java.util.List;

/**
 * A kernel started by host code.
 *
 * @param kernel its name
 * @param global work-items, dimension 0 first
 * @param local work-items of a group, in as many dimensions
 * @param arguments in order: a String is the name of an array, a {@link Number} a scalar, a {@link Local} memory of the group
 */
public record Launch(String kernel, List<Long> global, List<Long> local, List<Object> arguments) {
    public Launch {
        global = List.copyOf(global);
        local = List.copyOf(local);
        arguments = List.copyOf(arguments);
    }

    /** Local memory that is an argument. */
    public record Local(long elements) {}
}
