package org.plegma.device;

import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.isolated.LaunchOutcome;
import org.plegma.device.isolated.LaunchRequest;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelParameter;
import org.plegma.device.source.ResourceUsage;
import org.plegma.device.timeline.Span;

/**
 * A kernel with its launch sizes, ready to be called: {@code saxpy.global(n).call(2f, x, y)}.
 *
 * <p>Immutable: {@link #global}, {@link #local}, {@link #offset} and {@link #withCheck} return another kernel object for
 * the same compiled code. Dimension 0 is {@code get_global_id(0)}, the fastest. Thread-safe.
 */
public final class Kernel {
    private static final long[] NONE = {};

    private final Program program;
    private final KernelHandle handle;
    private final long[] global;
    private final long[] local;
    private final long[] offset;
    private final List<ArgumentCheck> checks;
    private volatile @Nullable List<LaunchPieces.Piece> pieces;

    Kernel(Program program, KernelHandle handle) {
        this(program, handle, NONE, NONE, NONE, program.context().checks());
    }

    private Kernel(
            Program program,
            KernelHandle handle,
            long[] global,
            long[] local,
            long[] offset,
            List<ArgumentCheck> checks) {
        this.program = program;
        this.handle = handle;
        this.global = global;
        this.local = local;
        this.offset = offset;
        this.checks = checks;
    }

    /** The smallest multiple of {@code multiple} that is at least {@code size}. */
    public static long roundUp(long size, long multiple) {
        return Math.multiplyExact(Math.floorDiv(Math.addExact(size, multiple - 1), multiple), multiple);
    }

    /** The kernel's name. */
    public String name() {
        return handle.signature().name();
    }

    /** The parameters, in order. */
    public List<KernelParameter> parameters() {
        return handle.signature().parameters();
    }

    /** The program that it is part of. */
    public Program program() {
        return program;
    }

    /** This kernel over so many work-items in 1 to 3 dimensions. */
    public Kernel global(long... size) {
        Preconditions.notNull(size, "size");
        WorkGroups.checkSizes(name(), "global size", size, 1);
        return new Kernel(program, handle, size.clone(), local, offset, checks);
    }

    /**
     * This kernel in work-groups of so many work-items, by which the global size must be divisible; without it, a good size
     * is chosen for any global size.
     */
    public Kernel local(long... size) {
        Preconditions.notNull(size, "size");
        WorkGroups.checkSizes(name(), "local size", size, 1);
        return new Kernel(program, handle, global, size.clone(), offset, checks);
    }

    /** This kernel with global ids that start at an offset. */
    public Kernel offset(long... start) {
        Preconditions.notNull(start, "start");
        WorkGroups.checkSizes(name(), "offset", start, 0);
        return new Kernel(program, handle, global, local, start.clone(), checks);
    }

    /** This kernel with one more check of its arguments before each launch. */
    public Kernel withCheck(ArgumentCheck check) {
        Preconditions.notNull(check, "check");
        List<ArgumentCheck> more = new ArrayList<>(checks);
        more.add(check);
        return new Kernel(program, handle, global, local, offset, List.copyOf(more));
    }

    /** The global size; empty if none was given. */
    public long[] global() {
        return global.clone();
    }

    /** Whether work-items count from elsewhere than 0. */
    public boolean hasOffset() {
        return Arrays.stream(offset).anyMatch(start -> start != 0);
    }

    /** The local size; empty if none was given. */
    public long[] local() {
        return local.clone();
    }

    /** What the kernel needs of the device. */
    public ResourceUsage resources() {
        return handle.resources();
    }

    /**
     * Checks the arguments and runs the kernel in the compute queue.
     *
     * <p>Arguments are {@link DeviceArray}s, {@link LocalMemory}, boxed numbers, {@code float[4]} and the like for vector
     * types, and {@link org.plegma.array.Grid}s or primitive arrays: those are copied to the device before and, unless the
     * parameter is {@code const}, back after, and the call waits for that. With device arrays alone it returns at once.
     *
     * @throws KernelArgumentException if count or types do not fit the parameters
     * @throws LaunchLimitException if the sizes exceed what the device or the kernel allows
     * @throws ClosedException if the program or an array is closed
     */
    public Event call(Object... arguments) {
        return launch(program.context().compute(), arguments);
    }

