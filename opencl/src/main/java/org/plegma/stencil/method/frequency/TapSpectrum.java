package org.plegma.stencil.method.frequency;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.stencil.code.FrequencyForm.Tap;

/**
 * The transform of a step's taps in double precision, one axis after the other as with every transform of several axes: along
 * the last axis for each pair of distances along the others at which there is a tap, then along the middle one for each distance
 * along the first. The first axis is left to {@code build_powers}. So a frequency takes as many terms as there are different
 * distances along the first axis, and not as many as there are taps.
 */
final class TapSpectrum implements AutoCloseable {
    private static final int GROUP = 256;

    private final Session session;
    private final Program program;
    private final AxisTerms.OnDevice first;
    private final DeviceArray transformed;
    private final long inner;

    /**
     * @param sizes of three axes
     * @param components the levels; an element of their matrix says what one adds to another
     */
    TapSpectrum(Session session, Program program, List<Tap> taps, double[] weights, int[] sizes, int components) {
        this.session = session;
        this.program = program;
        AxisTerms last = new AxisTerms(sizes[2]);
        AxisTerms middle = new AxisTerms(sizes[1]);
        AxisTerms leading = new AxisTerms(sizes[0]);
        double[] ordered = new double[2 * Math.max(1, taps.size())]; // complex numbers
        int[] order = order(taps, components);
        int element = 0;
        for (int i = 0; i < order.length; i++) {
            Tap tap = taps.get(order[i]);
            for (; element < element(tap, components); element++) {
                leading.endRow();
            }
            ordered[2 * i] = weights[order[i]];
            last.add(distance(tap, 2), i);
            Tap next = i + 1 < order.length ? taps.get(order[i + 1]) : null;
            boolean endsLeading =
                    next == null || element(next, components) != element || distance(next, 0) != distance(tap, 0);
            if (next == null || endsLeading || distance(next, 1) != distance(tap, 1)) {
                middle.add(distance(tap, 1), last.endRow());
            }
            if (endsLeading) {
                leading.add(distance(tap, 0), middle.endRow());
            }
        }
        if (taps.isEmpty()) { // a step that reads nothing: one term that is zero
            last.add(0, 0);
            middle.add(0, last.endRow());
            leading.add(0, middle.endRow());
        }
        for (; element < components * components; element++) {
            leading.endRow();
        }
        int frequencies = sizes[2] / 2 + 1;
        this.inner = (long) sizes[1] * frequencies;
        try (DeviceArray start = session.upload(Grid.of(ordered, ordered.length));
                DeviceArray lines = transform(start, last, frequencies, 1)) {
            this.transformed = transform(lines, middle, sizes[1], frequencies);
        }
        this.first = leading.on(session, program);
    }

    private static int[] order(List<Tap> taps, int components) {
        return IntStream.range(0, taps.size())
                .boxed()
                .sorted(Comparator.comparing(
                        taps::get,
                        Comparator.comparingInt((Tap tap) -> element(tap, components))
                                .thenComparingInt(tap -> distance(tap, 0))
                                .thenComparingInt(tap -> distance(tap, 1))))
                .mapToInt(i -> i)
                .toArray();
    }

    private static int element(Tap tap, int components) {
        return tap.to() * components + tap.from();
    }

    /** Along one of three axes. A line is the last of them, and a plane the first and the last. */
    private static int distance(Tap tap, int axis) {
        int rank = tap.offset().rank();
        int own = axis == 2 ? rank - 1 : rank == 3 ? axis : rank == 2 && axis == 0 ? 0 : -1;
        return own < 0 ? 0 : tap.offset().at(own);
    }

    private DeviceArray transform(DeviceArray from, AxisTerms terms, int frequencies, int inner) {
        long count = (long) terms.rows() * frequencies * inner;
        DeviceArray out = session.allocate(ElementType.DOUBLE, terms.rows(), frequencies * inner, 2);
        try (AxisTerms.OnDevice on = terms.on(session, program)) {
            program.kernel("transform_axis")
                    .global(Kernel.roundUp(count, GROUP))
                    .local(GROUP)
                    .enqueue(
                            session.compute(),
                            from,
                            out,
                            on.roots(),
                            on.firsts(),
                            on.distances(),
                            on.sources(),
                            terms.size(),
                            frequencies,
                            inner,
                            count);
        }
        return out;
    }

    /** Enqueues {@code build_powers}; {@code powers} has half of the frequencies of the last axis. */
    void buildPowers(DeviceArray powers, DeviceArray problem, int firstSize, int steps, Object most) {
        program.kernel("build_powers")
                .global(Kernel.roundUp(firstSize * inner, GROUP))
                .local(GROUP)
                .enqueue(
                        session.compute(),
                        powers,
                        problem,
                        transformed,
                        first.roots(),
                        first.firsts(),
                        first.distances(),
                        first.sources(),
                        firstSize,
                        inner,
                        steps,
                        most);
    }

    @Override
    public void close() {
        transformed.close();
        first.close();
    }
}
