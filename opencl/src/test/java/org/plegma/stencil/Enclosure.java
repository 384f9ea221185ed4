package org.plegma.stencil;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * What a computed value may be: a number from {@code lo} to {@code hi}, infinities included, or NaN. If {@code lo > hi} it is
 * NaN for sure.
 */
record Enclosure(double lo, double hi, boolean nan) {
    static final Enclosure NAN = new Enclosure(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, true);
    static final Enclosure ANY = new Enclosure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
    static final Enclosure TRUE = exact(1);
    static final Enclosure FALSE = exact(0);
    static final Enclosure UNSURE = new Enclosure(0, 1, false);

    static Enclosure exact(double value) {
        return Double.isNaN(value) ? NAN : new Enclosure(value, value, false);
    }

    boolean isExact() {
        return lo == hi && !nan;
    }

    boolean isNan() {
        return lo > hi;
    }

    boolean has(double value) {
        return lo <= value && value <= hi;
    }

    boolean mayBeInfinite() {
        return !isNan() && (Double.isInfinite(lo) || Double.isInfinite(hi));
    }

    boolean isInfinite() {
        return lo == hi && Double.isInfinite(lo);
    }

    boolean contains(double found) {
        return Double.isNaN(found) ? nan : has(found);
    }

    /** The largest magnitude. */
    double most() {
        return Math.max(Math.abs(lo), Math.abs(hi));
    }

    /** The least magnitude. */
    double least() {
        return has(0) ? 0 : Math.min(Math.abs(lo), Math.abs(hi));
    }

    Enclosure hull(Enclosure other) {
        return new Enclosure(Math.min(lo, other.lo), Math.max(hi, other.hi), nan || other.nan);
    }

    Enclosure orNan(boolean also) {
        return new Enclosure(lo, hi, nan || also);
    }

    /** Whether it says nothing about a result: of which kind it is, or more than its own magnitude and that given. */
    boolean isVacuous(double small) {
        if (isNan() || isExact()) {
            return false;
        }
        return nan || !(hi - lo <= Math.max(Math.max(Math.abs(lo), Math.abs(hi)) / 2, small));
    }

    /** The part from {@code low} to {@code high}; what lies outside becomes NaN. */
    Enclosure within(double low, double high) {
        if (isNan() || hi < low || lo > high) {
            return NAN;
        }
        return new Enclosure(Math.max(lo, low), Math.min(hi, high), nan || lo < low || hi > high);
    }

    /** The part from {@code low} to {@code high}, where all results are known to lie. */
    Enclosure clamped(double low, double high) {
        return isNan()
                ? this
                : new Enclosure(Math.min(Math.max(lo, low), high), Math.max(Math.min(hi, high), low), nan);
    }

    Enclosure magnitude() {
        return isNan() ? this : new Enclosure(least(), most(), nan);
    }

    /** The image by a function that grows. */
    Enclosure growing(DoubleUnaryOperator f) {
        return isNan() ? this : new Enclosure(f.applyAsDouble(lo), f.applyAsDouble(hi), nan);
    }

    /** The image by a function that falls. */
    Enclosure falling(DoubleUnaryOperator f) {
        return isNan() ? this : new Enclosure(f.applyAsDouble(hi), f.applyAsDouble(lo), nan);
    }

    /**
     * The image by a function that is monotone in each argument; where it is NaN at a corner, 0 and NaN may be. Only of two points it is NaN
     * for sure: 0 times a number from −∞ to ∞ is NaN at all corners.
     */
    static Enclosure corners(Enclosure a, Enclosure b, DoubleBinaryOperator f) {
        if (a.isNan() || b.isNan()) {
            return NAN;
        }
        Enclosure all = NAN;
        boolean undefined = false;
        boolean defined = a.lo < a.hi || b.lo < b.hi;
        for (double x : new double[] {a.lo, a.hi}) {
            for (double y : new double[] {b.lo, b.hi}) {
                double value = f.applyAsDouble(x, y);
                undefined |= Double.isNaN(value);
                defined |= !Double.isNaN(value);
                all = new Enclosure(Math.min(all.lo, zeroOf(value)), Math.max(all.hi, zeroOf(value)), false);
            }
        }
        return defined ? all.orNan(undefined || a.nan || b.nan) : NAN;
    }

    private static double zeroOf(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
