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

/**
 * Where one work-item of each pair {@code i}, {@code i ^ j} does the work of both and the other none, as in a sorting network,
 * half as many work-items are launched and each takes a pair.
 */
public final class PairsOnly {
    private PairsOnly() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("pairs-only")
                .because("half of the work-items only found that they have nothing to do")
                .match(
                        "kernel void $f($p...) { int $i = get_global_id(0); int $q = $i ^ $j:Name; if ($q > $i) { $b... } }"
                                + " $o:Function... void host($r...) { $h... }")
                .when("the host launches $n work-items in groups of min($n, …)", match -> launch(match)
                        .isPresent())
                .when("$j goes through powers of two below $n", match -> {
                    Term call = launch(match).orElseThrow();
                    return goesThroughPowers(match, call, call.child(2));
                })
                .when("$j is not assigned in the kernel", match -> !Kernels.assigned(match.terms("b"))
                        .contains(match.term("j").text()))
                .then("$t = fresh(\"t\")")
                .then("half as many work-items", PairsOnly::halve)
                .to(
                        "kernel void $f($p...) { int $t = get_global_id(0); int $i = 2 * $t - ($t & ($j - 1)); int $q = $i + $j;"
                                + " $b... } $o:Function... void host($r...) { $c... }");
        Rule whole = Rule.named("no-guard")
                .because("a sorting network is for a power of two, so no work-item is beyond the end")
                .match(
                        "kernel void $f($p...) { int $i = get_global_id(0);"
                                + " if ($i < $n:Name) { int $q = $i ^ $j:Name; $b... } } $o:Function... void host($r...) { $h... }")
                .when("the host launches as many work-items as $n says, in whole groups", match -> whole(match)
                        .isPresent())
                .when("$j goes through powers of two below $n", match -> {
                    Term call = rounded(match).orElseThrow();
                    return goesThroughPowers(match, call, whole(match).orElseThrow());
                })
                .when("$n is used for nothing else", match -> !Kernels.names(match.terms("b"))
                        .contains(match.term("n").text()))
                .then("exactly as many work-items", PairsOnly::exactly)
                .to("kernel void $f($less...) { int $i = get_global_id(0); int $q = $i ^ $j; $b... }"
                        + " $o:Function... void host($r...) { $c... }");
        return new Optimisation(
                "pairs-only",
                "Half as many work-items are launched, each for a pair i, i ^ j, where before one of two had nothing to do.",
                "All of the kernel is for i < (i ^ j), and the host launches n = 2, 4, 8… work-items for j = n / 2, n / 4, … 1.",
                true,
                "K. Batcher, Sorting networks and their applications, 1968; Doroshenko, Zhereb 2009",
                Examples.BITONIC,
                RuleSet.of(Strategy.topDown(whole, rule)));
    }

    /** {@code launch(f, n, min(n, g), …)}. */
    static Optional<Term> launch(Match match) {
        return Kernels.launch(match.terms("h"), match.term("f").text())
                .filter(call -> call.child(3).is(Kind.CALL)
                        && call.child(3).child(0).is(Kind.NAME, "min")
                        && call.child(3).child(1).equals(call.child(2)));
    }

    /** {@code launch(f, (n + 255) / 256 * 256, 256, …)}. */
    private static Optional<Term> rounded(Match match) {
        return Kernels.launch(match.terms("h"), match.term("f").text())
                .filter(call -> call.child(2).toString().matches("\\(\\w+ \\+ 255\\) / 256 \\* 256")
                        && call.child(3).toString().equals("256"));
    }

    /** What the host calls the number of elements; empty if it launches another number of work-items. */
    private static Optional<Term> whole(Match match) {
        return rounded(match)
                .map(call -> call.child(2).child(0).child(0).child(0))
                .filter(number -> passes(
                        match, rounded(match).orElseThrow(), match.term("n").text(), number.toString()));
    }

    private static void exactly(Match match) {
        Term launch = rounded(match).orElseThrow();
        List<Term> parameters = new ArrayList<>(match.terms("p"));
        int position = 0;
        while (!parameters.get(position).child(1).child(0).equals(match.term("n"))) {
            position++;
        }
        parameters.remove(position);
        match.bind("less", parameters);
        Term number = whole(match).orElseThrow();
        Term group = Terms.call("min", number, Terms.number(256));
        Term less = Kernels.without(launch, position + 4);
        Term made = Kernels.with(Kernels.with(less, 2, number), 3, group);
        match.bind("c", Kernels.replaced(match.terms("h"), term -> term.equals(launch) ? made : term));
    }

    /** Whether the loops around the launch are those of a network over a power of two. */
    private static boolean goesThroughPowers(Match match, Term launch, Term number) {
        String n = number.toString();
        List<Term> loops = Kernels.all(match.terms("h"), Kind.FOR).stream()
                .filter(loop -> Kernels.all(List.of(loop), Kind.CALL).contains(launch))
                .toList();
        if (loops.size() != 2) {
            return false;
        }
        String k = loops.get(0).child(0).child(1).child(0).text();
        String j = loops.get(1).child(0).child(1).child(0).text();
        return head(loops.get(0)).equals("int " + k + " = 2; " + k + " <= " + n + "; " + k + " *= 2")
                && head(loops.get(1)).equals("int " + j + " = " + k + " / 2; " + j + " > 0; " + j + " /= 2")
                && Kernels.assigned(List.of(loops.get(1).child(3))).isEmpty()
                && passes(match, launch, match.term("j").text(), j);
    }

    /** Whether a parameter receives this variable. */
    static boolean passes(Match match, Term launch, String parameter, String variable) {
        List<Term> parameters = match.terms("p");
        for (int p = 0; p < parameters.size(); p++) {
            if (parameters.get(p).child(1).child(0).is(Kind.NAME, parameter)) {
                return launch.children().size() == parameters.size() + 4
                        && launch.child(p + 4).is(Kind.NAME, variable);
            }
        }
        return false;
    }

    static String head(Term loop) {
        return loop.withNotes(org.plegma.rewrite.text.Notes.NONE)
                .toString()
                .lines()
                .findFirst()
                .orElse("")
                .replaceAll("^for \\((.*)\\) \\{?$", "$1");
    }

    private static void halve(Match match) {
        Term launch = launch(match).orElseThrow();
        Term half = Terms.binary("/", launch.child(2), Terms.number(2));
        Term group = Kernels.with(launch.child(3), 1, half);
        Term made = Kernels.with(Kernels.with(launch, 2, half), 3, group);
        match.bind("c", Kernels.replaced(match.terms("h"), term -> term.equals(launch) ? made : term));
    }
}
