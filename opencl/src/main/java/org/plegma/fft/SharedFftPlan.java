package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.shared.SharedArray;

/**
 * A transform of a shape on several devices, ready to run any number of times ({@link SharedFft}). Arrays of complex values have a last
 * axis of length 2. Not thread-safe. Close it to free its memory: two arrays of the spectrum's size over all devices.
 */
public final class SharedFftPlan implements AutoCloseable {
    private final List<Session> sessions;
    private final ElementType type;
    private final int[] input;
    private final int[] spectrum;
    private final int[] rows;
    /** Where parts of the second axis of the spectrum end; empty for a batch, which is dealt out along the first. */
    private final int @Nullable [] columns;
    /** Along all axes but the first, of a batch along those that it has; empty for a device without a row. */
    private final List<Optional<FftPlan>> within = new ArrayList<>();
    /** Along the first axis; empty for a device without a column. */
    private final List<Optional<FftPlan>> across = new ArrayList<>();

    private @Nullable SharedArray inRows;
    private @Nullable SharedArray inColumns;
    private @Nullable Transposition transposition;

    SharedFftPlan(List<Fft> each, boolean real, ElementType type, int rank, int[] shape, double... rates) {
        this.sessions = each.stream().map(Fft::session).toList();
        this.type = type;
        this.input = real ? shape.clone() : FftPlan.withParts(shape);
        int[] points = real ? RealPlanner.half(shape) : shape;
        this.spectrum = FftPlan.withParts(points);
        this.rows = SharedArray.ends(shape[0], rates);
        boolean batch = rank < shape.length;
        this.columns = batch ? null : SharedArray.ends(points[1], rates);
        try {
            for (int d = 0; d < each.size(); d++) {
                int[] part = shape.clone();
                part[0] = rows[d] - (d == 0 ? 0 : rows[d - 1]);
                Fft fft = each.get(d).axes(batch ? rank : rank - 1);
                within.add(
                        part[0] == 0
                                ? Optional.empty()
                                : Optional.of(real ? fft.planReal(type, part) : fft.plan(type, part)));
                if (columns != null) {
                    int[] strip = points.clone();
                    strip[1] = columns[d] - (d == 0 ? 0 : columns[d - 1]);
                    across.add(strip[1] == 0 ? Optional.empty() : Optional.of(fft.planAlongFirst(type, strip)));
                }
            }
            if (columns != null) {
                inRows = new SharedArray(sessions, 0, rows, type, spectrum);
                inColumns = new SharedArray(sessions, 1, columns, type, spectrum);
                transposition = new Transposition(sessions, inRows, inColumns, Transposition.PIECE_BYTES);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** An array for {@link #forward}, dealt out along its first axis. */
    public SharedArray allocateInput() {
        return new SharedArray(sessions, 0, rows, type, input);
    }

    /** An array for {@link #inverse}, dealt out along its second axis, of a batch along its first. */
    public SharedArray allocateSpectrum() {
        return columns == null
                ? new SharedArray(sessions, 0, rows, type, spectrum)
                : new SharedArray(sessions, 1, columns, type, spectrum);
    }

    /** The transform with exponent -2πi, not scaled; returns when all devices are done. The input is kept. */
    public void forward(SharedArray in, SharedArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        requireInput("input", in);
        requireSpectrum("output", out);
        SharedArray lines = inRows == null ? out : inRows;
        each(within, in, lines, FftPlan::forward);
        if (transposition != null) {
            transposition.toColumns(lines, out);
            each(across, out, out, FftPlan::forward);
        }
    }

    /**
     * The inverse of {@link #forward}, with exponent +2πi, divided by the number of points; returns when all devices are done. The input
     * is kept.
     */
    public void inverse(SharedArray in, SharedArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        requireSpectrum("input", in);
        requireInput("output", out);
        SharedArray lines = in;
        if (transposition != null && inRows != null && inColumns != null) {
            each(across, in, inColumns, FftPlan::inverse);
            transposition.toRows(inColumns, inRows);
            lines = inRows;
        }
        each(within, lines, out, FftPlan::inverse);
    }

    private interface Direction {
        Object run(FftPlan plan, DeviceArray in, DeviceArray out);
    }

    private void each(List<Optional<FftPlan>> plans, SharedArray from, SharedArray to, Direction direction) {
        for (int d = 0; d < plans.size(); d++) {
            int device = d;
            plans.get(d).ifPresent(plan -> {
                direction.run(
                        plan, from.part(device).orElseThrow(), to.part(device).orElseThrow());
                sessions.get(device).compute().flush();
            });
        }
        sessions.forEach(session -> session.compute().finish());
    }

    Grid forward(Grid grid) {
        try (SharedArray in = allocateInput();
                SharedArray out = allocateSpectrum()) {
            forward(in.upload(grid), out);
            return out.download();
        }
    }

    Grid inverse(Grid grid) {
        try (SharedArray in = allocateSpectrum();
                SharedArray out = allocateInput()) {
            inverse(in.upload(grid), out);
            return out.download();
        }
    }

    private void requireInput(String what, SharedArray array) {
        require(what, array, input, 0, rows);
    }

    private void requireSpectrum(String what, SharedArray array) {
        require(what, array, spectrum, columns == null ? 0 : 1, columns == null ? rows : columns);
    }

    private void require(String what, SharedArray array, int[] shape, int axis, int... ends) {
        if (array.type() != type || !Arrays.equals(array.shape(), shape) || !array.isDealt(axis, ends)) {
            throw new IllegalArgumentException("The " + what + " of the transform must be " + type.javaName() + " "
                    + Arrays.toString(shape) + " with parts that end at " + Arrays.toString(ends) + " along axis "
                    + axis + ", found: " + array + ".");
        }
    }

    @Override
    public void close() {
        within.forEach(plan -> plan.ifPresent(FftPlan::close));
        across.forEach(plan -> plan.ifPresent(FftPlan::close));
        if (transposition != null) {
            transposition.close();
        }
        if (inRows != null) {
            inRows.close();
        }
        if (inColumns != null) {
            inColumns.close();
        }
    }

    @Override
    public String toString() {
        return "FFT of " + type.javaName() + " " + Arrays.toString(input) + " on " + sessions.size() + " devices";
    }
}
