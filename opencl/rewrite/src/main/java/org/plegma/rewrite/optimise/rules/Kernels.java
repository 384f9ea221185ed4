package org.plegma.rewrite.optimise.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** What rules ask of a kernel and of the host code beside it. */
final class Kernels {
    private Kernels() {}

    /** The function that a match is in, or is. */
    static Term function(Match match) {
        List<Term> around = new ArrayList<>(match.location().around(match.root()));
        around.add(match.location().in(match.root()));
        return around.stream()
                .filter(term -> term.is(Kind.FUNCTION))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The rule is for code within a kernel."));
    }

    /** Whether a name is a variable that has the value of {@code call} all the time, as {@code get_local_id(0)}. */
    static boolean isAlways(Term function, Term name, String call) {
        List<Term> initial = new ArrayList<>();
        Location.visit(function, (location, term) -> {
            if (term.is(Kind.DECLARATOR) && term.child(0).equals(name)) {
                initial.add(term.children().get(term.children().size() - 1));
            }
        });
        return initial.size() == 1
                && initial.get(0).is(Kind.INITIAL)
                && initial.get(0).child(0).toString().equals(call)
                && !assigned(List.of(function)).contains(name.text());
    }

    /** The name of the type with which a variable, array or parameter is declared; empty if that is not one declaration. */
    static String declaredType(Term function, Term name) {
        List<String> types = new ArrayList<>();
        Location.visit(function, (location, term) -> {
            if (term.is(Kind.DECLARE) || term.is(Kind.PARAMETER)) {
                term.children().stream()
                        .filter(part ->
                                part.is(Kind.DECLARATOR) && part.child(0).equals(name))
                        .forEach(part -> types.add(term.child(0).text()));
            }
        });
        return types.size() == 1 ? types.get(0) : "";
    }

    /** The plain variables that are assigned, not those whose elements are. */
    static Set<String> assigned(List<? extends Term> terms) {
        Set<String> names = new HashSet<>();
        for (Term root : terms) {
            Location.visit(root, (location, term) -> {
                boolean step = term.text().equals("++") || term.text().equals("--") || term.is(Kind.UNARY, "&");
                if ((term.is(Kind.ASSIGN) || step) && term.child(0).is(Kind.NAME)) {
                    names.add(term.child(0).text());
                }
            });
        }
        return names;
    }

    /** All names used, functions that are called left out. */
    static Set<String> names(List<? extends Term> terms) {
        Set<String> names = new HashSet<>();
        terms.forEach(term -> names(term, names));
        return names;
    }

    private static void names(Term term, Set<String> names) {
        if (term.is(Kind.NAME)) {
            names.add(term.text());
        }
        List<? extends Term> parts = term.children();
        parts.subList(term.is(Kind.CALL) ? 1 : 0, parts.size()).forEach(part -> names(part, names));
    }

    static Set<String> parameters(Term function) {
        return names(function.child(2).children());
    }

    /** Every part that is of a kind, in the order of the source. */
    static List<Term> all(List<? extends Term> terms, Kind kind) {
        List<Term> found = new ArrayList<>();
        for (Term root : terms) {
            Location.visit(root, (location, term) -> {
                if (term.is(kind)) {
                    found.add(term);
                }
            });
        }
        return found;
    }

    /** The indices at which an array is used; empty if it is used in another way too, as when it is handed on. */
    static Optional<List<Term>> indices(List<? extends Term> terms, String array) {
        List<Term> indices = all(terms, Kind.INDEX).stream()
                .filter(term -> term.child(0).is(Kind.NAME, array))
                .map(term -> term.child(1))
                .toList();
        long uses = all(terms, Kind.NAME).stream()
                .filter(term -> term.text().equals(array))
                .count();
        return uses == indices.size() ? Optional.of(indices) : Optional.empty();
    }

    /** The calls {@code launch(kernel, …)} in host code. */
    static List<Term> launches(List<? extends Term> host, String kernel) {
        return all(host, Kind.CALL).stream()
                .filter(call ->
                        call.child(0).is(Kind.NAME, "launch") && call.child(1).is(Kind.NAME, kernel))
                .toList();
    }

    /** The one call that launches a kernel. */
    static Optional<Term> launch(List<? extends Term> host, String kernel) {
        List<Term> all = launches(host, kernel);
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }

    /** The local size with which the kernel of a match is launched, if it is a number; -1 if not. */
    static long groupSize(Match match, Term kernel) {
        return launch(match.root().children(), kernel.child(1).text())
                .map(call -> number(call.child(3)))
                .orElse(-1L);
    }

    /** The value of a literal; -1 if it is none. */
    static long number(Term term) {
        return term.is(Kind.LITERAL) && term.text().matches("\\d{1,9}") ? Long.parseLong(term.text()) : -1;
    }

    /** The terms with those parts replaced for which the function gives another. */
    static List<Term> replaced(List<? extends Term> terms, UnaryOperator<Term> function) {
        List<Term> made = new ArrayList<>();
        terms.forEach(term -> made.add(Terms.transform(term, function)));
        return made;
    }

    /** The call with one of its parts removed. */
    static Tree without(Term term, int index) {
        List<Term> parts = new ArrayList<>(term.children());
        parts.remove(index);
        return ((Tree) term).withChildren(parts);
    }

    static Tree with(Term term, int index, Term part) {
        List<Term> parts = new ArrayList<>(term.children());
        parts.set(index, part);
        return ((Tree) term).withChildren(parts);
    }

    /** One statement as a rule makes it. */
    static Term statement(String code) {
        Term statement =
                Code.opencl("void f() { " + code + " }").child(0).child(3).child(0);
        return Terms.transform(statement, part -> part.withPlace(Place.NONE));
    }
}
