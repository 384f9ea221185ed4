package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.fft.arithmetic.Factors;
import org.plegma.fft.arithmetic.GoodLengths;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.pass.Layout;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;
import org.plegma.fft.pass.LineStages;
import org.plegma.fft.pass.LineTile;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Elements;
import org.plegma.fft.pass.PassStep.Lines;
import org.plegma.fft.pass.PassStep.Real;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.PassStep.Table;

/**
 * Splits transforms into steps. An axis of smooth length takes one pass, or two if it is longer than a pass can be: the
 * length is n1·n2, the first pass transforms lines of n1 values n2 apart and turns their results, the second transforms
 * lines of n2 values and puts their results n1 apart (the "four-step" algorithm of Bailey, 1990, whose two transpositions
 * are the ways of reading and writing here). Of lines that are longer still the second pass is two itself. Passes of 3125
 * values are enough for each smooth length. All other lengths are a convolution with a chirp (Bluestein, 1970).
 */
final class Planner {
    /** Columns of a strip: 64 bytes, that a row is written in pieces that memory takes. */
    static final int STRIP = 8;

    /** The convolution of a longer chirp, of twice as many values, would be beyond what an array of Java holds. */
    private static final int LONGEST_CHIRP = 15 << 25;

    /** Lines so many times as long as one whose neighbours fill a transaction are slower than two passes. */
    private static final double FEW_COLUMNS = 1.7;

    private final PassLimits limits;
    private final List<PassStep> steps = new ArrayList<>();

    Planner(PassLimits limits) {
        this.limits = limits;
    }

    boolean isSmooth(long n) {
        return Radices.isSmooth(n, limits.largestPrime());
    }

    PassLimits limits() {
        return limits;
    }

    void add(PassStep step) {
        steps.add(step);
    }

    List<PassStep> steps() {
        return List.copyOf(steps);
    }

    /** The transform of complex values along the last {@code rank} axes. */
    static List<PassStep> complex(PassLimits limits, int[] shape, int rank, boolean inverse) {
        Planner planner = new Planner(limits);
        planner.complex(shape, rank, inverse);
        return planner.steps();
    }

    /** The transform of complex values along the first axis alone. */
    static List<PassStep> alongFirst(PassLimits limits, int[] shape, boolean inverse) {
        Planner planner = new Planner(limits);
        if (shape[0] > 1) {
            planner.axis(shape, 0, Slot.IN, Slot.OUT, inverse, inverse ? 1.0 / shape[0] : 1);
        } else {
            planner.copy(shape);
        }
        return planner.steps();
    }

