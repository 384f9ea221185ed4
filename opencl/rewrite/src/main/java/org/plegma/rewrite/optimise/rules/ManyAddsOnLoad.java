package org.plegma.rewrite.optimise.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * As many groups as the device holds at a time are launched, and each work-item combines all elements at a stride of the
 * number of work-items before the tree begins. The tree, with its barriers, is then gone through once a group and not
 * once for a few hundred elements.
 */
public final class ManyAddsOnLoad {
    /** Groups that are launched at most: about what a large GPU holds. */
    public static final int GROUPS = 1024;

    private ManyAddsOnLoad() {}

    /** The optimisation, for as many groups as large GPUs hold. */
    public static Optimisation optimisation() {
        return optimisation(GROUPS);
    }

    /** The optimisation for a number of groups. */
    public static Optimisation optimisation(int mostGroups) {
        List<Rule> rules = new ArrayList<>();
        for (Combination c : Combination.ALL) {
            rules.add(many(c, "many-adds-on-load", mostGroups)
                    .match(LoadedTree.kernel("int $i = get_global_id(0);", "$w[$t] = $i < $n ? $x : $z;")
                            + LoadedTree.HOST)
                    .when("$z changes nothing where it is combined", match -> LoadedTree.isNeutral(match, c))
                    .when("the elements are combined so", match -> LoadedTree.combines(match, c))
                    .when("$i is used for this load only", LoadedTree::isOnlyLoad)
                    .when("the host launches $groups groups of $m, one element a work-item", LoadedTree::isLaunchedOnce)
                    .when("the type of the elements is known", match -> type(match)
                            .isPresent())
                    .then("$v = fresh(\"v\")")
                    .then("the type of the elements", ManyAddsOnLoad::bind)
                    .to(strided(c) + LoadedTree.host("min(($n0 + $k) / $m, " + mostGroups + ")")));
            rules.add(many(c, "many-instead-of-two", mostGroups)
                    .match(LoadedTree.kernel(
                                    "int $i = get_group_id(0) * $m:Literal + $t;",
                                    "$w[$t] = " + pair(c, "$i < $n ? $x : $z", "$i + $m1 < $n ? $x2 : $z") + ";")
                            + LoadedTree.HOST)
                    .when("$z changes nothing where it is combined", match -> LoadedTree.isNeutral(match, c))
                    .when("the elements are combined so", match -> LoadedTree.combines(match, c))
                    .when("$i is used for this load only", LoadedTree::isOnlyLoad)
                    .when("the two loads are of one array, half of $m apart", ManyAddsOnLoad::isPair)
                    .when("the groups are of half of $m", match -> Kernels.launch(
                                    match.terms("h"), match.term("f").text())
                            .filter(call -> call.child(3).equals(match.term("m1")))
                            .isPresent())
                    .when("the type of the elements is known", match -> type(match)
                            .isPresent())
                    .then("$v = fresh(\"v\")")
                    .then("the type of the elements", ManyAddsOnLoad::bind)
                    .to(strided(c) + LoadedTree.host("min(($n0 + $k) / $m, " + mostGroups + ")")));
        }
        return new Optimisation(
                "many-adds-on-load",
                "Each work-item combines many elements, a stride apart, before the tree begins; only " + mostGroups
                        + " groups are launched, and go through the tree once each.",
                "As for first-add-on-load, before or after it.",
                false,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007 (reduction 7)",
                Examples.sequentialTree(),
                RuleSet.of(Strategy.topDown(rules.toArray(Rule[]::new))));
    }

    private static Rule many(Combination c, String name, int mostGroups) {
        return Rule.named(name + c.suffix())
                .because("each work-item combines many elements before the tree; " + mostGroups + " groups at most");
    }

    private static String strided(Combination c) {
        return LoadedTree.kernel(
                "",
                "$T $v = $z; for (int $i = get_global_id(0); $i < $n; $i += get_global_size(0)) { "
                        + c.step("$v", "$x")
                        + " } $w[$t] = $v;");
    }

    private static String pair(Combination c, String a, String b) {
        return switch (c.suffix()) {
            case "" -> "(" + a + ") + (" + b + ")";
            case "-product" -> "(" + a + ") * (" + b + ")";
            default -> c.suffix().substring(1) + "(" + a + ", " + b + ")";
        };
    }

    private static boolean isPair(Match match) {
        long pair = Kernels.number(match.term("m"));
        Term moved = Terms.substitute(
                match.term("x"), match.term("i").text(), Terms.binary("+", match.term("i"), match.term("m1")));
        return pair == 2 * Kernels.number(match.term("m1")) && moved.equals(match.term("x2"));
    }

    /** The type of the elements of $w; empty if it is not known. */
    private static Optional<Term> type(Match match) {
        Term array = match.term("w");
        return Kernels.all(List.of(LoadedTree.kernel(match)), Kind.DECLARE).stream()
                .filter(declare -> declare.child(1).child(0).equals(array))
                .map(declare -> declare.child(0))
                .findFirst();
    }

    private static void bind(Match match) {
        match.bind("T", Tree.leaf(Kind.TYPE, type(match).orElseThrow().text()));
    }
}
