package org.plegma.device.peer;

import com.sun.jna.ptr.IntByReference;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Interop;
import org.plegma.device.Session;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClException;

/**
 * An array in one device's memory that several sessions see, each in its own context. A kernel or copy of any of them reads and
 * writes that memory itself.
 *
 * <p>The contexts know nothing of each other. Wait for the event of what wrote before another context reads, or have kernels count in
 * memory that is shared. Thread-safe.
 */
public final class PeerMemory implements AutoCloseable {
    private static final String EXTENSION = "cl_khr_external_memory_opaque_fd";

    /** NVIDIA's driver 580 took 256 MiB, and crashed the process as it imported 512. */
    public static final long MOST_BYTES = 256L << 20;

    /** What the arrays lie in. */
    interface Backing extends AutoCloseable {
        /** A buffer of a context on that memory. */
        cl_mem in(cl_context context);

        @Override
        void close();
    }

    private final Backing backing;
    private final Map<Session, DeviceArray> arrays = new IdentityHashMap<>();
    private boolean closed;

    /**
     * Why the devices of these sessions have no memory in common; empty if they have.
     *
     * @param sessions each stands for the device that it is seen from
     */
    public static Optional<String> refusal(List<Session> sessions) {
        for (Session session : sessions) {
            Device device = session.device();
            if (!device.isNvidia() || !device.extensions().contains(EXTENSION)) {
                return Optional.of("Device " + device.index() + " (" + device.name()
                        + ") cannot import memory: only NVIDIA's driver with " + EXTENSION + " does.");
            }
            if (session.isIsolated()) {
                return Optional.of(
                        "Kernels of the session on device " + device.index() + " run in a process of their own.");
            }
        }
        CudaDriver cuda;
        try {
            cuda = CudaMemory.initialized();
        } catch (UnsatisfiedLinkError | OpenClException e) {
            return Optional.of("CUDA's driver cannot be used: " + e.getMessage());
        }
        for (Session from : sessions) {
            for (Session to : sessions) {
                int one = CudaMemory.ordinal(cuda, from.device());
                int other = CudaMemory.ordinal(cuda, to.device());
                IntByReference can = new IntByReference(1);
                if (one != other) {
                    CudaMemory.check(cuda, cuda.cuDeviceCanAccessPeer(can, one, other), "cuDeviceCanAccessPeer");
                }
                if (can.getValue() == 0) {
                    return Optional.of("Device " + from.device().index() + " cannot reach the memory of device "
                            + to.device().index() + ".");
                }
            }
        }
        return Optional.empty();
    }

    /** Whether all are of processors, whose kernels run in this process: they have its memory in common, whatever {@link #refusal} says. */
    public static boolean isOneProcess(List<Session> sessions) {
        Preconditions.notNull(sessions, "sessions");
        return sessions.stream()
                .allMatch(session -> session.device().kind() == Device.Kind.CPU && !session.isIsolated());
    }

    /** How arrays get from each of a session's devices to the others, in a sentence. */
    public static String way(Session session) {
        return refusal(session.devices().stream().map(session::on).toList())
                .map(why -> "Between these devices arrays go through the host's memory. " + why)
                .orElse("Each of these devices writes into the others' memory.");
    }

    /**
     * Allocates memory on the first session's device, or in this process's if {@link #isOneProcess}.
     *
     * @param sessions each stands for the device that it is seen from; they may be of one device
     * @param shape of the array
     * @throws OpenClException if the memory cannot be made or imported
     * @throws IllegalArgumentException if {@link #refusal} has a reason, or the array has more than 256 MiB
     */
    public static PeerMemory allocate(List<Session> sessions, ElementType type, int... shape) {
        boolean oneProcess = isOneProcess(sessions);
        if (!oneProcess) {
            refusal(sessions).ifPresent(why -> {
                throw new IllegalArgumentException(why);
            });
        }
        long bytes = ArrayShapes.length(shape) * type.bytes();
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("Devices share arrays of at most " + MOST_BYTES
                    + " bytes, as NVIDIA's driver crashes on larger ones; found " + bytes + ". Copy in pieces.");
        }
        PeerMemory memory = new PeerMemory(oneProcess ? new ProcessMemory(bytes) : new CudaMemory(sessions, bytes));
        try {
            for (Session session : sessions) {
                cl_mem buffer = memory.backing.in((cl_context) Interop.context(session));
                memory.arrays.put(session, Interop.adopt(session, buffer, type, shape));
            }
            return memory;
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    private PeerMemory(Backing backing) {
        this.backing = backing;
    }

    /** The array as a session sees it, which was given to {@link #allocate}. Closing this memory closes it. */
    public synchronized DeviceArray on(Session session) {
        DeviceArray array = arrays.get(session);
        if (array == null) {
            throw closed
                    ? new ClosedException("Peer memory")
                    : new IllegalArgumentException("The memory was not allocated for the session " + session + ".");
        }
        return array;
    }

    @Override
    public synchronized void close() {
        arrays.values().forEach(DeviceArray::close);
        arrays.clear();
        if (!closed) {
            closed = true;
            backing.close();
        }
    }
}
