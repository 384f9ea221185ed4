package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.shared.PieceMemory;
import org.plegma.device.shared.SharedArray;

/**
 * The pass along the second axis writes its results where the device that needs them reads them, and each device's pass along the first
 * axis reads them there: the exchange takes no pass of its own. The rows go in small launches, so that the passes along other axes of
 * some rows run beside the exchange of those before.
 */
final class DirectTransform implements DealtTransform {
    private final List<Session> sessions;
    private final PieceShape cut;
    private final List<DirectPart> parts = new ArrayList<>();
    private final PieceMemory memory;

    DirectTransform(DealtShape dealt, PieceShape cut) {
        this.sessions = dealt.sessions();
        this.cut = cut;
        this.memory = cut.allocate(sessions, dealt.type());
        try {
            for (int device = 0; device < sessions.size(); device++) {
                parts.add(new DirectPart(dealt, cut, memory, device));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void forward(SharedArray in, SharedArray out) {
        finish(); // what was broken off may still use the memory
        rows(in, DirectPart::give);
        columns(out, DirectPart::gather);
    }

    @Override
    public void inverse(SharedArray in, SharedArray out) {
        finish();
        columns(in, DirectPart::scatter);
        rows(out, DirectPart::take);
    }

    private interface Rows {
        /** Enqueues a launch on so many rows. */
        Event run(DirectPart part, int launch, DeviceArray rows, @Nullable Event before);
    }

    /** On all devices, of all rows, launch by launch; of two launches that use the same memory the later waits for the earlier. */
    private void rows(SharedArray array, Rows what) {
        List<DeviceArray> views = new ArrayList<>();
        try {
            Event[][] last = new Event[parts.size()][2];
            for (int launch = 0; launch < cut.launches(); launch++) {
                for (int device = 0; device < parts.size(); device++) {
                    DeviceArray rows = view(array.part(device).orElseThrow(), launch);
                    views.add(rows);
                    last[device][launch % 2] = what.run(parts.get(device), launch, rows, last[device][launch % 2]);
                }
            }
            finish();
        } finally {
            views.forEach(DeviceArray::close);
        }
    }

    private DeviceArray view(DeviceArray part, int launch) {
        int[] shape = part.shape();
        long row = part.length() / shape[0];
        shape[0] = cut.launchRows();
        return part.view(launch * cut.launchRows() * row, shape);
    }

    private void columns(SharedArray array, BiConsumer<DirectPart, DeviceArray> what) {
        for (int device = 0; device < parts.size(); device++) {
            what.accept(parts.get(device), array.part(device).orElseThrow());
        }
        finish();
    }

    private void finish() {
        sessions.forEach(session -> {
            session.compute().finish();
            session.download().finish();
        });
    }

    @Override
    public void close() {
        parts.forEach(DirectPart::close);
        memory.close();
    }
}
