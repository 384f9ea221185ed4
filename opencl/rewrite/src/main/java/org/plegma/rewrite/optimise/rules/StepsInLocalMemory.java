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
 * The last steps of a sorting network, whose pairs lie within the elements of one group, are done by one launch: a group
 * loads its elements into local memory, goes through all these steps with a barrier after each, and writes them back.
 */
public final class StepsInLocalMemory {
    private static final int GROUP = 256;

    private StepsInLocalMemory() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        int window = 2 * GROUP;
        return new Optimisation(
                "steps-in-local-memory",
                "The steps of a sorting network whose pairs lie within " + window
                        + " neighbours become one launch in local memory.",
                "The kernel takes a pair a work-item, in groups of " + GROUP
                        + ", and the host launches it for j = k / 2, k / 4, … 1.",
                true,
                "Doroshenko, Zhereb 2009; I. Buck, T. Purcell, A toolkit for computation on GPUs, 2004",
                Examples.BITONIC_PAIRS,
                RuleSet.of(Strategy.topDown(
                        rule("steps-in-local-memory", "int $k, int $j", "$kk, $jj"),
                        rule("steps-in-local-memory-2", "int $j, int $k", "$jj, $kk"))));
    }

    /** @param distances the parameters after the array; {@code given} what the host passes for them */
    private static Rule rule(String name, String distances, String given) {
        String kernel = "kernel void $f($T *$x, " + distances + ") { int $t = get_global_id(0);"
                + " int $i = 2 * $t - ($t & ($j - 1)); int $q = $i + $j; $b... }";
        String launch = "launch($f, $n / 2, min($n / 2, " + GROUP + "), $xx, " + given + ");";
        return Rule.named(name)
                .because("one launch and one pass through global memory for all steps within a group")
                .match(kernel
                        + " $o:Function... void host($r...) { for (int $kk = 2; $kk <= $n; $kk *= 2) {"
                        + " for (int $jj = $kk / 2; $jj > 0; $jj /= 2) {"
                        + launch + " } } }")
                .when("$x is used at $i and $q only, and nothing depends on $t or $j otherwise", match -> isStep(match))
                .when(
                        "the elements are numbers",
                        match -> match.term("T").text().matches("int|uint|float|long|double"))
                .then(
                        "$g = fresh(\"within\"), $w = fresh(\"w\"), $l = fresh(\"l\"), $s = fresh(\"size\"), $base = fresh(\"base\")")
                .then("the step in local memory", StepsInLocalMemory::move)
                .to(kernel
                        + " kernel void $g($T *$x, int $k) { $array; int $l = get_local_id(0); int $s = get_local_size(0);"
                        + " int $base = get_group_id(0) * 2 * $s;"
                        + " $w[$l] = $x[$base + $l]; $w[$l + $s] = $x[$base + $l + $s]; barrier(CLK_LOCAL_MEM_FENCE);"
                        + " for (int $j = min($k / 2, $s); $j > 0; $j /= 2) {"
                        + " int $i = 2 * $l - ($l & ($j - 1)); int $q = $i + $j; $c... barrier(CLK_LOCAL_MEM_FENCE); }"
                        + " $x[$base + $l] = $w[$l]; $x[$base + $l + $s] = $w[$l + $s]; }"
                        + " $o:Function... void host($r...) { for (int $kk = 2; $kk <= $n; $kk *= 2) {"
                        + " for (int $jj = $kk / 2; $jj > " + GROUP + "; $jj /= 2) {"
                        + launch + " }"
                        + " launch($g, $n / 2, min($n / 2, " + GROUP + "), $xx, $kk); } }");
    }

    private static boolean isStep(Match match) {
        List<Term> body = match.terms("b");
        Set<String> names = Kernels.names(body);
        List<Term> allowed = List.of(match.term("i"), match.term("q"));
        return !names.contains(match.term("t").text())
                && !names.contains(match.term("j").text())
                && Kernels.assigned(body).stream()
                        .noneMatch(name -> name.equals(match.term("i").text())
                                || name.equals(match.term("q").text())
                                || name.equals(match.term("k").text()))
                && Kernels.indices(body, match.term("x").text())
                        .filter(all -> allowed.containsAll(all))
                        .isPresent();
    }

    private static void move(Match match) {
        Tree local = Tree.of(Kind.TYPE, match.term("T").text(), List.of(Tree.leaf(Kind.QUALIFIER, "local")));
        Tree size = Tree.of(Kind.DIMENSION, Terms.number(2 * GROUP));
        match.bind("array", Tree.of(Kind.DECLARE, local, Tree.of(Kind.DECLARATOR, "", List.of(match.term("w"), size))));
        List<Term> near = List.of(match.term("i"), match.term("q"));
        match.bind(
                "c",
                match.terms("b").stream().map(term -> move(term, near, match)).toList());
    }

    /** Elements come from local memory; where else an index is used, it is the one in the whole array. */
    private static Term move(Term term, List<Term> near, Match match) {
        if (term.is(Kind.INDEX) && term.child(0).equals(match.term("x"))) {
            return Kernels.with(term, 0, match.term("w"));
        }
        if (near.contains(term)) {
            return Terms.binary("+", match.term("base"), term);
        }
        if (!(term instanceof Tree tree) || tree.children().isEmpty()) {
            return term;
        }
        return tree.withChildren(
                tree.children().stream().map(part -> move(part, near, match)).toList());
    }
}
