package org.plegma.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jspecify.annotations.Nullable;
import org.plegma.device.driver.PoclContexts;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.DevicePlace;
import org.plegma.device.isolated.Isolation;
import org.plegma.device.memory.Pinned;
import org.plegma.device.timeline.Span;
import org.plegma.process.WorkLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session holds on one device: the native context, its queues, the memory account, the staging buffers and the
 * programs. One context a device, because a context over two GPUs moves buffers at a fraction of the speed.
 */
final class DeviceContext {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceContext.class);

    private static final int ENOUGH_CLOCK_READINGS = 8;

    /** JOCL notes contexts in a map that is no good for two threads at once: the process would end at some later time. */
    private static final Object CONTEXTS = new Object();

    private final Device device;
    private final int index;
    private final cl_context handle;
    private final int number;
    private final Queue compute;
    private final Queue upload;
    private final Queue download;
    private @Nullable Queue untimedUpload;
    private @Nullable Queue untimedDownload;
    private final MemoryAccount memory;
    private final Transfers transfers;
    private final Builds builds;
    private final List<ArgumentCheck> checks;
    /** Where kernels run in another process; null if they run in this one. */
    private final @Nullable Isolation isolation;

    private final Set<Runnable> programs = ConcurrentHashMap.newKeySet();
    private final Set<Pinned> pinned = ConcurrentHashMap.newKeySet();
    private final List<Span> spans = new ArrayList<>();
    private volatile boolean recording;
    private long clockOffset = Long.MAX_VALUE;
    private int clockReadings;
    private volatile boolean closed;
    private volatile boolean givenUp;

    /** @param limit what a launch in a process of its own may do */
    DeviceContext(Device device, int index, boolean isolated, Optional<WorkLimit> limit) {
        this(device, index, isolated, limit, Compiler::new, List.of());
    }

    /** @param checks of the arguments of all kernels */
    DeviceContext(
            Device device,
            int index,
            boolean isolated,
            Optional<WorkLimit> limit,
            Function<DeviceContext, Compiler> compiler,
            List<ArgumentCheck> checks) {
        this.device = device;
        this.checks = checks;
        this.index = index;
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, device.platformId());
        int[] status = new int[1];
        synchronized (CONTEXTS) {
            this.handle = CL.clCreateContext(properties, 1, new cl_device_id[] {device.id()}, null, null, status);
        }
        OpenClStatus.check(status[0], "clCreateContext(" + device.name() + ")");
        this.number = device.isPocl() ? PoclContexts.take() : 0;
        this.isolation = isolated ? new Isolation(DevicePlace.of(device.platformId(), device.id()), limit) : null;
        this.compute = new Queue(this, "compute", true);
        this.upload = new Queue(this, "upload", true);
        this.download = new Queue(this, "download", true);
        this.memory = new MemoryAccount(this);
        this.transfers = new Transfers(this);
        this.builds = new Builds(this, compiler.apply(this));
        LongWaits.opened(this);
    }

    /**
     * Opens several, one after another: NVIDIA's driver takes 0.13 s for each, and four fifths of that at once.
     *
     * @param opening of a device and its index
     * @throws OpenClException if one of several cannot be opened, which it names; no other is left open then
     */
    static List<DeviceContext> open(List<Device> devices, BiFunction<Device, Integer, DeviceContext> opening) {
        if (devices.size() == 1) {
            return List.of(opening.apply(devices.get(0), 0));
        }
        List<DeviceContext> contexts = new ArrayList<>();
        for (Device device : devices) {
            try {
                contexts.add(opening.apply(device, contexts.size()));
            } catch (OpenClException e) {
                contexts.forEach(context -> context.close(true));
                throw new OpenClException(
                        "Device " + device.index() + ", " + device.name() + ", cannot be opened: " + e.getMessage(), e);
            }
        }
        return List.copyOf(contexts);
    }

    /** Gives back what was created, or retained. */
    static void release(cl_context handle) {
        synchronized (CONTEXTS) {
            CL.clReleaseContext(handle);
        }
    }

    Device device() {
        return device;
    }

    int index() {
        return index;
    }

    cl_context handle() {
        return handle;
    }

    /** Of {@link PoclContexts}; 0 for the first, and for all other drivers'. */
    int number() {
        return number;
    }

    Queue compute() {
        return compute;
    }

    Queue upload() {
        return upload;
    }

    Queue download() {
        return download;
    }

    synchronized Queue untimedUpload() {
        if (untimedUpload == null) {
            checkOpen();
            untimedUpload = new Queue(this, "untimed upload", false);
        }
        return untimedUpload;
    }

    synchronized Queue untimedDownload() {
        if (untimedDownload == null) {
            checkOpen();
            untimedDownload = new Queue(this, "untimed download", false);
        }
        return untimedDownload;
    }

    /** The process that kernels run in, if they run in another; else null. */
    @Nullable
    Isolation isolation() {
        return isolation;
    }

    MemoryAccount memory() {
        return memory;
    }

    Transfers transfers() {
        return transfers;
    }

    /** What releases the kernels of each open program. */
    Set<Runnable> programs() {
        return programs;
    }

    Set<Pinned> pinned() {
        return pinned;
    }

    Builds builds() {
        return builds;
    }

    List<ArgumentCheck> checks() {
        return checks;
    }

    boolean isClosed() {
        return closed;
    }

    /** What has to be thrown when something is used that was made here and is gone. */
    ClosedException gone(String what) {
        return givenUp ? ClosedException.lost(what, device.name()) : new ClosedException(what);
    }

    void checkOpen() {
        if (isClosed()) {
            throw gone("The session on " + device.name());
        }
    }

    /** The exception for a failed command. */
    OpenClException failure(int status, String label) {
        return status == CL.CL_MEM_OBJECT_ALLOCATION_FAILURE
                ? memory.refusal(label, 0)
                : OpenClStatus.failure(status, label);
    }

    void record(boolean on) {
        recording = on;
    }

    /** Whether the two clocks should be compared once more. */
    synchronized boolean wantsClock() {
        return recording || clockReadings < ENOUGH_CLOCK_READINGS;
    }

    /** Compares the clocks. The host's is read just before the device's, so the smallest offset is nearest to the truth. */
    synchronized void clock(long host, long device) {
        clockReadings++;
        clockOffset = Math.min(clockOffset, device - host);
    }

    /** The device's clock minus the host's. */
    synchronized long clockOffset() {
        return clockReadings == 0 ? 0 : clockOffset;
    }

    boolean isRecording() {
        return recording;
    }

    /** Notes an ended command, if recording. */
    void record(Event event) {
        if (recording && event.kind() != null) {
            Span span = new Span(
                    index,
                    event.queue().name(),
                    event.label(),
                    event.kind(),
                    event.ownStart(),
                    event.endedNanos(),
                    event.bytes());
            synchronized (this) {
                spans.add(span);
            }
        }
    }

    /** The ended commands so far, on the host's clock. */
    List<Span> spans() {
        queues().forEach(Queue::harvest);
        synchronized (this) {
            return spans.stream()
                    .map(s -> new Span(
                            s.device(),
                            s.queue(),
                            s.label(),
                            s.kind(),
                            s.startNanos() - clockOffset,
                            s.endNanos() - clockOffset,
                            s.bytes()))
                    .toList();
        }
    }

    synchronized void clearSpans() {
        spans.clear();
    }

    synchronized List<Queue> queues() {
        return Stream.of(upload, compute, download, untimedUpload, untimedDownload)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Whether transfers must end within the call. JOCL waits for others in a thread of its own, in which Oclgrind would run
     * the queue's commands a second time.
     */
    boolean blocksTransfers() {
        return device.isOclgrind();
    }

    /** Whether a thread that polls would take the device's time: it runs on the host's cores. */
    boolean sharesCores() {
        return device.kind() == Device.Kind.CPU && !device.isOclgrind();
    }

    void finish() {
        queues().forEach(Queue::finish);
    }

    /** Releases everything when the device has ended what it does, which may be never. */
    void giveUp() {
        givenUp = true;
        close(false);
    }

    /** Releases everything. Work still on the device is waited for by a thread of its own if {@code waiting} is false. */
    void close(boolean waiting) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        List<cl_command_queue> detached = queues().stream().map(Queue::detach).toList();
        Runnable release = () -> {
            detached.forEach(CL::clFinish);
            LongWaits.closed(this);
            pinned.forEach(p -> p.release(detached.get(0)));
            memory.close();
            if (isolation != null) {
                isolation.close();
            }
            programs.forEach(Runnable::run);
            builds.close();
            detached.forEach(CL::clReleaseCommandQueue);
            release(handle);
            if (device.isPocl()) {
                PoclContexts.giveBack(number);
            }
        };
        if (waiting) {
            release.run();
        } else {
            LOG.debug("Work on {} outlives its session; it is released when it ends", device);
            Thread reaper = new Thread(release, "plegma-release");
            reaper.setDaemon(true);
            reaper.start();
        }
    }
}