    private void complex(int[] shape, int rank, boolean inverse) {
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

    private int longest(long inner) {
        return inner > 1 ? limits.longestColumn() : limits.longest();
    }

    private boolean takesOnePass(int n, long inner) {
        return n <= longest(inner)
                || inner == 1 && (n == limits.full() || LineStages.areLong(n, false, limits))
                || inner > 1 && LineStages.areLongColumns(n, limits);
    }

    /** Adds the transform along one axis. */
    void axis(int[] shape, int axis, Slot from, Slot to, boolean inverse, double scale) {
        long inner = count(shape, axis + 1, shape.length);
        lines(shape[axis], count(shape, 0, axis) * inner, inner, from, to, inverse, scale);
    }

    /** Transforms lines that lie as along an axis; {@code from} may be {@code to}. */
    void lines(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        if (!splits(n, lines, inner)) {
            chirped(n, lines, inner, from, to, inverse, scale);
        } else if (takesOnePass(n, inner)) {
            Layout layout = Layout.axis(n, inner);
            steps.add(new Lines(LinePass.complex(n, lines, inner, layout, layout, inverse, scale), from, to));
        } else if (takesThreePasses(n, inner)) {
            threePasses(n, lines, inner, from, to, inverse, scale);
        } else {
            twoPasses(n, lines, inner, from, to, inverse, scale);
        }
    }

    /** Whether a length is that of a pass, or a product of those of two or three. */
    private boolean splits(int n, long lines, long inner) {
        boolean alone = inner == 1 || lines == inner;
        return isSmooth(n) && (takesTwoPasses(n) || alone && Factors.three(n)[0] <= limits.longest());
    }

    /** Whether lines are too long for two passes, or so long that of one of two too few would lie side by side. */
    private boolean takesThreePasses(int n, long inner) {
        return !takesTwoPasses(n)
                || inner == 1
                        && n / Factors.divisor(n) > FEW_COLUMNS * limits.longestColumn()
                        && Factors.three(n)[0] <= limits.longestColumn();
    }

    /** The second pass of two is itself two, of which the last one puts the results of both apart. */
    private void threePasses(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        int n1 = Factors.three(n)[0];
        int n2 = Factors.three(n)[1];
        int n3 = Factors.three(n)[2];
        int rest = n2 * n3;
        Slot work = new Slot("work", 2 * lines * n);
        Layout first = Layout.axis(n1, rest * inner);
        steps.add(new Lines(
                LinePass.complex(n1, lines * rest, rest * inner, first, first, inverse, 1)
                        .turned(Turn.AFTER, n, inner),
                from,
                work));
        Layout second = Layout.axis(n2, n3 * inner);
        steps.add(new Lines(
                LinePass.complex(n2, lines * n1 * n3, n3 * inner, second, second, inverse, 1)
                        .turned(Turn.AFTER, rest, inner),
                work,
                work));
        long rows = (long) n1 * n2;
        Layout together = new Layout(n, n1, n3, rest, 1);
        Layout apart = new Layout(n, rows, 0, 1, rows);
        long block = rows;
        if (inner > 1) {
            together = new Layout(rest * inner, inner, n3 * inner, 1, inner);
            apart = new Layout(inner, inner, n1 * inner, 1, rows * inner);
            block = n2 * inner;
        }
        steps.add(new Lines(LinePass.complex(n3, lines * rows, block, together, apart, inverse, scale), work, to));
    }

    /** Whether {@link #spacedColumns} takes columns of {@code n}. */
    boolean takesSpacedColumns(int n) {
        return limits.fuses() && isSmooth(n) && takesOnePass(n, 2);
    }

    /** Back along the columns of arrays, with {@code width} values in a row before and {@code pitch} thereafter. */
    void spacedColumns(int n, long arrays, int width, int pitch, Slot from, Slot to) {
        Layout close = new Layout((long) n * width, pitch, 0, 1, width);
        LinePass pass = LinePass.complex(n, arrays * pitch, pitch, close, Layout.axis(n, pitch), true, 1);
        steps.add(new Lines(pass.keeping(width), from, to));
    }

    private void twoPasses(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        twoPasses(n, lines, inner, apart(n, inner), from, spread(n, inner), to, inverse, scale);
    }

    /** Where the lines of the first of two passes are along an axis. */
    private Layout apart(int n, long inner) {
        long columns = n / Factors.divisor(n) * inner;
        return new Layout(n * inner, columns, 0, 1, columns);
    }

    /** Where the second of two passes puts its lines. */
    private Layout spread(int n, long inner) {
        long rows = Factors.divisor(n) * inner;
        return new Layout(n * inner, rows, 0, 1, rows);
    }

    private void twoPasses(
            int n, long lines, long inner, Layout in, Slot from, Layout out, Slot to, boolean inverse, double scale) {
        int n1 = Factors.divisor(n);
        int n2 = n / n1;
        Slot work = new Slot("work", 2 * lines * n);
        steps.add(new Lines(
                LinePass.complex(n1, lines * n2, n2 * inner, in, apart(n, inner), inverse, 1)
                        .turned(Turn.AFTER, n, inner),
                from,
                work));
        Layout together = new Layout(n * inner, inner, n2 * inner, 1, inner);
        steps.add(new Lines(LinePass.complex(n2, lines * n1, n1 * inner, together, out, inverse, scale), work, to));
    }

    /**
     * Transforms the lines along an axis of {@code blocks}; on one side they are in one array, on the other they are found by address.
     *
     * @param byAddress where lines are that have each {@link #apartByAddress}-th place of the axis
     * @param reads whether what is read is found by address, else what is written
     */
    void byAddress(int n, int blocks, long inner, Layout byAddress, boolean reads, boolean inverse, double scale) {
        long lines = blocks * inner;
        boolean one = takesOnePass(n, inner);
        Layout in = reads ? byAddress : one ? Layout.axis(n, inner) : apart(n, inner);
        Layout out = !reads ? byAddress : one ? Layout.axis(n, inner) : spread(n, inner);
        if (one) {
            steps.add(new Lines(LinePass.complex(n, lines, inner, in, out, inverse, scale), Slot.IN, Slot.OUT));
        } else {
            twoPasses(n, lines, inner, in, Slot.IN, out, Slot.OUT, inverse, scale);
        }
    }

    /** Each so-many-th place of an axis belongs to a line of the pass that reads, or writes, by address. */
    int apartByAddress(int n, long inner, boolean reads) {
        return takesOnePass(n, inner) ? 1 : reads ? n / Factors.divisor(n) : Factors.divisor(n);
    }

    /** Transforms lines that follow each other in runs, which are found by address. */
    void runs(int n, long lines, Layout runs, boolean inverse, double scale) {
        LinePass pass = LinePass.complex(n, lines, runs.split(), runs, runs, inverse, scale);
        steps.add(new Lines(pass, Slot.IN, Slot.OUT));
    }

    /** Whether lines of {@code n} that follow each other take one pass. */
    boolean takesRuns(long n) {
        return n > 1 && n <= limits.longest() && isSmooth(n);
    }

    /** Whether lines of {@code n} can be read and written by the addresses of shares of {@code width} places. */
    boolean takesShares(int n, long inner, int width) {
        return takesPlaces(n)
                && (takesOnePass(n, inner) || width % Factors.divisor(n) == 0 && width % (n / Factors.divisor(n)) == 0);
    }

    /** Whether lines of {@code n} can be read and written by the addresses of places. */
    boolean takesPlaces(int n) {
        return n > 1 && isSmooth(n) && takesTwoPasses(n);
    }

    /** Whether a smooth length takes two passes at most. */
    boolean takesTwoPasses(int n) {
        return n <= limits.longestColumn() || n / Factors.divisor(n) <= limits.longest();
    }

    private void chirped(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        if (n > LONGEST_CHIRP) {
            throw new IllegalArgumentException("The length " + n + " is not a product of three of at most "
                    + limits.longest() + " with prime factors up to " + limits.largestPrime() + ", and is beyond "
                    + LONGEST_CHIRP + ". Pad it to a length with small prime factors, such as "
                    + GoodLengths.of(isSmooth(n) ? n + 1 : n) + ".");
        }
        int m = GoodLengths.ofChirp(n);
        if (limits.fuses() && takesTwoPasses(m)) {
            Slot spectrum = Slot.of(Table.chirpSpectrum(n, m));
            product(m, lines, inner, from, to, new Times(spectrum, inner, 0, 1), n, inverse, scale);
        } else {
            chirpedInSteps(n, lines, inner, from, to, inverse, scale);
        }
    }

    private void chirpedInSteps(int n, long lines, long inner, Slot from, Slot to, boolean inverse, double scale) {
        int m = GoodLengths.ofChirp(n);
        Slot chirp = new Slot("chirp", 2 * lines * m);
        Layout at = Layout.axis(n, inner);
        List<Object> place = List.of(n, m, lines, inner, at.outer(), at.split(), at.big(), at.small(), at.stride());
        List<Object> in = new ArrayList<>(place);
        in.add(inverse ? 1 : 0);
        steps.add(new Elements("chirp_in", lines * m, Table.chirp(n), in, from, chirp));
        lines(m, lines, 1, chirp, chirp, false, 1);
        steps.add(new Elements(
                "multiply", lines * m, Table.chirpSpectrum(n, m), List.of((long) m, lines * m), chirp, chirp));
        lines(m, lines, 1, chirp, chirp, true, 1);
        List<Object> out = new ArrayList<>(in);
        out.add(new Real(scale));
        steps.add(new Elements("chirp_out", lines * n, Table.chirp(n), out, chirp, to));
    }

    /** Values by which a spectrum is multiplied: those of frequency k of line l are at {@code l % inner * small + k*stride}. */
    record Times(Slot slot, long inner, long small, long stride) {}

    /** Lines as along an axis: forward, times other values, and back, in place. */
    void product(int n, long lines, long inner, Slot slot, Times by) {
        product(n, lines, inner, slot, slot, by, 0, false, 1);
    }

    /**
     * The same for columns longer than most, which lie in strips, as do the values they are multiplied by: a group reads
     * pieces that follow each other.
     */
    void tallProduct(int n, long lines, long inner, Slot slot) {
        Layout at = Layout.columnsOfStrips(n, inner, STRIP);
        LinePass pass = LinePass.complex(n, lines, inner, at, at, false, 1).times(LineTile.tallFactors(n));
        steps.add(new Lines(pass, slot, slot, Slot.BY));
    }

    /** @param chirp if above 0, only so many values are read and written, multiplied by a chirp */
    private void product(
            int n, long lines, long inner, Slot from, Slot to, Times by, int chirp, boolean inverse, double scale) {
        boolean chirped = chirp > 0;
        long kept = chirped ? chirp : n;
        Load load = chirped ? Load.CHIRP : Load.COMPLEX;
        Store store = chirped ? Store.CHIRP : Store.COMPLEX;
        if (n <= longest(inner)) {
            Layout at = Layout.axis(kept, inner);
            LinePass pass = LinePass.complex(n, lines, inner, at, at, inverse, scale)
                    .times(new Layout(0, by.inner(), 0, by.small(), by.stride()))
                    .chirped(chirp, load, store);
            steps.add(new Lines(pass, from, to, by.slot()));
            return;
        }
        int n1 = Factors.divisor(n);
        int n2 = n / n1;
        Slot work = chirped ? new Slot("work", 2 * lines * n) : from;
        long columns = n2 * inner;
        Layout outside = new Layout(kept * inner, columns, 0, 1, columns);
        Layout apart = new Layout(n * inner, columns, 0, 1, columns);
        steps.add(new Lines(
                LinePass.complex(n1, lines * n2, columns, outside, apart, inverse, 1)
                        .turned(Turn.AFTER, n, inner)
                        .chirped(chirp, load, Store.COMPLEX),
                from,
                work));
        Layout together = new Layout(n * inner, inner, n2 * inner, 1, inner);
        steps.add(new Lines(
                LinePass.complex(n2, lines * n1, n1 * inner, together, together, inverse, 1)
                        .times(new Layout(0, inner, by.stride(), by.small(), n1 * by.stride())),
                work,
                work,
                by.slot()));
        steps.add(new Lines(
                LinePass.complex(n1, lines * n2, columns, apart, outside, !inverse, scale)
                        .turned(Turn.BEFORE, n, inner)
                        .chirped(chirp, Load.COMPLEX, store),
                work,
                to));
    }

    static long count(int[] shape, int from, int to) {
        return Arrays.stream(shape, from, to).asLongStream().reduce(1, Math::multiplyExact);
    }

    static double points(int[] shape, int rank) {
        return count(shape, shape.length - rank, shape.length);
    }
}
