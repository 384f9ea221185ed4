package org.plegma.rewrite.parallel.cell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.rewrite.analysis.JavaTyping;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.JavaLiteral;

/**
 * Writes out what Java leaves to its compiler, so that all that reads the terms afterwards agrees on it: a call names the very
 * method that it means, a name is tame and means one variable, or several of one type that are never there together, and a literal
 * is the number that it is, as {@code -1} for {@code 0xFFFFFFFF} and {@code 97} for {@code 'a'}.
 */
final class JavaElaborator {
    private static final Pattern DECIMAL = Pattern.compile("[0-9_]*[.0-9][0-9_.]*([eE][+-]?[0-9_]+)?[fFdDlL]?");

    private final Overloads methods;
    private final TameNames names;
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    private final JavaTyping typing;
    /** The types of the variables outside. */
    private final Map<String, String> outside;

    /** The types of those that are declared or used here, by the names that they get. */
    private final Map<String, String> taken = new HashMap<>();
    /** The names of variables of the notebook and of the cell's outermost level, which no other may have. */
    private final Set<String> kept = new HashSet<>();

    /** Why a call is left as it is, by the name of the method. */
    private final Map<String, String> unresolved = new LinkedHashMap<>();

    /** @param types those of the variables outside, by their names in Java */
    JavaElaborator(Map<String, String> types, Overloads methods, TameNames names) {
        this.methods = methods;
        this.names = names;
        this.outside = new HashMap<>();
        types.forEach((name, type) -> outside.put(names.of(name), type));
        this.typing = new JavaTyping(this::type, methods::result);
    }

    Map<String, String> unresolved() {
        return unresolved;
    }

    /** The name that a variable has got, if it is declared here. */
    private Optional<String> local(String name) {
        return scopes.stream()
                .flatMap(scope -> Optional.ofNullable(scope.get(name)).stream())
                .findFirst();
    }

    /** By the name that a variable has in elaborated terms. */
    private String type(String name) {
        return taken.getOrDefault(name, outside.getOrDefault(name, ""));
    }

    /** Statements of a cell, which see what those before them declare. */
    List<Term> statements(List<Term> statements) {
        for (Term statement : statements) {
            if (statement.is(Kind.DECLARE)) { // these keep their names, for the notebook has them afterwards
                statement.children().stream()
                        .filter(part -> part.is(Kind.DECLARATOR))
                        .forEach(part -> taken.put(names.of(part.child(0).text()), declared(statement, part)));
            }
        }
        scopes.push(new HashMap<>());
        free(statements).forEach(name -> taken.putIfAbsent(name, outside.get(name)));
        kept.addAll(taken.keySet());
        List<Term> made = statements.stream().map(this::term).toList();
        scopes.pop();
        return made;
    }

    /** The variables outside that the statements use where no declaration of theirs hides them. */
    private Set<String> free(List<Term> statements) {
        Set<String> free = new LinkedHashSet<>();
        Deque<Set<String>> declared = new ArrayDeque<>(List.of(new HashSet<>()));
        statements.forEach(statement -> free(statement, declared, free));
        Set<String> tame = new LinkedHashSet<>();
        free.forEach(name -> tame.add(names.of(name)));
        tame.retainAll(outside.keySet());
        return tame;
    }

    private static void free(Term term, Deque<Set<String>> declared, Set<String> free) {
        if (term.is(Kind.NAME) && declared.stream().noneMatch(scope -> scope.contains(term.text()))) {
            free.add(term.text());
        }
        boolean opens = opens(term);
        if (opens) {
            declared.push(new HashSet<>());
        }
        List<Term> parts = term.children();
        for (int i = 0; i < parts.size(); i++) {
            boolean called = term.is(Kind.CALL) && i == 0 && parts.get(0).is(Kind.NAME);
            if (term.is(Kind.DECLARATOR) && i == 0) {
                declared.peek().add(parts.get(0).text());
            } else if (!called) {
                free(parts.get(i), declared, free);
            }
        }
        if (opens) {
            declared.pop();
        }
    }

    private static boolean opens(Term term) {
        return term.is(Kind.BLOCK)
                || term.is(Kind.FOR)
                || term.is(Kind.FOR_EACH)
                || term.is(Kind.FUNCTION)
                || term.is(Kind.SWITCH);
    }

    private static String declared(Term declaration, Term declarator) {
        long dimensions = declarator.children().stream()
                .filter(part -> part.is(Kind.DIMENSION))
                .count();
        return declaration.child(0).text() + "[]".repeat((int) dimensions);
    }

    /** A method, which knows its parameters. */
    Tree method(Tree method) {
        taken.clear();
        kept.clear();
        return (Tree) term(method);
    }

