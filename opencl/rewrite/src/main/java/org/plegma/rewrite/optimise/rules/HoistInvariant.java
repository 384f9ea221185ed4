package org.plegma.rewrite.optimise.rules;

import java.util.List;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * A variable that has the same value in every round of a loop is computed before it. Only what cannot fail is moved: no loads,
 * which might be out of bounds if the loop runs not once, and no divisions.
 */
public final class HoistInvariant {
    private HoistInvariant() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("hoist-invariant")
                .because("computed once instead of in every round")
                .match("for ($s; $c; $u) { $a... $T $x = $e; $b... }")
                .when("fixed($e, $s) && fixed($e, $u) && fixed($e, $c) && fixed($e, $a...) && fixed($e, $b...)")
                .when("!written($x, $a...) && !written($x, $b...) && !occurs($x, $a...)")
                .when("$e cannot fail", HoistInvariant::isSafe)
                .then("$y = fresh(text($x)), $d... = substitute($b..., $x, $y)")
                .to("$T $y = $e; for ($s; $c; $u) { $a... $d... }");
        return new Optimisation(
                "hoist-invariant",
                "What has the same value in every round of a loop is computed before it.",
                "The variable is assigned where it is declared only, nothing that the loop changes is in its value, and"
                        + " computing it cannot fail.",
                true,
                "A. Aho, M. Lam, R. Sethi, J. Ullman, Compilers, 2nd ed., 9.5",
                Examples.INVARIANT,
                RuleSet.of(Strategy.firstTop(rule)));
    }

    private static boolean isSafe(Match match) {
        List<Term> value = List.of(match.term("e"));
        return Kernels.all(value, Kind.INDEX).isEmpty()
                && Kernels.all(value, Kind.ARROW).isEmpty()
                && Kernels.all(value, Kind.UNARY).stream()
                        .noneMatch(term -> term.text().equals("*"))
                && Kernels.all(value, Kind.BINARY).stream()
                        .noneMatch(term -> term.text().matches("[/%]"));
    }
}
