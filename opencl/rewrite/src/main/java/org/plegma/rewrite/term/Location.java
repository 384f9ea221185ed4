package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A place in a term: from the root the index of the part to go to, again and again.
 *
 * @param steps the indices; none for the root
 */
public record Location(List<Integer> steps) {
    /** The whole term. */
    public static final Location ROOT = new Location(List.of());

    public Location {
        steps = List.copyOf(steps);
    }

    /** The location of a part of what is here. */
    public Location down(int index) {
        List<Integer> more = new ArrayList<>(steps);
        more.add(index);
        return new Location(more);
    }

    /** The last index. */
    public int last() {
        return steps.get(steps.size() - 1);
    }

    /** Whether what is there lies within what is here, or is the same. */
    public boolean contains(Location other) {
        return other.steps.size() >= steps.size()
                && other.steps.subList(0, steps.size()).equals(steps);
    }

    /** The term here. */
    public Term in(Term root) {
        return below(root, steps.size());
    }

    /** The term around the one here. */
    public Term parent(Term root) {
        return below(root, steps.size() - 1);
    }

    private Term below(Term root, int depth) {
        Term term = root;
        for (int i = 0; i < depth; i++) {
            term = term.child(steps.get(i));
        }
        return term;
    }

    /** The terms from the root to the one that is around this. */
    public List<Term> around(Term root) {
        List<Term> terms = new ArrayList<>();
        Term term = root;
        for (int step : steps) {
            terms.add(term);
            term = term.child(step);
        }
        return terms;
    }

    /**
     * The root with another term here.
     *
     * @throws IllegalArgumentException if that one does not fit
     */
    public Term replace(Term root, Term by) {
        return replace(root, by, 0);
    }

    private Term replace(Term term, Term by, int depth) {
        if (depth == steps.size()) {
            return by;
        }
        List<Term> parts = new ArrayList<>(term.children());
        int step = steps.get(depth);
        parts.set(step, replace(parts.get(step), by, depth + 1));
        return ((Tree) term).withChildren(parts);
    }

    /** Visits all locations of a term, each before those within it. */
    public static void visit(Term root, BiConsumer<Location, Term> visitor) {
        visit(root, ROOT, visitor);
    }

    private static void visit(Term term, Location location, BiConsumer<Location, Term> visitor) {
        visitor.accept(location, term);
        for (int i = 0; i < term.children().size(); i++) {
            visit(term.child(i), location.down(i), visitor);
        }
    }
}