    private Term term(Term term) {
        Tree tree = (Tree) term;
        boolean opens = opens(tree);
        if (opens) {
            scopes.push(new HashMap<>());
        }
        Term made =
                switch (tree.kind()) {
                    case NAME -> name(tree);
                    case LITERAL -> literal(tree);
                    case UNARY -> tree.is(Kind.UNARY, "-") ? negated(tree) : parts(tree);
                    case CALL -> call(tree);
                    case DECLARE, PARAMETER -> declare(tree);
                    case FUNCTION -> function(tree);
                    default -> parts(tree);
                };
        if (opens) {
            scopes.pop();
        }
        return made;
    }

    private Tree parts(Tree tree) {
        if (tree.children().isEmpty()) {
            return tree;
        }
        return tree.withChildren(tree.children().stream().map(this::term).toList());
    }

    private Tree function(Tree tree) {
        List<Term> parts = new ArrayList<>(List.of(tree.child(0), tree.child(1)));
        tree.children().stream().skip(2).map(this::term).forEach(parts::add);
        return tree.withChildren(parts);
    }

    private Term name(Tree tree) {
        String tame = names.of(tree.text());
        String name = local(tree.text()).orElse(outside.containsKey(tame) ? tame : tree.text()); // or a class
        return name.equals(tree.text()) ? tree : like(tree, Terms.name(name));
    }

    private Tree declare(Tree tree) {
        List<Term> parts = new ArrayList<>(List.of(tree.child(0)));
        for (Term declarator : tree.children().subList(1, tree.children().size())) {
            List<Term> inside = new ArrayList<>();
            declarator.children().stream().skip(1).map(this::term).forEach(inside::add);
            String type = declared(tree, declarator);
            if (type.equals("var") && !inside.isEmpty()) {
                type = typing.of(inside.get(0).child(0));
            }
            Tree name = (Tree) declarator.child(0);
            String local = free(name.text(), type);
            taken.put(local, type);
            scopes.peek().put(name.text(), local);
            inside.add(0, like(name, Terms.name(local)));
            parts.add(((Tree) declarator).withChildren(inside));
        }
        return tree.withChildren(parts);
    }

    /** A name that no variable of another type has; on the outermost level, where it cannot be another, itself. */
    private String free(String name, String type) {
        String tame = names.of(name);
        boolean other = taken.containsKey(tame) && (!taken.get(tame).equals(type) || kept.contains(tame));
        return scopes.size() > 1 && other ? names.another(name) : tame;
    }

    private Term call(Tree tree) {
        if (!tree.child(0).is(Kind.NAME)) {
            return parts(tree);
        }
        List<Term> given = new ArrayList<>(List.of(tree.child(0)));
        tree.children().stream().skip(1).map(this::term).forEach(given::add);
        Tree call = tree.withChildren(given);
        String name = call.child(0).text();
        List<String> types = call.children().subList(1, call.children().size()).stream()
                .map(typing::of)
                .toList();
        Overloads.Choice choice = methods.choice(name, types);
        if (choice.name().isEmpty()) {
            unresolved.put(name, choice.reason());
            return call;
        }
        List<Term> parts = new ArrayList<>(call.children());
        parts.set(0, Terms.name(choice.name()).withPlace(call.child(0).place()));
        return call.withChildren(parts);
    }

    private static Term literal(Tree tree) {
        String text = tree.text();
        boolean decimal = DECIMAL.matcher(text).matches();
        return switch (JavaLiteral.type(text)) {
            case "char" -> like(tree, Terms.number((Integer) JavaLiteral.value(text)));
            case "int", "long" -> {
                long value = ((Number) JavaLiteral.value(text)).longValue();
                boolean negative = value < 0 && text.startsWith("0");
                yield negative || text.matches("0[bB].*") ? like(tree, number(value, JavaLiteral.type(text))) : tree;
            }
            case "float" -> decimal ? tree : like(tree, Terms.literal(JavaLiteral.value(text) + "f"));
            case "double" -> decimal ? tree : like(tree, Terms.literal(JavaLiteral.value(text) + ""));
            default -> tree;
        };
    }

    /** The least number of a type is written as no other negative one: its digits alone overflow. */
    private Term negated(Tree tree) {
        if (tree.child(0).is(Kind.LITERAL)) {
            String digits = tree.child(0).text().replace("_", "");
            if (digits.equals("2147483648")) {
                return like(tree, number(Integer.MIN_VALUE, "int"));
            } else if (digits.matches("9223372036854775808[lL]")) {
                return like(tree, number(Long.MIN_VALUE, "long"));
            }
        }
        return parts(tree);
    }

    private static Term number(long value, String type) {
        if (type.equals("int")) {
            return value == Integer.MIN_VALUE ? Code.javaExpression("Integer.MIN_VALUE") : Terms.number(value);
        } else if (value == Long.MIN_VALUE) {
            return Code.javaExpression("Long.MIN_VALUE");
        }
        Tree digits = Terms.literal(Math.abs(value) + "L");
        return value < 0 ? Tree.of(Kind.UNARY, "-", List.of(digits)) : digits;
    }

    private static Term like(Tree old, Term made) {
        return made.withPlace(old.place()).withNotes(old.notes());
    }
}
