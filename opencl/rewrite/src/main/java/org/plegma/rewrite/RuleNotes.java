package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Term;

/** What a run has to say that is no problem: rules that were not tried, or whose conditions the program does not answer. */
final class RuleNotes {
    private final Set<String> notes = new LinkedHashSet<>();

    /** For rules whose conditions asked in vain each time what the program does not tell: the first such question. */
    private final Map<Rule, String> unanswered = new LinkedHashMap<>();

    private final Set<Rule> answered = new HashSet<>();

    void add(String note) {
        notes.add(note);
    }

    /** Remembers whether the program answered the condition of a rule. */
    void answer(Application application, Rule rule, Term subject) {
        if (application.failed != null && application.unknown == null) {
            answered.add(rule);
        } else if (application.failed != null) {
            unanswered.putIfAbsent(
                    rule,
                    "its condition '" + application.failed.condition().text() + "' cannot be told at " + subject.place()
                            + ": " + application.unknown);
        }
    }

    /** All notes of a run that took these steps. */
    List<String> after(List<Step> steps) {
        Set<Rule> applied = new HashSet<>();
        steps.forEach(step -> applied.add(step.rule()));
        List<String> all = new ArrayList<>(notes);
        unanswered.forEach((rule, question) -> {
            if (!applied.contains(rule) && !answered.contains(rule)) {
                all.add("Rule " + rule.name() + " was not applied: " + question);
            }
        });
        return all;
    }
}
