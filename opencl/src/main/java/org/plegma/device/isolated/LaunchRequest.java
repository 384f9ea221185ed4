package org.plegma.device.isolated;

import java.util.List;

/**
 * A launch of a kernel.
 *
 * @param offset empty for none
 * @param local empty where the driver may choose
 */
public record LaunchRequest(
        Source program, String kernel, long[] offset, long[] global, long[] local, List<Argument> arguments) {

    /**
     * What a program is compiled from.
     *
     * @param options as the driver gets them
     */
    public record Source(String text, String options) {}

    /** An argument of a kernel. */
    public sealed interface Argument permits Value, Local, Part {}

    /** A number or a vector, in the bytes that the kernel gets. */
    public record Value(byte[] bytes) implements Argument {}

    /** So many bytes of local memory. */
    public record Local(long bytes) implements Argument {}

    /** A part of shared memory, which may be the whole. */
    public record Part(SharedBlock block, long offset, long bytes) implements Argument {}
}
