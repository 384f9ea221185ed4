package org.plegma.rewrite.analysis;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.JavaLiteral;

/**
 * Computes expressions without side effects as Java does: {@code int} and {@code long} wrap, a division by zero throws, a
 * conversion of a real number saturates. Values are boxed; arrays may be asked for their length and their elements.
 */
public final class TermEvaluator {
    /** Of OpenCL C as well, which may be larger than an int of Java. */
    private static final Pattern SIZE = Pattern.compile("(0|[1-9]\\d*)[uU]?|0[xX][0-9a-fA-F]+[uU]");

    private static final Pattern CONSTANT = Pattern.compile("(Math|Integer|Long|Float|Double)\\.\\w+");

    private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");

    private final Function<String, @Nullable Object> names;
    private final boolean wide;

    /** @param names the value of each name; null for one that is unknown */
    public TermEvaluator(Function<String, @Nullable Object> names) {
        this(names, false);
    }

    private TermEvaluator(Function<String, @Nullable Object> names, boolean wide) {
        this.names = names;
        this.wide = wide;
    }

    /** One for which each {@code int} is a {@code long}, so that it does not wrap at 32 bits. */
    public static TermEvaluator wide(Function<String, @Nullable Object> names) {
        return new TermEvaluator(names, true);
    }

    /**
     * The value of an expression.
     *
     * @throws IllegalArgumentException if a name has no value, or it is no such expression
     * @throws ArithmeticException for a whole number divided by zero
     */
    public Object value(Term term) {
        Object value = plainValue(term);
        return wide && value instanceof Integer number ? (Object) number.longValue() : value;
    }

