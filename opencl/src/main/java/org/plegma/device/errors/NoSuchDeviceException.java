package org.plegma.device.errors;

/** A device was asked for by a name or an index that no device has. The message lists those that exist. */
public final class NoSuchDeviceException extends OpenClException {
    private static final long serialVersionUID = 1;

    public NoSuchDeviceException(String message) {
        super(message, null);
    }
}
