package org.plegma.rewrite.loops;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Place;

/**
 * A nest of counting loops in Java, and which of them may run in parallel.
 *
 * <p>A loop may if no two of its iterations touch the same element of an array with one of them writing, while the loops
 * around it stand still, and no variable carries a value from one iteration to another but by a {@link Reduction}. In
 * doubt it may not: an {@link Obstacle} says where the doubt is. Arrays of different names are taken for different
 * arrays, and an {@code int} in a subscript or a bound is taken not to overflow; both are for the caller to check.
 */
public final class LoopNest {
    private final List<Loop> loops;
    private final List<List<Obstacle>> obstacles;
    private final List<Reduction> reductions;

    private LoopNest(NestReader reader) {
        loops = List.copyOf(reader.loops());
        reductions = List.copyOf(reader.reductions());
        obstacles = new ArrayList<>();
        for (int level = 0; level < loops.size(); level++) {
            List<Obstacle> found = new ArrayList<>(reader.carried());
            found.addAll(Dependences.carriedBy(level, reader));
            obstacles.add(List.copyOf(found));
        }
    }

    /**
     * Reads a loop, with those that it holds and nothing besides.
     *
     * @throws RefusedException if it is no counting loop, or its body does what cannot be analysed, as to leave the loop or
     *     to call a method that is not known to be without side effects
     */
    public static LoopNest of(Term loop) {
        return of(loop, Set.of());
    }

    /** As {@link #of(Term)}, where some methods are known to depend on their arguments alone and to change nothing. */
    public static LoopNest of(Term loop, Set<String> pureMethods) {
        return new LoopNest(new NestReader(loop, pureMethods));
    }

    /**
     * What one loop counts.
     *
     * @throws RefusedException if it is no counting loop
     */
    public static Loop header(Term loop) {
        return LoopHeader.of(loop);
    }

    /**
     * A counting loop.
     *
     * @param variable its name
     * @param type of the variable, {@code int} or {@code long}
     * @param first its first value
     * @param limit the value that it stays below, or above if it counts down
     * @param step what is added each time, not 0
     */
    public record Loop(String variable, String type, Term first, Term limit, long step, Place place) {
        /** Whether it counts up. */
        public boolean isUp() {
            return step > 0;
        }
    }

    /**
     * A variable into which all iterations are put together by {@code +}, {@code *}, {@code min} or {@code max}, or by
     * {@code x < m ? x : m} or {@code x > m ? x : m}, whose operation is {@code <} or {@code >}: of equal numbers the first
     * counts.
     */
    public record Reduction(String variable, String operation, Place place) {}

    /**
     * Why a loop may not run in parallel.
     *
     * @param place what is in the way
     * @param other what it depends on; the same if it is one
     * @param text the reason, one sentence
     */
    public record Obstacle(Place place, Place other, String text) {
        @Override
        public String toString() {
            return place + ": " + text;
        }
    }

    /** The loops from the outside in; a loop belongs to the nest if it is all that is in the one around it. */
    public List<Loop> loops() {
        return loops;
    }

    /** What keeps a loop, counted from 0 at the outside, from running in parallel; empty if nothing does. */
    public List<Obstacle> obstacles(int level) {
        return obstacles.get(level);
    }

    /** Whether a loop may run in parallel. */
    public boolean isParallel(int level) {
        return obstacles.get(level).isEmpty();
    }

    /** The variables that gather a result over all iterations. */
    public List<Reduction> reductions() {
        return reductions;
    }
}
