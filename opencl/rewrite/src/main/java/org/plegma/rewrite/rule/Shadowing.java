package org.plegma.rewrite.rule;

import java.util.List;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Finds rules that can never fire since an earlier rule of the same sweep takes every place that they fit. */
public final class Shadowing {
    private Shadowing() {}

    public static void check(Strategy strategy) {
        for (Strategy part : strategy.everything()) {
            if (part instanceof Strategy.TopDown sweep) {
                check(sweep.rules());
            } else if (part instanceof Strategy.BottomUp sweep) {
                check(sweep.rules());
            } else if (part instanceof Strategy.FirstTop sweep) {
                check(sweep.rules());
            } else if (part instanceof Strategy.Here here) {
                check(here.rules());
            }
        }
    }

    private static void check(List<Rule> rules) {
        for (int late = 1; late < rules.size(); late++) {
            for (int early = 0; early < late; early++) {
                if (covers(rules.get(early), rules.get(late))) {
                    throw new RuleException(
                            rules.get(late).name(),
                            "it cannot fire: wherever it fits, the rule "
                                    + rules.get(early).name() + " before it fires first. Put it before that one.");
                }
            }
        }
    }

    /** Whether the first, without conditions, fits every term that the second fits. */
    private static boolean covers(Rule general, Rule special) {
        boolean plain = general.conditions().isEmpty()
                && !general.isRow()
                && !special.isRow()
                && general.source().size() == 1
                && special.source().size() == 1
                && general.language() == special.language();
        return plain
                && new Generality()
                        .covers(general.source().get(0), special.source().get(0));
    }

    /** Whether one pattern is another with some parts made variables. */
    private static final class Generality {
        private final java.util.Map<String, Term> meant = new java.util.HashMap<>();

        boolean covers(Term general, Term special) {
            if (general instanceof Hole hole) {
                Term before = meant.putIfAbsent(hole.name(), special);
                if (before != null) {
                    return before.equals(special);
                }
                boolean alike = special instanceof Hole other
                        ? other.sequence() == hole.sequence()
                                && (hole.restriction().isEmpty()
                                        || hole.restriction().equals(other.restriction()))
                        : hole.restriction().isEmpty() && !hole.sequence();
                return alike
                        && (hole.sort() == special.sort()
                                || hole.sort() == Sort.EXPRESSION && special.sort() == Sort.NAME);
            }
            if (!(special instanceof Tree tree)
                    || !general.is(tree.kind(), tree.text())
                    || general.children().size() != tree.children().size()) {
                return false;
            }
            for (int i = 0; i < tree.children().size(); i++) {
                if (!covers(general.child(i), tree.child(i))) {
                    return false;
                }
            }
            return true;
        }
    }
}
