package org.plegma.stencil;

import java.util.function.DoubleUnaryOperator;

/** Ranges of functions that are not monotone, with the special cases of C99 (annex F). */
final class Functions {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private Functions() {}

    static Enclosure max(Enclosure a, Enclosure b) {
        return otherOfNan(a, b, new Enclosure(Math.max(a.lo(), b.lo()), Math.max(a.hi(), b.hi()), a.nan() && b.nan()));
    }

    static Enclosure min(Enclosure a, Enclosure b) {
        return otherOfNan(a, b, new Enclosure(Math.min(a.lo(), b.lo()), Math.min(a.hi(), b.hi()), a.nan() && b.nan()));
    }

    /** If one operand is NaN, the other one. */
    private static Enclosure otherOfNan(Enclosure a, Enclosure b, Enclosure ofNumbers) {
        if (a.isNan() || b.isNan()) {
            return a.isNan() ? b : a;
        }
        Enclosure result = ofNumbers;
        result =
                a.nan() ? new Enclosure(Math.min(result.lo(), b.lo()), Math.max(result.hi(), b.hi()), b.nan()) : result;
        return b.nan() ? new Enclosure(Math.min(result.lo(), a.lo()), Math.max(result.hi(), a.hi()), a.nan()) : result;
    }

    /** Sine or cosine, whose slope is 1 at most. */
    static Enclosure wave(Enclosure a, DoubleUnaryOperator f) {
        if (a.isNan() || a.isInfinite()) {
            return Enclosure.NAN;
        }
        double radius = radius(a);
        if (!(radius < 2)) {
            return new Enclosure(-1, 1, a.nan() || a.mayBeInfinite());
        }
        double value = f.applyAsDouble(middle(a));
        return new Enclosure(Math.max(-1, value - radius), Math.min(1, value + radius), a.nan());
    }

    private static double middle(Enclosure a) {
        return a.lo() / 2 + a.hi() / 2;
    }

    private static double radius(Enclosure a) {
        return a.lo() == a.hi() ? 0 : (a.hi() - a.lo()) / 2 + Math.ulp(a.most());
    }

    /** Its slope is the square of its value and 1; within a twentieth of the way to a pole that does not double. */
    static Enclosure tan(Enclosure a) {
        if (a.isNan() || a.isInfinite()) {
            return Enclosure.NAN;
        }
        double radius = radius(a);
        double value = Math.tan(middle(a));
        if (!(radius * (1 + Math.abs(value)) < 0.05)) {
            return new Enclosure(-INFINITY, INFINITY, a.nan() || a.mayBeInfinite());
        }
        double change = 2 * radius * (1 + value * value);
        return new Enclosure(value - change, value + change, a.nan());
    }

    /** The angle jumps where a is 0 and b negative, and the sign of a zero counts there. */
    static Enclosure atan2(Enclosure a, Enclosure b) {
        if (!a.isNan() && !b.isNan() && a.has(0) && b.lo() <= 0) {
            return new Enclosure(-Math.PI, Math.PI, a.nan() || b.nan());
        }
        return Enclosure.corners(a, b, Math::atan2);
    }

    /** Infinite if an operand is, whatever the other one. */
    static Enclosure hypot(Enclosure a, Enclosure b) {
        Enclosure x = a.magnitude();
        Enclosure y = b.magnitude();
        if (x.isInfinite() && !x.nan() || y.isInfinite() && !y.nan()) {
            return Enclosure.exact(INFINITY);
        }
        if (x.isNan() || y.isNan()) {
            return x.mayBeInfinite() || y.mayBeInfinite() ? new Enclosure(INFINITY, INFINITY, true) : Enclosure.NAN;
        }
        return new Enclosure(Math.hypot(x.lo(), y.lo()), Math.hypot(x.hi(), y.hi()), x.nan() || y.nan());
    }
}
