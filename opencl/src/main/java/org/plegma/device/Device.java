package org.plegma.device;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.plegma.array.ElementType;
import org.plegma.device.source.Info;

/** An OpenCL device and what it can do. Immutable; equal to itself only. */
public final class Device {
    /** What sort of device. */
    public enum Kind {
        GPU,
        CPU,
        ACCELERATOR
    }

    private static final int DEVICE_WARP_SIZE_NV = 0x4003;
    private static final int DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000;
    private static final int DEVICE_COMPUTE_CAPABILITY_MINOR_NV = 0x4001;
    private static final int DEVICE_UUID = 0x106A;
    private static final int DEVICE_WAVEFRONT_WIDTH_AMD = 0x4043;

    /** Compute capability 9.0, and what a work-group can have of its multiprocessor's local memory from which driver on. */
    private static final int VOLTA = 70;

    private static final int AMPERE = 80;

    private static final int HOPPER = 90;

    private static final int HOPPER_DRIVER = 580;
    private static final int NVIDIA_LESS_FOR_ARGUMENTS = 1 << 10;
    private static final Pattern LEADING_NUMBER = Pattern.compile("\\d{1,6}");
    private static final long HOPPER_LOCAL_BYTES = (227 << 10) - WorkGroups.NVIDIA_OWN_LOCAL_BYTES;

    private final int index;
    private final cl_platform_id platform;
    private final cl_device_id id;
    private final String name;
    private final String vendor;
    private final String platformName;
    private final String platformVersion;
    private final String driverVersion;
    private final String openclVersion;
    private final String openclCVersion;
    private final Kind kind;
    private final int computeUnits;
    private final int clockMhz;
    private final long maxWorkGroupSize;
    private final long[] maxWorkItemSizes;
    private final long localMemoryBytes;
    private final long globalMemoryBytes;
    private final long maxAllocationBytes;
    private final long constantMemoryBytes;
    private final long cacheBytes;
    private final int baseAlignmentBytes;
    private final int warpSize;
    private final int computeCapability;
    private final Set<String> extensions;
    private final boolean canRoundFloatsCorrectly;
    private final byte[] uuid;

    Device(int index, cl_platform_id platform, cl_device_id id) {
        this(
                index,
                platform,
                id,
                new Info((p, size, value, out) -> CL.clGetPlatformInfo(platform, p, size, value, out)),
                new Info((p, size, value, out) -> CL.clGetDeviceInfo(id, p, size, value, out)));
    }

