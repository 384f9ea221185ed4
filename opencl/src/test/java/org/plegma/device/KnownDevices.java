package org.plegma.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jocl.CL;
import org.plegma.device.source.Info;

/** Devices that are elsewhere, by what their drivers say: code can be chosen for them, but not run. */
public final class KnownDevices {
    private static final int NV_WARP_SIZE = 0x4003;
    private static final int NV_COMPUTE_CAPABILITY_MAJOR = 0x4000;

    private KnownDevices() {}

    /** An NVIDIA H200 with driver 580. */
    public static Device h200() {
        return h200(null, "NVIDIA H200");
    }

    /** @param host the device that stands in for it, or null */
    static Device h200(Device host, String name) {
        return device(
                host,
                "NVIDIA CUDA",
                Map.ofEntries(
                        Map.entry(CL.CL_DEVICE_NAME, name),
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
                        Map.entry(NV_COMPUTE_CAPABILITY_MAJOR, 9L)));
    }

    /** A processor with eight cores under PoCL. */
    public static Device processor() {
        return processor(16L << 20);
    }

    /** @param cacheBytes 0 on a virtual machine that hides its caches */
    public static Device processor(long cacheBytes) {
        return device(
                null,
                "Portable Computing Language",
                Map.ofEntries(
                        Map.entry(CL.CL_DEVICE_NAME, "pthread-processor"),
                        Map.entry(CL.CL_DEVICE_VENDOR, "GenuineIntel"),
                        Map.entry(CL.CL_DRIVER_VERSION, "3.1"),
                        Map.entry(CL.CL_DEVICE_TYPE, CL.CL_DEVICE_TYPE_CPU),
                        Map.entry(CL.CL_DEVICE_EXTENSIONS, "cl_khr_fp64"),
                        Map.entry(CL.CL_DEVICE_MAX_COMPUTE_UNITS, 8L),
                        Map.entry(CL.CL_DEVICE_MAX_CLOCK_FREQUENCY, 2300L),
                        Map.entry(CL.CL_DEVICE_MAX_WORK_GROUP_SIZE, 4096L),
                        Map.entry(CL.CL_DEVICE_MAX_WORK_ITEM_SIZES, new long[] {4096, 4096, 4096}),
                        Map.entry(CL.CL_DEVICE_LOCAL_MEM_SIZE, 512L << 10),
                        Map.entry(CL.CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cacheBytes),
                        Map.entry(CL.CL_DEVICE_GLOBAL_MEM_SIZE, 32L << 30),
                        Map.entry(CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE, 16L << 30),
                        Map.entry(CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024L)));
    }

    /** A GPU of AMD with 104 units, of what its driver says the part that choices look at. */
    public static Device mi250() {
        return mi250(null);
    }

    /** @param host the device that stands in for it, or null */
    static Device mi250(Device host) {
        return device(
                host,
                "AMD Accelerated Parallel Processing",
                Map.ofEntries(
                        Map.entry(CL.CL_DEVICE_NAME, "gfx90a"),
                        Map.entry(CL.CL_DEVICE_VENDOR, "Advanced Micro Devices, Inc."),
                        Map.entry(CL.CL_DRIVER_VERSION, "3625.0"),
                        Map.entry(CL.CL_DEVICE_TYPE, CL.CL_DEVICE_TYPE_GPU),
                        Map.entry(CL.CL_DEVICE_EXTENSIONS, "cl_khr_fp64"),
                        Map.entry(CL.CL_DEVICE_MAX_COMPUTE_UNITS, 104L),
                        Map.entry(CL.CL_DEVICE_MAX_CLOCK_FREQUENCY, 1700L),
                        Map.entry(CL.CL_DEVICE_MAX_WORK_GROUP_SIZE, 256L),
                        Map.entry(CL.CL_DEVICE_MAX_WORK_ITEM_SIZES, new long[] {1024, 1024, 1024}),
                        Map.entry(CL.CL_DEVICE_LOCAL_MEM_SIZE, 64L << 10),
                        Map.entry(CL.CL_DEVICE_GLOBAL_MEM_SIZE, 64L << 30),
                        Map.entry(CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE, 54L << 30),
                        Map.entry(CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024L)));
    }

    private static Device device(Device host, String platform, Map<Integer, Object> values) {
        return new Device(
                0,
                host == null ? null : host.platformId(),
                host == null ? null : host.id(),
                info(Map.of(CL.CL_PLATFORM_NAME, platform)),
                info(values));
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
