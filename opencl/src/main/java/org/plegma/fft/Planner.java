package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.fft.LinePass.Load;
import org.plegma.fft.LinePass.Store;
import org.plegma.fft.Step.Elements;
import org.plegma.fft.Step.Lines;
import org.plegma.fft.Step.Real;
import org.plegma.fft.Step.Slot;
import org.plegma.fft.Step.Table;

/**
 * Splits transforms into steps. An axis of smooth length takes one pass, or two if it is longer than a pass can be: the
 * length is n1·n2, the first pass transforms lines of n1 values n2 apart and turns their results, the second transforms
 * lines of n2 values and puts their results n1 apart (the "four-step" algorithm of Bailey, 1990, whose two transpositions
 * are the ways of reading and writing here). All other lengths are a convolution with a chirp (Bluestein, 1970).
 */
final class Planner {
    private final PassLimits limits;
    private final List<Step> steps = new ArrayList<>();

    Planner(PassLimits limits) {
        this.limits = limits;
    }

    private boolean isSmooth(long n) {
        return Radices.isSmooth(n, limits.largestPrime());
    }

    /** The transform of complex values along the last {@code rank} axes. */
    List<Step> complex(int[] shape, int rank, boolean inverse) {
        Slot now = Slot.IN;
        double scale = inverse ? 1 / points(shape, rank) : 1;
        int last = firstLong(shape, rank);
        for (int axis = shape.length - 1; axis >= shape.length - rank; axis--) {
            if (shape[axis] > 1) {
                axis(shape, axis, now, Slot.OUT, inverse, axis == last ? scale : 1);
                now = Slot.OUT;
            }
        }
        if (now == Slot.IN) {
            copy(shape);
        }
        return List.copyOf(steps);
    }

    /** The axis that is transformed last, as the order is from the last axis to the first. */
    private static int firstLong(int[] shape, int rank) {
        for (int axis = shape.length - rank; axis < shape.length; axis++) {
            if (shape[axis] > 1) {
                return axis;
            }
        }
        return -1;
    }

    private void copy(int[] shape) {
        steps.add(new Lines(
                LinePass.complex(1, count(shape, 0, shape.length), 1, Layout.axis(1, 1), Layout.axis(1, 1), false, 1),
                Slot.IN,
                Slot.OUT));
    }

    /** From reals of this shape to the first half of their spectrum along the last axis. */
    List<Step> realForward(int[] shape, int rank) {
        int last = shape.length - 1;
        int n = shape[last];
        long rows = count(shape, 0, last);
        if (n % 2 == 0 && isSmooth(n / 2) && n / 2 <= limits.longestPairs()) {
            LinePass pass =
                    LinePass.complex(n / 2, rows, 1, Layout.axis(n / 2, 1), Layout.axis(n / 2 + 1, 1), false, 1);
            steps.add(new Lines(pass.with(Load.COMPLEX, Store.HALF_OF_PAIRS), Slot.IN, Slot.OUT));
        } else if (isSmooth(n) && n <= limits.longest()) {
            LinePass pass = LinePass.complex(n, rows, 1, Layout.axis(n, 1), Layout.axis(n / 2 + 1, 1), false, 1);
            steps.add(new Lines(pass.with(Load.REAL, Store.HALF), Slot.IN, Slot.OUT));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            steps.add(new Elements("widen", rows * n, null, List.of(rows * n), Slot.IN, wide));
            lines(n, rows, 1, wide, wide, false, 1);
            steps.add(new Elements("halve", rows * (n / 2 + 1), null, List.of(n, rows), wide, Slot.OUT));
        }
        int[] half = half(shape);
        for (int axis = last - 1; axis > last - rank; axis--) {
            if (shape[axis] > 1) {
                axis(half, axis, Slot.OUT, Slot.OUT, false, 1);
            }
        }
        return List.copyOf(steps);
    }