    /** From what a driver says, or what is known of a device that is elsewhere, for which code can be chosen but not run. */
    Device(int index, cl_platform_id platform, cl_device_id id, Info ofPlatform, Info of) {
        this.index = index;
        this.platform = platform;
        this.id = id;
        this.name = of.string(CL.CL_DEVICE_NAME);
        this.vendor = of.string(CL.CL_DEVICE_VENDOR);
        this.platformName = ofPlatform.string(CL.CL_PLATFORM_NAME);
        this.platformVersion = ofPlatform.string(CL.CL_PLATFORM_VERSION);
        this.driverVersion = of.string(CL.CL_DRIVER_VERSION);
        this.openclVersion = of.string(CL.CL_DEVICE_VERSION);
        this.openclCVersion = of.string(CL.CL_DEVICE_OPENCL_C_VERSION);
        this.kind = kind(of.number(CL.CL_DEVICE_TYPE));
        this.computeUnits = (int) of.number(CL.CL_DEVICE_MAX_COMPUTE_UNITS);
        this.clockMhz = (int) of.number(CL.CL_DEVICE_MAX_CLOCK_FREQUENCY);
        this.maxWorkGroupSize = of.number(CL.CL_DEVICE_MAX_WORK_GROUP_SIZE);
        this.maxWorkItemSizes = of.numbers(CL.CL_DEVICE_MAX_WORK_ITEM_SIZES);
        this.localMemoryBytes = of.number(CL.CL_DEVICE_LOCAL_MEM_SIZE);
        this.globalMemoryBytes = of.number(CL.CL_DEVICE_GLOBAL_MEM_SIZE);
        this.maxAllocationBytes = of.number(CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE);
        this.constantMemoryBytes = of.number(CL.CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
        this.cacheBytes = of.number(CL.CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
        this.baseAlignmentBytes = (int) Math.max(1, of.number(CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8);
        this.extensions = Set.copyOf(new LinkedHashSet<>(
                Arrays.asList(of.string(CL.CL_DEVICE_EXTENSIONS).split("\\s+"))));
        this.canRoundFloatsCorrectly =
                (of.number(CL.CL_DEVICE_SINGLE_FP_CONFIG) & CL.CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
        this.uuid = of.bytes(DEVICE_UUID);
        long none = 1;
        long nvidia = isNvidia() ? of.number(DEVICE_WARP_SIZE_NV, 32) : none;
        this.warpSize = (int) (isAmd() ? of.number(DEVICE_WAVEFRONT_WIDTH_AMD, 64) : nvidia);
        this.computeCapability = isNvidia()
                ? (int) (10 * of.number(DEVICE_COMPUTE_CAPABILITY_MAJOR_NV)
                        + of.number(DEVICE_COMPUTE_CAPABILITY_MINOR_NV))
                : 0;
    }

    private static Kind kind(long type) {
        if ((type & CL.CL_DEVICE_TYPE_GPU) != 0) {
            return Kind.GPU;
        }
        return (type & CL.CL_DEVICE_TYPE_CPU) != 0 ? Kind.CPU : Kind.ACCELERATOR;
    }

    cl_platform_id platformId() {
        return platform;
    }

    cl_device_id id() {
        return id;
    }

    /** Position in {@link Devices#all()}. */
    public int index() {
        return index;
    }

    /** How many numbers of a type the compiler likes to have in a vector, as OpenCL's preferred width; 1 if it does not care. */
    public int preferredVectorWidth(ElementType type) {
        int parameter =
                switch (type) {
                    case FLOAT -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT;
                    case DOUBLE -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE;
                    case INT -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT;
                    case LONG -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG;
                    case SHORT -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT;
                    case BYTE -> CL.CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR;
                };
        Info of = new Info((p, size, value, out) -> CL.clGetDeviceInfo(id, p, size, value, out));
        return (int) Math.max(1, of.number(parameter));
    }

    /** The device's name, as the driver gives it. */
    public String name() {
        return name;
    }

    /** The device's vendor. */
    public String vendor() {
        return vendor;
    }

    /** The platform (driver) that offers the device. */
    public String platformName() {
        return platformName;
    }

    /** The platform's version text, which names the driver's build and its compiler. */
    public String platformVersion() {
        return platformVersion;
    }

    /** The driver's version. */
    public String driverVersion() {
        return driverVersion;
    }

    /** The OpenCL version of the device, for example {@code OpenCL 3.0 CUDA}. */
    public String openclVersion() {
        return openclVersion;
    }

    /** The OpenCL C version of the compiler when no {@code -cl-std} is given. */
    public String openclCVersion() {
        return openclCVersion;
    }

    /** GPU, CPU or accelerator. */
    public Kind kind() {
        return kind;
    }

    /** Number of compute units: streaming multiprocessors, AMD compute units or CPU cores. */
    public int computeUnits() {
        return computeUnits;
    }

    /** Highest clock in MHz. */
    public int clockMhz() {
        return clockMhz;
    }

    /** Most work-items in a work-group; a kernel may allow fewer. */
    public long maxWorkGroupSize() {
        return maxWorkGroupSize;
    }

    /** Most work-items in a work-group along each dimension. */
    public long[] maxWorkItemSizes() {
        return maxWorkItemSizes.clone();
    }

    /**
     * Whether the work-items of a warp can speak to each other, and a group that waits does not stop others: on NVIDIA from Volta on.
     */
    public boolean hasSpeakingWarps() {
        return isNvidia() && computeCapability >= VOLTA;
    }

    /** Whether the work-items of a warp can find their least number at once: on NVIDIA from Ampere on. */
    public boolean hasReducingWarps() {
        return isNvidia() && computeCapability >= AMPERE;
    }

    /** Local memory of a work-group in bytes, as the driver reports it. */
    public long localMemoryBytes() {
        return localMemoryBytes;
    }

    /**
     * Local memory in bytes of a work-group whose kernel declares all of it, rather than taking some as arguments. NVIDIA's
     * driver reports 48 KB, which is what arguments may have; declared arrays may take all that a multiprocessor gives.
     */
    public long declaredLocalMemoryBytes() {
        return declaredLocalMemoryBytes(localMemoryBytes, computeCapability, driverVersion);
    }

    /**
     * Local memory in bytes that a work-group may have as arguments of its kernel. Arguments as large as NVIDIA's driver reports
     * fail at the launch, as it takes some itself; arguments of 1 KB less are what is counted on.
     */
    public long argumentLocalMemoryBytes() {
        return argumentLocalMemoryBytes(localMemoryBytes, isNvidia());
    }

    static long argumentLocalMemoryBytes(long reported, boolean isNvidia) {
        return isNvidia ? reported - NVIDIA_LESS_FOR_ARGUMENTS : reported;
    }

    /** More where it was tried only. */
    static long declaredLocalMemoryBytes(long reported, int computeCapability, String driver) {
        Matcher major = LEADING_NUMBER.matcher(driver);
        return computeCapability == HOPPER && major.lookingAt() && Integer.parseInt(major.group()) >= HOPPER_DRIVER
                ? Math.max(reported, HOPPER_LOCAL_BYTES)
                : reported;
    }

    /** Global memory in bytes. */
    public long globalMemoryBytes() {
        return globalMemoryBytes;
    }

    /** Largest single buffer in bytes, as the driver has it. */
    public long maxAllocationBytes() {
        return maxAllocationBytes;
    }

    /** The bytes of an array that may find room. NVIDIA names a quarter of the memory for a buffer, and makes larger ones, if there is room. */
    public long largestArrayBytes() {
        return isNvidia() ? globalMemoryBytes : maxAllocationBytes;
    }

    /** Largest {@code __constant} argument in bytes. */
    public long constantMemoryBytes() {
        return constantMemoryBytes;
    }

    /** Global memory cache in bytes, as the driver reports it: 0 on a virtual machine that hides its caches. */
    public long cacheBytes() {
        return cacheBytes;
    }

    /** Views of arrays must start at a multiple of this many bytes. */
    public int baseAlignmentBytes() {
        return baseAlignmentBytes;
    }

    /** Work-items that run in lockstep: warp or wavefront; 1 on CPUs. */
    public int warpSize() {
        return warpSize;
    }

    /** NVIDIA's compute capability, 90 for 9.0; 0 on other devices. */
    public int computeCapability() {
        return computeCapability;
    }

    /** Whether {@code double} may be used in kernels. */
    public boolean supportsDouble() {
        return extensions.contains("cl_khr_fp64");
    }

    /** Whether {@code half} arithmetic may be used in kernels. */
    public boolean supportsHalf() {
        return extensions.contains("cl_khr_fp16");
    }

    /** Names of the extensions. */
    public Set<String> extensions() {
        return extensions;
    }

    /** Whether quotients and roots of floats are rounded correctly with {@code -cl-fp32-correctly-rounded-divide-sqrt}. */
    public boolean canRoundFloatsCorrectly() {
        return canRoundFloatsCorrectly;
    }

    /** The 16 bytes by which other interfaces to the device know it, too; empty if the driver does not tell them. */
    public Optional<byte[]> uuid() {
        return uuid.length == 0 ? Optional.empty() : Optional.of(uuid.clone());
    }

    /** Whether NVIDIA's driver offers it. */
    public boolean isNvidia() {
        return platformName.contains("NVIDIA");
    }

    /** Whether it is a GPU of AMD, by AMD's driver or Mesa's. */
    public boolean isAmd() {
        return kind == Kind.GPU && (vendor.contains("AMD") || vendor.contains("Advanced Micro Devices"));
    }

    /** Whether PoCL offers it. */
    public boolean isPocl() {
        return platformName.contains("Portable Computing Language");
    }

    /** Whether it is the checking simulator Oclgrind. */
    public boolean isOclgrind() {
        return platformName.contains("Oclgrind");
    }

    /**
     * A stable name for files: the device's name, its driver's version and options that the environment gives to all
     * programs of PoCL, which make them other programs; in letters, digits, dots and dashes.
     */
    public String key() {
        String forAll = isPocl() ? System.getenv().getOrDefault("POCL_EXTRA_BUILD_FLAGS", "") : "";
        return (name + "-" + driverVersion + "-" + forAll)
                .replaceAll("[^A-Za-z0-9.]+", "-")
                .replaceAll("^[-.]+|[-.]+$", "");
    }

    @Override
    public String toString() {
        return index + ": " + name + " (" + platformName + ")";
    }
}
