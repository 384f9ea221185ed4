package org.plegma.device.errors;

import org.jspecify.annotations.Nullable;

/** There is no OpenCL here: no loader library, or no driver registered with it. The message says what to install. */
public final class OpenClUnavailableException extends OpenClException {
    private static final long serialVersionUID = 1;

    public OpenClUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