    private Object plainValue(Term term) {
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case LITERAL -> literal(tree);
            case NAME -> named(tree.text());
            case UNARY -> unary(tree);
            case BINARY -> binary(tree);
            case CONDITIONAL -> conditional(tree);
            case CAST -> convert(value(tree.child(1)), tree.child(0).text());
            case MEMBER -> member(tree);
            case INDEX -> Array.get(value(tree.child(0)), ((Number) value(tree.child(1))).intValue());
            case CALL -> call(tree);
            default -> throw unknown(tree);
        };
    }

    /** The value of an expression without names; empty if it has some, is no such expression, or divides by zero. */
    public static Optional<Object> constant(Term term) {
        try {
            return Optional.of(new TermEvaluator(name -> null).value(term));
        } catch (IllegalArgumentException | ArithmeticException none) {
            return Optional.empty();
        }
    }

    /** Whether a condition holds. */
    public boolean isTrue(Term condition) {
        return (Boolean) value(condition);
    }

    private static IllegalArgumentException unknown(Term term) {
        return new IllegalArgumentException("'" + Code.print(term) + "' cannot be computed here.");
    }

    private Object named(String name) {
        Object value = names.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' has no value.");
        }
        return value;
    }

    private static Object literal(Tree tree) {
        String text = tree.text();
        Optional<Number> size = SIZE.matcher(text).matches() ? Folding.value(tree) : Optional.empty();
        if (size.isEmpty()) {
            return JavaLiteral.value(text);
        }
        long whole = size.get().longValue();
        return whole == (int) whole ? (Object) (int) whole : (Object) whole;
    }

    /** Both branches have a say in the type; where it is not plain from the text, the value of the other one tells it. */
    private Object conditional(Tree tree) {
        boolean first = isTrue(tree.child(0));
        Object value = value(tree.child(first ? 1 : 2));
        if (!(value instanceof Number)) {
            return value;
        }
        String type = typing().of(tree);
        if (type.isEmpty()) {
            String other = type(value(tree.child(first ? 2 : 1)));
            type = new JavaTyping(name -> name.equals("a") ? type(value) : other, (name, arguments) -> "")
                    .of(Tree.of(Kind.CONDITIONAL, tree.child(0), Terms.name("a"), Terms.name("b")));
        }
        return type.isEmpty() || wide && type.equals("int") ? value : convert(value, type);
    }

    private JavaTyping typing() {
        return new JavaTyping(name -> type(names.apply(name)), (name, arguments) -> "");
    }

    private static String type(@Nullable Object value) {
        return value == null
                ? ""
                : switch (value.getClass().getSimpleName()) {
                    case "Integer" -> "int";
                    case "Character" -> "char";
                    case "Long", "Float", "Double", "Byte", "Short", "Boolean" -> value.getClass()
                            .getSimpleName()
                            .toLowerCase(Locale.ROOT);
                    default -> value.getClass().getSimpleName();
                };
    }

    private Object unary(Tree tree) {
        if (tree.text().equals("!")) {
            return !isTrue(tree.child(0));
        }
        Object value = value(tree.child(0));
        return switch (tree.text()) {
            case "+" -> value;
            case "-" -> value instanceof Integer i
                    ? (Object) (-i)
                    : value instanceof Long l
                            ? (Object) (-l)
                            : value instanceof Float f ? (Object) (-f) : (Object) (-(Double) value);
            case "~" -> value instanceof Integer i ? (Object) (~i) : (Object) (~(Long) value);
            default -> throw unknown(tree);
        };
    }

    private Object binary(Tree tree) {
        if (tree.text().equals("&&")) {
            return isTrue(tree.child(0)) && isTrue(tree.child(1));
        } else if (tree.text().equals("||")) {
            return isTrue(tree.child(0)) || isTrue(tree.child(1));
        }
        return binary(tree.text(), value(tree.child(0)), value(tree.child(1)));
    }

    /** {@code left operator right} for two boxed values. */
    public static Object binary(String operator, Object left, Object right) {
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return switch (operator) {
                case "&" -> a & b;
                case "|" -> a | b;
                case "^", "!=" -> a ^ b;
                case "==" -> a == b.booleanValue();
                default -> throw new IllegalArgumentException("'" + operator + "' takes no boolean.");
            };
        }
        if (!(left instanceof Number a) || !(right instanceof Number b)) {
            if (operator.equals("==") || operator.equals("!=")) {
                return (left == right) == operator.equals("==");
            }
            throw new IllegalArgumentException("'" + operator + "' takes numbers.");
        }
        if (COMPARISONS.contains(operator)) {
            return compare(operator, a, b);
        }
        if (operator.equals("<<") || operator.equals(">>") || operator.equals(">>>")) {
            return shift(operator, a, b.intValue());
        }
        return switch (rank(a, b)) {
            case 0 -> (int) whole(operator, a.intValue(), b.intValue());
            case 1 -> whole(operator, a.longValue(), b.longValue());
            case 2 -> (float) real(operator, a.floatValue(), b.floatValue());
            default -> real(operator, a.doubleValue(), b.doubleValue());
        };
    }

    private static int rank(Number a, Number b) {
        return Math.max(rank(a), rank(b));
    }

    private static int rank(Number number) {
        return number instanceof Double ? 3 : number instanceof Float ? 2 : number instanceof Long ? 1 : 0;
    }

    /** For ints too: the low half of the result is right, and the quotient of ints fits but for the one that wraps. */
    private static long whole(String operator, long a, long b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            case "%" -> a % b;
            case "&" -> a & b;
            case "|" -> a | b;
            case "^" -> a ^ b;
            default -> throw new IllegalArgumentException("'" + operator + "' is no operator of whole numbers.");
        };
    }

    /** For floats too: rounded to double first, sum, product and quotient of floats round to the same float. */
    private static double real(String operator, double a, double b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            case "%" -> a % b;
            default -> throw new IllegalArgumentException("'" + operator + "' is no operator of real numbers.");
        };
    }

    private static Object shift(String operator, Number a, int by) {
        if (a instanceof Integer value) {
            return switch (operator) {
                case "<<" -> value << by;
                case ">>" -> value >> by;
                default -> value >>> by;
            };
        }
        long value = a.longValue();
        return switch (operator) {
            case "<<" -> value << by;
            case ">>" -> value >> by;
            default -> value >>> by;
        };
    }

    private static boolean compare(String operator, Number a, Number b) {
        if (rank(a, b) < 2) {
            int order = Long.compare(a.longValue(), b.longValue());
            return switch (operator) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                case "==" -> order == 0;
                default -> order != 0;
            };
        }
        double x = rank(a, b) == 2 ? a.floatValue() : a.doubleValue();
        double y = rank(a, b) == 2 ? b.floatValue() : b.doubleValue();
        return switch (operator) {
            case "<" -> x < y;
            case "<=" -> x <= y;
            case ">" -> x > y;
            case ">=" -> x >= y;
            case "==" -> x == y;
            default -> x != y;
        };
    }

    /** The value as a variable of this type holds it; of types with fewer bits than an int, as an int. */
    public static Object convert(Object value, String type) {
        if (!(value instanceof Number number)) {
            return value;
        }
        boolean real = value instanceof Float || value instanceof Double;
        return switch (type) {
            case "byte" -> (int) (byte) (real ? (int) number.doubleValue() : number.intValue());
            case "short" -> (int) (short) (real ? (int) number.doubleValue() : number.intValue());
            case "char" -> (int) (char) (real ? (int) number.doubleValue() : number.intValue());
            case "int" -> real ? (int) number.doubleValue() : number.intValue();
            case "long" -> real ? (long) number.doubleValue() : number.longValue();
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            default -> throw new IllegalArgumentException("'" + type + "' is no type of numbers that is known here.");
        };
    }

    private Object member(Tree tree) {
        String text = Code.print(tree);
        if (CONSTANT.matcher(text).matches()) {
            try {
                return Class.forName("java.lang." + tree.child(0).text())
                        .getField(tree.text())
                        .get(null);
            } catch (ReflectiveOperationException e) {
                throw unknown(tree);
            }
        } else if (tree.text().equals("length")) {
            return Array.getLength(value(tree.child(0)));
        }
        throw unknown(tree);
    }

    private Object call(Tree tree) {
        Term callee = tree.child(0);
        boolean math = callee.is(Kind.MEMBER) && callee.child(0).is(Kind.NAME, "Math")
                || callee.is(Kind.NAME, "min")
                || callee.is(Kind.NAME, "max");
        if (!math) {
            throw unknown(tree);
        }
        List<Object> arguments = tree.children().subList(1, tree.children().size()).stream()
                .map(this::value)
                .toList();
        Method method = JavaTyping.math(
                        callee.text(),
                        arguments.stream().map(TermEvaluator::type).toList())
                .orElseThrow(() -> unknown(tree));
        Object[] given = new Object[arguments.size()];
        for (int i = 0; i < given.length; i++) {
            given[i] = convert(arguments.get(i), method.getParameterTypes()[i].getName());
        }
        try {
            return method.invoke(null, given);
        } catch (InvocationTargetException e) {
            throw new ArithmeticException(e.getTargetException().getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
