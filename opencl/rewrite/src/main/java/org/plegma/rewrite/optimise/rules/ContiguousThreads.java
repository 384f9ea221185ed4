package org.plegma.rewrite.optimise.rules;

import java.util.HashSet;
import java.util.Set;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * In a tree over the work-items of a group, the work of every second, fourth, eighth… work-item is done by the first half,
 * quarter, eighth of them instead, so that whole warps have nothing to do rather than part of each.
 */
public final class ContiguousThreads {
    private ContiguousThreads() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("contiguous-threads")
                .because("warps whose work-items go different ways run both ways; now only one warp does at most")
                .match("for (int $s = 1; $s < $l; $s *= 2) { if ($t % (2 * $s) == 0) { $b... } barrier($k); }")
                .when(
                        "$t is always get_local_id(0)",
                        match -> Kernels.isAlways(Kernels.function(match), match.term("t"), "get_local_id(0)"))
                .when("$l is the size of a group", ContiguousThreads::coversGroup)
                .when(
                        "what is done depends on $t and $s only, and changes elements of arrays only",
                        match -> dependsOn(match))
                .then("$q = fresh(\"q\"), $c... = substitute($b..., $t, $q)")
                .to("for (int $s = 1; $s < $l; $s *= 2) { int $q = 2 * $s * $t; if ($q < $l) { $c... } barrier($k); }");
        return new Optimisation(
                "contiguous-threads",
                "The work of every 2nd, 4th, 8th… work-item is done by the first half, quarter, eighth: whole warps rest"
                        + " instead of parts of all.",
                "The condition is t % (2 * s) == 0 with t the local number, the loop ends at the group's size, and nothing in"
                        + " the body belongs to a work-item but t.",
                true,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007 (reduction 2)",
                Examples.tree("int t = get_local_id(0);", "t % (2 * s) == 0", "t", "t + s"),
                RuleSet.of(Strategy.topDown(rule)));
    }

    static boolean coversGroup(Match match) {
        Term end = match.term("l");
        return end.toString().equals("get_local_size(0)")
                || Kernels.number(end) > 0 && Kernels.number(end) == Kernels.groupSize(match, Kernels.function(match));
    }

    private static boolean dependsOn(Match match) {
        Term function = Kernels.function(match);
        Set<String> known = new HashSet<>(Kernels.parameters(function));
        known.add(match.term("t").text());
        known.add(match.term("s").text());
        Kernels.all(java.util.List.of(function), Kind.DECLARE).stream()
                .filter(declare -> declare.child(0).children().stream()
                        .anyMatch(qualifier -> qualifier.toString().matches("(__)?local")))
                .forEach(declare -> known.addAll(Kernels.names(java.util.List.of(declare))));
        return known.containsAll(Kernels.names(match.terms("b")))
                && Kernels.assigned(match.terms("b")).isEmpty()
                && Kernels.all(match.terms("b"), Kind.CALL).stream()
                        .noneMatch(call -> call.child(0).text().startsWith("get_"));
    }
}
