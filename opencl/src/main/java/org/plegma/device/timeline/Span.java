package org.plegma.device.timeline;

/**
 * One command that a device ran.
 *
 * @param device index of the device in the session
 * @param queue name of its queue: compute, upload or download
 * @param label the kernel's name, or what was copied
 * @param kind what the command did
 * @param startNanos when it started; the clock is the host's {@link System#nanoTime()}, to some microseconds
 * @param endNanos when it ended, on the same clock
 * @param bytes bytes copied; 0 for kernels
 */
public record Span(int device, String queue, String label, Kind kind, long startNanos, long endNanos, long bytes) {
    /** What a command does. */
    public enum Kind {
        KERNEL,
        COPY_IN,
        COPY_OUT,
        COPY,
        /** Between the ranks of an MPI job. */
        MESSAGE
    }

    /** How long it ran. */
    public double seconds() {
        return (endNanos - startNanos) * 1e-9;
    }
}
