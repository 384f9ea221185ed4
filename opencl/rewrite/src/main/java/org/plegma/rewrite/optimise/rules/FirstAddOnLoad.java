package org.plegma.rewrite.optimise.rules;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Term;

/**
 * Each work-item combines two elements when it loads them, and half as many groups are launched: in the first step of the
 * tree half of the work-items would have been idle.
 */
public final class FirstAddOnLoad {
    private FirstAddOnLoad() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        List<Rule> rules = new ArrayList<>();
        for (Combination c : Combination.ALL) {
            rules.add(Rule.named("first-add-on-load" + c.suffix())
                    .because("each work-item combines two elements as it loads them; half as many groups do the same")
                    .match(LoadedTree.kernel("int $i = get_global_id(0);", "$w[$t] = $i < $n ? $x : $z;")
                            + LoadedTree.HOST)
                    .when(c.suffix().isEmpty() ? "constant($z)" : "pure($z)")
                    .when("$z changes nothing where it is combined", match -> LoadedTree.isNeutral(match, c))
                    .when("the elements are combined so", match -> LoadedTree.combines(match, c))
                    .when("$i is used for this load only", LoadedTree::isOnlyLoad)
                    .when(
                            "$t is always get_local_id(0)",
                            match -> Kernels.isAlways(LoadedTree.kernel(match), match.term("t"), "get_local_id(0)"))
                    .when("the host launches $groups groups of $m, one element a work-item", LoadedTree::isLaunchedOnce)
                    .then("$k2 = $k + $m, $m2 = 2 * $m, $far... = substitute($x, $i, $i + $m)")
                    .then("the second element combined with the first", match -> match.bind("load", combined(match, c)))
                    .to(LoadedTree.kernel("int $i = get_group_id(0) * $m2 + $t;", "$load;")
                            + LoadedTree.host("($n0 + $k2) / $m2")));
        }
        return new Optimisation(
                "first-add-on-load",
                "Each work-item combines two elements as it loads them, and half as many groups are launched: none is idle in"
                        + " the first step.",
                "The element at get_global_id(0) is loaded into local memory behind a test for the end, with a value beyond it"
                        + " that changes nothing, and the host launches one work-item an element.",
                false,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007 (reduction 4)",
                Examples.sequentialTree(),
                RuleSet.of(Strategy.topDown(rules.toArray(Rule[]::new))));
    }

    private static Term combined(Match match, Combination c) {
        Term near = LoadedTree.load(match.term("i"), match.term("n"), match.term("x"), match.term("z"));
        Term next = Terms.binary("+", match.term("i"), match.term("m"));
        Term far = LoadedTree.load(next, match.term("n"), match.term("far"), match.term("z"));
        Term value =
                switch (c.suffix()) {
                    case "" -> Terms.binary("+", near, far);
                    case "-product" -> Terms.binary("*", near, far);
                    default -> Terms.call(c.suffix().substring(1), near, far);
                };
        return LoadedTree.store(match.term("w"), match.term("t"), value);
    }
}
