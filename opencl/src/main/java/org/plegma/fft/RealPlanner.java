package org.plegma.fft;

import java.util.List;
import org.plegma.fft.LinePass.Load;
import org.plegma.fft.LinePass.Store;
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

    /** To the spectrum, each batch's times the same values, and back to reals. */
    static List<Step> product(PassLimits limits, int[] shape, int rank) {
        RealPlanner all = new RealPlanner(limits, shape, rank);
        Slot spectrum = all.spectrum();
        all.forward(spectrum);
        long each = Planner.count(all.half, shape.length - rank, shape.length);
        long count = Planner.count(all.half, 0, shape.length);
        all.planner.add(new Elements("multiply", count, null, List.of(each, count), spectrum, spectrum, Slot.BY));
        all.inverse(spectrum, spectrum);
        return all.planner.steps();
    }

    private Slot spectrum() {
        return new Slot("spectrum", 2 * Planner.count(half, 0, half.length));
    }

    private void forward(Slot to) {
        if (pairs(planner.limits().longestPairs())) {
            LinePass pass =
                    LinePass.complex(n / 2, rows, 1, Layout.axis(n / 2, 1), Layout.axis(n / 2 + 1, 1), false, 1);
            planner.add(new Lines(pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS), Slot.IN, to));
        } else if (inOnePass()) {
            LinePass pass = LinePass.complex(n, rows, 1, Layout.axis(n, 1), Layout.axis(n / 2 + 1, 1), false, 1);
            planner.add(new Lines(pass.with(Load.REAL, Store.HALF), Slot.IN, to));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("widen", rows * n, null, List.of(rows * n), Slot.IN, wide));
            planner.lines(n, rows, 1, wide, wide, false, 1);
            planner.add(new Elements("halve", rows * (n / 2 + 1), null, List.of(n, rows), wide, to));
        }
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
        double scale = 1 / Planner.points(shape, rank);
        if (pairs(planner.limits().longest())) {
            LinePass pass =
                    LinePass.complex(n / 2, rows, 1, Layout.axis(n / 2 + 1, 1), Layout.axis(n / 2, 1), true, scale);
            planner.add(new Lines(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), now, Slot.OUT));
        } else if (inOnePass()) {
            LinePass pass = LinePass.complex(n, rows, 1, Layout.axis(n / 2 + 1, 1), Layout.axis(n, 1), true, scale);
            planner.add(new Lines(pass.with(Load.HALF, Store.REAL), now, Slot.OUT));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            planner.add(new Elements("unhalve", rows * n, null, List.of(n, rows), now, wide));
            planner.lines(n, rows, 1, wide, wide, true, scale);
            planner.add(new Elements("narrow", rows * n, null, List.of(rows * n), wide, Slot.OUT));
        }
    }

    private boolean pairs(int longest) {
        return n % 2 == 0 && planner.isSmooth(n / 2) && n / 2 <= longest;
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
