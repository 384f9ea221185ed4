package org.plegma.rewrite.optimise.rules;

import java.util.List;
import java.util.Set;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Counters in global memory that work-items add to atomically get a copy in the local memory of each group; what a group has
 * counted is added to the counters at the end. Work-items of a group only wait for one another then, and local memory is near.
 * Sums of ints are the same in any order, overflow included.
 */
public final class AtomicsToLocal {
    private static final int MOST_COUNTERS = 4096;
    private static final Set<String> ADDING = Set.of("atomic_inc", "atomic_dec", "atomic_add", "atomic_sub");

    private AtomicsToLocal() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("atomics-to-local")
                .because("work-items of a group wait for one another only, and local memory is near")
                .match("kernel void $f($p..., $T *$c, $r...) { $b... }")
                .when("$c is a global array of int or uint", match -> isGlobal(match.term("T")))
                .when(
                        "$c is only added to, atomically, at … & a number below " + MOST_COUNTERS,
                        match -> mask(match) > 0)
                .when("the kernel has no barrier", match -> !calls(match.terms("b"), "barrier"))
                .when("the work-items have one dimension", AtomicsToLocal::isFlat)
                .when("!leaves($b...)")
                .then("$w = fresh(text($c)), $q = fresh(\"q\"), $l... = substitute($b..., $c, $w)")
                .then("$d, the counters of a group, and $n, how many", AtomicsToLocal::declare)
                .to("kernel void $f($p..., $T *$c, $r...) {"
                        + " $d;"
                        + " for (int $q = get_local_id(0); $q < $n; $q += get_local_size(0)) { $w[$q] = 0; }"
                        + " barrier(CLK_LOCAL_MEM_FENCE);"
                        + " $l..."
                        + " barrier(CLK_LOCAL_MEM_FENCE);"
                        + " for (int $q = get_local_id(0); $q < $n; $q += get_local_size(0)) {"
                        + " if ($w[$q] != 0) { atomic_add(&$c[$q], $w[$q]); } } }");
        return new Optimisation(
                "atomics-to-local",
                "Counters that are added to atomically are kept by each group in local memory, and added up once at the end.",
                "The array of int or uint is used for that only, its indices are masked by a number below "
                        + MOST_COUNTERS + ", and nothing leaves the kernel early.",
                true,
                "V. Podlozhnyuk, Histogram calculation in CUDA, NVIDIA, 2007",
                Examples.HISTOGRAM,
                RuleSet.of(Strategy.topDown(rule)));
    }

    private static boolean isGlobal(Term type) {
        return type.text().matches("u?int")
                && type.children().stream().anyMatch(part -> part.text().matches("(__)?global"))
                && type.children().stream().noneMatch(part -> part.text().equals("const"));
    }

    private static boolean calls(List<Term> body, String function) {
        return Kernels.all(body, Kind.CALL).stream()
                .anyMatch(call -> call.child(0).is(Kind.NAME, function));
    }

    private static boolean isFlat(Match match) {
        return Kernels.all(match.terms("b"), Kind.CALL).stream()
                .filter(call -> call.child(0).text().startsWith("get_"))
                .allMatch(call -> call.children().size() == 2 && call.child(1).is(Kind.LITERAL, "0"));
    }

    /** The mask of all indices of the counters, one less than their number; -1 if they are used in another way too. */
    private static long mask(Match match) {
        List<Term> body = match.terms("b");
        String counters = match.term("c").text();
        long mask = 0;
        int added = 0;
        for (Term statement : Kernels.all(body, Kind.EXECUTE)) {
            Term call = statement.child(0);
            if (!call.is(Kind.CALL) || !ADDING.contains(call.child(0).text())) {
                continue;
            }
            Term place = call.child(1);
            if (!place.is(Kind.UNARY, "&")
                    || !place.child(0).is(Kind.INDEX)
                    || !place.child(0).child(0).is(Kind.NAME, counters)) {
                continue;
            }
            Term index = place.child(0).child(1);
            long number = index.is(Kind.BINARY, "&") ? Kernels.number(index.child(1)) : -1;
            if (number < 1 || number >= MOST_COUNTERS) {
                return -1;
            }
            mask |= number;
            added++;
        }
        long uses = Kernels.all(body, Kind.NAME).stream()
                .filter(name -> name.text().equals(counters))
                .count();
        return uses == added && added > 0 ? mask : -1;
    }

    private static void declare(Match match) {
        Term number = Terms.number(Long.highestOneBit(mask(match)) * 2);
        Tree type = Tree.of(Kind.TYPE, match.term("T").text(), List.of(Tree.leaf(Kind.QUALIFIER, "local")));
        Tree declarator = Tree.of(Kind.DECLARATOR, "", List.of(match.term("w"), Tree.of(Kind.DIMENSION, number)));
        match.bind("d", Tree.of(Kind.DECLARE, type, declarator));
        match.bind("n", number);
    }
}
