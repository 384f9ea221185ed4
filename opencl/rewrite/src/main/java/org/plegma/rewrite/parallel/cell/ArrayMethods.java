package org.plegma.rewrite.parallel.cell;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.rewrite.analysis.Builtins;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.code.Methods;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** The methods of a cell that read or write elements of arrays, and what calls of them do. */
final class ArrayMethods {
    private static final Set<String> CLASSES_OF_CONSTANTS = Set.of("Math", "Integer", "Long", "Float", "Double");

    private final Map<String, Tree> all;
    private final Set<String> ofArrays = new HashSet<>();

    /** @param all all methods, each by its own name */
    ArrayMethods(Map<String, Tree> all) {
        this.all = all;
        all.forEach((name, method) -> {
            if (Methods.whyNotPure(method).isPresent()) {
                ofArrays.add(name);
            }
        });
    }

    /** Whether a term is a call of one of them. */
    boolean isCall(Term term) {
        return term.is(Kind.CALL)
                && term.child(0).is(Kind.NAME)
                && ofArrays.contains(term.child(0).text());
    }

    /** Whether a term is or has a call of one of them. */
    boolean calls(Term term) {
        return isCall(term) || term.children().stream().anyMatch(this::calls);
    }

    /** The names of those that a term calls. */
    Set<String> called(Term term) {
        Set<String> names = new HashSet<>();
        if (isCall(term)) {
            names.add(term.child(0).text());
        }
        term.children().forEach(part -> names.addAll(called(part)));
        return names;
    }

    /** The method that a call of one of them means. */
    Tree of(Term call) {
        String name = call.child(0).text();
        return Objects.requireNonNull(all.get(name), () -> name + " is not a call of one of them");
    }

    /** The type of a call's result; {@code void} if there is none. */
    String result(Term call) {
        return of(call).child(0).text();
    }

    /** Whether a call stores an element, itself or through what it calls. */
    boolean writesArrays(Term call) {
        return stores(call, new HashSet<>());
    }

    private boolean stores(Term term, Set<String> seen) {
        boolean through = isCall(term) && seen.add(term.child(0).text()) && stores(of(term), seen);
        boolean assigned =
                (term.is(Kind.ASSIGN) || isStep(term)) && term.child(0).is(Kind.INDEX);
        return through || assigned || term.children().stream().anyMatch(part -> stores(part, seen));
    }

    /** Whether evaluating an expression changes nothing. */
    boolean isSimple(Term term) {
        boolean known = !term.is(Kind.CALL)
                || Builtins.isPure(term.child(0))
                || term.child(0).is(Kind.NAME) && all.containsKey(term.child(0).text());
        return !isStep(term)
                && known
                && !term.is(Kind.ASSIGN)
                && !term.is(Kind.OPAQUE)
                && term.children().stream().allMatch(this::isSimple);
    }

    /** Checks that the method of a call knows its parameters and its own variables alone. */
    void checkKnowsItsOwn(Tree call) {
        Tree method = of(call);
        Set<String> parameters = new HashSet<>();
        method.child(2)
                .children()
                .forEach(parameter -> parameters.add(parameter.child(1).child(0).text()));
        Set<String> used = new HashSet<>();
        used(method.child(3), used);
        for (String name : used) {
            if (!parameters.contains(name) && !CLASSES_OF_CONSTANTS.contains(name) && !Names.declares(method, name)) {
                throw new RefusedException(
                        call.place(),
                        "the method '" + call.child(0).text() + "' uses '" + name
                                + "', which is declared outside. Pass it as an argument.");
            }
        }
    }

    /** The names of variables, and of classes. */
    private static void used(Term term, Set<String> names) {
        if (term.is(Kind.NAME)) {
            names.add(term.text());
        }
        boolean calls = term.is(Kind.CALL) && term.child(0).is(Kind.NAME);
        term.children().stream().skip(calls ? 1 : 0).forEach(part -> used(part, names));
    }

    /** The names that the method of a call assigns, not elements of theirs. */
    Set<String> assigned(Tree call) {
        Set<String> names = new HashSet<>();
        assigned(of(call).child(3), names);
        return names;
    }

    private static void assigned(Term term, Set<String> names) {
        if ((term.is(Kind.ASSIGN) || isStep(term)) && term.child(0).is(Kind.NAME)) {
            names.add(term.child(0).text());
        }
        term.children().forEach(part -> assigned(part, names));
    }

    private static boolean isStep(Term term) {
        return term.text().equals("++") || term.text().equals("--");
    }
}
