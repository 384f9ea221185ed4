package org.plegma.rewrite.optimise.rules;

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
 * A temporary array in global memory, of which each work-group uses its own part only, becomes an array in local memory.
 * Each work-item first writes its own element; were an element of another group read after that, it would race with that
 * write, so in a kernel without races all uses stay within the group.
 */
public final class GlobalToLocal {
    private static final String INDEX = "get_global_id(0)";

    private GlobalToLocal() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("global-to-local")
                .because("local memory answers in tens of cycles, global memory in hundreds")
                .match("kernel void $f($p..., $T *$w, $r...) { $a... $w[$i] = $e; $b... }"
                        + " $o:Function... void host($q..., $U *$v, $s...) { $h... }")
                .when("the kernel is launched once, in groups of a fixed size", match -> size(match) > 0)
                .when("$w is a global array that may be written", match -> isGlobal(match.term("T")))
                .when("$i is always get_global_id(0)", match -> Kernels.isAlways(kernel(match), match.term("i"), INDEX))
                .when("there is a variable that is always get_local_id(0)", match -> localId(match)
                        .isPresent())
                .when("$w is written at $i first, and used at $i and $i + … only", GlobalToLocal::staysNear)
                .when("no other global array is both read and written", GlobalToLocal::noOtherExchange)
                .when("the host uses $v for this launch only", GlobalToLocal::isTemporary)
                .then("$w in local memory", GlobalToLocal::move)
                .to(
                        "kernel void $f($p..., $r...) { $d; $a... $first; $c... } $o:Function... void host($q..., $s...) { $g... }");
        return new Optimisation(
                "global-to-local",
                "A temporary array in global memory becomes one in the group's local memory, which is much nearer.",
                "Each work-item writes its own element first, all uses are at its own index plus something, the host needs the"
                        + " array for nothing else, and the group size is a number.",
                true,
                "M. Harris, Optimizing parallel reduction in CUDA, 2007; Doroshenko, Zhereb 2009",
                Examples.SUM,
                RuleSet.of(Strategy.topDown(rule)));
    }

    private static Term kernel(Match match) {
        return match.root().children().stream()
                .filter(part -> part.is(Kind.FUNCTION) && part.child(1).equals(match.term("f")))
                .findFirst()
                .orElseThrow();
    }

    private static long size(Match match) {
        return Kernels.launch(match.terms("h"), match.term("f").text())
                .map(call -> Kernels.number(call.child(3)))
                .orElse(-1L);
    }

    private static boolean isGlobal(Term type) {
        return type.children().size() == 1 && type.child(0).toString().matches("(__)?global");
    }

    private static Optional<Term> localId(Match match) {
        Term kernel = kernel(match);
        return Kernels.all(match.terms("a"), Kind.DECLARATOR).stream()
                .map(declarator -> declarator.child(0))
                .filter(name -> Kernels.isAlways(kernel, name, "get_local_id(0)"))
                .findFirst();
    }

    private static boolean staysNear(Match match) {
        String array = match.term("w").text();
        Term i = match.term("i");
        boolean first = !Kernels.names(match.terms("a")).contains(array)
                && !Kernels.names(match.terms("e")).contains(array);
        return first
                && Kernels.indices(match.terms("b"), array)
                        .filter(all -> all.stream().allMatch(index -> isNear(index, i)))
                        .isPresent();
    }

    private static boolean isNear(Term index, Term i) {
        boolean moved = index.is(Kind.BINARY, "+") || index.is(Kind.BINARY, "-");
        return index.equals(i)
                || moved
                        && index.child(0).equals(i)
                        && !Kernels.names(List.of(index.child(1))).contains(i.text());
    }

    private static boolean noOtherExchange(Match match) {
        List<Term> body = List.of(kernel(match).child(3));
        List<String> stored = Kernels.all(body, Kind.ASSIGN).stream()
                .filter(assign -> assign.child(0).is(Kind.INDEX))
                .map(assign -> assign.child(0).child(0).text())
                .filter(array -> !array.equals(match.term("w").text()))
                .toList();
        for (String array : stored) {
            long writes = Kernels.all(body, Kind.ASSIGN).stream()
                    .filter(assign -> assign.text().equals("=")
                            && assign.child(0).is(Kind.INDEX)
                            && assign.child(0).child(0).is(Kind.NAME, array))
                    .count();
            long uses = Kernels.all(body, Kind.NAME).stream()
                    .filter(name -> name.text().equals(array))
                    .count();
            if (uses > writes) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTemporary(Match match) {
        Term launch = Kernels.launch(match.terms("h"), match.term("f").text()).orElseThrow();
        int position = 4 + match.terms("p").size();
        String array = match.term("v").text();
        long uses = Kernels.all(match.terms("h"), Kind.NAME).stream()
                .filter(name -> name.text().equals(array))
                .count();
        return uses == 1
                && position < launch.children().size()
                && launch.child(position).is(Kind.NAME, array);
    }

    private static void move(Match match) {
        Term array = match.term("w");
        Term i = match.term("i");
        Term t = localId(match).orElseThrow();
        Tree type = Tree.of(Kind.TYPE, match.term("T").text(), List.of(Tree.leaf(Kind.QUALIFIER, "local")));
        Tree dimension = Tree.of(Kind.DIMENSION, Terms.number(size(match)));
        match.bind("d", Tree.of(Kind.DECLARE, type, Tree.of(Kind.DECLARATOR, "", List.of(array, dimension))));
        Tree own = Tree.of(Kind.INDEX, array, t);
        match.bind("first", Tree.of(Kind.EXECUTE, Tree.of(Kind.ASSIGN, "=", List.of(own, match.term("e")))));
        match.bind("c", Kernels.replaced(match.terms("b"), term -> {
            if (term.is(Kind.INDEX) && term.child(0).equals(array)) {
                return Kernels.with(term, 1, Terms.substitute(term.child(1), i.text(), t));
            }
            return term.is(Kind.NAME, "CLK_GLOBAL_MEM_FENCE") ? Terms.name("CLK_LOCAL_MEM_FENCE") : term;
        }));
        int position = 4 + match.terms("p").size();
        String kernel = match.term("f").text();
        match.bind(
                "g",
                Kernels.replaced(
                        match.terms("h"),
                        term -> term.is(Kind.CALL)
                                        && term.child(0).is(Kind.NAME, "launch")
                                        && term.child(1).is(Kind.NAME, kernel)
                                ? Kernels.without(term, position)
                                : term));
    }
}
