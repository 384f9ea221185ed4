package org.plegma.device.peer;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import org.jspecify.annotations.Nullable;

/** What is needed of CUDA's driver library: virtual memory that can be exported. Each call returns a status, 0 is success. */
interface CudaDriver extends Library {
    int DEVICE_MEMORY = 1;
    int POSIX_FILE = 1;
    int PINNED = 1;
    int READ_AND_WRITE = 3;
    int UUID_BYTES = 16;

    /** @throws UnsatisfiedLinkError if the machine has no CUDA driver */
    static CudaDriver load() {
        return Native.load("libcuda.so.1", CudaDriver.class);
    }

    int cuInit(int flags);

    int cuGetErrorString(int status, PointerByReference text);

    int cuDeviceGetCount(IntByReference count);

    int cuDeviceGet(IntByReference device, int ordinal);

    int cuDeviceGetUuid_v2(byte[] uuid, int device);

    int cuDevicePrimaryCtxRetain(PointerByReference context, int device);

    int cuDevicePrimaryCtxRelease_v2(int device);

    int cuDeviceCanAccessPeer(IntByReference can, int device, int peer);

    int cuMemGetAllocationGranularity(LongByReference bytes, AllocationProperties properties, int option);

    int cuMemCreate(LongByReference handle, long bytes, AllocationProperties properties, long flags);

    int cuMemRelease(long handle);

    int cuMemAddressReserve(LongByReference address, long bytes, long alignment, long wish, long flags);

    int cuMemAddressFree(long address, long bytes);

    int cuMemMap(long address, long bytes, long offset, long handle, long flags);

    int cuMemUnmap(long address, long bytes);

    int cuMemSetAccess(long address, long bytes, Pointer access, long count);

    int cuMemExportToShareableHandle(IntByReference file, long handle, int handleType, long flags);

    /** CUmemAllocationProp. */
    @Structure.FieldOrder({
        "type",
        "requestedHandleTypes",
        "locationType",
        "device",
        "metaData",
        "compression",
        "directRemoteAccess",
        "usage",
        "reserved"
    })
    final class AllocationProperties extends Structure {
        public int type = PINNED;
        public int requestedHandleTypes = POSIX_FILE;
        public int locationType = DEVICE_MEMORY;
        public int device;
        public @Nullable Pointer metaData;
        public byte compression;
        public byte directRemoteAccess;
        public short usage;
        public byte[] reserved = new byte[4];
    }
}
