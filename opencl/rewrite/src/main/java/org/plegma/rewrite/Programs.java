package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * The programs that rewriting came through, to find one again. What two programs share is looked at once: the cost of a
 * program is that of the terms that are new in it.
 */
final class Programs {
    private final Map<Term, int[]> known = new IdentityHashMap<>();
    private final Map<Integer, List<Numbered>> byHash = new HashMap<>();

    private record Numbered(Term program, int number) {}

    /** Remembers a program by a number; gives the number of an equal one from before, or -1. */
    int add(Term program, int number) {
        List<Numbered> alike = byHash.computeIfAbsent(facts(program)[0], hash -> new ArrayList<>());
        for (Numbered other : alike) {
            if (other.program.equals(program)) {
                return other.number;
            }
        }
        alike.add(new Numbered(program, number));
        return -1;
    }

    /** How many terms a program has. */
    int parts(Term program) {
        return facts(program)[1];
    }

    /** Hash code and size. */
    private int[] facts(Term term) {
        int[] facts = known.get(term);
        if (facts == null) {
            int hash = term instanceof Tree tree
                    ? 31 * tree.kind().hashCode() + tree.meaning().hashCode()
                    : term.hashCode();
            int parts = 1;
            for (Term part : term.children()) {
                int[] inner = facts(part);
                hash = 31 * hash + inner[0];
                parts += inner[1];
            }
            facts = new int[] {hash, parts};
            known.put(term, facts);
        }
        return facts;
    }
}
