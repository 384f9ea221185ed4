package org.plegma.device;

import java.util.List;
import org.jocl.CL;
import org.jocl.cl_program;

/** A compiled native program, shared by all {@link Program}s of the same device, options and source. */
final class Build {
    private final cl_program handle;
    private final List<KernelSignature> kernels;
    private final String log;
    private final boolean fromCache;

    Build(cl_program handle, List<KernelSignature> kernels, String log, boolean fromCache) {
        this.handle = handle;
        this.kernels = List.copyOf(kernels);
        this.log = log;
        this.fromCache = fromCache;
    }

    cl_program handle() {
        return handle;
    }

    List<KernelSignature> kernels() {
        return kernels;
    }

    /** The compiler's whole log, statistics included. */
    String log() {
        return log;
    }

    boolean fromCache() {
        return fromCache;
    }

    void release() {
        CL.clReleaseProgram(handle);
    }
}