    /** Back to reals of this shape. */
    List<Step> realInverse(int[] shape, int rank) {
        int last = shape.length - 1;
        int n = shape[last];
        long rows = count(shape, 0, last);
        int[] half = half(shape);
        Slot spectrum = new Slot("spectrum", 2 * count(half, 0, half.length));
        Slot now = Slot.IN;
        for (int axis = last - rank + 1; axis < last; axis++) {
            if (shape[axis] > 1) {
                axis(half, axis, now, spectrum, true, 1);
                now = spectrum;
            }
        }
        double scale = 1 / points(shape, rank);
        if (n % 2 == 0 && isSmooth(n / 2) && n / 2 <= limits.longest()) {
            LinePass pass =
                    LinePass.complex(n / 2, rows, 1, Layout.axis(n / 2 + 1, 1), Layout.axis(n / 2, 1), true, scale);
            steps.add(new Lines(pass.with(Load.HALF_OF_PAIRS, Store.COMPLEX), now, Slot.OUT));
        } else if (isSmooth(n) && n <= limits.longest()) {
            LinePass pass = LinePass.complex(n, rows, 1, Layout.axis(n / 2 + 1, 1), Layout.axis(n, 1), true, scale);
            steps.add(new Lines(pass.with(Load.HALF, Store.REAL), now, Slot.OUT));
        } else {
            Slot wide = new Slot("wide", 2 * rows * n);
            steps.add(new Elements("unhalve", rows * n, null, List.of(n, rows), now, wide));
            lines(n, rows, 1, wide, wide, true, scale);
            steps.add(new Elements("narrow", rows * n, null, List.of(rows * n), wide, Slot.OUT));
        }
        return List.copyOf(steps);
    }

    /** The shape of the spectrum of reals. */
    static int[] half(int[] shape) {
        int[] half = shape.clone();
        half[half.length - 1] = half[half.length - 1] / 2 + 1;
        return half;
    }

    private void axis(int[] shape, int axis, Slot from, Slot to, boolean inverse, double scale) {
        long inner = count(shape, axis + 1, shape.length);
        lines(shape[axis], count(shape, 0, axis) * inner, inner, from, to, inverse, scale);
    }

    /** Transforms lines that lie as along an axis; {@code from} may be {@code to}. */
    private void lines(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        if (!isSmooth(n)) {
            chirped(n, lines, inner, from, to, inverse, scale);
        } else if (n <= limits.longest()) {
            Layout layout = Layout.axis(n, inner);
            steps.add(new Lines(LinePass.complex(n, lines, inner, layout, layout, inverse, scale), from, to));
        } else {
            twoPasses(n, lines, inner, from, to, inverse, scale);
        }
    }

    private void twoPasses(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        int n1 = divisor(n);
        int n2 = n / n1;
        Slot work = new Slot("work", 2 * lines * n);
        long columns = n2 * inner;
        Layout apart = new Layout((long) n * inner, columns, 0, 1, columns);
        steps.add(new Lines(
                LinePass.complex(n1, lines * n2, columns, apart, apart, inverse, 1)
                        .rotated(n, inner),
                from,
                work));
        Layout together = new Layout((long) n * inner, inner, n2 * inner, 1, inner);
        Layout spread = new Layout((long) n * inner, n1 * inner, 0, 1, n1 * inner);
        steps.add(new Lines(LinePass.complex(n2, lines * n1, n1 * inner, together, spread, inverse, scale), work, to));
    }

    /** The divisor nearest to the square root from below such that both factors fit into one pass. */
    private int divisor(int n) {
        for (int d = (int) Math.sqrt(n); d > 1; d--) {
            if (n % d == 0) {
                if (n / d > limits.longest()) {
                    break;
                }
                return d;
            }
        }
        throw new IllegalArgumentException("A transform of length " + n + " would need more than two passes of at most "
                + limits.longest() + " values. Split it, or choose a length such as "
                + (long) limits.longest() * limits.longest() + ".");
    }

    private void chirped(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        if (n > 1 << 29) {
            throw new IllegalArgumentException("The length " + n + " has a prime factor above " + limits.largestPrime()
                    + " and is beyond " + (1 << 29) + ". Pad it to a length with small prime factors.");
        }
        int m = 1;
        while (m < 2 * n - 1) {
            m *= 2;
        }
        Slot chirp = new Slot("chirp", 2 * lines * m);
        Layout at = Layout.axis(n, inner);
        List<Object> place = List.of(n, m, lines, inner, at.outer(), at.split(), at.big(), at.small(), at.stride());
        List<Object> in = new ArrayList<>(place);
        in.add(inverse ? 1 : 0);
        steps.add(new Elements("chirp_in", lines * m, new Table(n, 0), in, from, chirp));
        lines(m, lines, 1, chirp, chirp, false, 1);
        steps.add(new Elements("multiply_lines", lines * m, new Table(n, m), List.of(m, lines * m), chirp, chirp));
        lines(m, lines, 1, chirp, chirp, true, 1);
        List<Object> out = new ArrayList<>(in);
        out.add(new Real(scale));
        steps.add(new Elements("chirp_out", lines * n, new Table(n, 0), out, chirp, to));
    }

    static long count(int[] shape, int from, int to) {
        return Arrays.stream(shape, from, to).asLongStream().reduce(1, Math::multiplyExact);
    }

    private static double points(int[] shape, int rank) {
        return count(shape, shape.length - rank, shape.length);
    }
}
