package org.plegma.rewrite.parallel.cell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Puts the bodies of methods that read or write elements of arrays in place of their calls, so that the analysis of loops sees
 * what they do. Arguments that are numbers are evaluated once, before the body, as in Java; those that are arrays stand for
 * themselves, so that two parameters may be one array. Methods of numbers alone stay calls: they become functions of the device.
 *
 * <p>Works on elaborated terms, in which a name means one variable, or several of one type that are never there together.
 */
public final class Inlining {
    /** A program that grows beyond so many statements is refused: methods that call methods grow it by powers. */
    private static final int MOST_STATEMENTS = 5_000;

    private final ArrayMethods methods;
    private final CellVariables variables;
    private final Deque<String> open = new ArrayDeque<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private int statements;

    /**
     * @param unit elaborated statements
     * @param methods each by its own name
     * @param outside the types of the variables that the statements do not declare
     */
    public Inlining(Term unit, Map<String, Tree> methods, Map<String, String> outside) {
        this.methods = new ArrayMethods(methods);
        this.variables = new CellVariables(unit, methods, outside);
    }

    /** Why calls that are left could not be replaced, by the name of the method. */
    public Map<String, String> reasons() {
        return reasons;
    }

    private Term statement(Term term) {
        List<Term> made = statements(term);
        return made.size() == 1 ? made.get(0) : Tree.of(Kind.BLOCK, "", made).withPlace(term.place());
    }

    /**
     * A statement with the bodies of the methods that it calls; the same one if it calls none of these.
     *
     * @return several only for a declaration, whose variables stay declared where they are
     */
    public List<Term> statements(Term term) {
        if (!methods.calls(term)) {
            return List.of(term);
        }
        Tree tree = (Tree) term;
        List<Term> before = new ArrayList<>();
        switch (tree.kind()) {
            case BLOCK -> {
                List<Term> parts = new ArrayList<>();
                tree.children().forEach(part -> parts.addAll(statements(part)));
                return List.of(tree.withChildren(parts));
            }
            case EXECUTE -> {
                if (methods.isCall(tree.child(0))) {
                    return attempt(tree, () -> List.of(called(tree, (Tree) tree.child(0))));
                }
                return attempt(tree, () -> {
                    Term made = tree.withChildren(List.of(effect((Tree) tree.child(0), before)));
                    return before.isEmpty() ? List.of(made) : List.of(block(with(before, made), tree));
                });
            }
            case DECLARE -> {
                return attempt(tree, () -> declare(tree));
            }
            case IF -> {
                return attempt(tree, () -> {
                    List<Term> parts = new ArrayList<>(List.of(value(tree.child(0), Optional.of(before), true)));
                    tree.children().stream().skip(1).map(this::statement).forEach(parts::add);
                    Term made = tree.withChildren(parts);
                    return before.isEmpty() ? List.of(made) : List.of(block(with(before, made), tree));
                });
            }
            default -> { // a loop: what its head calls is called again and again
                return attempt(tree, () -> {
                    List<Term> parts = new ArrayList<>();
                    for (Term part : tree.children()) {
                        boolean inside = part.sort() == Sort.STATEMENT && !part.is(Kind.DECLARE);
                        parts.add(inside ? statement(part) : value(part));
                    }
                    return List.of(tree.withChildren(parts));
                });
            }
        }
    }

    /** A call as a statement. A result that nobody asks for is computed all the same, as that may fail. */
    private Term called(Tree statement, Tree call) {
        String result = methods.result(call);
        if (result.equals("void")) {
            return body(call, Optional.empty());
        }
        List<Term> all = new ArrayList<>();
        Term value = value(call, Optional.of(all), true);
        if (all.isEmpty()) { // the method is one expression
            Term initial = Tree.of(Kind.INITIAL, value);
            Term name = Terms.name(variables.fresh(call.child(0).text() + "r", result));
            all.add(Tree.of(Kind.DECLARE, Tree.leaf(Kind.TYPE, result), Tree.of(Kind.DECLARATOR, name, initial))
                    .withPlace(statement.place()));
        }
        return block(all, statement);
    }

    private interface Made {
        List<Term> of();
    }

    /** What is made, or the statement as it is, with the reason why not. */
    private List<Term> attempt(Tree statement, Made made) {
        int depth = open.size();
        try {
            return made.of();
        } catch (RefusedException e) {
            while (open.size() > depth) {
                open.pop();
            }
            methods.called(statement).forEach(name -> reasons.putIfAbsent(name, e.reason()));
            return List.of(statement);
        }
    }

    private static List<Term> with(List<Term> before, Term last) {
        List<Term> all = new ArrayList<>(before);
        all.add(last);
        return all;
    }

    private static Term block(List<Term> parts, Term like) {
        return Tree.of(Kind.BLOCK, "", parts).withPlace(like.place());
    }

