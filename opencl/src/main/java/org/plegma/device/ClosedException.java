package org.plegma.device;

/** A session, array, program or buffer was used after it was closed. */
public final class ClosedException extends OpenClException {
    private static final long serialVersionUID = 1;

    /** @param what the closed object in words, for example {@code Device array u (float 4 x 4)} */
    ClosedException(String what) {
        super(what + " was used after it was closed.", null);
    }
}
