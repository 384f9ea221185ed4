package org.plegma.expr;

import java.util.Locale;

/**
 * The functions of the language, with the meaning of C99 and OpenCL C where Java differs: {@code min} and {@code max}
 * give the other operand if one is NaN, {@code round} rounds halves away from zero.
 */
public enum MathFunction {
    ABS(1),
    ACOS(1),
    ASIN(1),
    ATAN(1),
    ATAN2(2),
    CBRT(1),
    CEIL(1),
    COS(1),
    COSH(1),
    EXP(1),
    FLOOR(1),
    HYPOT(2),
    LOG(1),
    LOG10(1),
    MAX(2),
    MIN(2),
    ROUND(1),
    SIN(1),
    SINH(1),
    SQRT(1),
    TAN(1),
    TANH(1);

    private final int arity;

    MathFunction(int arity) {
        this.arity = arity;
    }

    /** The name in a formula. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int arity() {
        return arity;
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
