package org.plegma.device.errors;

import org.jspecify.annotations.Nullable;
import org.plegma.device.check.OclgrindCheck;

/** A kernel reads or writes what it must not, or does not end, as {@link OclgrindCheck} found. Nothing was launched. */
public final class KernelFaultException extends OpenClException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Diagnostic diagnostic;
    private final String source;

    public KernelFaultException(String message, String source, @Nullable Diagnostic diagnostic) {
        super(message, null);
        this.source = source;
        this.diagnostic = diagnostic;
    }

    /** The source of the program. */
    public String source() {
        return source;
    }

    /** The fault and its place in the source; null if it has none. */
    public @Nullable Diagnostic diagnostic() {
        return diagnostic;
    }
}
