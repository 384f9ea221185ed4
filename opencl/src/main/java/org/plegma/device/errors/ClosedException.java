package org.plegma.device.errors;

/** A session, array, program or buffer was used after it was closed. */
public final class ClosedException extends OpenClException {
    private static final long serialVersionUID = 1;

    /** @param what the closed object in words, for example {@code Device array u (float 4 x 4)} */
    public ClosedException(String what) {
        super(what + " was used after it was closed.", null);
    }

    private ClosedException(String what, String why) {
        super(what + why, null);
    }

    /** For what was in the memory of a device that has been given up. */
    public static ClosedException lost(String what, String device) {
        return new ClosedException(
                what,
                " was lost when " + device
                        + " was reset. Make it anew: what is on the host, in Java arrays and grids, is still there.");
    }
}
