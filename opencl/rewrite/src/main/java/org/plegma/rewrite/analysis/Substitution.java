package org.plegma.rewrite.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Puts a term in the place of a variable, as one means it: uses of another variable of that name stay, and a variable within
 * that has the name of one in the new term is renamed, so that it does not capture that one.
 */
public final class Substitution {
    private final String name;
    private final Term by;
    private final Set<String> free;
    private final Set<String> taken;

    /** For each scope that is open the names that it declares, with what they are called now. */
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();

    private Substitution(String name, Term by, Set<String> within) {
        this.name = name;
        this.by = by;
        this.free = Names.in(by);
        this.taken = new HashSet<>(within);
        taken.addAll(free);
        scopes.push(new HashMap<>());
    }

    static Term in(Term term, String name, Term by) {
        Set<String> within = Names.in(term);
        return within.contains(name) ? new Substitution(name, by, within).made(term) : term;
    }

    /** In statements that follow each other: a declaration among them holds for those after it. */
    public static List<Term> in(List<Term> row, String name, Term by) {
        boolean statements = row.stream().allMatch(term -> term.sort() == Sort.STATEMENT);
        return statements
                ? in(Tree.of(Kind.BLOCK, "", row), name, by).children()
                : row.stream().map(term -> in(term, name, by)).toList();
    }

    private Term made(Term term) {
        if (term.is(Kind.NAME)) {
            return use(term);
        }
        if (!(term instanceof Tree tree) || tree.children().isEmpty()) {
            return term;
        }
        boolean opens = Names.opensScope(term);
        if (opens) {
            scopes.push(new HashMap<>());
        }
        List<Term> parts = new ArrayList<>(tree.children());
        for (int i = 0; i < parts.size(); i++) {
            Term part = parts.get(i);
            boolean called = term.is(Kind.CALL) && i == 0 && part.is(Kind.NAME);
            boolean function = term.is(Kind.FUNCTION) && i == 1;
            if (term.is(Kind.DECLARATOR) && i == 0) {
                parts.set(0, declared(part));
            } else if (!called && !function) {
                parts.set(i, made(part));
            }
        }
        if (opens) {
            scopes.pop();
        }
        return tree.withChildren(parts);
    }

    private Term declared(Term declared) {
        String old = declared.text();
        String now = free.contains(old) && !old.equals(name) ? Names.fresh(old, taken) : old;
        taken.add(now);
        scopes.peek().put(old, now);
        return now.equals(old) ? declared : Terms.name(now);
    }

    private Term use(Term use) {
        for (Map<String, String> scope : scopes) {
            String now = scope.get(use.text());
            if (now != null) {
                return now.equals(use.text()) ? use : Terms.name(now);
            }
        }
        return use.text().equals(name) ? by : use;
    }
}
