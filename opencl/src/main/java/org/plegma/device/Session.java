package org.plegma.device;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.NoSuchDeviceException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.device.memory.MemoryReport;
import org.plegma.device.timeline.Timeline;
import org.plegma.process.WorkLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Devices in use, with their queues, arrays and programs. Arrays and programs belong to one device of the session: the
 * first, unless they are made through {@link #on}.
 *
 * <p>Closing the session closes all that it made. Thread-safe; sessions do not know of each other.
 */
public final class Session implements AutoCloseable {
    /** A build option; see {@link #compile}. */
    public static final String PTX_TARGET = "-plegma-ptx-target=";

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final List<DeviceContext> contexts;
    private final DeviceContext context;
    /** Of all devices together. */
    private final ReentrantLock enqueuing;

    Session(List<DeviceContext> contexts, DeviceContext context) {
        this(contexts, context, new ReentrantLock());
    }

    private Session(List<DeviceContext> contexts, DeviceContext context, ReentrantLock enqueuing) {
        this.contexts = contexts;
        this.context = context;
        this.enqueuing = enqueuing;
    }

    /** A session on {@link Devices#preferred()}. */
    public static Session open() {
        return open(Devices.preferred());
    }

    /** A session on the device that {@link Devices#find} finds. */
    public static Session open(String nameOrIndex) {
        Preconditions.notNull(nameOrIndex, "nameOrIndex");
        return open(Devices.find(nameOrIndex));
    }

    /**
     * A session on one or more devices.
     *
     * @throws OpenClException if one cannot be opened, which it names; none is left open then
     */
    public static Session open(Device... devices) {
        return open(false, Optional.empty(), devices);
    }

    /**
     * As {@link #open(Device...)}, but kernels run in a process of their own, so that one that crashes leaves this process and
     * the arrays alone: its launch throws a {@link org.plegma.device.isolated.KernelCrashException}. Each launch waits for its
     * end, and an interrupt ends the kernel. For processors; an array has at most 2 GiB.
     *
     * @throws IllegalArgumentException if a device is not a processor
     */
    public static Session openIsolated(Device... devices) {
        Preconditions.notNull(devices, "devices");
        return openIsolated(Optional.empty(), devices);
    }

    /** As {@link #openIsolated}; a launch that does more than the limit allows is ended, which counts as a crash. */
    public static Session openLimited(WorkLimit limit, Device... devices) {
        Preconditions.notNull(limit, "limit");
        Preconditions.notNull(devices, "devices");
        return openIsolated(Optional.of(limit), devices);
    }

    private static Session openIsolated(Optional<WorkLimit> limit, Device... devices) {
        for (Device device : devices) {
            if (!canIsolate(device)) {
                throw new IllegalArgumentException("Kernels on " + device.name()
                        + " cannot run in a process of their own: only those on processors can, whose memory"
                        + " processes share.");
            }
        }
        return open(true, limit, devices);
    }

    /** Whether {@link #openIsolated} takes a device. */
    public static boolean canIsolate(Device device) {
        Preconditions.notNull(device, "device");
        return device.kind() == Device.Kind.CPU && !device.isOclgrind();
    }

    private static Session open(boolean isolated, Optional<WorkLimit> limit, Device... devices) {
        Preconditions.notNull(devices, "devices");
        if (devices.length == 0) {
            throw new IllegalArgumentException("A session needs at least one device.");
        }
        if (Arrays.stream(devices).distinct().count() != devices.length) {
            throw new IllegalArgumentException("A session cannot have a device twice: " + Arrays.toString(devices));
        }
        List<DeviceContext> contexts = DeviceContext.open(
                List.of(devices), (device, index) -> new DeviceContext(device, index, isolated, limit));
        return new Session(contexts, contexts.get(0));
    }

    /**
     * This session seen from another of its devices: arrays and programs made through it belong to that device. It is the
     * same session, and closing either closes both.
     */
    public Session on(Device device) {
        return contexts.stream()
                .filter(c -> c.device() == device)
                .findFirst()
                .map(c -> new Session(contexts, c, enqueuing))
                .orElseThrow(() -> new NoSuchDeviceException(
                        "Device " + device + " is not in this session, which has " + devices() + "."));
    }

    /** Whether kernels run in a process of their own, as {@link #openIsolated} has it. */
    public boolean isIsolated() {
        return context.isolation() != null;
    }

    /** The device that arrays and programs are made for. */
    public Device device() {
        return context.device();
    }

    /** All devices of the session. */
    public List<Device> devices() {
        return contexts.stream().map(DeviceContext::device).toList();
    }

    List<DeviceContext> contexts() {
        return contexts;
    }

    DeviceContext context() {
        return context;
    }

    /** Whether an array is in this session's memory, so that its kernels can use it. */
    public boolean holds(DeviceArray array) {
        Preconditions.notNull(array, "array");
        return array.context() == context;
    }

    /**
     * A new array, its elements undefined.
     *
     * @throws OutOfDeviceMemoryException if it does not fit
     */
    public DeviceArray allocate(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return new DeviceArray(context, type, shape);
    }

    /** A new array with a copy of a grid. */
    public DeviceArray upload(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return fill(allocate(grid.type(), grid.shape()), grid.data());
    }

    /** A new array with a copy of a primitive Java array; without a shape it has one axis. */
    public DeviceArray upload(Object primitiveArray, int... shape) {
        Preconditions.notNull(primitiveArray, "primitiveArray");
        Preconditions.notNull(shape, "shape");
        ElementType type = ElementType.of(primitiveArray);
        int length = java.lang.reflect.Array.getLength(primitiveArray);
        return fill(allocate(type, shape.length == 0 ? new int[] {length} : shape), primitiveArray);
    }

    private static DeviceArray fill(DeviceArray array, Object data) {
        try {
            array.upload(data);
            return array;
        } catch (RuntimeException e) {
            array.close();
            throw e;
        }
    }

    /**
     * A new array that is dealt out to all devices of the session in equal parts along its first axis, its elements undefined. Products
     * and transforms on all devices take it, and kernels its parts.
     *
     * @throws OutOfDeviceMemoryException if a part does not fit
     */
    public SharedArray shared(ElementType type, int... shape) {
        return SharedArray.of(devices().stream().map(this::on).toList(), new double[0], type, shape);
    }

    /** Pinned host memory for asynchronous copies. */
    public HostBuffer pinned(ElementType type, long length) {
        Preconditions.notNull(type, "type");
        return new HostBuffer(context, type, length);
    }

    /**
     * Compiles OpenCL C for {@link #device()}, or takes it from this session or the cache on disk.
     *
     * @param options build options, for example {@code -DTILE=16}; on NVIDIA also {@value #PTX_TARGET}{@code sm_90a}: the PTX is
     *     then assembled for that target, with what follows {@code //sm_90a: } on lines of inline assembly let in
     * @throws BuildException if it does not compile, with the compiler's messages
     */
    public Program compile(String source, String... options) {
        Preconditions.notNull(source, "source");
        Preconditions.notNull(options, "options");
        return new Program(context, source, List.of(options), false);
    }

    /**
     * Compiles OpenCL C that is not trusted to divide rightly: a division of whole numbers by zero gives an unspecified value, as
     * OpenCL says, on processors too, where after {@link #compile} it ends this process.
     *
     * @throws BuildException if it does not compile, with the compiler's messages
     */
    public Program compileGuarded(String source, String... options) {
        Preconditions.notNull(source, "source");
        Preconditions.notNull(options, "options");
        return new Program(context, source, List.of(options), true);
    }

    /** The queue for kernels and blocking copies. */
    public Queue compute() {
        return context.compute();
    }

    /** A queue for copies to the device that overlap kernels. */
    public Queue upload() {
        return context.upload();
    }

    /** A queue for copies from the device that overlap kernels. */
    public Queue download() {
        return context.download();
    }

    /**
     * As {@link #upload}, a queue whose commands have no times and are in no timeline: on NVIDIA to take times costs the bus three
     * microseconds a copy.
     */
    public Queue untimedUpload() {
        return context.untimedUpload();
    }

    /** As {@link #download}, without times as {@link #untimedUpload}. */
    public Queue untimedDownload() {
        return context.untimedDownload();
    }

    /**
     * Waits until all queues of all devices are empty.
     *
     * @throws CancellationException if the thread is interrupted; the devices go on
     */
    public void finish() {
        contexts.forEach(DeviceContext::finish);
    }

    /**
     * As {@link Queue#whole}, for commands of several devices that wait for each other. Those of two threads do not mix: one device would
     * wait in a command of one thread, and another in one of the other.
     *
     * @throws CancellationException if the thread is interrupted while another enqueues; nothing was done then
     */
    public void together(Runnable enqueue) {
        Preconditions.notNull(enqueue, "enqueue");
        try {
            enqueuing.lockInterruptibly();
        } catch (InterruptedException e) {
            CancellationException told = new CancellationException(
                    "Interrupted while waiting for another thread, which enqueues on " + devices() + ".");
            told.initCause(e);
            throw told;
        }
        try {
            Queue.whole(enqueue);
        } finally {
            enqueuing.unlock();
        }
    }

    /** Bytes of device memory in use, on all devices. */
    public long memoryInUse() {
        return contexts.stream().mapToLong(c -> c.memory().used()).sum();
    }

    /** What is in device memory, on all devices. */
    public MemoryReport memory() {
        return contexts.stream()
                .map(c -> c.memory().report())
                .reduce(MemoryReport::plus)
                .orElseThrow();
    }

    /** Starts a new timeline, or stops recording. */
    public void recordTimeline(boolean on) {
        for (DeviceContext each : contexts) {
            each.queues().forEach(Queue::harvest);
            if (on) {
                each.clearSpans();
            }
            each.record(on);
        }
    }

    /** The commands that have ended since recording began. */
    public Timeline timeline() {
        return new Timeline(contexts.stream().flatMap(c -> c.spans().stream()).toList());
    }

    /** Whether it has been closed. */
    public boolean isClosed() {
        return context.isClosed();
    }

    /**
     * Waits for the devices and closes all arrays and programs of the session. If the thread is interrupted meanwhile, the
     * rest is done in the background once the devices are ready, and the thread's interrupt stays set.
     */
    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        boolean idle = true;
        try {
            finish();
        } catch (CancellationException e) {
            idle = false;
            Thread.currentThread().interrupt();
        } catch (OpenClException e) {
            LOG.warn("A command had failed before the session was closed: {}", e.getMessage());
        }
        for (DeviceContext each : contexts) {
            each.close(idle);
        }
    }

    /**
     * Closes the session without waiting, when a device does not come to an end: what it holds is lost, and released should
     * the device ever be done. A new session has a context and queues of its own; whether the device gets to it while the old
     * kernel runs is the driver's affair. PoCL's threads serve all contexts of a process, so that a kernel of as many
     * work-groups as there are threads, or more, keeps them for ever.
     */
    public void giveUp() {
        contexts.forEach(DeviceContext::giveUp);
    }

    /** Does something, and names the device if OpenCL fails: for work on several devices. */
    public <T> T naming(Supplier<T> action) {
        Preconditions.notNull(action, "action");
        try {
            return action.get();
        } catch (ClosedException e) { // no fault of the device
            throw e;
        } catch (OpenClException e) {
            throw new OpenClException(
                    "On device " + device().index() + ", " + device().name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "Session on " + devices() + (isClosed() ? ", closed" : "");
    }
}
