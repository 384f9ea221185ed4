package org.plegma.fft;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.fft.LinePass.Load;
import org.plegma.fft.LinePass.Store;
import org.plegma.fft.Planner.Times;
import org.plegma.fft.Step.Elements;
import org.plegma.fft.Step.Lines;
import org.plegma.fft.Step.Slot;

/**
 * Splits transforms of reals into steps. Rows of an even length are taken as half as many pairs, whose spectrum is that of
 * the reals but for one step at the end; odd rows are complex values without imaginary parts.
 */
final class RealPlanner {
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
     * @param transposed whether the factor has its last two axes exchanged
     */
    record Product(List<Step> steps, boolean transposed) {}

    /** To the spectrum, each batch's times the same values, and back to reals. */
    static Product product(PassLimits limits, ElementType type, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        int axis = all.last - rank + 1;
        while (axis < all.last && shape[axis] == 1) {
            axis++;
        }
        boolean fused = limits.fuses() && axis < all.last && all.planner.isSmooth(shape[axis]);
        boolean transposed = fused
                && axis == all.last - 1
                && shape[axis] > limits.longestColumn(type)
                && shape[axis] <= limits.longest()
                && (all.pairs() || all.inOnePass());
        if (transposed) {
            all.transposedProduct();
        } else if (fused) {
            all.product(axis);
        } else {
            all.productInSteps();
        }
        return new Product(all.planner.steps(), transposed);
    }

    private void productInSteps() {
        Slot spectrum = spectrum();
        forward(spectrum);
        long each = Planner.count(half, shape.length - rank, shape.length);
        long count = Planner.count(half, 0, shape.length);
        planner.add(new Elements("multiply", count, null, List.of(each, count), spectrum, spectrum, Slot.BY));
        inverse(spectrum, spectrum);
    }

    /** With the transforms along one axis and the product in one. */
    private void product(int axis) {
        Slot spectrum = spectrum();
        rowsForward(spectrum, rowsOfReals(), rowsOfSpectrum(), 1);
        for (int other = last - 1; other > axis; other--) {
            if (shape[other] > 1) {
                planner.axis(half, other, spectrum, spectrum, false, 1);
            }
        }
        long inner = Planner.count(half, axis + 1, half.length);
        long lines = Planner.count(half, 0, axis) * inner;
        Times by = new Times(Slot.BY, inner, 1, inner);
        planner.product(shape[axis], lines, inner, spectrum, spectrum, by, 1);
        for (int other = axis + 1; other < last; other++) {
            if (shape[other] > 1) {
                planner.axis(half, other, spectrum, spectrum, true, 1);
            }
        }
        rowsInverse(spectrum, rowsOfSpectrum(), rowsOfReals(), 1);
    }

    /** The same in two dimensions with the spectrum transposed, whose long columns then are lines that follow each other. */
    private void transposedProduct() {
        Slot spectrum = spectrum();
        int height = shape[last - 1];
        int width = n / 2 + 1;
        int reals = pairs() ? n / 2 : n;
        Layout image = new Layout((long) height * reals, height, 0, reals, 1);
        Layout turned = new Layout((long) width * height, height, 0, 1, height);
        rowsForward(spectrum, image, turned, height);
        Layout lines = new Layout((long) width * height, width, 0, height, 1);
        LinePass pass = LinePass.complex(height, rows / height * width, width, lines, lines, false, 1)
                .times(new Layout(0, width, 0, height, 1));
        planner.add(new Lines(pass, spectrum, spectrum, Slot.BY));
        rowsInverse(spectrum, turned, image, height);
    }

    private Slot spectrum() {
        return new Slot("spectrum", 2 * Planner.count(half, 0, half.length));
    }

    private void forward(Slot to) {
        rowsForward(to, rowsOfReals(), rowsOfSpectrum(), 1);
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
        rowsInverse(now, rowsOfSpectrum(), rowsOfReals(), 1);
    }

    private Layout rowsOfReals() {
        return Layout.axis(pairs() ? n / 2 : n, 1);
    }

    private Layout rowsOfSpectrum() {
        return Layout.axis(n / 2 + 1, 1);
    }

    /** Rows that lie as given, {@code inner} of them to a block; the layouts count only if the rows fit one pass. */
    private void rowsForward(Slot to, Layout in, Layout out, long inner) {
        if (pairs()) {
            LinePass pass = LinePass.complex(n / 2, rows, inner, in, out, false, 1);
            planner.add(new Lines(pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS), Slot.IN, to));
        } else if (inOnePass()) {
            LinePass pass = LinePass.complex(n, rows, inner, in, out, false, 1);
            planner.add(new Lines(pass.with(Load.REAL, Store.HALF), Slot.IN, to));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("widen", rows * n, null, List.of(rows * n), Slot.IN, wide));
            planner.lines(n, rows, 1, wide, wide, false, 1);
            planner.add(new Elements("halve", rows * (n / 2 + 1), null, List.of(n, rows), wide, to));
        }
    }

    private void rowsInverse(Slot from, Layout in, Layout out, long inner) {
        double scale = 1 / Planner.points(shape, rank);
        if (pairs()) {
            LinePass pass = LinePass.complex(n / 2, rows, inner, in, out, true, scale);
            planner.add(new Lines(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), from, Slot.OUT));
        } else if (inOnePass()) {
            LinePass pass = LinePass.complex(n, rows, inner, in, out, true, scale);
            planner.add(new Lines(pass.with(Load.HALF, Store.REAL), from, Slot.OUT));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("unhalve", rows * n, null, List.of(n, rows), from, wide));
            planner.lines(n, rows, 1, wide, wide, true, scale);
            planner.add(new Elements("narrow", rows * n, null, List.of(rows * n), wide, Slot.OUT));
        }
    }

    private boolean pairs() {
        return n % 2 == 0
                && planner.isSmooth(n / 2)
                && n / 2 <= planner.limits().longest();
    }

    private boolean inOnePass() {
        return planner.isSmooth(n) && n <= planner.limits().longest();
    }

    /** The shape of the spectrum of reals. */
    static int[] half(int[] shape) {
        int[] half = shape.clone();
        half[half.length - 1] = half[half.length - 1] / 2 + 1;
        return half;
    }
}
