package org.plegma.device.vectors;

import java.util.Locale;

/** The functions of OpenCL C that generators may call with vectors. */
public enum VectorFunction {
    ACOS(1, 4),
    ASIN(1, 4),
    ATAN(1, 5),
    ATAN2(2, 6),
    CBRT(1, 2),
    CEIL(1, 0),
    COS(1, 4),
    COSH(1, 4),
    EXP(1, 3),
    FABS(1, 0),
    FLOOR(1, 0),
    FMA(3, 0),
    FMAX(2, 0),
    FMIN(2, 0),
    HYPOT(2, 4),
    LOG(1, 3),
    LOG10(1, 3),
    POW(2, 16),
    RINT(1, 0),
    ROUND(1, 0),
    SIN(1, 4),
    SINH(1, 4),
    SQRT(1, 3),
    TAN(1, 5),
    TANH(1, 5);

    private final int arity;
    private final double ulps;

    VectorFunction(int arity, double ulps) {
        this.arity = arity;
        this.ulps = ulps;
    }

    /** The name in OpenCL C. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int arity() {
        return arity;
    }

    /** The largest error that OpenCL 1.2 allows, in units in the last place (section 7.4); of float, where double has less. */
    public double ulps() {
        return ulps;
    }
}
