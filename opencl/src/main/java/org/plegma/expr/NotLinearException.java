package org.plegma.expr;

/** A tree is no sum of field reads with coefficients; the message names the part that is to blame. */
public final class NotLinearException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotLinearException(String message) {
        super(message);
    }
}
