package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The language of conditions and actions: expressions over a rule's variables. A variable that stands for a number
 * counts as that number where one is wanted. {@link #HELP} lists the functions.
 */
final class Facts {
    /** The functions, with what they tell. */
    static final List<String> HELP = List.of(
            "constant($e): $e is a number, or arithmetic on numbers",
            "occurs($a, $b): $a is somewhere in $b",
            "written($x, $b): the variable $x is assigned in $b",
            "pure($e): $e changes nothing and calls nothing that could",
            "fixed($e, $b): $e is pure, and $b writes none of the variables in it and declares none",
            "leaves($b): $b has a break, continue, goto, return, label or directive",
            "type($e): the type of $e, as \"float\"",
            "text($e): $e as a text",
            "count($s): how many terms the sequence $s has",
            "powerOfTwo($n), log2($n), even($n), min(a, b), max(a, b), abs(a)",
            "fold(e): in an action, e computed as the compiler would, as a literal",
            "fresh(wish): in an action, a name that is nowhere in the program",
            "substitute($b, $x, e): in an action, $b with e in place of the variable $x");

    private static final Set<String> COMPARISONS = Set.of("<", ">", "<=", ">=");

    private final Match match;

    Facts(Match match) {
        this.match = match;
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
            case LITERAL -> tree.text().startsWith("\"")
                    ? tree.text().substring(1, tree.text().length() - 1)
                    : number(tree, tree);
            case UNARY -> tree.text().equals("!")
                    ? (Object) !isTrue(tree.child(0))
                    : number(Folding.unary(tree.text(), number(tree.child(0))), tree);
            case BINARY -> binary(tree);
            case CONDITIONAL -> value(tree.child(isTrue(tree.child(0)) ? 1 : 2));
            case CALL -> call(tree);
            default -> throw new IllegalArgumentException("'" + Code.print(term) + "' has no meaning in a condition.");
        };
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
        return number(Folding.binary(operator, left, right), tree);
    }

    private static boolean same(Object left, Object right) {
        Number a = left instanceof Term term ? Folding.value(term) : left instanceof Number number ? number : null;
        Number b = right instanceof Term term ? Folding.value(term) : right instanceof Number number ? number : null;
        if (a != null && b != null) {
            return a.doubleValue() == b.doubleValue();
        }
        return left.equals(right);
    }

    private Number number(Term term) {
        Object value = value(term);
        return number(value instanceof Term code ? Folding.value(code) : value instanceof Number n ? n : null, term);
    }

    private static Number number(Object value, Term term) {
        if (value instanceof Tree literal) {
            return number(Folding.value(literal), term);
        }
        if (value instanceof Number number) {
            return number;
        }
        throw new NotANumber("'" + Code.print(term) + "' is not a number here.");
    }

    /** A condition asked for a number where the program has none: the condition does not hold. */
    static final class NotANumber extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        NotANumber(String message) {
            super(message);
        }
    }

    private Object call(Tree call) {
        String function = call.child(0).text();
        List<Term> arguments = call.children().subList(1, call.children().size());
        return switch (function) {
            case "constant" -> Folding.value(one(arguments, 0, 1, call)) != null;
            case "occurs" -> {
                Term small = one(arguments, 0, 2, call);
                yield all(arguments.get(1)).stream().anyMatch(term -> Names.occurs(small, term));
            }
            case "written" -> {
                String name = one(arguments, 0, 2, call).text();
                yield all(arguments.get(1)).stream()
                        .anyMatch(term -> Names.written(term).contains(name));
            }
            case "pure" -> Names.pure(one(arguments, 0, 1, call));
            case "fixed" -> fixed(one(arguments, 0, 2, call), all(arguments.get(1)));
            case "leaves" -> all(arguments.get(0)).stream().anyMatch(Names::leaves);
            case "type" -> match.type(one(arguments, 0, 1, call));
            case "text" -> Code.print(one(arguments, 0, 1, call));
            case "count" -> (long) all(arguments.get(0)).size();
            case "even" -> whole(arguments, call) % 2 == 0;
            case "powerOfTwo" -> Long.bitCount(whole(arguments, call)) == 1 && whole(arguments, call) > 0;
            case "log2" -> (long) (63 - Long.numberOfLeadingZeros(whole(arguments, call)));
            case "abs" -> Math.abs(whole(arguments, call));
            case "min", "max" -> {
                Number a = number(arguments.get(0));
                Number b = number(arguments.get(1));
                boolean first = a.doubleValue() <= b.doubleValue() == function.equals("min");
                yield first ? a : b;
            }
            case "fold" -> fold(arguments.get(0));
            case "fresh" -> match.fresh(text(arguments.get(0)));
            case "substitute" -> substitute(arguments, call);
            default -> throw new IllegalArgumentException(
                    "There is no function '" + function + "'. The functions are:\n  " + String.join("\n  ", HELP));
        };
    }

    private static boolean fixed(Term expression, List<Term> in) {
        Set<String> used = Names.in(expression);
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
        return Names.pure(expression);
    }

    private Term fold(Term expression) {
        Term code = Terms.instantiate(expression, match.bindings()).get(0);
        return Folding.literal(code)
                .orElseThrow(
                        () -> new NotANumber("'" + Code.print(code) + "' cannot be computed before the program runs."));
    }

    private Object substitute(List<Term> arguments, Tree call) {
        if (arguments.size() != 3) {
            throw wrongArguments(call);
        }
        String name = one(arguments, 1, 3, call).text();
        Term by = Terms.instantiate(arguments.get(2), match.bindings()).get(0);
        List<Term> result = new ArrayList<>();
        all(arguments.get(0)).forEach(term -> result.add(Terms.substitute(term, name, by)));
        return arguments.get(0) instanceof Hole hole && hole.sequence() ? result : result.get(0);
    }

    private String text(Term argument) {
        Object value = value(argument);
        return value instanceof Term term ? Code.print(term) : String.valueOf(value);
    }

    private long whole(List<Term> arguments, Tree call) {
        if (arguments.size() != 1) {
            throw wrongArguments(call);
        }
        Number number = number(arguments.get(0));
        if (!(number instanceof Long whole)) {
            throw new NotANumber("'" + Code.print(arguments.get(0)) + "' is not a whole number here.");
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

    private Term one(List<Term> arguments, int index, int wanted, Tree call) {
        if (arguments.size() != wanted) {
            throw wrongArguments(call);
        }
        List<Term> all = all(arguments.get(index));
        if (all.size() != 1) {
            throw new IllegalArgumentException("'" + Code.print(arguments.get(index)) + "' stands for " + all.size()
                    + " terms here, not for one.");
        }
        return all.get(0);
    }

    private static IllegalArgumentException wrongArguments(Tree call) {
        return new IllegalArgumentException("Wrong number of arguments in '" + Code.print(call)
                + "'. The functions are:\n  " + String.join("\n  ", HELP));
    }
}
