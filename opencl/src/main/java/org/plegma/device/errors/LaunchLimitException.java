package org.plegma.device.errors;

/** A launch asks for more than the device or the kernel allows: work-group size, local memory, divisibility. */
public final class LaunchLimitException extends OpenClException {
    private static final long serialVersionUID = 1;

    public LaunchLimitException(String message) {
        super(message, null);
    }
}
