package org.plegma.device.peer;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jocl.cl_context;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
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

    private final CudaDriver cuda;
    private final int home;
    private final long bytes;
    private final Map<Session, DeviceArray> arrays = new IdentityHashMap<>();
    private long handle;
    private long address;
    private boolean mapped;
    private boolean retained;

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
            cuda = initialized();
        } catch (UnsatisfiedLinkError | OpenClException e) {
            return Optional.of("CUDA's driver cannot be used: " + e.getMessage());
        }
        for (Session from : sessions) {
            for (Session to : sessions) {
                int one = ordinal(cuda, from.device());
                int other = ordinal(cuda, to.device());
                IntByReference can = new IntByReference(1);
                if (one != other) {
                    check(cuda, cuda.cuDeviceCanAccessPeer(can, one, other), "cuDeviceCanAccessPeer");
                }
                if (can.getValue() == 0) {
                    return Optional.of("Device " + from.device().index() + " cannot reach the memory of device "
                            + to.device().index() + ".");
                }
            }
        }
        return Optional.empty();
    }

    /** How arrays get from each of a session's devices to the others, in a sentence. */
    public static String way(Session session) {
        return refusal(session.devices().stream().map(session::on).toList())
                .map(why -> "Between these devices arrays go through the host's memory. " + why)
                .orElse("Each of these devices writes into the others' memory.");
    }

    /**
     * Allocates memory on the first session's device.
     *
     * @param sessions each stands for the device that it is seen from; they may be of one device
     * @param shape of the array
     * @throws OpenClException if the memory cannot be made or imported
     * @throws IllegalArgumentException if {@link #refusal} has a reason, or the array has more than 256 MiB
     */
    public static PeerMemory allocate(List<Session> sessions, ElementType type, int... shape) {
        refusal(sessions).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        long bytes = ArrayShapes.length(shape) * type.bytes();
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("Devices share arrays of at most " + MOST_BYTES
                    + " bytes, as NVIDIA's driver crashes on larger ones; found " + bytes + ". Copy in pieces.");
        }
        PeerMemory memory = new PeerMemory(initialized(), sessions, bytes);
        try {
            memory.allocateOnHome(sessions);
            for (Session session : sessions) {
                memory.arrays.put(session, memory.imported(session, type, shape));
            }
            return memory;
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    private PeerMemory(CudaDriver cuda, List<Session> sessions, long wanted) {
        this.cuda = cuda;
        this.home = ordinal(cuda, sessions.get(0).device());
        LongByReference piece = new LongByReference();
        check(cuda, cuda.cuMemGetAllocationGranularity(piece, properties(), 0), "cuMemGetAllocationGranularity");
        long pieces = Math.max(1, (wanted + piece.getValue() - 1) / piece.getValue());
        this.bytes = pieces * piece.getValue();
    }

    private CudaDriver.AllocationProperties properties() {
        CudaDriver.AllocationProperties properties = new CudaDriver.AllocationProperties();
        properties.device = home;
        return properties;
    }

    /** The memory, mapped, with access for all devices: only then may their contexts import it. */
    private void allocateOnHome(List<Session> sessions) {
        check(cuda, cuda.cuDevicePrimaryCtxRetain(new PointerByReference(), home), "cuDevicePrimaryCtxRetain");
        retained = true;
        LongByReference out = new LongByReference();
        check(cuda, cuda.cuMemCreate(out, bytes, properties(), 0), "cuMemCreate(" + bytes + " bytes)");
        handle = out.getValue();
        check(cuda, cuda.cuMemAddressReserve(out, bytes, 0, 0, 0), "cuMemAddressReserve");
        address = out.getValue();
        check(cuda, cuda.cuMemMap(address, bytes, 0, handle, 0), "cuMemMap");
        mapped = true;
        int[] ordinals = sessions.stream()
                .mapToInt(session -> ordinal(cuda, session.device()))
                .distinct()
                .toArray();
        try (Memory access = new Memory(3L * Integer.BYTES * ordinals.length)) {
            for (int i = 0; i < ordinals.length; i++) {
                int[] description = {CudaDriver.DEVICE_MEMORY, ordinals[i], CudaDriver.READ_AND_WRITE};
                access.write(3L * Integer.BYTES * i, description, 0, 3);
            }
            check(cuda, cuda.cuMemSetAccess(address, bytes, access, ordinals.length), "cuMemSetAccess");
        }
    }

    private DeviceArray imported(Session session, ElementType type, int... shape) {
        IntByReference file = new IntByReference();
        check(
                cuda,
                cuda.cuMemExportToShareableHandle(file, handle, CudaDriver.POSIX_FILE, 0),
                "cuMemExportToShareableHandle");
        cl_context context = (cl_context) Interop.context(session);
        return Interop.adopt(session, Importer.buffer(context, file.getValue(), bytes), type, shape);
    }

    /** The array as a session sees it, which was given to {@link #allocate}. Closing this memory closes it. */
    public synchronized DeviceArray on(Session session) {
        DeviceArray array = arrays.get(session);
        if (array == null) {
            throw handle == 0
                    ? new ClosedException("Peer memory")
                    : new IllegalArgumentException("The memory was not allocated for the session " + session + ".");
        }
        return array;
    }

    @Override
    public synchronized void close() {
        arrays.values().forEach(DeviceArray::close);
        arrays.clear();
        if (mapped) {
            cuda.cuMemUnmap(address, bytes);
            mapped = false;
        }
        if (address != 0) {
            cuda.cuMemAddressFree(address, bytes);
            address = 0;
        }
        if (handle != 0) {
            cuda.cuMemRelease(handle);
            handle = 0;
        }
        if (retained) {
            cuda.cuDevicePrimaryCtxRelease_v2(home);
            retained = false;
        }
    }

    private static CudaDriver initialized() {
        CudaDriver cuda = CudaDriver.load();
        check(cuda, cuda.cuInit(0), "cuInit");
        return cuda;
    }

    /** CUDA's number of an OpenCL device: both tell the same UUID. */
    private static int ordinal(CudaDriver cuda, Device device) {
        byte[] wanted = device.uuid().orElseThrow(() -> new OpenClException(device.name() + " tells no UUID.", null));
        IntByReference out = new IntByReference();
        check(cuda, cuda.cuDeviceGetCount(out), "cuDeviceGetCount");
        int count = out.getValue();
        for (int i = 0; i < count; i++) {
            check(cuda, cuda.cuDeviceGet(out, i), "cuDeviceGet");
            byte[] uuid = new byte[CudaDriver.UUID_BYTES];
            check(cuda, cuda.cuDeviceGetUuid_v2(uuid, out.getValue()), "cuDeviceGetUuid");
            if (Arrays.equals(wanted, uuid)) {
                return out.getValue();
            }
        }
        throw new OpenClException("CUDA's driver does not know " + device.name() + ".", null);
    }

    private static void check(CudaDriver cuda, int status, String call) {
        if (status != 0) {
            PointerByReference text = new PointerByReference();
            cuda.cuGetErrorString(status, text);
            Pointer message = text.getValue();
            throw new OpenClException(
                    call + " failed: " + (message == null ? "status " + status : message.getString(0)) + ".", null);
        }
    }
}
