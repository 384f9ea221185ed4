package org.plegma.stencil;

/** The range of {@code pow} of C99. */
final class Powers {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private Powers() {}

    static Enclosure of(Enclosure a, Enclosure b) {
        Enclosure result = ofNumbers(a, b);
        // Whatever the other operand, also NaN: x^0 and 1^x are 1.
        boolean one = !b.isNan() && b.has(0) && a.nan() || !a.isNan() && a.has(1) && b.nan();
        if (b.isExact() && b.lo() == 0 || a.isExact() && a.lo() == 1) {
            return Enclosure.exact(1);
        }
        return (one ? result.hull(Enclosure.exact(1)) : result).orNan(a.nan() || b.nan());
    }

    private static Enclosure ofNumbers(Enclosure a, Enclosure b) {
        if (a.isNan() || b.isNan()) {
            return Enclosure.NAN;
        }
        Enclosure result = Enclosure.NAN;
        if (a.hi() > 0) {
            Enclosure positive = new Enclosure(Math.max(0, a.lo()), a.hi(), false);
            result = Enclosure.corners(positive, new Enclosure(b.lo(), b.hi(), false), Powers::pow);
        }
        if (a.hi() <= 0 || a.lo() < 0) {
            result = result.hull(ofOthers(new Enclosure(a.lo(), Math.min(0, a.hi()), false), b))
                    .orNan(false);
            boolean nan = a.lo() < 0 && !(b.isExact() && b.lo() == Math.rint(b.lo()));
            result = new Enclosure(result.lo(), result.hi(), nan || result.isNan());
        }
        return result;
    }

    /** Of negative numbers and zero. */
    private static Enclosure ofOthers(Enclosure a, Enclosure b) {
        boolean whole = Math.ceil(b.lo()) <= Math.floor(b.hi());
        if (!whole && a.hi() < 0 && a.lo() > -INFINITY) {
            return Enclosure.NAN;
        }
        Enclosure magnitude = Enclosure.corners(a.magnitude(), new Enclosure(b.lo(), b.hi(), false), Powers::pow);
        if (!whole && a.hi() == 0 && a.lo() > -INFINITY) {
            // Only of zero.
            Enclosure zero = Enclosure.exact(0);
            return Enclosure.corners(zero, new Enclosure(b.lo(), b.hi(), false), Powers::pow);
        }
        if (b.isExact()) {
            boolean odd = Math.abs(b.lo() % 2) == 1;
            if (!odd) {
                return magnitude;
            }
            boolean signOfZero = a.has(0) && b.lo() < 0;
            return new Enclosure(-magnitude.hi(), signOfZero ? magnitude.hi() : -magnitude.lo(), false);
        }
        return new Enclosure(-magnitude.hi(), magnitude.hi(), false);
    }

    private static double pow(double base, double exponent) {
        return base == 1 ? 1 : Math.pow(base, exponent);
    }
}
