package org.plegma.convolve.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.stream.StripPlan.Strip;
import org.plegma.device.DeviceArray;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;

/** What strips use one after the other: arrays on the device, pinned buffers, and what computes them. */
public final class StripMemory implements AutoCloseable {
    private final Session session;
    private final StripPlan plan;
    private final Supplier<Function<Window, Executable>> compilers;
    private final List<HostBuffer> staged = new ArrayList<>();
    private final List<HostBuffer> results = new ArrayList<>();
    private final List<DeviceArray> windows = new ArrayList<>();
    private final List<DeviceArray> outputs = new ArrayList<>();
    private final Map<List<Integer>, Executable> executables = new HashMap<>();
    /** Makes them; they share their memory. */
    private Function<Window, Executable> compiler;
    /** Rows of the input that the tallest of them takes. */
    private int tallest;

    private long deviceBytes;

    /**
     * @param compilers each gives what makes executables for windows; those share the memory of the first, which should be for
     *     the tallest window
     * @param stagedIn whether the input goes through pinned buffers of its own
     * @param stagedOut whether the result does
     */
    public StripMemory(
            Session session,
            StripPlan plan,
            ElementType type,
            Supplier<Function<Window, Executable>> compilers,
            boolean stagedIn,
            boolean stagedOut) {
        this.session = session;
        this.plan = plan;
        this.compilers = compilers;
        this.compiler = compilers.get();
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
            deviceBytes = session.memoryInUse() - before;
            prepare(plan.strips(0));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
     * Makes what computes these strips, as far as it is not there, the tallest first: to make it while strips are on their way
     * would hold them up. Nothing may be on its way.
     */
    void prepare(List<Strip> strips) {
        long before = session.memoryInUse();
        int most = strips.stream().mapToInt(Strip::inRows).max().orElse(0);
        if (most > tallest && !executables.isEmpty()) {
            // What these have is too small to be shared, and with larger parts beside it may be more than is allowed.
            free();
            compiler = compilers.get();
        }
        tallest = Math.max(most, tallest);
        strips.stream()
                .sorted(Comparator.comparingInt(Strip::inRows).reversed())
                .forEach(strip -> executables.computeIfAbsent(kind(strip), kind -> compiler.apply(plan.window(strip))));
        deviceBytes += session.memoryInUse() - before;
    }

    /** What computes one of the strips that were prepared; strips of equal windows share it. */
    Executable executable(Strip strip) {
        return Objects.requireNonNull(executables.get(kind(strip)), () -> strip + " was not prepared");
    }

    /** Strips of one kind are computed alike. */
    private static List<Integer> kind(Strip strip) {
        return List.of(strip.inRows(), strip.outRows(), strip.out() - strip.first());
    }

    private void free() {
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
        free();
    }
}