    /** {@code int x = f(a);} as {@code int x; { int r; … x = r; }}, so that no other name is declared beside x. */
    private List<Term> declare(Tree tree) {
        List<Term> all = new ArrayList<>();
        for (Term declarator : tree.children().subList(1, tree.children().size())) {
            int last = declarator.children().size() - 1;
            Term initial = declarator.child(last);
            if (!initial.is(Kind.INITIAL) || !methods.calls(initial)) {
                all.add(tree.withChildren(List.of(tree.child(0), declarator)));
                continue;
            }
            List<Term> before = new ArrayList<>();
            Term value = value(initial.child(0), Optional.of(before), true);
            List<Term> parts = new ArrayList<>(declarator.children().subList(0, last));
            if (before.isEmpty()) {
                parts.add(((Tree) initial).withChildren(List.of(value)));
                all.add(tree.withChildren(List.of(tree.child(0), ((Tree) declarator).withChildren(parts))));
                continue;
            }
            if (tree.child(0).text().equals("var")) {
                throw refused(tree, "give '" + declarator.child(0).text() + "' its type in place of 'var'.");
            }
            all.add(tree.withChildren(List.of(tree.child(0), ((Tree) declarator).withChildren(parts))));
            Term assign = Tree.of(Kind.ASSIGN, "=", List.of(declarator.child(0), value));
            all.add(block(with(before, Tree.of(Kind.EXECUTE, assign).withPlace(tree.place())), tree));
        }
        return all;
    }

    private static RefusedException refused(Term term, String reason) {
        return new RefusedException(term.place(), reason);
    }

    private Term effect(Tree effect, List<Term> before) {
        if (!effect.is(Kind.ASSIGN)) {
            return value(effect);
        }
        boolean once = effect.text().equals("=") && !methods.calls(effect.child(0));
        Term right = once ? value(effect.child(1), Optional.of(before), true) : value(effect.child(1));
        return effect.withChildren(List.of(value(effect.child(0)), right));
    }

    /** An expression without calls of the methods in question, before which there can be no statements. */
    private Term value(Term term) {
        return value(term, Optional.empty(), false);
    }

    /**
     * An expression without calls of the methods in question.
     *
     * @param before takes statements that are to come before; empty if there can be none
     * @param first whether nothing is evaluated before the expression
     */
    private Term value(Term term, Optional<List<Term>> before, boolean first) {
        if (!methods.calls(term)) {
            return term;
        }
        Tree tree = (Tree) term;
        if (!methods.isCall(tree)) {
            boolean chooses = tree.is(Kind.BINARY, "&&") || tree.is(Kind.BINARY, "||") || tree.is(Kind.CONDITIONAL);
            boolean alone = tree.is(Kind.UNARY) || tree.is(Kind.CAST);
            List<Term> parts = new ArrayList<>();
            for (int i = 0; i < tree.children().size(); i++) {
                boolean always = !chooses || i == 0;
                boolean next = first && (alone || i == 0 && isLast(tree, i));
                parts.add(value(tree.child(i), always ? before : Optional.empty(), next));
            }
            return tree.withChildren(parts);
        }
        Tree method = methods.of(tree);
        return expression(tree, method).orElseGet(() -> variable(tree, method, before, first));
    }

    /** The variable that has the result of a call. */
    private Term variable(Tree tree, Tree method, Optional<List<Term>> before, boolean first) {
        String name = tree.child(0).text();
        String result = method.child(0).text();
        List<Term> earlier = before.orElseThrow(() -> refused(
                tree,
                "the method '" + name + "' is called where it may be called often or not at all, or within a"
                        + " longer expression. Put its result into a variable first."));
        if (result.equals("void")) {
            throw refused(tree, "the method '" + name + "' gives no result.");
        } else if (!first && methods.writesArrays(tree)) {
            throw refused(
                    tree,
                    "a call of '" + name + "' writes an array, and the rest of the expression may read it."
                            + " Put its result into a variable first.");
        }
        String variable = variables.fresh(name + "r", result);
        Tree declarator = Tree.of(Kind.DECLARATOR, Terms.name(variable));
        earlier.add(
                Tree.of(Kind.DECLARE, Tree.leaf(Kind.TYPE, result), declarator).withPlace(tree.place()));
        earlier.add(body(tree, Optional.of(variable)));
        return Terms.name(variable).withPlace(tree.place());
    }

    /** Whether no part after this one is more than a number or a name, which no method changes. */
    private static boolean isLast(Tree tree, int index) {
        return tree.children().stream().skip(index + 1L).allMatch(part -> part.is(Kind.LITERAL));
    }

