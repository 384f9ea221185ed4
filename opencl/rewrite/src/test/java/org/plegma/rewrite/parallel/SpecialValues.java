package org.plegma.rewrite.parallel;

/** Values at which Java and OpenCL C could differ. */
public final class SpecialValues {
    public static final double[] REALS = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        0.49999999999999994,
        1.5,
        -2.5,
        3,
        1e-320,
        Double.MIN_NORMAL,
        Float.MIN_VALUE,
        4503599627370495.5,
        8388607.5,
        16777217,
        2147483648.0,
        -2147483649.0,
        9223372036854775807.0,
        -1e19,
        1e300,
        Float.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    public static final long[] WHOLES = {
        0,
        1,
        -1,
        2,
        -7,
        31,
        32,
        33,
        63,
        64,
        65,
        -33,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1,
        16777217,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        9007199254740993L,
        4294967296L,
        -2147483649L
    };

    private SpecialValues() {}
}
