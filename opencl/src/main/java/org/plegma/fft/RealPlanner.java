package org.plegma.fft;

import java.util.List;
import org.plegma.device.Kernel;
import org.plegma.fft.Planner.Times;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.arithmetic.Turns;
import org.plegma.fft.pass.Layout;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LineStages;
import org.plegma.fft.pass.LineTile;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Elements;
import org.plegma.fft.pass.PassStep.Lines;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.PassStep.Table;

/**
 * Splits transforms of reals into steps. Rows of an even length are taken as half as many pairs, whose spectrum is that of
 * the reals but for one step at the end, which is done in registers if the pairs take one pass; odd rows are complex values
 * without imaginary parts.
 */
final class RealPlanner {
    /** Complex values to which rows of a spectrum of our own are filled up, if they are wide. */
    private static final int ALIGNED = 16;

    private static final int WIDE = 256;
    /** So many that groups of a few of them keep all multiprocessors busy. */
    private static final int MANY_COLUMNS = 512;

    /** Shorter pairs with larger primes than most devices take are complex lines first, as few work-items would write short pieces. */
    private static final int LONG_PAIRS = 512;

    private final Planner planner;
    private final int[] shape;
    private final int rank;
    private final int last;
    private final int n;
    private final long rows;
    private final int[] half;

    /** Whether the columns of a product are longer than most and the spectrum lies in strips. */
    private boolean tall;

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
    static List<PassStep> forward(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        all.forward(Slot.OUT);
        return all.planner.steps();
    }

    /** Back to reals of this shape. */
    static List<PassStep> inverse(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        all.inverse();
        return all.planner.steps();
    }

    /**
     * The steps of a product.
     *
     * @param pitch values of the factor in a row, at least those of a row of the spectrum
     * @param strip columns of the factor that are together, row by row; all are if it is the pitch
     */
    record Product(List<PassStep> steps, int pitch, int strip) {}

    /** To the spectrum, each batch's times the same values, and back to reals. */
    static Product product(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        int axis = all.last - rank + 1;
        while (axis < all.last && shape[axis] == 1) {
            axis++;
        }
        if (limits.fuses() && axis < all.last && all.planner.takesPlaces(shape[axis])) {
            all.product(axis);
        } else {
            all.productInSteps();
        }
        int pitch = all.half[all.last];
        return new Product(all.planner.steps(), pitch, all.tall ? LineTile.TALL_LINES : pitch);
    }

    private void productInSteps() {
        Slot spectrum = spectrum();
        forward(spectrum);
        long each = Planner.count(half, shape.length - rank, shape.length);
        long count = Planner.count(half, 0, shape.length);
        planner.add(new Elements("multiply", count, null, List.of(each, count), spectrum, spectrum, Slot.BY));
        columnsInverse(last - rank + 1, spectrum, spectrum);
    }

    /** With the transforms along one axis and the product in one, and rows of the spectrum at whole transactions. */
    private void product(int axis) {
        int width = half[last];
        int align = width < WIDE ? ALIGNED / 4 : ALIGNED;
        half[last] = Math.toIntExact(Kernel.roundUp(width, align));
        tall = axis == last - 1
                && inOnePass(pairs() ? n / 2 : n)
                && width >= MANY_COLUMNS
                && LineStages.areTall(shape[axis], planner.limits());
        Slot spectrum = spectrum();
        rowsForward(spectrum);
        for (int other = last - 1; other > axis; other--) {
            if (shape[other] > 1) {
                planner.axis(half, other, spectrum, spectrum, false, 1);
            }
        }
        long inner = Planner.count(half, axis + 1, half.length);
        long lines = Planner.count(half, 0, axis) * inner;
        if (tall) {
            planner.tallProduct(shape[axis], lines, inner, spectrum);
        } else {
            planner.product(shape[axis], lines, inner, spectrum, new Times(Slot.BY, inner, 1, inner));
        }
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

    /**
     * Back from the caller's spectrum, which is kept. Of grids of two axes wide rows between are at whole transactions, as groups that
     * write parts of these take longer. With three axes it gains nothing.
     */
    private void inverse() {
        int axis = last - rank + 1;
        while (axis < last && shape[axis] == 1) {
            axis++;
        }
        int width = half[last];
        if (axis != last - 1 || width < WIDE || width % ALIGNED == 0 || !planner.takesSpacedColumns(shape[axis])) {
            columnsInverse(axis, Slot.IN, spectrum());
            return;
        }
        long blocks = Planner.count(half, 0, axis);
        half[last] = Math.toIntExact(Kernel.roundUp(width, ALIGNED));
        Slot between = spectrum();
        planner.spacedColumns(shape[axis], blocks, width, half[last], Slot.IN, between);
        rowsInverse(between);
    }

    /** @param between where intermediate values are; may be {@code from} if that need not be kept */
    private void columnsInverse(int first, Slot from, Slot between) {
        Slot now = from;
        for (int axis = first; axis < last; axis++) {
            if (shape[axis] > 1) {
                planner.axis(half, axis, now, between, true, 1);
                now = between;
            }
        }
        rowsInverse(now);
    }

    /** Rows to their spectrum, or back. */
    private LinePass rowsPass(int length, boolean inverse, double scale) {
        Layout reals = Layout.axis(length, 1);
        Layout spectrum = Layout.axis(half[last], 1);
        int block = 1;
        if (tall) {
            block = shape[last - 1];
            reals = new Layout((long) length * block, block, 0, length, 1);
            spectrum = Layout.rowsOfStrips(block, half[last], Planner.STRIP);
        }
        return inverse
                ? LinePass.complex(length, rows, block, spectrum, reals, true, scale)
                : LinePass.complex(length, rows, block, reals, spectrum, false, scale);
    }

    private void rowsForward(Slot to) {
        if (pairs()) {
            int m = n / 2;
            if (inOnePass(m)) {
                LinePass pass = rowsPass(m, false, 1);
                planner.add(new Lines(pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS), Slot.IN, to));
            } else {
                Slot pairs = rows == 1 ? to : new Slot("pairs", rows * n);
                planner.lines(m, rows, 1, Slot.IN, pairs, false, 1);
                betweenPairsAndSpectrum("split_pairs", pairs, m, to, half[last]);
            }
        } else if (inOnePass(n)) {
            LinePass pass = rowsPass(n, false, 1);
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
                LinePass pass = rowsPass(m, true, scale);
                planner.add(new Lines(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), from, Slot.OUT));
            } else {
                betweenPairsAndSpectrum("join_pairs", from, half[last], Slot.OUT, m);
                planner.lines(m, rows, 1, Slot.OUT, Slot.OUT, true, scale);
            }
        } else if (inOnePass(n)) {
            LinePass pass = rowsPass(n, true, scale);
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
        PassLimits limits = planner.limits();
        boolean fewItems = pairs()
                && Radices.largestPrime(length) > Radices.LARGEST_PRIME
                && length > limits.longestOfItem()
                && length < LONG_PAIRS;
        return planner.isSmooth(length)
                && !fewItems
                && (length <= limits.longest() || LineStages.areLong(length, pairs(), limits));
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
