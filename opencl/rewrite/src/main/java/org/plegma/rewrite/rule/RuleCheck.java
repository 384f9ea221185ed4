package org.plegma.rewrite.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.plegma.rewrite.analysis.Macros;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Types;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Finds what is wrong in a rule before it meets any program. */
final class RuleCheck {
    private static final Term NO_PROGRAM = Tree.of(Kind.UNIT);

    private final Rule rule;

    private RuleCheck(Rule rule) {
        this.rule = rule;
    }

    static void check(Rule rule) {
        new RuleCheck(rule).run();
    }

    private void run() {
        Set<String> bound = new HashSet<>(Rule.holes(rule.source()));
        ConditionTypes types = new ConditionTypes(rule.name(), sequences());
        for (Condition condition : rule.conditions()) {
            condition.source().ifPresent(source -> {
                requireBound(source, bound, "condition");
                requireMeaning(source, "condition");
                types.requireCondition(source);
                if (isFalse(source, condition)) {
                    throw new RuleException(rule.name(), "it cannot fire: its condition is false.");
                }
            });
        }
        rule.source().forEach(this::requireRows);
        rule.destination().forEach(this::requireRows);
        requireRowsAgain();
        boolean javaActions =
                rule.actions().stream().anyMatch(action -> action.source().isEmpty());
        for (Action action : rule.actions()) {
            action.source().ifPresent(source -> {
                requireBound(source.child(1), bound, "action");
                requireMeaning(source.child(1), "action");
                types.requireAction(source);
                bound.add(((Hole) source.child(0)).name());
            });
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
                                + " no action gives it a meaning.",
                        "$" + name);
            }
        }
    }

    /** A sequence may stand only where any number of terms may. */
    private void requireRows(Term term) {
        Location.visit(term, (location, part) -> {
            for (int i = 0; i < part.children().size(); i++) {
                if (part.child(i) instanceof Hole hole && hole.sequence()) {
                    List<Term> more = new ArrayList<>(part.children());
                    more.addAll(i, List.of(hole, hole)); // two, for an if may have one statement more
                    if (!((Tree) part).kind().accepts(more)) {
                        throw new RuleException(
                                rule.name(),
                                "the sequence '" + hole + "' stands where there is one term only, in '"
                                        + Code.print(part).lines().findFirst().orElse("") + "'. Write '$" + hole.name()
                                        + "', or put it among statements, arguments or parameters.",
                                hole.toString());
                    }
                }
            }
        });
    }

    private Set<String> sequences() {
        Set<String> sequences = new HashSet<>();
        holes(rule.source(), hole -> {
            if (hole.sequence()) {
                sequences.add(hole.name());
            }
        });
        return sequences;
    }

    /** Whether it is false whatever the program is. */
    private static boolean isFalse(Term source, Condition condition) {
        try {
            return Rule.holes(List.of(source)).isEmpty()
                    && !Names.occursKind(source, Kind.CALL)
                    && !condition.test().test(anywhere());
        } catch (Facts.NotKnown undefined) {
            return true;
        }
    }

    private static Match anywhere() {
        Types types = Types.at(Location.ROOT, NO_PROGRAM, Map.of());
        return new Match(NO_PROGRAM, Location.ROOT, types, new Macros(NO_PROGRAM), Bindings.NONE);
    }

    /** What is a sequence in the source is one in the destination too. */
    private void requireRowsAgain() {
        Set<String> sequences = sequences();
        holes(rule.destination(), hole -> {
            if (!hole.sequence() && sequences.contains(hole.name())) {
                throw new RuleException(
                        rule.name(),
                        "the variable '$" + hole.name() + "' is a sequence in its source and one term in its"
                                + " destination. Write '$" + hole.name() + "...' in both.",
                        "$" + hole.name());
            }
        });
    }

    private static void holes(List<Term> terms, Consumer<Hole> visitor) {
        terms.forEach(term -> Location.visit(term, (location, part) -> {
            if (part instanceof Hole hole) {
                visitor.accept(hole);
            }
        }));
    }

    /** Conditions and actions are made of variables, numbers, texts, operators and the functions that there are. */
    private void requireMeaning(Term term, String where) {
        if (!(term instanceof Tree tree)) {
            return;
        }
        boolean known =
                switch (tree.kind()) {
                    case LITERAL, UNARY, BINARY, CONDITIONAL, CALL -> true;
                    default -> false;
                };
        if (!known) {
            String hint = tree.kind() == Kind.NAME ? " Write '$" + tree.text() + "' for a variable of the rule." : "";
            throw new RuleException(
                    rule.name(),
                    "'" + Code.print(tree) + "' has no meaning in its " + where + "." + hint,
                    Code.print(tree));
        }
        int code = tree.children().size(); // from here on it is code of the program
        if (tree.kind() == Kind.CALL) {
            Facts.requireFunction(tree, rule.name());
            String function = tree.child(0).text();
            code = function.equals("fold") ? 1 : function.equals("substitute") ? 3 : code;
        }
        for (int i = tree.kind() == Kind.CALL ? 1 : 0; i < code; i++) {
            requireMeaning(tree.child(i), where);
        }
    }

    static boolean isExpression(List<Term> terms) {
        return terms.size() == 1
                && (terms.get(0).sort() == Sort.EXPRESSION || terms.get(0).sort() == Sort.NAME);
    }
}
