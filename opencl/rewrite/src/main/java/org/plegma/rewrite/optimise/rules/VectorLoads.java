package org.plegma.rewrite.optimise.rules;

import java.util.List;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * A work-item that sums elements at a stride loads four neighbours at a time, as one vector, and keeps four sums. A quarter of
 * the loads moves the same bytes, and more bytes are on their way at a time. What is left over at the end is summed one by one.
 */
public final class VectorLoads {
    private VectorLoads() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("vector-loads")
                .because("one load moves 16 bytes; four times as many bytes are on their way at a time")
                .match("for (int $i = get_global_id(0); $i < $n; $i += get_global_size(0)) { $v += $e; }")
                .when("$v is a float or an int", match -> type(match, match.term("v"))
                        .matches("float|int"))
                .when("pure($n) && pure($e)")
                .when("$e is made of elements at $i of arrays of that type, by + - *", VectorLoads::isElementwise)
                .then("$q = fresh(\"four\")")
                .then("the types, and $e for four elements", VectorLoads::widen)
                .to(
                        "$T $q = ($T)($z); for (int $i = get_global_id(0); $i < $n / 4; $i += get_global_size(0)) { $q += $e4; }"
                                + " $v += $q.x + $q.y + $q.z + $q.w;"
                                + " for (int $i = $n / 4 * 4 + get_global_id(0); $i < $n; $i += get_global_size(0)) { $v += $e; }");
        return new Optimisation(
                "vector-loads",
                "A sum at a stride loads four neighbours at a time and keeps four sums.",
                "The loop runs from get_global_id(0) by get_global_size(0) and adds sums and products of elements of float or"
                        + " int arrays, which begin at a multiple of 16 bytes, as whole buffers do.",
                false,
                "J. Luitjens, CUDA Pro Tip: Increase Performance with Vectorized Memory Access, 2013",
                Examples.stridedTree(),
                RuleSet.of(Strategy.topDown(rule)));
    }

    private static boolean isElementwise(Match match) {
        return isElementwise(match, match.term("e"));
    }

    private static boolean isElementwise(Match match, Term term) {
        if (term.is(Kind.INDEX)) {
            return term.child(0).is(Kind.NAME)
                    && term.child(1).equals(match.term("i"))
                    && type(match, term.child(0)).equals(type(match, match.term("v")))
                    && isGlobal(match, term.child(0).text());
        }
        boolean arithmetic = term.is(Kind.BINARY) && term.text().matches("[-+*]");
        return arithmetic && isElementwise(match, term.child(0)) && isElementwise(match, term.child(1));
    }

    private static String type(Match match, Term name) {
        return Kernels.declaredType(Kernels.function(match), name);
    }

    private static boolean isGlobal(Match match, String array) {
        return Kernels.function(match).child(2).children().stream()
                .anyMatch(parameter -> parameter.child(1).child(0).is(Kind.NAME, array)
                        && parameter.child(0).children().stream()
                                .anyMatch(qualifier -> qualifier.toString().matches("(__)?global")));
    }

    private static void widen(Match match) {
        String type = type(match, match.term("v"));
        match.bind("T", Tree.leaf(Kind.TYPE, type + "4"));
        match.bind("z", Terms.literal(type.equals("float") ? "0.0f" : "0"));
        Tree pointer = Tree.of(
                Kind.TYPE,
                type + "4 *",
                List.of(Tree.leaf(Kind.QUALIFIER, "global"), Tree.leaf(Kind.QUALIFIER, "const")));
        match.bind(
                "e4",
                Terms.transform(
                        match.term("e"),
                        term -> term.is(Kind.INDEX)
                                ? Kernels.with(term, 0, Tree.of(Kind.CAST, pointer, term.child(0)))
                                : term));
    }
}
