package org.plegma.rewrite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Term;

/** The problems of one run, in their order: each is written down once. */
final class Problems {
    private final Map<String, Problem> all = new LinkedHashMap<>();

    /** Rules that would go on for ever. */
    void loop(Set<String> names, String how) {
        String rules = String.join(", ", names);
        loop(rules, (names.size() == 1 ? "Rule " + rules + " loops: " : "The rules " + rules + " loop: ") + how);
    }

    void loop(String name, String message) {
        add(new Problem(Problem.Kind.LOOP, name, message));
    }

    /** A rule that is not applied, as its result would be no program. */
    void illFormed(Rule rule, Term subject, String what) {
        add(new Problem(
                Problem.Kind.ILL_FORMED,
                rule.name(),
                "Rule " + rule.name() + " would make ill-formed code at " + subject.place() + ": " + what));
    }

    private void add(Problem problem) {
        all.putIfAbsent(problem.message(), problem);
    }

    List<Problem> all() {
        return List.copyOf(all.values());
    }
}
