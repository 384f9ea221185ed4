package org.plegma.device;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jocl.CL;
import org.jocl.cl_kernel;
import org.jspecify.annotations.Nullable;
import org.plegma.device.source.BuildLog;
import org.plegma.device.source.Info;
import org.plegma.device.source.KernelSignature;
import org.plegma.device.source.ResourceUsage;
import org.plegma.device.source.ScalarArguments;

/**
 * A native kernel with its limits. Setting arguments and enqueueing must be one step, as the native kernel holds its
 * arguments: whoever does so synchronizes on this object.
 */
final class KernelHandle {
    private final cl_kernel kernel;
    private final KernelSignature signature;
    private final ResourceUsage resources;
    private final BooleanSupplier independence;
    private @Nullable Boolean independent;
    private boolean released;

    /** What the native kernel holds as arguments: encoded scalars, sizes of local memory, native buffers. */
    private final Object[] held;

    KernelHandle(cl_kernel kernel, KernelSignature signature, Device device, String log, BooleanSupplier independence) {
        this.kernel = kernel;
        this.signature = signature;
        this.independence = independence;
        this.held = new Object[signature.parameters().size()];
        Info info = new Info(
                (p, size, value, out) -> CL.clGetKernelWorkGroupInfo(kernel, device.id(), p, size, value, out));
        List<Long> required = Arrays.stream(info.numbers(CL.CL_KERNEL_COMPILE_WORK_GROUP_SIZE))
                .boxed()
                .toList();
        this.resources = new ResourceUsage(
                info.number(CL.CL_KERNEL_WORK_GROUP_SIZE, device.maxWorkGroupSize()),
                Math.max(1, info.number(CL.CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 1)),
                required.stream().allMatch(n -> n == 0) ? List.of() : required,
                info.number(CL.CL_KERNEL_LOCAL_MEM_SIZE),
                info.number(CL.CL_KERNEL_PRIVATE_MEM_SIZE),
                BuildLog.registers(log, signature.name()),
                BuildLog.spillBytes(log, signature.name()));
    }

    cl_kernel kernel() {
        return kernel;
    }

    /** The name that the driver has for it, which on PoCL need not be that in the source. */
    String nativeName() {
        return new Info((p, size, value, out) -> CL.clGetKernelInfo(kernel, p, size, value, out))
                .string(CL.CL_KERNEL_FUNCTION_NAME);
    }

    KernelSignature signature() {
        return signature;
    }

    ResourceUsage resources() {
        return resources;
    }

    /** Whether the kernel can be launched in parts; see {@link LaunchPieces}. */
    synchronized boolean isIndependent() {
        if (independent == null) {
            independent = independence.getAsBoolean();
        }
        return independent;
    }

    /** Whether argument i is this already; each one set costs as much as a call of the driver, so that it is worth asking. */
    boolean holds(int i, Object value) {
        Object now = held[i];
        return now == value
                || now instanceof ScalarArguments.Encoded a
                        && value instanceof ScalarArguments.Encoded b
                        && Arrays.equals(a.bytes(), b.bytes())
                || now instanceof Long && now.equals(value);
    }

    /** Argument i as it was encoded last, if it is a scalar: good for the next launch, too, if that gives the same number. */
    Object lastScalar(int i) {
        return held[i];
    }

    /** Notes that argument i has been set. */
    void hold(int i, Object value) {
        held[i] = value;
    }

    boolean isReleased() {
        return released;
    }

    synchronized void release() {
        released = true;
        CL.clReleaseKernel(kernel);
    }
}
