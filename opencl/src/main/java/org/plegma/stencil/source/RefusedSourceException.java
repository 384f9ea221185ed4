package org.plegma.stencil.source;

/** A source of the user's own does not compute the stencil; the message has the cell, what it should be and what it is. */
public final class RefusedSourceException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    RefusedSourceException(String message) {
        super(message);
    }
}
