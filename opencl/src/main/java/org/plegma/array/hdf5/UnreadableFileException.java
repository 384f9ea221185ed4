package org.plegma.array.hdf5;

import org.jspecify.annotations.Nullable;

/** A message that tells all by itself. */
public final class UnreadableFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public UnreadableFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
