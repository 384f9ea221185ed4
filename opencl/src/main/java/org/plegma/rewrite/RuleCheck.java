package org.plegma.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what is wrong in a rule before it meets any program. */
final class RuleCheck {
    private final Rule rule;

    private RuleCheck(Rule rule) {
        this.rule = rule;
    }

    static void check(Rule rule) {
        new RuleCheck(rule).run();
    }

    private void run() {
        Set<String> bound = new HashSet<>(Rule.holes(rule.source()));
        for (Condition condition : rule.conditions()) {
            if (condition.source() != null) {
                requireBound(condition.source(), bound, "condition");
                if (condition.source().is(Kind.LITERAL, "false")) {
                    throw new RuleException(rule.name(), "it cannot fire: its condition is false.");
                }
            }
        }
        boolean javaActions = rule.actions().stream().anyMatch(action -> action.source() == null);
        for (Action action : rule.actions()) {
            if (action.source() != null) {
                requireBound(action.source().child(1), bound, "action");
                bound.add(((Hole) action.source().child(0)).name());
            }
        }
        if (!javaActions) {
            rule.destination().forEach(term -> requireBound(term, bound, "destination"));
        }
        if (rule.actions().isEmpty() && rule.source().equals(rule.destination())) {
            throw new RuleException(rule.name(), "it loops: its destination is its source.");
        }
        boolean expression = isExpression(rule.source());
        if (!rule.destination().isEmpty() && expression != isExpression(rule.destination())) {
            throw new RuleException(
                    rule.name(),
                    "it makes ill-formed code: it puts " + (expression ? "statements" : "an expression")
                            + " in the place of " + (expression ? "an expression." : "statements."));
        }
        if (expression && rule.destination().isEmpty()) {
            throw new RuleException(rule.name(), "it makes ill-formed code: an expression cannot be left out.");
        }
        if (rule.source().size() == 1
                && rule.source().get(0) instanceof Hole hole
                && hole.restriction().isEmpty()
                && rule.conditions().isEmpty()) {
            throw new RuleException(rule.name(), "it loops: its source fits everything, also what it makes.");
        }
    }

    private void requireBound(Term term, Set<String> bound, String where) {
        for (String name : Rule.holes(List.of(term))) {
            if (!bound.contains(name)) {
                throw new RuleException(
                        rule.name(),
                        "the variable '$" + name + "' of its " + where
                                + " stands for nothing: it is not in the source, and"
                                + " no action gives it a meaning.");
            }
        }
    }

    static boolean isExpression(List<Term> terms) {
        return terms.size() == 1
                && (terms.get(0).sort() == Sort.EXPRESSION || terms.get(0).sort() == Sort.NAME);
    }
}
