package org.plegma.rewrite.analysis;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** To which declaration each name of a program refers. Names are told apart as objects, which steps of rewriting keep. */
final class References {
    private static final Term NOWHERE = Tree.of(Kind.NOTHING);

    /** For each name the names in the declarations that it means: several if a step has copied it. */
    private final Map<Term, Set<Term>> meant = new IdentityHashMap<>();

    private final Set<Term> declarations = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Map<String, Term>> scopes = new ArrayDeque<>();

    private References(Term root) {
        scopes.push(new HashMap<>());
        visit(root);
    }

    /** A name that a step made mean another variable than before, in words; empty if there is none. */
    static Optional<String> captured(Term before, Term after) {
        References old = new References(before);
        References now = new References(after);
        for (Map.Entry<Term, Set<Term>> entry : now.meant.entrySet()) {
            Set<Term> meant = old.meant.get(entry.getKey());
            for (Term declaration : entry.getValue()) {
                if (meant != null && declaration != NOWHERE && !meant.contains(declaration)) {
                    boolean made = !old.meant.containsKey(declaration);
                    boolean gone = meant.stream().noneMatch(each -> each == NOWHERE || now.declarations.contains(each));
                    boolean captures = made
                            ? !gone
                            : old.declarations.contains(declaration)
                                    && !old.hasNameThatIsGone(entry.getKey().text(), declaration, now);
                    if (captures) {
                        return Optional.of(told(entry.getKey(), declaration, made));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a name of a declaration was taken out: a hole that stood for several equal names puts in the first for all. */
    private boolean hasNameThatIsGone(String text, Term declaration, References now) {
        return meant.entrySet().stream()
                .anyMatch(entry -> entry.getKey() != declaration
                        && entry.getKey().text().equals(text)
                        && entry.getValue().contains(declaration)
                        && !now.meant.containsKey(entry.getKey()));
    }

    private static String told(Term name, Term declaration, boolean made) {
        String text = "'" + name.text() + "'";
        return made
                ? text + " of " + name.place()
                        + " would mean the variable that the rule declares. Let it take a name by" + " fresh(\""
                        + name.text() + "\")"
                : text + " of " + name.place() + " would mean another variable, that of " + declaration.place();
    }

    private void visit(Term term) {
        if (term.is(Kind.NAME)) {
            note(term, declaration(term.text()));
            return;
        }
        boolean opens = Names.opensScope(term);
        if (opens) {
            scopes.push(new HashMap<>());
        }
        for (int i = 0; i < term.children().size(); i++) {
            Term part = term.child(i);
            boolean called = term.is(Kind.CALL) && i == 0 && part.is(Kind.NAME);
            boolean function = term.is(Kind.FUNCTION) && i == 1;
            if (term.is(Kind.DECLARATOR) && i == 0 && part.is(Kind.NAME)) {
                scopes.peek().put(part.text(), part);
                declarations.add(part);
                note(part, part);
            } else if (!called && !function) {
                visit(part);
            }
        }
        if (opens) {
            scopes.pop();
        }
    }

    private Term declaration(String name) {
        return scopes.stream()
                .map(scope -> scope.get(name))
                .filter(found -> found != null)
                .findFirst()
                .orElse(NOWHERE);
    }

    private void note(Term name, Term declaration) {
        meant.computeIfAbsent(name, any -> Collections.newSetFromMap(new IdentityHashMap<>()))
                .add(declaration);
    }
}
