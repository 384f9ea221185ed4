package org.plegma.device.errors;

/** An allocation does not fit into the device's memory. */
public final class OutOfDeviceMemoryException extends OpenClException {
    private static final long serialVersionUID = 1;

    private final long asked;
    private final long used;
    private final long available;

    public OutOfDeviceMemoryException(String message, long asked, long used, long available) {
        super(message, null);
        this.asked = asked;
        this.used = used;
        this.available = available;
    }

    /** Bytes that the failed allocation asked for. */
    public long asked() {
        return asked;
    }

    /** Bytes that the session held on the device at that time. */
    public long used() {
        return used;
    }

    /** Bytes that could still be allocated, as far as is known. */
    public long available() {
        return available;
    }
}
