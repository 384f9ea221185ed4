package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program within a {@link Frame}: what it puts before, between and into the frame's loops.
 *
 * @param host statements before each loop, and after the last
 * @param bodies statements of each loop
 * @param captured its own variables by name, with their types
 * @param declared the variables that it declares outside the loops
 * @param rounded the arrays whose last places may differ
 * @param jumps whether it continues with the next iteration, so that no other program may follow it in the loop
 */
public record Program(
        int number,
        List<Piece> methods,
        List<List<Piece>> host,
        List<List<Piece>> bodies,
        Map<String, String> captured,
        Map<String, String> declared,
        Set<String> rounded,
        boolean jumps) {

    /** All lists of pieces in one. */
    public List<List<Piece>> parts() {
        List<List<Piece>> all = new ArrayList<>(List.of(methods));
        all.addAll(host);
        all.addAll(bodies);
        return all;
    }

    /** The same with other pieces, in the order of {@link #parts}. */
    public Program with(List<List<Piece>> parts) {
        int stages = bodies.size();
        return new Program(
                number,
                parts.get(0),
                List.copyOf(parts.subList(1, stages + 2)),
                List.copyOf(parts.subList(stages + 2, parts.size())),
                captured,
                declared,
                rounded,
                jumps);
    }
}
