package org.plegma.expr.algebra;

/** A tree is no sum of field reads with coefficients; the message names the part that is to blame. */
public final class NotLinearException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotLinearException(String message) {
        super(message);
    }
}
