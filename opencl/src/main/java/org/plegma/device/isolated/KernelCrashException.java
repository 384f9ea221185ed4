package org.plegma.device.isolated;

/** A kernel has ended the process that it ran in, which is not this one. */
public final class KernelCrashException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String kernel;
    private final String reason;

    KernelCrashException(String kernel, String reason) {
        super("The kernel '" + kernel + "' crashed: " + reason
                + ". It ran in a process of its own, so variables and arrays are"
                + " still there; arrays hold what it had written until then. The next launch starts a new process. With %%opencl"
                + " --check launches are simulated first, which finds what kills a process, and where.");
        this.kernel = kernel;
        this.reason = reason;
    }

    /** The kernel's name. */
    public String kernel() {
        return kernel;
    }

    /** What ended the process, with its signal, such as SIGSEGV, if it was one. */
    public String reason() {
        return reason;
    }
}
