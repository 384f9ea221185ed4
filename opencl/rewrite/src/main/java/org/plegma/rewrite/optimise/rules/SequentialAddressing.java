package org.plegma.rewrite.optimise.rules;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * A tree whose distances grow becomes one whose distances shrink: neighbours in a warp use neighbours in memory, each in a
 * bank of its own. The elements are combined in another order, so the operation must be one that may be: sums of reals
 * change within their rounding.
 */
public final class SequentialAddressing {
    private SequentialAddressing() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        List<Rule> rules = new ArrayList<>();
        for (Combination c : Combination.ALL) {
            rules.add(Rule.named("sequential-addressing" + c.suffix())
                    .because("work-items of a warp use words of different banks of local memory at a time")
                    .match(
                            "kernel void $f($p...) { $a... for (int $s = 1; $s < $l; $s *= 2) { int $q = 2 * $s * $t; if ($q < $l)"
                                    + " { " + c.step("$w[$q]", "$w[$q + $s]")
                                    + " } barrier($k); } if ($t == 0) { $r... } }")
                    .when(
                            "$t is always get_local_id(0)",
                            match -> Kernels.isAlways(Kernels.function(match), match.term("t"), "get_local_id(0)"))
                    .when("$l is the size of a group", ContiguousThreads::coversGroup)
                    .when("powerOfTwo($l)")
                    .when("after the loop $w is used at 0 only", SequentialAddressing::endsInFirst)
                    .then("$h = $l / 2")
                    .to("kernel void $f($p...) { $a... for (int $s = $h; $s > 0; $s /= 2) { if ($t < $s) { "
                            + c.step("$w[$t]", "$w[$t + $s]") + " } barrier($k); } if ($t == 0) { $r... } }"));
        }
        return new Optimisation(
                "sequential-addressing",
                "The distances in the tree shrink instead of growing: the work-items of a warp use neighbouring words, each in"
                        + " a bank of its own.",
                "The elements are combined by +, *, min or max, the group's size is a power of two, and only element 0 is used"
                        + " afterwards.",
                false,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007 (reduction 3)",
                Examples.interleavedTree(),
                RuleSet.of(Strategy.topDown(rules.toArray(Rule[]::new))));
    }

    private static boolean endsInFirst(Match match) {
        Term t = match.term("t");
        return Kernels.indices(match.terms("r"), match.term("w").text())
                .filter(all -> all.stream().allMatch(index -> index.equals(t) || index.is(Kind.LITERAL, "0")))
                .isPresent();
    }
}
