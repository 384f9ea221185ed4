package org.plegma.device.errors;

import java.util.Map;
import org.jocl.CL;

/** Turns OpenCL status codes into exceptions with a name and a cure. */
public final class OpenClStatus {
    /** NVIDIA's own code. */
    private static final int ILLEGAL_ADDRESS = -9999;

    private static final Map<Integer, String> CURES = Map.ofEntries(
            Map.entry(
                    CL.CL_OUT_OF_RESOURCES,
                    "The kernel may access memory outside its arrays, or need more registers or local memory than the"
                            + " device has. If nothing works after it, restart the process."),
            Map.entry(
                    ILLEGAL_ADDRESS,
                    "A kernel accessed memory outside its arrays, and the driver serves this process no more: correct the"
                            + " index, and restart the process (in a notebook, the kernel)."),
            Map.entry(CL.CL_OUT_OF_HOST_MEMORY, "The driver ran out of host memory; free some and try again."),
            Map.entry(
                    CL.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    "The device has no room for the arrays of this command; close some arrays."),
            Map.entry(CL.CL_INVALID_WORK_GROUP_SIZE, "Choose a smaller local size, or leave local() away."),
            Map.entry(
                    CL.CL_INVALID_BINARY,
                    "The stored binary does not suit this driver; delete the cache folder to be rid of it."),
            Map.entry(CL.CL_DEVICE_NOT_AVAILABLE, "The device is in use by another program, or was lost."),
            Map.entry(
                    CL.CL_MISALIGNED_SUB_BUFFER_OFFSET,
                    "Views must start at a multiple of the device's base address alignment."),
            Map.entry(
                    CL.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                    "An earlier command that this one waits for has failed."));

    private OpenClStatus() {}

    /**
     * Nothing if the status is that of success.
     *
     * @param operation what was called, for the message
     * @throws OpenClException for another status
     */
    public static void check(int status, String operation) {
        if (status != CL.CL_SUCCESS) {
            throw failure(status, operation);
        }
    }

    /** The exception for a status, with a cause and a cure. */
    public static OpenClException failure(int status, String operation) {
        String cure = CURES.getOrDefault(status, "Run 'plegma doctor' to check the OpenCL installation.");
        return new OpenClException(operation, name(status), cure);
    }

    /** Whether a status says that memory is short, on the device or on the host. */
    public static boolean isOutOfMemory(int status) {
        return status == CL.CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL.CL_OUT_OF_RESOURCES;
    }

    /** The name that the standard has for a status. */
    public static String name(int status) {
        return switch (status) {
            case -1001 -> "CL_PLATFORM_NOT_FOUND_KHR";
            case ILLEGAL_ADDRESS -> "an illegal memory access (status -9999)";
            default -> CL.stringFor_errorCode(status);
        };
    }
}
