package org.plegma.rewrite.rule;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.rewrite.analysis.Folding;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Finds conditions and actions that cannot mean anything, whatever their variables stand for, such as a sum of texts. */
final class ConditionTypes {
    private enum Type {
        TRUTH("a condition"),
        NUMBER("a number"),
        TEXT("a text"),
        CODE("code"),
        ROW("a sequence");

        private final String words;

        Type(String words) {
            this.words = words;
        }
    }

    /** Code may be a number: whether it is one is known only where the rule fits. */
    private static final Set<Type> NUMBERS = EnumSet.of(Type.NUMBER, Type.CODE);

    private static final Set<Type> TERM = NUMBERS;
    private static final Set<Type> TERMS = EnumSet.of(Type.NUMBER, Type.CODE, Type.ROW);
    private static final Set<Type> WISH = EnumSet.of(Type.TEXT, Type.CODE);

    private static final Map<String, List<Set<Type>>> ARGUMENTS = Map.ofEntries(
            Map.entry("constant", List.of(TERM)),
            Map.entry("occurs", List.of(TERM, TERMS)),
            Map.entry("written", List.of(EnumSet.of(Type.CODE), TERMS)),
            Map.entry("pure", List.of(TERM)),
            Map.entry("fixed", List.of(TERM, TERMS)),
            Map.entry("leaves", List.of(TERMS)),
            Map.entry("type", List.of(TERM)),
            Map.entry("text", List.of(TERM)),
            Map.entry("count", List.of(TERMS)),
            Map.entry("even", List.of(NUMBERS)),
            Map.entry("powerOfTwo", List.of(NUMBERS)),
            Map.entry("log2", List.of(NUMBERS)),
            Map.entry("abs", List.of(NUMBERS)),
            Map.entry("min", List.of(NUMBERS, NUMBERS)),
            Map.entry("max", List.of(NUMBERS, NUMBERS)),
            Map.entry("fold", List.of()),
            Map.entry("fresh", List.of(WISH)),
            Map.entry("substitute", List.of(TERMS, EnumSet.of(Type.CODE))));

    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>");
    private static final Set<String> ORDER = Set.of("<", ">", "<=", ">=");
    private static final Set<String> SIGNS = Set.of("-", "+", "~");

    private final String rule;
    private final Set<String> sequences;

    /** @param sequences the variables that stand for any number of terms */
    ConditionTypes(String rule, Set<String> sequences) {
        this.rule = rule;
        this.sequences = sequences;
    }

    /** @throws RuleException if it is neither true nor false, or a part of it has no meaning */
    void requireCondition(Term condition) {
        require(condition, EnumSet.of(Type.TRUTH), "stands where a condition must");
    }

    /** @throws RuleException if the variable would get what no code is made of, or a part has no meaning */
    void requireAction(Term action) {
        Hole target = (Hole) action.child(0);
        boolean row = target.sequence();
        require(
                action.child(1),
                row ? TERMS : TERM,
                "cannot be given to '" + target + "', which takes code or a number"
                        + (row ? "" : "; a sequence is named '$" + target.name() + "...'"));
    }

    private Type require(Term term, Set<Type> wanted, String why) {
        Type type = of(term);
        if (!wanted.contains(type)) {
            String cure =
                    type == Type.CODE && wanted.contains(Type.TEXT) ? " Write 'text(" + Code.print(term) + ")'." : "";
            throw fault(term, "is " + type.words + " and " + why + "." + cure);
        }
        return type;
    }

    private RuleException fault(Term term, String what) {
        String text = Code.print(term);
        return new RuleException(rule, "'" + text + "' " + what, text);
    }

    private Type of(Term term) {
        if (term instanceof Hole hole) {
            return hole.sequence() || sequences.contains(hole.name()) ? Type.ROW : Type.CODE;
        }
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case LITERAL -> literal(tree);
            case UNARY -> unary(tree);
            case BINARY -> binary(tree);
            case CONDITIONAL -> {
                requireCondition(tree.child(0));
                Type first = of(tree.child(1));
                Type second = of(tree.child(2));
                yield NUMBERS.contains(first) && NUMBERS.contains(second)
                        ? first == second ? first : Type.CODE
                        : require(tree.child(2), EnumSet.of(first), "the other choice is " + first.words);
            }
            case CALL -> call(tree);
            default -> throw fault(term, "has no meaning in a condition or an action.");
        };
    }

    private Type literal(Tree tree) {
        if (tree.text().startsWith("\"")) {
            return Type.TEXT;
        } else if (tree.text().equals("true") || tree.text().equals("false")) {
            return Type.TRUTH;
        } else if (Folding.value(tree).isEmpty()) {
            throw fault(tree, "is no number that fits into 64 bits.");
        }
        return Type.NUMBER;
    }

    private Type unary(Tree tree) {
        if (tree.text().equals("!")) {
            requireCondition(tree.child(0));
            return Type.TRUTH;
        } else if (!SIGNS.contains(tree.text())) {
            throw fault(tree, "has no meaning: there is no '" + tree.text() + "' in conditions and actions.");
        }
        require(tree.child(0), NUMBERS, "no operand of '" + tree.text() + "'");
        return Type.NUMBER;
    }

    private Type binary(Tree tree) {
        String operator = tree.text();
        if (operator.equals("&&") || operator.equals("||")) {
            requireCondition(tree.child(0));
            requireCondition(tree.child(1));
            return Type.TRUTH;
        } else if (operator.equals("==") || operator.equals("!=")) {
            Type left = of(tree.child(0));
            Type right = of(tree.child(1));
            Set<Type> like = TERMS.contains(left) ? TERMS : EnumSet.of(left);
            boolean second = !TERMS.contains(left) || right != Type.TEXT;
            require(
                    tree.child(second ? 1 : 0),
                    second ? like : EnumSet.of(Type.TEXT),
                    "never equal to " + (second ? left : right).words);
            return Type.TRUTH;
        } else if (!ARITHMETIC.contains(operator) && !ORDER.contains(operator)) {
            throw fault(tree, "has no meaning: there is no '" + operator + "' in conditions and actions.");
        }
        require(tree.child(0), NUMBERS, "no operand of '" + operator + "'");
        require(tree.child(1), NUMBERS, "no operand of '" + operator + "'");
        return ORDER.contains(operator) ? Type.TRUTH : Type.NUMBER;
    }

    private Type call(Tree call) {
        String function = call.child(0).text();
        List<Set<Type>> wanted =
                Objects.requireNonNull(ARGUMENTS.get(function), "Facts were asked first whether there is the function");
        Type first = Type.CODE;
        for (int i = 0; i < wanted.size(); i++) {
            Type type = require(call.child(i + 1), wanted.get(i), "no argument " + (i + 1) + " of '" + function + "'");
            first = i == 0 ? type : first;
        }
        return switch (function) {
            case "constant", "occurs", "written", "pure", "fixed", "leaves", "even", "powerOfTwo" -> Type.TRUTH;
            case "type", "text" -> Type.TEXT;
            case "count", "log2", "abs", "min", "max" -> Type.NUMBER;
            case "substitute" -> first == Type.ROW ? Type.ROW : Type.CODE;
            default -> Type.CODE;
        };
    }
}
