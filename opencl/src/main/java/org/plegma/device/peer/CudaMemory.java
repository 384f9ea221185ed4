package org.plegma.device.peer;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.Arrays;
import java.util.List;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;

/** Memory of one device that CUDA's driver makes, and that contexts of several devices import. */
final class CudaMemory implements PeerMemory.Backing {
    private final CudaDriver cuda;
    private final int home;
    private final long bytes;
    private long handle;
    private long address;
    private boolean mapped;
    private boolean retained;

    /** On the first session's device. */
    CudaMemory(List<Session> sessions, long wanted) {
        this.cuda = initialized();
        this.home = ordinal(cuda, sessions.get(0).device());
        LongByReference piece = new LongByReference();
        check(cuda, cuda.cuMemGetAllocationGranularity(piece, properties(), 0), "cuMemGetAllocationGranularity");
        long pieces = Math.max(1, (wanted + piece.getValue() - 1) / piece.getValue());
        this.bytes = pieces * piece.getValue();
        try {
            allocate(sessions);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private CudaDriver.AllocationProperties properties() {
        CudaDriver.AllocationProperties properties = new CudaDriver.AllocationProperties();
        properties.device = home;
        return properties;
    }

    /** The memory, mapped, with access for all devices: only then may their contexts import it. */
    private void allocate(List<Session> sessions) {
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

    @Override
    public cl_mem in(cl_context context) {
        IntByReference file = new IntByReference();
        check(
                cuda,
                cuda.cuMemExportToShareableHandle(file, handle, CudaDriver.POSIX_FILE, 0),
                "cuMemExportToShareableHandle");
        return Importer.buffer(context, file.getValue(), bytes);
    }

    @Override
    public void close() {
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

    static CudaDriver initialized() {
        CudaDriver cuda = CudaDriver.load();
        check(cuda, cuda.cuInit(0), "cuInit");
        return cuda;
    }

    /** CUDA's number of an OpenCL device: both tell the same UUID. */
    static int ordinal(CudaDriver cuda, Device device) {
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

    static void check(CudaDriver cuda, int status, String call) {
        if (status != 0) {
            PointerByReference text = new PointerByReference();
            cuda.cuGetErrorString(status, text);
            Pointer message = text.getValue();
            throw new OpenClException(
                    call + " failed: " + (message == null ? "status " + status : message.getString(0)) + ".", null);
        }
    }
}
