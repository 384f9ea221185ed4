package org.plegma.device.errors;

import org.plegma.device.Kernel;

/** A kernel was called with arguments that do not fit its parameters. Nothing was launched. */
public final class KernelArgumentException extends OpenClException {
    private static final long serialVersionUID = 1;

    /** Public so that checks of later layers, added by {@link Kernel#withCheck}, report in the same way. */
    public KernelArgumentException(String message) {
        super(message, null);
    }
}
