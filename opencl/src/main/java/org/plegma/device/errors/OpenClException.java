package org.plegma.device.errors;

import org.jspecify.annotations.Nullable;

/** An OpenCL operation failed: which, with what status, and what can be done about it. */
public class OpenClException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String operation;
    private final String status;

    /**
     * @param operation what was tried, for example {@code clEnqueueNDRangeKernel(saxpy)}
     * @param status the name of the OpenCL status, for example {@code CL_OUT_OF_RESOURCES}
     * @param cure one sentence on what to do
     */
    public OpenClException(String operation, String status, String cure) {
        super(operation + " failed with " + status + ". " + cure);
        this.operation = operation;
        this.status = status;
    }

    /** For faults whose message stands by itself. */
    public OpenClException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operation = "";
        this.status = "";
    }

    /** What was tried; empty if the fault was found before OpenCL was asked. */
    public String operation() {
        return operation;
    }

    /** The name of the OpenCL status; empty if the fault was found before OpenCL was asked. */
    public String status() {
        return status;
    }
}
