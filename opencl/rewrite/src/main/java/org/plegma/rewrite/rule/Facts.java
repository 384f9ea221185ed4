package org.plegma.rewrite.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.plegma.rewrite.analysis.Folding;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Substitution;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * The language of conditions and actions: expressions over a rule's variables. A variable that stands for a number
 * counts as that number where one is wanted.
 */
public final class Facts {
    /** How many arguments each function takes. */
    private static final Map<String, Integer> FUNCTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("constant", 1),
            Map.entry("occurs", 2),
            Map.entry("written", 2),
            Map.entry("pure", 1),
            Map.entry("fixed", 2),
            Map.entry("leaves", 1),
            Map.entry("type", 1),
            Map.entry("text", 1),
            Map.entry("count", 1),
            Map.entry("even", 1),
            Map.entry("powerOfTwo", 1),
            Map.entry("log2", 1),
            Map.entry("abs", 1),
            Map.entry("min", 2),
            Map.entry("max", 2),
            Map.entry("fold", 1),
            Map.entry("fresh", 1),
            Map.entry("substitute", 3)));

    private static final Set<String> COMPARISONS = Set.of("<", ">", "<=", ">=");

    private static final List<String> JUMPS = List.of("break", "continue", "goto", "return");

    private final Match match;

    Facts(Match match) {
        this.match = match;
    }

    /** The functions that there are. */
    static Set<String> functions() {
        return FUNCTIONS.keySet();
    }

    /** @throws RuleException if a call is of no function that there is, or has too many or too few arguments */
    static void requireFunction(Tree call, String rule) {
        String function = call.child(0).text();
        Integer arguments = FUNCTIONS.get(function);
        if (arguments == null || arguments != call.children().size() - 1) {
            String what = arguments == null
                    ? "there is no function '" + function + "'; there are " + String.join(", ", FUNCTIONS.keySet())
                    : "the function '" + function + "' takes " + arguments
                            + (arguments == 1 ? " argument" : " arguments") + ", not "
                            + (call.children().size() - 1);
            throw new RuleException(rule, what + ".", function);
        }
    }

    boolean isTrue(Term condition) {
        Object value = value(condition);
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw new IllegalArgumentException(
                "'" + Code.print(condition) + "' is no condition: it is neither true nor false.");
    }

    void assign(Term action) {
        Hole target = (Hole) action.child(0);
        Object value = value(action.child(1));
        if (value instanceof Number number) {
            match.bind(target.name(), literal(number));
        } else if (value instanceof Term term) {
            match.bind(target.name(), term);
        } else if (value instanceof List<?> list) {
            match.bind(target.name(), list.stream().map(Term.class::cast).toList());
        } else {
            throw new IllegalArgumentException(
                    "'" + Code.print(action.child(1)) + "' gives neither a number nor code.");
        }
    }

    private static Term literal(Number number) {
        if (number instanceof Long whole) {
            return Terms.number(whole);
        }
        double value = number.doubleValue();
        return Terms.literal(Double.toString(value));
    }

    /** A Boolean, Long, Double, String, Term or list of terms. */
    private Object value(Term term) {
        if (term instanceof Hole hole) {
            List<Term> bound = match.terms(hole.name());
            return hole.sequence() || bound.size() != 1 ? bound : bound.get(0);
        }
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case LITERAL -> literal(tree);
            case UNARY -> tree.text().equals("!")
                    ? (Object) !isTrue(tree.child(0))
                    : known(Folding.unary(tree.text(), number(tree.child(0))), tree);
            case BINARY -> binary(tree);
            case CONDITIONAL -> value(tree.child(isTrue(tree.child(0)) ? 1 : 2));
            case CALL -> call(tree);
            default -> throw new IllegalArgumentException("'" + Code.print(term) + "' has no meaning in a condition.");
        };
    }

    private static Object literal(Tree tree) {
        String text = tree.text();
        return text.startsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text.equals("true") || text.equals("false")
                        ? (Object) Boolean.valueOf(text)
                        : known(Folding.value(tree), tree);
    }

    private Object binary(Tree tree) {
        String operator = tree.text();
        if (operator.equals("&&")) {
            return isTrue(tree.child(0)) && isTrue(tree.child(1));
        } else if (operator.equals("||")) {
            return isTrue(tree.child(0)) || isTrue(tree.child(1));
        } else if (operator.equals("==") || operator.equals("!=")) {
            return same(value(tree.child(0)), value(tree.child(1))) == operator.equals("==");
        }
        Number left = number(tree.child(0));
        Number right = number(tree.child(1));
        if (COMPARISONS.contains(operator)) {
            int order = left instanceof Long a && right instanceof Long b
                    ? Long.compare(a, b)
                    : Double.compare(left.doubleValue(), right.doubleValue());
            return switch (operator) {
                case "<" -> order < 0;
                case ">" -> order > 0;
                case "<=" -> order <= 0;
                default -> order >= 0;
            };
        }
        return known(Folding.binary(operator, left, right), tree);
    }

    private static boolean same(Object left, Object right) {
        Optional<Number> a = folded(left);
        Optional<Number> b = folded(right);
        return a.isPresent() && b.isPresent() ? a.get().doubleValue() == b.get().doubleValue() : left.equals(right);
    }

    private static Optional<Number> folded(Object value) {
        return value instanceof Term code
                ? Folding.value(code)
                : value instanceof Number number ? Optional.of(number) : Optional.empty();
    }

    private Number number(Term term) {
        return known(folded(value(term)), term);
    }

    private static Number known(Optional<Number> value, Term term) {
        return value.orElseThrow(() -> new NotKnown("'" + Code.print(term) + "' is not a number here."));
    }

    /** A condition asked what the program does not tell, as for a number where it has none: the condition does not hold. */
    public static final class NotKnown extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        NotKnown(String message) {
            super(message);
        }
    }

    private Object call(Tree call) {
        String function = call.child(0).text();
        List<Term> arguments = call.children().subList(1, call.children().size());
        return switch (function) {
            case "constant" -> Folding.value(one(arguments, 0)).isPresent();
            case "occurs" -> {
                Term small = one(arguments, 0);
                yield all(arguments.get(1)).stream().anyMatch(term -> Names.occurs(small, term));
            }
            case "written" -> {
                List<Term> in = all(arguments.get(1));
                String name = shown(variable(arguments.get(0), one(arguments, 0)), in);
                yield in.stream().anyMatch(term -> Names.written(term).contains(name));
            }
            case "pure" -> pure(one(arguments, 0));
            case "fixed" -> fixed(one(arguments, 0), all(arguments.get(1)));
            case "leaves" -> leaves(all(arguments.get(0)));
            case "type" -> match.type(one(arguments, 0));
            case "text" -> Code.print(one(arguments, 0));
            case "count" -> (long) all(arguments.get(0)).size();
            case "even" -> whole(arguments) % 2 == 0;
            case "powerOfTwo" -> Long.bitCount(whole(arguments)) == 1 && whole(arguments) > 0;
            case "log2" -> {
                long number = whole(arguments);
                if (number <= 0) {
                    throw new NotKnown("There is no logarithm of " + number + ".");
                }
                yield (long) (63 - Long.numberOfLeadingZeros(number));
            }
            case "abs" -> Math.abs(whole(arguments));
            case "min", "max" -> {
                Number a = number(arguments.get(0));
                Number b = number(arguments.get(1));
                boolean first = a.doubleValue() <= b.doubleValue() == function.equals("min");
                yield first ? a : b;
            }
            case "fold" -> fold(arguments.get(0));
            case "fresh" -> match.fresh(text(arguments.get(0)));
            case "substitute" -> substitute(arguments);
            default -> throw new IllegalStateException(function);
        };
    }

    private boolean pure(Term expression) {
        return Names.pure(expression) && !match.macros().hideEffects(expression);
    }

    private boolean leaves(List<Term> terms) {
        return terms.stream().anyMatch(Names::leaves)
                || JUMPS.stream().anyMatch(word -> match.macros().hide(terms, word));
    }

    /** The name of a variable. */
    private static String variable(Term argument, Term term) {
        if (!term.is(Kind.NAME)) {
            throw new NotKnown(
                    "'" + Code.print(argument) + "' is '" + Code.print(term) + "' here, which is no variable.");
        }
        return term.text();
    }

    /** The name of a variable whose uses in these terms can all be seen. */
    private String shown(String name, List<Term> in) {
        if (match.macros().hide(in, name)) {
            throw new NotKnown("'" + name + "' is used by a macro here, or in code that is kept as text.");
        }
        return name;
    }

    private boolean fixed(Term expression, List<Term> in) {
        Set<String> used = Names.in(expression);
        used.forEach(name -> shown(name, in));
        boolean loads = Names.occursKind(expression, Kind.INDEX) || Names.occursKind(expression, Kind.ARROW);
        for (Term term : in) {
            Set<String> written = Names.written(term);
            if (used.stream().anyMatch(written::contains)
                    || used.stream().anyMatch(name -> Names.declares(term, name))) {
                return false;
            }
            if (loads && !written.isEmpty() && Names.writesMemory(term)) {
                return false;
            }
        }
        return pure(expression);
    }

    private Term fold(Term expression) {
        Term code = Terms.instantiate(expression, match.bindings()).get(0);
        return Folding.literal(code)
                .orElseThrow(
                        () -> new NotKnown("'" + Code.print(code) + "' cannot be computed before the program runs."));
    }

    private Object substitute(List<Term> arguments) {
        List<Term> in = all(arguments.get(0));
        String name = shown(variable(arguments.get(1), one(arguments, 1)), in);
        Term by = Terms.instantiate(arguments.get(2), match.bindings()).get(0);
        List<Term> result = Substitution.in(in, name, by);
        return arguments.get(0) instanceof Hole hole && hole.sequence() ? result : result.get(0);
    }

    private String text(Term argument) {
        Object value = value(argument);
        return value instanceof Term term ? Code.print(term) : String.valueOf(value);
    }

    private long whole(List<Term> arguments) {
        Number number = number(arguments.get(0));
        if (!(number instanceof Long whole)) {
            throw new NotKnown("'" + Code.print(arguments.get(0)) + "' is not a whole number here.");
        }
        return whole;
    }

    private List<Term> all(Term argument) {
        Object value = value(argument);
        if (value instanceof Term term) {
            return List.of(term);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Term.class::cast).toList();
        }
        return List.of(literal((Number) value));
    }

    private Term one(List<Term> arguments, int index) {
        List<Term> all = all(arguments.get(index));
        if (all.size() != 1) {
            throw new IllegalArgumentException("'" + Code.print(arguments.get(index)) + "' stands for " + all.size()
                    + " terms here, not for one.");
        }
        return all.get(0);
    }
}
