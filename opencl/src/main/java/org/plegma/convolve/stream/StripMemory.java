package org.plegma.convolve.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;

/** What strips use one after the other: arrays on the device, pinned buffers, and what computes them. */
public final class StripMemory implements AutoCloseable {
    private final Session session;
    private final StripPlan plan;
    private final Function<Window, Executable> compiler;
    private final List<HostBuffer> staged = new ArrayList<>();
    private final List<HostBuffer> results = new ArrayList<>();
    private final List<DeviceArray> windows = new ArrayList<>();
    private final List<DeviceArray> outputs = new ArrayList<>();
    private final Map<List<Integer>, Executable> executables = new HashMap<>();
    private final long arrayBytes;
    private long deviceBytes;

    /**
     * @param compiler makes what computes a window
     * @param stagedIn whether the input goes through pinned buffers of its own
     * @param stagedOut whether the result does
     */
    public StripMemory(
            Session session,
            StripPlan plan,
            ElementType type,
            Function<Window, Executable> compiler,
            boolean stagedIn,
            boolean stagedOut) {
        this.session = session;
        this.plan = plan;
        this.compiler = compiler;
        int rowLength = Math.toIntExact(StripPlan.rowBytes(plan.window().image(), plan.axis(), 1));
        int outRowLength = Math.toIntExact(StripPlan.rowBytes(plan.window().out(), plan.axis(), 1));
        long before = session.memoryInUse();
        try {
            for (int i = 0; i < plan.buffers(); i++) {
                if (stagedIn) {
                    staged.add(session.pinned(type, (long) plan.mostInRows() * rowLength));
                }
                if (stagedOut) {
                    results.add(session.pinned(type, (long) plan.rows() * outRowLength));
                }
                windows.add(session.allocate(type, plan.mostInRows(), rowLength).named("window " + i));
                outputs.add(session.allocate(type, plan.rows(), outRowLength).named("strip " + i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        this.arrayBytes = session.memoryInUse() - before;
        this.deviceBytes = arrayBytes;
    }

    Session session() {
        return session;
    }

    /** Where the rows of a strip come to; null if they are in pinned memory already. */
    @Nullable
    HostBuffer staged(int strip) {
        return staged.isEmpty() ? null : staged.get(strip % staged.size());
    }

    /** Where its result goes to; null if that is pinned memory itself. */
    @Nullable
    HostBuffer result(int strip) {
        return results.isEmpty() ? null : results.get(strip % results.size());
    }

    /** Its input on the device. */
    DeviceArray window(int strip) {
        return windows.get(strip % windows.size());
    }

    /** Its result on the device. */
    DeviceArray output(int strip) {
        return outputs.get(strip % outputs.size());
    }

    boolean isStagedIn() {
        return !staged.isEmpty();
    }

    boolean isStagedOut() {
        return !results.isEmpty();
    }

    /** Bytes of pinned memory. */
    long hostBytes() {
        return staged.stream().mapToLong(HostBuffer::byteLength).sum()
                + results.stream().mapToLong(HostBuffer::byteLength).sum();
    }

    /** The most device memory that was in use. */
    long deviceBytes() {
        return deviceBytes;
    }

    /**
     * Strips of equal windows share what computes them; there are few kinds, but device memory for one only.
     *
     * @param before the last launch of one; null if there was none
     */
    Executable executable(Window window, @Nullable Event before) {
        int axis = plan.axis();
        List<Integer> kind = List.of(window.image()[axis], window.out()[axis], window.shift()[axis]);
        Executable known = executables.get(kind);
        if (known != null) {
            return known;
        }
        if (before != null && executables.values().stream().anyMatch(other -> other.bytes() > 0)) {
            before.await();
            closeExecutables();
        }
        long inUse = session.memoryInUse();
        Executable made = compiler.apply(window);
        executables.put(kind, made);
        deviceBytes = Math.max(deviceBytes, arrayBytes + session.memoryInUse() - inUse);
        return made;
    }

    private void closeExecutables() {
        executables.values().forEach(Executable::close);
        executables.clear();
    }

    /** Gives the memory back; commands that still use it end as if nothing had happened. */
    @Override
    public void close() {
        staged.forEach(HostBuffer::close);
        results.forEach(HostBuffer::close);
        windows.forEach(DeviceArray::close);
        outputs.forEach(DeviceArray::close);
        closeExecutables();
    }
}
