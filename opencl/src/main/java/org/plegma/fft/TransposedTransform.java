package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.fft.pass.PassStep;
import org.plegma.measure.waiting.SharedRun;

/**
 * Each device transforms its rows, blocks are copied from device to device, and each transforms its columns: for any shapes, rates and
 * devices. A batch needs no exchange. Takes two arrays of the spectrum's size over all devices.
 */
final class TransposedTransform implements DealtTransform {
    private final List<Session> sessions;
    /** Along all axes but the first, of a batch along those that it has; empty for a device without a row. */
    private final List<Optional<FftPlan>> within = new ArrayList<>();
    /** Along the first axis; empty for a device without a column. */
    private final List<Optional<FftPlan>> across = new ArrayList<>();

    private @Nullable SharedArray inRows;
    private @Nullable SharedArray inColumns;
    private @Nullable Transposition transposition;

    TransposedTransform(DealtShape dealt) {
        this.sessions = dealt.sessions();
        int[] rows = dealt.rows();
        int[] columns = dealt.columns();
        try {
            for (int d = 0; d < sessions.size(); d++) {
                int[] part = dealt.shape().clone();
                part[0] = rows[d] - (d == 0 ? 0 : rows[d - 1]);
                Fft fft = dealt.each().get(d).axes(columns == null ? dealt.rank() : dealt.rank() - 1);
                within.add(
                        part[0] == 0
                                ? Optional.empty()
                                : Optional.of(
                                        (dealt.real() ? fft.planReal(dealt.type(), part) : fft.plan(dealt.type(), part))
                                                .compiled()));
                if (columns != null) {
                    int[] strip = dealt.points().clone();
                    strip[1] = columns[d] - (d == 0 ? 0 : columns[d - 1]);
                    across.add(
                            strip[1] == 0
                                    ? Optional.empty()
                                    : Optional.of(fft.planAlongFirst(dealt.type(), strip)
                                            .compiled()));
                }
            }
            if (columns != null) {
                inRows = new SharedArray(sessions, 0, rows, dealt.type(), dealt.spectrum());
                inColumns = new SharedArray(sessions, 1, columns, dealt.type(), dealt.spectrum());
                transposition = new Transposition(sessions, inRows, inColumns, Transposition.PIECE_BYTES);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void forward(SharedArray in, SharedArray out, SharedRun run) {
        SharedArray lines = inRows == null ? out : inRows;
        each(run, within, in, lines, FftPlan::launchForward);
        if (transposition != null) {
            transposition.toColumns(lines, out);
            each(run, across, out, out, FftPlan::launchForward);
        }
    }

    @Override
    public void inverse(SharedArray in, SharedArray out, SharedRun run) {
        SharedArray lines = in;
        if (transposition != null && inRows != null && inColumns != null) {
            each(run, across, in, inColumns, FftPlan::launchInverse);
            transposition.toRows(inColumns, inRows);
            lines = inRows;
        }
        each(run, within, lines, out, FftPlan::launchInverse);
    }

    private interface Direction {
        List<Event> run(FftPlan plan, DeviceArray in, DeviceArray out);
    }

    @Override
    public List<PassStep> passes(int device) {
        List<PassStep> all = new ArrayList<>();
        within.get(device).ifPresent(plan -> all.addAll(plan.passes()));
        if (!across.isEmpty()) {
            across.get(device).ifPresent(plan -> all.addAll(plan.passes()));
        }
        return all;
    }

    @Override
    public boolean hidesExchange() {
        return false;
    }

    private void each(
            SharedRun run, List<Optional<FftPlan>> plans, SharedArray from, SharedArray to, Direction direction) {
        for (int d = 0; d < plans.size(); d++) {
            int device = d;
            plans.get(d).ifPresent(plan -> {
                run.note(
                        device,
                        direction.run(
                                plan,
                                from.part(device).orElseThrow(),
                                to.part(device).orElseThrow()));
                sessions.get(device).compute().flush();
            });
        }
        sessions.forEach(session -> session.compute().finish());
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
}
