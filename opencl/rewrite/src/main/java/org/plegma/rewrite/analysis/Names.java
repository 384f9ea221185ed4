package org.plegma.rewrite.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;

/** Questions about names: which are used, written, declared. */
public final class Names {
    private static final Pattern CAPITALS = Pattern.compile("[A-Z_][A-Z0-9_]*");

    private Names() {}

    /** All names in a term, declared ones included, in order of appearance. */
    public static Set<String> in(Term term) {
        Set<String> names = new LinkedHashSet<>();
        Location.visit(term, (location, part) -> {
            if (part.is(Kind.NAME)) {
                names.add(part.text());
            }
        });
        return names;
    }

    /** Whether a term occurs in another, which includes being it. */
    public static boolean occurs(Term small, Term large) {
        return small.equals(large) || large.children().stream().anyMatch(part -> occurs(small, part));
    }

    /** The names that a term assigns, or whose elements or components it assigns. */
    public static Set<String> written(Term term) {
        Set<String> written = new LinkedHashSet<>();
        Location.visit(term, (location, part) -> {
            boolean step = (part.is(Kind.UNARY) || part.is(Kind.POSTFIX))
                    && (part.text().equals("++") || part.text().equals("--"));
            boolean address = part.is(Kind.UNARY, "&");
            if (part.is(Kind.ASSIGN) || step || address) {
                base(part.child(0)).ifPresent(written::add);
            }
        });
        return written;
    }

    /** The variable behind {@code x}, {@code x[i]}, {@code x.y}, {@code *x}. */
    static java.util.Optional<String> base(Term target) {
        if (target.is(Kind.NAME)) {
            return java.util.Optional.of(target.text());
        }
        boolean through = target.is(Kind.INDEX)
                || target.is(Kind.MEMBER)
                || target.is(Kind.ARROW)
                || target.is(Kind.UNARY)
                || target.is(Kind.POSTFIX)
                || target.is(Kind.CAST)
                || target.is(Kind.BINARY);
        return through ? base(target.child(target.is(Kind.CAST) ? 1 : 0)) : java.util.Optional.empty();
    }

    /** Whether evaluating it changes nothing and calls nothing that could: only calls of functions without side effects. */
    public static boolean pure(Term term) {
        if (term.is(Kind.ASSIGN) || term.is(Kind.POSTFIX) || term.is(Kind.OPAQUE) || term.sort() == Sort.STATEMENT) {
            return false;
        }
        if (term.is(Kind.UNARY) && (term.text().equals("++") || term.text().equals("--"))) {
            return false;
        }
        if (term.is(Kind.CALL) && !Builtins.isPure(term.child(0))) {
            return false;
        }
        return term.children().stream().allMatch(Names::pure);
    }

    /** Whether control may leave it other than at its end, or a directive may leave part of it out. */
    public static boolean leaves(Term term) {
        boolean opaque = term.is(Kind.OPAQUE_STATEMENT) || term.is(Kind.MACRO) || term.is(Kind.LABELED);
        return opaque
                || term.is(Kind.JUMP)
                || term.is(Kind.RETURN)
                || term.is(Kind.DIRECTIVE)
                || term.children().stream().anyMatch(Names::leaves);
    }

    /** Whether a term of a kind occurs in it, which includes being it. */
    public static boolean occursKind(Term term, Kind kind) {
        if (term.is(kind)) {
            return true;
        }
        for (Term part : term.children()) { // no stream: steps of rewriting ask this of large terms
            if (occursKind(part, kind)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a declaration within the term makes this name. */
    public static boolean declares(Term term, String name) {
        return term.is(Kind.DECLARATOR) && term.child(0).is(Kind.NAME, name)
                || term.children().stream().anyMatch(part -> declares(part, name));
    }

    /** Whether it stores through an index or a pointer, or calls what could: what was loaded before may have changed. */
    public static boolean writesMemory(Term term) {
        boolean step = term.text().equals("++") || term.text().equals("--");
        boolean stores = (term.is(Kind.ASSIGN) || step) && !term.child(0).is(Kind.NAME);
        boolean calls = term.is(Kind.CALL) && !Builtins.isPure(term.child(0));
        return stores || calls || term.children().stream().anyMatch(Names::writesMemory);
    }

    /** A name with this beginning that none of the terms has. */
    public static String fresh(String wish, Set<String> taken) {
        String name = wish;
        for (int i = 1; taken.contains(name); i++) {
            name = wish + i;
        }
        return name;
    }

    /**
     * The variables that are used where no declaration of the term reaches, without functions that are called and names in
     * capitals, which are macros and constants.
     */
    public static Set<String> undeclared(Term root) {
        Set<String> found = new LinkedHashSet<>();
        Set<String> functions = new HashSet<>();
        root.children().stream()
                .filter(part -> part.is(Kind.FUNCTION))
                .forEach(function -> functions.add(function.child(1).text()));
        Deque<Set<String>> scopes = new ArrayDeque<>(List.of(functions));
        undeclared(root, scopes, found);
        return found;
    }

    private static void undeclared(Term term, Deque<Set<String>> scopes, Set<String> found) {
        if (term.is(Kind.NAME)) {
            String name = term.text();
            if (!found.contains(name)
                    && scopes.stream().noneMatch(scope -> scope.contains(name))
                    && !CAPITALS.matcher(name).matches()) {
                found.add(name);
            }
            return;
        }
        if (term.is(Kind.DECLARATOR)) {
            List<Term> parts = term.children();
            if (parts.get(0).is(Kind.NAME)) {
                scopes.peek().add(parts.get(0).text());
            }
            parts.subList(1, parts.size()).forEach(part -> undeclared(part, scopes, found));
            return;
        }
        boolean opens = opensScope(term);
        if (opens) {
            scopes.push(new HashSet<>());
        }
        List<Term> parts = term.children();
        if (term.is(Kind.CALL) && parts.get(0).is(Kind.NAME)
                || term.is(Kind.CALL) && parts.get(0).is(Kind.MEMBER)) {
            parts = parts.subList(1, parts.size());
        } else if (term.is(Kind.FUNCTION)) {
            List<Term> inside = new ArrayList<>(parts);
            inside.remove(1);
            parts = inside;
        }
        parts.forEach(part -> undeclared(part, scopes, found));
        if (opens) {
            scopes.pop();
        }
    }

    static boolean opensScope(Term term) {
        return term.is(Kind.BLOCK)
                || term.is(Kind.FUNCTION)
                || term.is(Kind.FOR)
                || term.is(Kind.FOR_EACH)
                || term.is(Kind.RECORD)
                || term.is(Kind.SWITCH);
    }
}
