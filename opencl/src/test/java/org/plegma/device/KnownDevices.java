package org.plegma.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jocl.CL;

/** Devices that are elsewhere, by what their drivers say: code can be chosen for them, but not run. */
public final class KnownDevices {
    private static final int NV_WARP_SIZE = 0x4003;
    private static final int NV_COMPUTE_CAPABILITY_MAJOR = 0x4000;

    private KnownDevices() {}

    /** An NVIDIA H200 with driver 580. */
    public static Device h200() {
        Map<Integer, Object> platform = Map.of(CL.CL_PLATFORM_NAME, "NVIDIA CUDA");
        Map<Integer, Object> device = Map.ofEntries(
                Map.entry(CL.CL_DEVICE_NAME, "NVIDIA H200"),
                Map.entry(CL.CL_DEVICE_VENDOR, "NVIDIA Corporation"),
                Map.entry(CL.CL_DRIVER_VERSION, "580.0"),
                Map.entry(CL.CL_DEVICE_TYPE, CL.CL_DEVICE_TYPE_GPU),
                Map.entry(CL.CL_DEVICE_EXTENSIONS, "cl_khr_fp64"),
                Map.entry(CL.CL_DEVICE_MAX_COMPUTE_UNITS, 132L),
                Map.entry(CL.CL_DEVICE_MAX_CLOCK_FREQUENCY, 1980L),
                Map.entry(CL.CL_DEVICE_MAX_WORK_GROUP_SIZE, 1024L),
                Map.entry(CL.CL_DEVICE_MAX_WORK_ITEM_SIZES, new long[] {1024, 1024, 64}),
                Map.entry(CL.CL_DEVICE_LOCAL_MEM_SIZE, 48L << 10),
                Map.entry(CL.CL_DEVICE_GLOBAL_MEM_SIZE, 139L << 30),
                Map.entry(CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE, 139L << 28),
                Map.entry(CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4096L),
                Map.entry(NV_WARP_SIZE, 32L),
                Map.entry(NV_COMPUTE_CAPABILITY_MAJOR, 9L));
        return new Device(0, null, null, info(platform), info(device));
    }

    private static Info info(Map<Integer, Object> values) {
        return new Info(parameter -> bytes(values.get(parameter)));
    }

    private static byte[] bytes(Object value) {
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        long[] numbers = value instanceof Long number
                ? new long[] {number}
                : value instanceof long[] several ? several : new long[0];
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }
}
