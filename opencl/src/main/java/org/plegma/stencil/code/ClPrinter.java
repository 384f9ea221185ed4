package org.plegma.stencil.code;

import java.math.BigInteger;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.plegma.array.ElementType;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.ExprPrinter;
import org.plegma.expr.tree.MathFunction;

/** Writes trees as OpenCL C of one floating-point type. Names of users get a prefix, so that none is a keyword. */
public class ClPrinter extends ExprPrinter {
    /** Whole powers beyond this are left to {@code pow}. */
    private static final int MOST_MULTIPLIED = 64;

    private final ElementType type;
    private final Function<Expr.Access, String> reads;
    private final String prefix;
    private final SortedSet<Integer> powers = new TreeSet<>();

    /** {@code reads} writes a field read: an indexed pointer or a variable. */
    public ClPrinter(ElementType type, Function<Expr.Access, String> reads) {
        this(type, reads, "");
    }

    /** {@code prefix} is that of the functions that the code calls. */
    public ClPrinter(ElementType type, Function<Expr.Access, String> reads, String prefix) {
        this.type = type;
        this.reads = reads;
        this.prefix = prefix;
    }

    static String param(String name) {
        return "p_" + name;
    }

    /** A number in the precision of the type. */
    public static String literal(double value, ElementType type) {
        double rounded = type == ElementType.FLOAT ? (float) value : value;
        if (Double.isNaN(rounded)) {
            return "NAN";
        } else if (Double.isInfinite(rounded)) {
            return rounded > 0 ? "INFINITY" : "-INFINITY";
        }
        return type == ElementType.FLOAT ? Float.toString((float) value) + "f" : Double.toString(value);
    }

    /** The exponents for which the printed code calls a function of {@link #powerFunction}. */
    public SortedSet<Integer> powers() {
        return Collections.unmodifiableSortedSet(powers);
    }

    /** A function that multiplies a whole power together, by squaring. */
    public static String powerFunction(int exponent, ElementType type) {
        return powerFunction("", exponent, type);
    }

    public static String powerFunction(String prefix, int exponent, ElementType type) {
        return powerFunction(prefix, exponent, type.openclName());
    }

    public static String powerFunction(String prefix, int exponent, String real) {
        StringBuilder body = new StringBuilder();
        String result = "";
        String square = "a";
        for (int bit = 1; bit <= exponent; bit <<= 1) {
            if (bit > 1) {
                String next = "a" + bit;
                body.append("    const %s %s = %s*%s;\n".formatted(real, next, square, square));
                square = next;
            }
            if ((exponent & bit) != 0) {
                result = result.isEmpty() ? square : result + "*" + square;
            }
        }
        return "%s %spower_%s(const %s a) {\n%s    return %s;\n}\n"
                .formatted(real, prefix, exponent, real, body, result);
    }

    @Override
    public Text access(Expr.Access access) {
        return Text.atom(reads.apply(access));
    }

    @Override
    public Text number(Expr.Num number) {
        String text = literal(number.toDouble(), type);
        return new Text(text, Precedence.ATOM, text.startsWith("-"));
    }

    @Override
    public Text pi(Expr.Pi pi) {
        return Text.atom(literal(Math.PI, type));
    }

    @Override
    public Text param(Expr.Param param) {
        return Text.atom(param(param.name()));
    }

    @Override
    public Text power(Expr.Power power) {
        OptionalInt whole = wholeExponent(power.exponent());
        if (whole.isEmpty()) {
            return Text.atom(power(print(power.base()), print(power.exponent())));
        }
        int magnitude = Math.abs(whole.getAsInt());
        String base = print(power.base());
        if (magnitude > 1) {
            powers.add(magnitude);
            base = prefix + "power_" + magnitude + "(" + base + ")";
        } else {
            base = "(" + base + ")";
        }
        return whole.getAsInt() > 0 ? Text.atom(base) : Text.of(literal(1, type) + "/" + base, Precedence.PRODUCT);
    }

    /** A power that is not whole. */
    protected String power(String base, String exponent) {
        return "pow(" + base + ", " + exponent + ")";
    }

    private static OptionalInt wholeExponent(Expr exponent) {
        if (exponent instanceof Expr.Num number
                && number.value().getDenominator().equals(BigInteger.ONE)) {
            BigInteger whole = number.value().getNumerator();
            if (whole.signum() != 0 && whole.abs().compareTo(BigInteger.valueOf(MOST_MULTIPLIED)) <= 0) {
                return OptionalInt.of(whole.intValue());
            }
        }
        return OptionalInt.empty();
    }

    @Override
    protected String function(MathFunction function) {
        return switch (function) {
            case ABS -> "fabs";
            case MAX -> "fmax";
            case MIN -> "fmin";
            default -> function.text();
        };
    }
}
