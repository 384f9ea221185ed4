package org.plegma.rewrite.program;

import java.util.Map;
import java.util.function.Consumer;

/**
 * A program with what proving and timing it needs.
 *
 * @param data random values for its arguments
 * @param reference computes the same in Java, on the same map, in place: arrays are written, new scalars put
 */
public record KernelCase(String name, KernelProgram program, Data data, Consumer<Map<String, Object>> reference) {

    /** Makes values for a program's arguments. */
    public interface Data {
        /** @param size how large, in the unit of the example, as elements or rows */
        Map<String, Object> of(int size, long seed);
    }
}
