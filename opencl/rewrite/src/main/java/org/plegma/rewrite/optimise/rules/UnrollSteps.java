package org.plegma.rewrite.optimise.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/**
 * The loop of a tree is written out, and in each of its new steps a work-item combines four elements, so that half of the
 * barriers are gone. The usual way, to leave out the barriers among the last 32 work-items since they run in step, is wrong on
 * devices where they do not; here a barrier is between any two work-items that exchange anything, and only the one after
 * the last step, in which work-item 0 uses what it wrote itself, is dropped.
 */
public final class UnrollSteps {
    private UnrollSteps() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        List<Rule> rules = new ArrayList<>();
        for (Combination c : Combination.ALL) {
            rules.add(Rule.named("unroll-steps" + c.suffix())
                    .because("no loop, and half of the barriers; each that orders two work-items is kept")
                    .match("for (int $s = $h:Literal; $s > 0; $s /= 2) { if ($t < $s) { "
                            + c.step("$w[$t]", "$w[$t + $s]") + " } barrier($k); } if ($t == 0) { $r... }")
                    .when("powerOfTwo($h) && $h <= 1024")
                    .when(
                            "$t is always get_local_id(0)",
                            match -> Kernels.isAlways(Kernels.function(match), match.term("t"), "get_local_id(0)"))
                    .then("the steps written out", match -> match.bind("steps", steps(match, c)))
                    .to("$steps...;"));
        }
        return new Optimisation(
                "unroll-steps",
                "The steps of the tree are written out, each combining four elements: no loop and half of the barriers. The"
                        + " barriers that are needed stay, also for devices without lock-step.",
                "The number of steps is known.",
                false,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007 (reductions 5 and 6), without its unsafe step",
                Examples.sequentialTree(),
                RuleSet.of(Strategy.topDown(rules.toArray(Rule[]::new))));
    }

    private static List<Term> steps(Match match, Combination c) {
        String array = match.term("w").toString();
        String t = match.term("t").toString();
        StringBuilder code = new StringBuilder();
        long left = 2 * Kernels.number(match.term("h"));
        while (left > 1) {
            int ways = Long.numberOfTrailingZeros(left) % 2 == 0 ? 4 : 2;
            long next = left / ways;
            List<String> others = IntStream.range(1, ways)
                    .mapToObj(way -> array + "[" + t + " + " + way * next + "]")
                    .toList();
            String adds = c.step(array + "[" + t + "]", c.together(others));
            if (next > 1) {
                code.append("if (" + t + " < " + next + ") { " + adds + " } barrier(" + match.term("k") + "); ");
            } else {
                code.append("if (" + t + " == 0) { " + adds + " }");
            }
            left = next;
        }
        return statements(code.toString(), match.terms("r"));
    }

    /** The statements, with others at the end of the last, which is a condition. */
    private static List<Term> statements(String code, List<Term> end) {
        Term body = Code.opencl("void f() { " + code + " }").child(0).child(3);
        List<Term> made = new ArrayList<>();
        body.children().forEach(each -> made.add(Terms.transform(each, part -> part.withPlace(Place.NONE))));
        Term last = made.get(made.size() - 1);
        List<Term> parts = new ArrayList<>(last.child(1).children());
        parts.addAll(end);
        made.set(made.size() - 1, Kernels.with(last, 1, ((Tree) last.child(1)).withChildren(parts)));
        return made;
    }
}
