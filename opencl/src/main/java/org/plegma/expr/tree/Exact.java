package org.plegma.expr.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.apache.commons.math3.fraction.BigFraction;

/** Exact arithmetic on constants, and the one place where a rational becomes a double. */
public final class Exact {
    /** Exponents beyond this stay powers, so that {@code 7^1e9} does not fill the memory. */
    private static final int MAX_EXPONENT = 1024;

    /** Longer numerators and denominators are a mistake, and would fill the memory step by step. */
    static final int MAX_BITS = 20_000;

    private Exact() {}

    /** @throws ArithmeticException if the value has more digits than any formula means */
    public static BigFraction bounded(BigFraction value) {
        if (bits(value) > MAX_BITS) {
            throw new ArithmeticException("A number with more than " + MAX_BITS + " binary digits");
        }
        return value;
    }

    /**
     * The sum or product of one value or more, by halves: that way numbers are long in the last few operations only.
     *
     * @throws ArithmeticException if it has more digits than any formula means
     */
    static BigFraction fold(List<BigFraction> values, BinaryOperator<BigFraction> operator) {
        if (values.size() == 1) {
            return values.get(0);
        }
        int half = values.size() / 2;
        return bounded(operator.apply(
                fold(values.subList(0, half), operator), fold(values.subList(half, values.size()), operator)));
    }

    /** Whether so high a power has few digits. */
    public static boolean hasPower(BigFraction base, int exponent) {
        return Math.abs((long) exponent) * (bits(base) - 1) <= MAX_BITS;
    }

    private static long bits(BigFraction value) {
        return Math.max(value.getNumerator().bitLength(), value.getDenominator().bitLength());
    }

    public static BigFraction of(BigDecimal decimal) {
        BigInteger unscaled = decimal.unscaledValue();
        return decimal.scale() > 0
                ? new BigFraction(unscaled, BigInteger.TEN.pow(decimal.scale()))
                : new BigFraction(unscaled.multiply(BigInteger.TEN.pow(-decimal.scale())));
    }

    /** The shortest decimal that names this double, so that 0.1 is one tenth. */
    public static BigFraction of(double value) {
        return of(BigDecimal.valueOf(value));
    }

    public static boolean isWhole(BigFraction value) {
        return value.getDenominator().equals(BigInteger.ONE);
    }

    /** The value as an int, or empty if it is not a whole number of that size. */
    public static Optional<Integer> asInt(BigFraction value) {
        return isWhole(value) && value.getNumerator().bitLength() < 32
                ? Optional.of(value.getNumerator().intValue())
                : Optional.empty();
    }

    /**
     * The nearest double, ties to even, as {@code Double.parseDouble} would round it.
     *
     * <p>The quotient is taken with 66 bits or more; a last bit that stands for all that was cut off keeps a near tie
     * from looking like a tie. The rounding itself is left to {@code BigDecimal}, which also knows subnormal numbers.
     */
    public static double toDouble(BigFraction value) {
        BigInteger numerator = value.getNumerator();
        BigInteger denominator = value.getDenominator();
        if (numerator.bitLength() <= 53 && denominator.bitLength() <= 53) {
            return numerator.doubleValue() / denominator.doubleValue();
        }
        int shift = Math.max(0, 66 - numerator.bitLength() + denominator.bitLength());
        BigInteger[] parts = numerator.shiftLeft(shift).divideAndRemainder(denominator);
        BigInteger scaled = parts[0].shiftLeft(1);
        if (parts[1].signum() != 0) {
            scaled = scaled.add(BigInteger.valueOf(numerator.signum()));
        }
        // scaled / 2^(shift+1) is a terminating decimal: times 5^n over 10^n.
        return new BigDecimal(scaled.multiply(BigInteger.valueOf(5).pow(shift + 1)), shift + 1).doubleValue();
    }

    static Optional<BigFraction> power(BigFraction base, BigFraction exponent) {
        Optional<Integer> whole = asInt(exponent).filter(e -> Math.abs(e) <= MAX_EXPONENT);
        if (whole.isEmpty() || base.equals(BigFraction.ZERO) && whole.get() < 0 || !hasPower(base, whole.get())) {
            return Optional.empty();
        }
        return Optional.of(base.pow(whole.get()));
    }

    /** The exact value of a function of constants, where it is rational for every argument. */
    public static Optional<BigFraction> apply(MathFunction function, List<BigFraction> arguments) {
        BigFraction a = arguments.get(0);
        return switch (function) {
            case ABS -> Optional.of(a.abs());
            case FLOOR -> Optional.of(floor(a));
            case CEIL -> Optional.of(floor(a.negate()).negate());
            case ROUND -> {
                BigFraction rounded = floor(a.abs().add(BigFraction.ONE_HALF));
                yield Optional.of(signum(a) < 0 ? rounded.negate() : rounded);
            }
            case MAX -> Optional.of(a.compareTo(arguments.get(1)) >= 0 ? a : arguments.get(1));
            case MIN -> Optional.of(a.compareTo(arguments.get(1)) <= 0 ? a : arguments.get(1));
            default -> Optional.empty();
        };
    }

    public static int signum(BigFraction value) {
        return value.getNumerator().signum();
    }

    private static BigFraction floor(BigFraction value) {
        BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
        return new BigFraction(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }
}
