package org.plegma.expr.tree;

import java.util.Locale;

/**
 * The functions of the language, with the meaning of C99 and OpenCL C where Java differs: {@code min} and {@code max}
 * give the other operand if one is NaN, {@code round} rounds halves away from zero.
 */
public enum MathFunction {
    ABS(1, "The absolute value."),
    ACOS(1, "The angle with this cosine, in radians."),
    ASIN(1, "The angle with this sine, in radians."),
    ATAN(1, "The angle with this tangent, in radians."),
    ATAN2(2, "The angle of the point (b, a), in radians."),
    CBRT(1, "The cube root."),
    CEIL(1, "The next whole number upwards."),
    COS(1, "The cosine of an angle in radians."),
    COSH(1, "The hyperbolic cosine."),
    EXP(1, "The exponential function."),
    FLOOR(1, "The next whole number downwards."),
    HYPOT(2, "The root of a^2 + b^2, without overflow."),
    LOG(1, "The natural logarithm."),
    LOG10(1, "The logarithm to base 10."),
    MAX(2, "The larger one; the other one if one is NaN."),
    MIN(2, "The smaller one; the other one if one is NaN."),
    ROUND(1, "The nearest whole number, halves away from zero."),
    SIN(1, "The sine of an angle in radians."),
    SINH(1, "The hyperbolic sine."),
    SQRT(1, "The square root."),
    TAN(1, "The tangent of an angle in radians."),
    TANH(1, "The hyperbolic tangent.");

    private final int arity;
    private final String meaning;

    MathFunction(int arity, String meaning) {
        this.arity = arity;
        this.meaning = meaning;
    }

    /** The name in a formula. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How many arguments it takes. */
    public int arity() {
        return arity;
    }

    /** What it gives, in one sentence. */
    public String meaning() {
        return meaning;
    }

    /** The value in double precision; {@code b} is read by functions of two arguments only. */
    public double apply(double a, double b) {
        return switch (this) {
            case ABS -> Math.abs(a);
            case ACOS -> Math.acos(a);
            case ASIN -> Math.asin(a);
            case ATAN -> Math.atan(a);
            case ATAN2 -> Math.atan2(a, b);
            case CBRT -> Math.cbrt(a);
            case CEIL -> Math.ceil(a);
            case COS -> Math.cos(a);
            case COSH -> Math.cosh(a);
            case EXP -> Math.exp(a);
            case FLOOR -> Math.floor(a);
            case HYPOT -> Math.hypot(a, b);
            case LOG -> Math.log(a);
            case LOG10 -> Math.log10(a);
            case MAX -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
            case MIN -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
            case ROUND -> roundHalfAway(a);
            case SIN -> Math.sin(a);
            case SINH -> Math.sinh(a);
            case SQRT -> Math.sqrt(a);
            case TAN -> Math.tan(a);
            case TANH -> Math.tanh(a);
        };
    }

    /** {@code pow} of C99: where Java gives NaN, {@code 1^y} and {@code (-1)^±infinity} are 1. */
    static double pow(double base, double exponent) {
        if (base == 1 || base == -1 && Double.isInfinite(exponent)) {
            return 1;
        }
        return Math.pow(base, exponent);
    }

    private static double roundHalfAway(double a) {
        double whole = Math.floor(Math.abs(a));
        double rounded = Math.abs(a) - whole >= 0.5 ? whole + 1 : whole;
        return Double.isNaN(a) || Double.isInfinite(a) ? a : Math.copySign(rounded, a);
    }
}
