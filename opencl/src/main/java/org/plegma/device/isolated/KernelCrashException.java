package org.plegma.device.isolated;

/** A kernel has ended the process that it ran in, which is not this one, or was ended with it as it did not come to its end. */
public final class KernelCrashException extends RuntimeException {
    private static final long serialVersionUID = 2;

    private final String kernel;
    private final String reason;
    private final boolean isEndless;

    private KernelCrashException(String message, String kernel, String reason, boolean isEndless) {
        super(message);
        this.kernel = kernel;
        this.reason = reason;
        this.isEndless = isEndless;
    }

    static KernelCrashException of(String kernel, String reason) {
        return new KernelCrashException(
                "The kernel '" + kernel + "' crashed: " + reason
                        + ". It ran in a process of its own, so variables and arrays are"
                        + " still there; arrays hold what it had written until then. The next launch starts a new process. With %%opencl"
                        + " --check launches are simulated first, which finds what kills a process, and where.",
                kernel,
                reason,
                false);
    }

    /** @param exceeded what it did, such as "used 20 s of processor time" */
    static KernelCrashException endless(String kernel, String exceeded) {
        return new KernelCrashException(
                kernel + " has not come to its end: it " + exceeded
                        + ", and was ended with the process that it ran in. Look for a loop that does not end, or try a"
                        + " smaller problem.",
                kernel,
                exceeded,
                true);
    }

    /** The kernel's name. */
    public String kernel() {
        return kernel;
    }

    /** What ended the process, with its signal, such as SIGSEGV, if it was one. */
    public String reason() {
        return reason;
    }

    /** Whether it was ended, as it did more than the session's limit allows. */
    public boolean isEndless() {
        return isEndless;
    }
}
