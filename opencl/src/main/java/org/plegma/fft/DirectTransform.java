package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.shared.PieceMemory;
import org.plegma.device.shared.SharedArray;

/**
 * The exchange takes no pass of its own: the pass along the second axis writes its results into the memory of an exchange, and the pass
 * along the first axis reads them there, both by address. The third axis, if it is the last, is transformed between them, so that a third
 * pass shares the work of the links. It takes memory for one array of the spectrum's size over all devices, and a sixth more at most.
 */
final class DirectTransform implements DealtTransform {
    private static final long LAUNCH_BYTES = 2L << 30;

    private final List<Session> sessions;
    private final int launches;
    private final ExchangeMemory memory;
    private final List<DirectPart> parts = new ArrayList<>();

    /** @param dealt whose {@link DealtShape#addressRefusal} is empty */
    DirectTransform(DealtShape dealt) {
        this(dealt, PieceMemory.mostBytes(dealt.sessions()), LAUNCH_BYTES);
    }

    /**
     * @param pieceBytes the most bytes that devices share in one piece
     * @param launchBytes about so many bytes of rows go through the passes before the exchange at a time
     */
    DirectTransform(DealtShape dealt, long pieceBytes, long launchBytes) {
        this.sessions = dealt.sessions();
        int rows = dealt.points()[0] / sessions.size();
        int launchRows = launchRows(dealt, rows, launchBytes);
        this.launches = rows / launchRows;
        ExchangeTiles tiles = ExchangeTiles.of(dealt, pieceBytes, dealt::takesShares);
        this.memory = new ExchangeMemory(sessions, dealt.type(), tiles, dealt.transformsBetween(), pieceBytes);
        try {
            for (int device = 0; device < sessions.size(); device++) {
                ExchangeTables tables = new ExchangeTables(tiles, memory, device);
                parts.add(new DirectPart(dealt, tables, device, launchRows, launches));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Launches read and write views, which devices want aligned: all rows if no smaller number is. */
    private static int launchRows(DealtShape dealt, int rows, long launchBytes) {
        int[] input = dealt.input();
        ElementType type = dealt.type();
        long inputBytes = Planner.count(input, 1, input.length) * type.bytes();
        long rowBytes = 2L * type.bytes() * dealt.share() * dealt.each().size();
        for (long launch = Math.max(1, Math.min(rows, launchBytes / rowBytes)); launch < rows; launch++) {
            long bytes = launch * inputBytes;
            if (rows % launch == 0
                    && dealt.sessions().stream()
                            .allMatch(session -> bytes % session.device().baseAlignmentBytes() == 0)) {
                return (int) launch;
            }
        }
        return rows;
    }

    /** How often each device goes through the passes before the exchange. */
    int launches() {
        return launches;
    }

    @Override
    public void forward(SharedArray in, SharedArray out) {
        rows(in, DirectPart::give);
        parts.forEach(DirectPart::between);
        columns(out, DirectPart::gather);
    }

    @Override
    public void inverse(SharedArray in, SharedArray out) {
        columns(in, DirectPart::scatter);
        parts.forEach(DirectPart::betweenBack);
        rows(out, DirectPart::take);
    }

    private interface Rows {
        void run(DirectPart part, int launch, DeviceArray rows);
    }

    private void rows(SharedArray array, Rows what) {
        finish(); // also what was broken off, which may still use the memory
        List<DeviceArray> views = new ArrayList<>();
        try {
            for (int launch = 0; launch < launches; launch++) {
                for (int device = 0; device < parts.size(); device++) {
                    DeviceArray all = array.part(device).orElseThrow();
                    int[] shape = all.shape();
                    shape[0] /= launches;
                    DeviceArray rows = all.view(launch * (all.length() / launches), shape);
                    views.add(rows);
                    what.run(parts.get(device), launch, rows);
                }
            }
            finish();
        } finally {
            views.forEach(DeviceArray::close);
        }
    }

    private void columns(SharedArray array, BiConsumer<DirectPart, DeviceArray> what) {
        finish();
        for (int device = 0; device < parts.size(); device++) {
            what.accept(parts.get(device), array.part(device).orElseThrow());
        }
        finish();
    }

    private void finish() {
        sessions.forEach(session -> session.compute().finish());
    }

    @Override
    public void close() {
        parts.forEach(DirectPart::close);
        memory.close();
    }
}