    /** As {@link #call}, in a queue of the same device. */
    public Event launch(Queue queue, Object... arguments) {
        Preconditions.notNull(queue, "queue");
        return Objects.requireNonNull(run(queue, arguments, false));
    }

    /**
     * As {@link #launch}, but without an event: for loops of many short launches, each of which costs the host a third of
     * what it otherwise does on NVIDIA. A failure is reported by a later call or by {@link Queue#finish}.
     */
    public void enqueue(Queue queue, Object... arguments) {
        Preconditions.notNull(queue, "queue");
        run(queue, arguments, true);
    }

    /** Worked out at the first launch. */
    private List<LaunchPieces.Piece> pieces() {
        List<LaunchPieces.Piece> known = pieces;
        if (known == null) {
            known = LaunchPieces.of(
                    program.device(), name(), resources(), handle::isIndependent, global, local, offset);
            pieces = known;
        }
        return known;
    }

    /** @return null if it ran quietly */
    private @Nullable Event run(Queue queue, Object[] arguments, boolean quiet) {
        program.checkOpen();
        if (queue.context() != program.context()) {
            throw new KernelArgumentException("Kernel " + name() + " was compiled for " + program.device()
                    + ", the queue belongs to another session or device.");
        }
        List<Object> given = arguments == null ? Arrays.asList((Object) null) : Arrays.asList(arguments);
        try (BoundArguments bound = new BoundArguments(program, handle, given)) {
            WorkGroups.checkOffset(name(), global, offset);
            List<LaunchPieces.Piece> pieces = pieces();
            WorkGroups.checkLocalMemory(program.device(), name(), resources(), bound.localBytes());
            checks.forEach(check -> check.check(this, given));
            bound.copyIn();
            Event whole = null;
            for (LaunchPieces.Piece piece : pieces) {
                Queue.Command command = (q, event) -> enqueue(q, event, bound, piece);
                if (program.context().isolation() != null) {
                    whole = runElsewhere(queue, bound, piece).continuing(whole);
                } else if (quiet && !bound.hasHostArrays()) {
                    queue.submitQuietly(name(), Span.Kind.KERNEL, command);
                } else {
                    whole = queue.submit(name(), Span.Kind.KERNEL, 0, command).continuing(whole);
                }
            }
            if (whole != null) {
                bound.copyOut(whole);
            }
            return whole;
        } finally {
            // The cleaner may take what nobody refers to any more, even while its native side is in use here.
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    /** Runs it in another process, after all that is in the queue, and waits for its end. */
    private Event runElsewhere(Queue queue, BoundArguments bound, LaunchPieces.Piece piece) {
        queue.finish();
        LaunchRequest request = new LaunchRequest(
                program.recipe(), handle.nativeName(), piece.offset(), piece.global(), piece.local(), bound.shared());
        try {
            long now = System.nanoTime();
            LaunchOutcome outcome =
                    Objects.requireNonNull(program.context().isolation()).launch(request);
            if (outcome.status() != CL.CL_SUCCESS) {
                throw program.context().failure(outcome.status(), outcome.failure() + "(" + name() + ")");
            }
            return Event.elsewhere(queue, name(), now, outcome);
        } catch (IOException e) {
            throw new OpenClException(
                    "The launch of " + name() + " in a process of its own failed: " + e.getMessage(), e);
        }
    }

    private int enqueue(
            cl_command_queue queue, @Nullable cl_event event, BoundArguments bound, LaunchPieces.Piece piece) {
        synchronized (handle) {
            if (handle.isReleased()) {
                throw program.closed();
            }
            bound.set();
            IntSupplier enqueue = () -> CL.clEnqueueNDRangeKernel(
                    queue,
                    handle.kernel(),
                    global.length,
                    piece.offset().length == 0 ? null : piece.offset(),
                    piece.global(),
                    piece.local().length == 0 ? null : piece.local(),
                    0,
                    null,
                    event);
            return program.device().isPocl() ? program.turns().launch(queue, enqueue) : enqueue.getAsInt();
        }
    }

    /** The signature and, if given, the sizes. */
    @Override
    public String toString() {
        String sizes = global.length == 0 ? "" : " global " + Arrays.toString(global);
        return name()
                + handle.signature().types()
                + sizes
                + (local.length == 0 ? "" : " local " + Arrays.toString(local));
    }
}
