package org.plegma.rewrite;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * Terms in which rules found nothing to do. Whether a textual rule fires depends on the term, on the types of the names
 * around it, and on whether it stands in a row of statements; so the notes hold until a declaration changes. A rule with
 * Java code may depend on anything, so with one of those nothing is noted.
 */
final class SettledTerms {
    private final boolean usable;
    private final Set<Term> inLists = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Term> elsewhere = Collections.newSetFromMap(new IdentityHashMap<>());

    SettledTerms(List<Rule> rules) {
        usable = rules.stream().allMatch(rule -> rule.javaPart().isEmpty());
    }

    boolean holds(Term term, boolean inList) {
        return (inList ? inLists : elsewhere).contains(term);
    }

    void add(Term term, boolean inList) {
        boolean name = term.is(Kind.NAME); // which may be called or declared here and used there
        if (usable && !name) {
            (inList ? inLists : elsewhere).add(term);
        }
    }
}
