package org.plegma.fft;

import java.util.List;
import org.plegma.device.Kernel;
import org.plegma.fft.LinePass.Load;
import org.plegma.fft.LinePass.Store;
import org.plegma.fft.Planner.Times;
import org.plegma.fft.Step.Elements;
import org.plegma.fft.Step.Lines;
import org.plegma.fft.Step.Slot;
import org.plegma.fft.Step.Table;

/**
 * Splits transforms of reals into steps. Rows of an even length are taken as half as many pairs, whose spectrum is that of
 * the reals but for one step at the end, which is done in registers if the pairs take one pass; odd rows are complex values
 * without imaginary parts.
 */
final class RealPlanner {
    /** Complex values to which rows of a spectrum of our own are filled up, if they are wide. */
    private static final int ALIGNED = 16;

    private static final int WIDE = 256;
    private final Planner planner;
    private final int[] shape;
    private final int rank;
    private final int last;
    private final int n;
    private final long rows;
    private final int[] half;

    private RealPlanner(PassLimits limits, int[] shape, int rank) {
        this.planner = new Planner(limits);
        this.shape = shape;
        this.rank = rank;
        this.last = shape.length - 1;
        this.n = shape[last];
        this.rows = Planner.count(shape, 0, last);
        this.half = half(shape);
    }

    /** From reals of this shape to the first half of their spectrum along the last axis. */
    static List<Step> forward(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        all.forward(Slot.OUT);
        return all.planner.steps();
    }

    /** Back to reals of this shape. */
    static List<Step> inverse(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        all.inverse(Slot.IN, all.spectrum());
        return all.planner.steps();
    }

    /**
     * The steps of a product.
     *
     * @param pitch values of the factor from one row to the next, at least those of a row
     */
    record Product(List<Step> steps, int pitch) {}

    /** To the spectrum, each batch's times the same values, and back to reals. */
    static Product product(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        int axis = all.last - rank + 1;
        while (axis < all.last && shape[axis] == 1) {
            axis++;
        }
        if (limits.fuses() && axis < all.last && all.planner.isSmooth(shape[axis])) {
            all.product(axis);
        } else {
            all.productInSteps();
        }
        return new Product(all.planner.steps(), all.half[all.last]);
    }

    private void productInSteps() {
        Slot spectrum = spectrum();
        forward(spectrum);
        long each = Planner.count(half, shape.length - rank, shape.length);
        long count = Planner.count(half, 0, shape.length);
        planner.add(new Elements("multiply", count, null, List.of(each, count), spectrum, spectrum, Slot.BY));
        inverse(spectrum, spectrum);
    }

    /** With the transforms along one axis and the product in one, and rows of the spectrum at whole transactions. */
    private void product(int axis) {
        int width = half[last];
        int align = width < WIDE ? ALIGNED / 4 : ALIGNED;
        half[last] = Math.toIntExact(Kernel.roundUp(width, align));
        Slot spectrum = spectrum();
        rowsForward(spectrum);
        for (int other = last - 1; other > axis; other--) {
            if (shape[other] > 1) {
                planner.axis(half, other, spectrum, spectrum, false, 1);
            }
        }
        long inner = Planner.count(half, axis + 1, half.length);
        long lines = Planner.count(half, 0, axis) * inner;
        planner.product(shape[axis], lines, inner, spectrum, new Times(Slot.BY, inner, 1, inner));
        for (int other = axis + 1; other < last; other++) {
            if (shape[other] > 1) {
                planner.axis(half, other, spectrum, spectrum, true, 1);
            }
        }
        rowsInverse(spectrum);
    }

    private Slot spectrum() {
        return new Slot("spectrum", 2 * Planner.count(half, 0, half.length));
    }

    private void forward(Slot to) {
        rowsForward(to);
        for (int axis = last - 1; axis > last - rank; axis--) {
            if (shape[axis] > 1) {
                planner.axis(half, axis, to, to, false, 1);
            }
        }
    }

    /** @param between where intermediate values are; may be {@code from} if that need not be kept */
    private void inverse(Slot from, Slot between) {
        Slot now = from;
        for (int axis = last - rank + 1; axis < last; axis++) {
            if (shape[axis] > 1) {
                planner.axis(half, axis, now, between, true, 1);
                now = between;
            }
        }
        rowsInverse(now);
    }

    private Layout rowsOfReals() {
        return Layout.axis(pairs() ? n / 2 : n, 1);
    }

    private Layout rowsOfSpectrum() {
        return Layout.axis(half[last], 1);
    }

    private void rowsForward(Slot to) {
        if (pairs()) {
            int m = n / 2;
            if (inOnePass(m)) {
                LinePass pass = LinePass.complex(m, rows, 1, rowsOfReals(), rowsOfSpectrum(), false, 1);
                planner.add(new Lines(pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS), Slot.IN, to));
            } else {
                Slot pairs = rows == 1 ? to : new Slot("pairs", rows * n);
                planner.lines(m, rows, 1, Slot.IN, pairs, false, 1);
                betweenPairsAndSpectrum("split_pairs", pairs, m, to, half[last]);
            }
        } else if (inOnePass(n)) {
            LinePass pass = LinePass.complex(n, rows, 1, rowsOfReals(), rowsOfSpectrum(), false, 1);
            planner.add(new Lines(pass.with(Load.REAL, Store.HALF), Slot.IN, to));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("widen", rows * n, null, List.of(rows * n), Slot.IN, wide));
            planner.lines(n, rows, 1, wide, wide, false, 1);
            planner.add(new Elements("halve", rows * (n / 2 + 1), null, List.of(n, half[last], rows), wide, to));
        }
    }

    private void rowsInverse(Slot from) {
        double scale = 1 / Planner.points(shape, rank);
        if (pairs()) {
            int m = n / 2;
            if (inOnePass(m)) {
                LinePass pass = LinePass.complex(m, rows, 1, rowsOfSpectrum(), rowsOfReals(), true, scale);
                planner.add(new Lines(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), from, Slot.OUT));
            } else {
                betweenPairsAndSpectrum("join_pairs", from, half[last], Slot.OUT, m);
                planner.lines(m, rows, 1, Slot.OUT, Slot.OUT, true, scale);
            }
        } else if (inOnePass(n)) {
            LinePass pass = LinePass.complex(n, rows, 1, rowsOfSpectrum(), rowsOfReals(), true, scale);
            planner.add(new Lines(pass.with(Load.HALF, Store.REAL), from, Slot.OUT));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("unhalve", rows * n, null, List.of(n, half[last], rows), from, wide));
            planner.lines(n, rows, 1, wide, wide, true, scale);
            planner.add(new Elements("narrow", rows * n, null, List.of(rows * n), wide, Slot.OUT));
        }
    }

    private boolean pairs() {
        return n % 2 == 0;
    }

    private boolean inOnePass(int length) {
        return planner.isSmooth(length) && length <= planner.limits().longest();
    }

    /** A kernel that takes value k of a row, and the one that mirrors it, to the other form. */
    private void betweenPairsAndSpectrum(String kernel, Slot from, int fromPitch, Slot to, int toPitch) {
        List<Object> arguments = List.of(n / 2, fromPitch, toPitch, rows, Turns.low(n));
        planner.add(new Elements(kernel, rows * (n / 4 + 1), Table.roots(n), arguments, from, to));
    }

    /** The shape of the spectrum of reals. */
    static int[] half(int[] shape) {
        int[] half = shape.clone();
        half[half.length - 1] = half[half.length - 1] / 2 + 1;
        return half;
    }
}
