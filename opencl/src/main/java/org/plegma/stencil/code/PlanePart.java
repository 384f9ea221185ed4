package org.plegma.stencil.code;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The planes that a step computes of a grid that has others besides, and what it does with them but to store them. */
public sealed interface PlanePart permits SlabPart, PlaneRange {
    /** How many planes are computed, at most. */
    int planes();

    /** What the kernel takes besides. */
    List<String> parameters(String type);

    /**
     * The first plane of a chunk.
     *
     * @param chunk the number of the chunk in the order in which they are begun, as an expression
     * @param length planes of a chunk
     */
    String begin(String chunk, int length);

    /** The plane that follows the last one that is computed. */
    String end();

    /** A test before all else in kernels whose groups do not look whether there are planes for them; empty if there always are. */
    default String orNone() {
        return "";
    }

    /**
     * Sends what was computed for plane {@code i0}.
     *
     * @param values the copies of all values of the plane
     */
    String send(Function<Copy, String> values);

    /** Writes a value of plane {@code i0} into a neighbour's memory. */
    @FunctionalInterface
    interface Copy {
        /**
         * @param field the number of the field among those that are updated
         * @param at its place in the grid
         */
        String of(String type, int field, String at, String value);
    }

    /** As {@link #begin(String, int)}, of a part or of a whole grid. */
    static String begin(Optional<PlanePart> part, String chunk, int length) {
        return part.map(each -> each.begin(chunk, length)).orElseGet(() -> chunk + times(length));
    }

    /** As {@link #end()}, of a part or of a whole grid. */
    static String end(Optional<PlanePart> part) {
        return part.map(PlanePart::end).orElse("n0");
    }

    /** A factor in an expression, left out if it is 1. */
    static String times(int count) {
        return count == 1 ? "" : "*" + count;
    }
}