    /** The call as one expression, if the method is one; empty if it is more. */
    private Optional<Term> expression(Tree call, Tree method) {
        Term body = method.child(3);
        boolean one = body.children().size() == 1
                && body.child(0).is(Kind.RETURN)
                && !body.child(0).children().isEmpty();
        if (!one || !methods.isSimple(body.child(0).child(0))) {
            return Optional.empty();
        }
        List<Term> parameters = method.child(2).children();
        Map<String, Term> given = new HashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            String type =
                    CellVariables.type(parameters.get(i), parameters.get(i).child(1));
            Term argument = call.child(i + 1);
            boolean array = JavaTypes.isArray(type);
            if (array ? !isArray(argument) : !isTotal(argument)) {
                return Optional.empty();
            }
            given.put(
                    parameters.get(i).child(1).child(0).text(), array ? argument : converted(argument, type, argument));
        }
        methods.checkKnowsItsOwn(call);
        enter(call);
        Term value = value(replaced(body.child(0).child(0), given, call));
        open.pop();
        return Optional.of(converted(value, method.child(0).text(), call));
    }

    /** Whether it may be evaluated as often as one likes, or not at all: it cannot fail and changes nothing. */
    private static boolean isTotal(Term term) {
        boolean may = term.is(Kind.NAME)
                || term.is(Kind.LITERAL)
                || term.is(Kind.MEMBER)
                || term.is(Kind.CAST)
                || term.is(Kind.UNARY)
                        && !term.text().equals("++")
                        && !term.text().equals("--")
                || term.is(Kind.BINARY)
                        && !term.text().equals("/")
                        && !term.text().equals("%");
        return may
                && term.children().stream()
                        .filter(part -> part.sort() != Sort.TYPE)
                        .allMatch(Inlining::isTotal);
    }

    private static boolean isArray(Term argument) {
        return argument.is(Kind.NAME)
                || argument.is(Kind.INDEX) && argument.child(0).is(Kind.NAME) && isTotal(argument.child(1));
    }

    private Term converted(Term value, String type, Term at) {
        return variables.typeOf(value).equals(type)
                ? value
                : Tree.of(Kind.CAST, Tree.leaf(Kind.TYPE, type), value).withPlace(at.place());
    }

    private void enter(Tree call) {
        String name = call.child(0).text();
        if (open.contains(name)) {
            throw refused(call, "the method '" + name + "' calls itself, which a device cannot.");
        }
        open.push(name);
    }

    /** The statements of a call, whose result goes into a variable, if there is one. */
    private Term body(Tree call, Optional<String> result) {
        enter(call);
        String name = call.child(0).text();
        Tree method = methods.of(call);
        List<Term> parameters = method.child(2).children();
        if (parameters.size() != call.children().size() - 1) {
            throw refused(call, "the method '" + name + "' takes " + parameters.size() + " arguments.");
        }
        methods.checkKnowsItsOwn(call);
        Set<String> assigned = methods.assigned(call);
        Map<String, Term> given = new HashMap<>();
        List<Term> all = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            String type =
                    CellVariables.type(parameters.get(i), parameters.get(i).child(1));
            String parameter = parameters.get(i).child(1).child(0).text();
            Term argument = call.child(i + 1);
            if (JavaTypes.isArray(type)) {
                if (!isArray(argument)) {
                    throw refused(
                            argument,
                            "'" + Code.print(argument) + "' is given to the method '" + name
                                    + "' as an array: give it a variable or a row.");
                } else if (assigned.contains(parameter)) {
                    throw refused(
                            call,
                            "the method '" + name + "' lets its parameter '" + parameter + "' mean another array.");
                }
                given.put(parameter, argument);
                continue;
            }
            boolean same = argument.is(Kind.NAME) || argument.is(Kind.LITERAL);
            if (same && !assigned.contains(parameter) && type.equals(variables.typeOf(argument))) {
                given.put(parameter, argument);
                continue;
            }
            String variable = variables.fresh(parameter, type);
            given.put(parameter, Terms.name(variable));
            Term value = value(argument, Optional.of(all), true);
            all.add(Tree.of(
                            Kind.DECLARE,
                            Tree.leaf(Kind.TYPE, type),
                            Tree.of(Kind.DECLARATOR, Terms.name(variable), Tree.of(Kind.INITIAL, value)))
                    .withPlace(argument.place()));
        }
        CellVariables.declared(method.child(3))
                .forEach((local, type) -> given.put(local, Terms.name(variables.fresh(local, type))));
        Term body = replaced(method.child(3), given, call);
        for (Term part : Returns.without(body.children(), result, name)) {
            all.addAll(statements(part));
        }
        open.pop();
        statements += all.size();
        if (statements > MOST_STATEMENTS) {
            throw refused(call, "the methods that it calls make too long a program.");
        }
        return block(all, call);
    }

    /** A method's code with arguments for parameters and other names for its variables; where it is called, if it was read elsewhere. */
    private static Term replaced(Term code, Map<String, Term> given, Term call) {
        return Terms.transform(code, part -> (part.is(Kind.NAME) ? given.getOrDefault(part.text(), part) : part)
                .withPlace(call.place()));
    }
}
