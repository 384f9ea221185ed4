package org.plegma.rewrite.analysis;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.CLiteral;

/** Arithmetic on literals: as plain numbers for conditions, and with the types of Java and C for folding. */
public final class Folding {
    /** A whole number that fits no type is none. */
    private static final Pattern REAL = Pattern.compile("(?!\\d+$)[0-9.]+([eE][+-]?\\d+)?[fFdD]?");

    private Folding() {}

    /** The value of a constant expression, a Long or a Double; empty if it is none. */
    public static Optional<Number> value(Term term) {
        if (term.is(Kind.LITERAL)) {
            return ofLiteral(term.text());
        }
        if (term.is(Kind.UNARY)) {
            return value(term.child(0)).flatMap(value -> unary(term.text(), value));
        }
        if (term.is(Kind.BINARY)) {
            Optional<Number> right = value(term.child(1));
            return value(term.child(0)).flatMap(left -> right.flatMap(by -> binary(term.text(), left, by)));
        }
        return Optional.empty();
    }

    private static Optional<Number> ofLiteral(String text) {
        String plain = text.replace("_", "");
        Optional<CLiteral> whole = CLiteral.whole(plain);
        if (whole.isPresent()) {
            boolean fits = whole.get().value() >= 0;
            return fits ? Optional.of(whole.get().value()) : Optional.empty();
        }
        try {
            if (REAL.matcher(plain).matches()) {
                boolean single = plain.endsWith("f") || plain.endsWith("F");
                return Optional.of(single ? (double) Float.parseFloat(plain) : Double.parseDouble(plain));
            }
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** Empty if the operator is not arithmetic. */
    public static Optional<Number> unary(String operator, Number value) {
        boolean whole = value instanceof Long;
        return switch (operator) {
            case "-" -> Optional.of(whole ? (Number) (-value.longValue()) : (Number) (-value.doubleValue()));
            case "+" -> Optional.of(value);
            case "~" -> whole ? Optional.of(~value.longValue()) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Empty if the operator is not arithmetic, or the result is not defined or does not fit. */
    public static Optional<Number> binary(String operator, Number left, Number right) {
        if (left instanceof Long a && right instanceof Long b) {
            return whole(operator, a, b);
        }
        double a = left.doubleValue();
        double b = right.doubleValue();
        return switch (operator) {
            case "+" -> Optional.of(a + b);
            case "-" -> Optional.of(a - b);
            case "*" -> Optional.of(a * b);
            case "/" -> Optional.of(a / b);
            default -> Optional.empty();
        };
    }

    private static Optional<Number> whole(String operator, long a, long b) {
        try {
            return switch (operator) {
                case "+" -> Optional.of(Math.addExact(a, b));
                case "-" -> Optional.of(Math.subtractExact(a, b));
                case "*" -> Optional.of(Math.multiplyExact(a, b));
                case "/" -> b == 0 ? Optional.empty() : Optional.of(a / b);
                case "%" -> b == 0 ? Optional.empty() : Optional.of(a % b);
                case "&" -> Optional.of(a & b);
                case "|" -> Optional.of(a | b);
                case "^" -> Optional.of(a ^ b);
                case "<<" -> b >= 0 && b < 31 ? Optional.of(Math.multiplyExact(a, 1L << b)) : Optional.empty();
                case ">>" -> b >= 0 && b < 31 ? Optional.of(a >> b) : Optional.empty();
                default -> Optional.empty();
            };
        } catch (ArithmeticException overflow) {
            return Optional.empty();
        }
    }

    /**
     * A literal of the value and type that {@code a op b} or {@code -a} of literals has; empty if it cannot be computed
     * exactly as at run time, as for an overflow or an infinite result.
     */
    public static Optional<Term> literal(Term term) {
        String type = Types.at(Location.ROOT, term, java.util.Map.of()).of(term);
        return allOf(term, type) ? value(term).flatMap(value -> literal(term, type, value)) : Optional.empty();
    }

    private static Optional<Term> literal(Term term, String type, Number value) {
        return switch (type) {
            case "int" -> value instanceof Long whole && whole == (int) (long) whole
                    ? Optional.of(Terms.number(whole))
                    : Optional.empty();
            case "long" -> value instanceof Long whole && whole >= 0
                    ? Optional.of(Terms.literal(whole + "L"))
                    : Optional.empty();
            case "uint" -> value instanceof Long whole && whole >= 0 && whole < 1L << 32
                    ? Optional.of(Terms.literal(whole + "u"))
                    : Optional.empty();
            case "float" -> single(term).flatMap(result -> real(result, Float.toString(Math.abs(result)) + "f"));
            case "double" -> real(value.doubleValue(), Double.toString(Math.abs(value.doubleValue())));
            default -> Optional.empty();
        };
    }

    /**
     * Whether every literal has the type: mixed ones are left to the compiler, and so are those that are no int without saying so by
     * a suffix, as {@code 0x80000000}, which is a uint in C and an int in Java.
     */
    private static boolean allOf(Term term, String type) {
        boolean says =
                !type.equals("uint") && !type.equals("long") || term.text().matches(".*[uUlL]");
        return term.is(Kind.LITERAL)
                ? says
                        && Types.at(Location.ROOT, term, java.util.Map.of())
                                .of(term)
                                .equals(type)
                : !term.children().isEmpty() && term.children().stream().allMatch(part -> allOf(part, type));
    }

    private static Optional<Term> real(double value, String text) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Optional.empty();
        }
        Term literal = Terms.literal(text.replace("E", "e"));
        boolean negative = value < 0 || value == 0 && 1 / value < 0;
        return Optional.of(negative ? Tree.of(Kind.UNARY, "-", List.of(literal)) : literal);
    }

    /** The value in float arithmetic, each operation rounded. */
    private static Optional<Float> single(Term term) {
        if (term.is(Kind.LITERAL)) {
            return value(term).map(Number::floatValue);
        }
        Optional<Float> a = single(term.child(0));
        if (term.is(Kind.UNARY)) {
            return term.text().equals("-") ? a.map(x -> -x) : Optional.empty();
        }
        Optional<Float> b = single(term.child(1));
        return switch (term.text()) {
            case "+" -> a.flatMap(x -> b.map(y -> x + y));
            case "-" -> a.flatMap(x -> b.map(y -> x - y));
            case "*" -> a.flatMap(x -> b.map(y -> x * y));
            case "/" -> a.flatMap(x -> b.map(y -> x / y));
            default -> Optional.empty();
        };
    }
}
