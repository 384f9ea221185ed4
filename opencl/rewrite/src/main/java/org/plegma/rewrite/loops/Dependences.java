package org.plegma.rewrite.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.rewrite.loops.LoopNest.Obstacle;
import org.plegma.rewrite.loops.NestReader.Access;
import org.plegma.rewrite.loops.NestReader.Range;
import org.plegma.rewrite.term.Code;

/** Finds the pairs of accesses by which iterations of a loop may depend on each other. */
final class Dependences {
    private Dependences() {}

    /** What a loop of the nest carries, while those around it stand still. */
    static List<Obstacle> carriedBy(int level, NestReader nest) {
        List<Obstacle> found = new ArrayList<>();
        List<Access> accesses = nest.accesses();
        for (int i = 0; i < accesses.size(); i++) {
            for (int j = i; j < accesses.size(); j++) {
                Access a = accesses.get(i);
                Access b = accesses.get(j);
                boolean counts = a.array().equals(b.array()) && (a.write() || b.write());
                if (counts && mayMeet(level, a, b)) {
                    found.add(obstacle(a.write() ? a : b, a.write() ? b : a));
                }
            }
        }
        return found;
    }

    private static Obstacle obstacle(Access write, Access other) {
        String first = "'" + Code.print(write.term()) + "' writes";
        String text = write == other
                ? first + " what another iteration may write too."
                : first + " what '" + Code.print(other.term()) + "' " + (other.write() ? "writes" : "reads")
                        + " in another iteration, as far as can be told.";
        return new Obstacle(write.term().place(), other.term().place(), text);
    }

    /**
     * Whether two iterations that differ in this loop, and agree in those around it, may touch the same element. The second
     * iteration comes later; both ways of giving the accesses to the two are tried.
     */
    private static boolean mayMeet(int level, Access a, Access b) {
        try {
            return mayMeetInOrder(level, a, b) || a != b && mayMeetInOrder(level, b, a);
        } catch (ArithmeticException tooLarge) {
            return true;
        }
    }

    private static boolean mayMeetInOrder(int level, Access early, Access late) {
        if (early.subscripts().size() != late.subscripts().size()) {
            return true; // one of them is a whole row
        }
        String loop = early.loops().get(level).name();
        if (early.pair().equals(late.pair())
                && early.pair().filter(pair -> pair.number().equals(loop)).isPresent()) {
            return false;
        }
        Optional<Long> count = early.loops().get(level).count();
        if (count.isPresent() && count.get() < 2) {
            return false;
        }
        List<Equation> equations = new ArrayList<>();
        Equation.Unknowns unknowns = new Equation.Unknowns();
        Map<String, String> first = rename(early, level, unknowns, "<");
        Map<String, String> second = rename(late, level, unknowns, ">");
        // the later iteration of the loop is the earlier one and a distance of 1 or more
        String distance = unknowns.add(count.map(n -> n - 2), 1);
        for (int dimension = 0; dimension < early.subscripts().size(); dimension++) {
            Optional<List<Poly>> x = Subscripts.parts(early, dimension);
            Optional<List<Poly>> y = Subscripts.parts(late, dimension);
            if (x.isEmpty() || y.isEmpty() || !Subscripts.alike(early, late, dimension)) {
                x = early.subscripts().get(dimension).map(List::of);
                y = late.subscripts().get(dimension).map(List::of);
            }
            if (x.isEmpty() || y.isEmpty()) {
                continue; // nothing is known: the equation says nothing
            }
            for (int part = 0; part < x.get().size(); part++) {
                Equation.of(x.get().get(part), first, y.get().get(part), second, loop, distance)
                        .ifPresent(equations::add);
            }
        }
        if (count.isPresent()) {
            unknowns.sumBelow(loop, distance, count.get());
        }
        return Equation.mayHold(equations, unknowns);
    }

    /** Gives each iteration number an unknown of its own, the loops outside the level the same for both accesses. */
    private static Map<String, String> rename(Access access, int level, Equation.Unknowns unknowns, String side) {
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < access.loops().size(); i++) {
            Range range = access.loops().get(i);
            boolean shared = i <= level;
            String name = range.name() + (shared ? "" : side);
            names.put(range.name(), name);
            unknowns.put(name, range.count().map(n -> n - 1), 0);
        }
        return names;
    }
}
