package org.plegma.device.source;

import java.util.List;
import java.util.Optional;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_program;
import org.plegma.device.Program;
import org.plegma.device.isolated.LaunchRequest;

/** A compiled native program, shared by all {@link Program}s of the same device, options and source. */
public final class Build {
    private final cl_program handle;
    private final List<KernelSignature> kernels;
    private final String log;
    private final LaunchRequest.Source recipe;
    private final boolean fromCache;
    private final PoclTurns turns = new PoclTurns();

    public Build(
            cl_program handle,
            List<KernelSignature> kernels,
            String log,
            LaunchRequest.Source recipe,
            boolean fromCache) {
        this.handle = handle;
        this.kernels = List.copyOf(kernels);
        this.log = log;
        this.recipe = recipe;
        this.fromCache = fromCache;
    }

    public cl_program handle() {
        return handle;
    }

    public List<KernelSignature> kernels() {
        return kernels;
    }

    /** The compiler's whole log, statistics included. */
    public String log() {
        return log;
    }

    /** What it was compiled from, as the driver was given it. */
    public LaunchRequest.Source recipe() {
        return recipe;
    }

    public boolean fromCache() {
        return fromCache;
    }

    /** For its launches on PoCL. */
    public PoclTurns turns() {
        return turns;
    }

    /** The program in the driver's own format; empty if the driver does not give it. */
    public Optional<byte[]> binary() {
        long[] size = new long[1];
        int status = CL.clGetProgramInfo(handle, CL.CL_PROGRAM_BINARY_SIZES, Long.BYTES, Pointer.to(size), null);
        if (status != CL.CL_SUCCESS || size[0] <= 0 || size[0] > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        byte[] binary = new byte[(int) size[0]];
        Pointer pointers = Pointer.to(Pointer.to(binary));
        status = CL.clGetProgramInfo(handle, CL.CL_PROGRAM_BINARIES, Long.BYTES, pointers, null);
        return status == CL.CL_SUCCESS ? Optional.of(binary) : Optional.empty();
    }

    public void release() {
        CL.clReleaseProgram(handle);
    }
}
