package org.plegma.rewrite.parallel.code;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Arrays of ints in which a loop only adds, or joins bits, in any order: iterations that meet in an element do no harm if
 * each update is atomic.
 */
public final class AtomicUpdates {
    private static final Set<String> OPERATIONS = Set.of("+=", "-=", "|=", "&=", "^=");

    private AtomicUpdates() {}

    /** The arrays of ints that the loop touches by updates alone. */
    public static Set<String> arrays(Term loop, Map<String, String> types) {
        Set<String> updated = new LinkedHashSet<>();
        collect(loop, updated);
        updated.removeIf(name -> !"int[]".equals(types.get(name)) || uses(loop, name) != updates(loop, name));
        return updated;
    }

    private static void collect(Term term, Set<String> updated) {
        updates(term).ifPresent(updated::add);
        term.children().forEach(part -> collect(part, updated));
    }

    /** The array that a statement updates, if it does. */
    private static Optional<String> updates(Term statement) {
        if (!statement.is(Kind.EXECUTE)) {
            return Optional.empty();
        }
        Term effect = statement.child(0);
        boolean step = (effect.is(Kind.UNARY) || effect.is(Kind.POSTFIX))
                && (effect.text().equals("++") || effect.text().equals("--"));
        boolean update = effect.is(Kind.ASSIGN) && OPERATIONS.contains(effect.text());
        boolean element = (step || update)
                && effect.child(0).is(Kind.INDEX)
                && effect.child(0).child(0).is(Kind.NAME);
        return element ? Optional.of(effect.child(0).child(0).text()) : Optional.empty();
    }

    private static int updates(Term term, String name) {
        int own = updates(term).filter(name::equals).isPresent() ? 1 : 0;
        return own
                + term.children().stream().mapToInt(part -> updates(part, name)).sum();
    }

    private static int uses(Term term, String name) {
        boolean length = term.is(Kind.MEMBER, "length") && term.child(0).is(Kind.NAME);
        int own = term.is(Kind.NAME, name) ? 1 : 0;
        return length
                ? 0
                : own
                        + term.children().stream()
                                .mapToInt(part -> uses(part, name))
                                .sum();
    }

    /** The loop with the updates taken out, but what they compute left in, for the analysis of the rest. */
    public static Term without(Term loop, Set<String> arrays) {
        return Terms.transform(loop, term -> {
            if (updates(term).filter(arrays::contains).isEmpty()) {
                return term;
            }
            Term effect = term.child(0);
            List<Term> parts =
                    new ArrayList<>(List.of(kept("#at", effect.child(0).child(1))));
            if (effect.is(Kind.ASSIGN)) {
                parts.add(kept("#by", effect.child(1)));
            }
            return Tree.of(Kind.BLOCK, "", parts).withPlace(term.place());
        });
    }

    private static Term kept(String name, Term value) {
        return KernelWriter.declaration("int", name, value);
    }

    /** Rules that make the updates of these arrays in a kernel atomic. */
    public static RuleSet rules(Set<String> arrays) {
        StringBuilder meant = new StringBuilder();
        for (String array : arrays) {
            meant.append(meant.length() == 0 ? "" : " || ").append("text($a) == \"" + JavaTypes.safe(array) + "\"");
        }
        String rules =
                """
                // in any order the sum is the same, if no update is lost
                atomic-increment: `$a[$i] = (int)((uint)$a[$i] + 1u);` [ARRAY] -> `atomic_inc(&$a[$i]);`
                atomic-decrement: `$a[$i] = (int)((uint)$a[$i] - 1u);` [ARRAY] -> `atomic_dec(&$a[$i]);`
                atomic-add: `$a[$i] = (int)((uint)$a[$i] + $v);` [ARRAY] -> `atomic_add(&$a[$i], (int)$v);`
                atomic-subtract: `$a[$i] = (int)((uint)$a[$i] - $v);` [ARRAY] -> `atomic_sub(&$a[$i], (int)$v);`
                atomic-or: `$a[$i] = $a[$i] | $v;` [ARRAY] -> `atomic_or(&$a[$i], $v);`
                atomic-and: `$a[$i] = $a[$i] & $v;` [ARRAY] -> `atomic_and(&$a[$i], $v);`
                atomic-xor: `$a[$i] = $a[$i] ^ $v;` [ARRAY] -> `atomic_xor(&$a[$i], $v);`
                """;
        return RuleSet.parse(rules.replace("ARRAY", "(" + meant + ")"));
    }

    /**
     * The kernel with atomic updates.
     *
     * @throws RefusedException if not all updates of the loop have become atomic
     */
    public static KernelDraft apply(Term loop, KernelDraft draft, Set<String> arrays, RuleSet rules) {
        Tree unit = (Tree) rules.apply(draft.program().unit()).result();
        for (String array : arrays) {
            String name = JavaTypes.safe(array);
            if (assigns(unit, name)) {
                throw new RefusedException(
                        loop.place(),
                        "the loop updates '" + array + "' by what is no whole number, or in a way that no atomic"
                                + " operation does: Java cuts it off to an int each time, so that the order matters.");
            }
        }
        return draft.with(unit);
    }

    private static boolean assigns(Term term, String name) {
        return term.is(Kind.ASSIGN)
                        && term.child(0).is(Kind.INDEX)
                        && term.child(0).child(0).is(Kind.NAME, name)
                || term.children().stream().anyMatch(part -> assigns(part, name));
    }
}
