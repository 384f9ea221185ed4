package org.plegma.rewrite.optimise.rules;

import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** The common part of rules for kernels that load elements into local memory and combine them in a tree. */
final class LoadedTree {
    /** After the kernel: other functions, and host code that computes the number of groups first. */
    static final String HOST = host("($n0 + $k:Literal) / $m:Literal");

    private LoadedTree() {}

    /** The host code with another number of groups. */
    static String host(String groups) {
        return " $o:Function... void host($q...) { $y... int $groups = " + groups + "; $h... }";
    }

    /** A kernel that has the index, the load, and after a barrier the tree, as a pattern. */
    static String kernel(String index, String load) {
        return "kernel void $f($p...) { $a... " + index + " $b... " + load + " barrier($g); $r... }";
    }

    /** Whether, after the load, elements of the array are changed by the combination and in no other way. */
    static boolean combines(Match match, Combination c) {
        List<Term> changes = Kernels.all(match.terms("r"), Kind.ASSIGN).stream()
                .filter(assign -> assign.child(0).is(Kind.INDEX)
                        && assign.child(0).child(0).equals(match.term("w")))
                .toList();
        return !changes.isEmpty() && changes.stream().allMatch(c::isStep);
    }

    static Term kernel(Match match) {
        return match.root().children().stream()
                .filter(part -> part.is(Kind.FUNCTION) && part.child(1).equals(match.term("f")))
                .findFirst()
                .orElseThrow();
    }

    static boolean isNeutral(Match match, Combination c) {
        return c.neutral().contains(match.term("z").toString());
    }

    /** Whether the index is declared, used in the load, and nowhere else. */
    static boolean isOnlyLoad(Match match) {
        String i = match.term("i").text();
        return !Kernels.names(match.terms("b")).contains(i)
                && !Kernels.names(match.terms("r")).contains(i)
                && !Kernels.names(List.of(match.term("n"))).contains(i);
    }

    /** Whether the host gives each work-item one element: {@code groups * m} in groups of {@code m}. */
    static boolean isLaunchedOnce(Match match) {
        Optional<Term> launch = Kernels.launch(match.terms("h"), match.term("f").text());
        return launch.isPresent()
                && launch.get().child(2).equals(Terms.binary("*", match.term("groups"), match.term("m")))
                && launch.get().child(3).equals(match.term("m"))
                && reachesEnd(match, launch.get());
    }

    /** Whether the kernel's end is the number from which the host computes the groups, and those are enough. */
    private static boolean reachesEnd(Match match, Term launch) {
        List<? extends Term> parameters = kernel(match).child(2).children();
        for (int p = 0; p < parameters.size() && p + 4 < launch.children().size(); p++) {
            if (parameters.get(p).child(1).child(0).equals(match.term("n"))) {
                return launch.child(p + 4).equals(match.term("n0"))
                        && Kernels.number(match.term("k")) == Kernels.number(match.term("m")) - 1;
            }
        }
        return false;
    }

    /** {@code i < n ? x : z}. */
    static Term load(Term index, Term end, Term element, Term beyond) {
        return Tree.of(Kind.CONDITIONAL, Terms.binary("<", index, end), element, beyond);
    }

    /** {@code w[t] = value}. */
    static Term store(Term array, Term index, Term value) {
        return Tree.of(Kind.ASSIGN, "=", List.of(Tree.of(Kind.INDEX, array, index), value));
    }
}
