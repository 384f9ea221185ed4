package org.plegma.device.source;

import java.util.function.IntSupplier;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;

/**
 * Launches of one program by several queues of a context of PoCL, which run one after another: the fault that {@code PoclContexts} keeps
 * two contexts from would else end the process.
 */
public final class PoclTurns {
    private @Nullable cl_command_queue last;

    /**
     * Enqueues a launch, behind all that the queue of the launch before has.
     *
     * @param queue that is not released meanwhile, nor is any other of its context
     * @param enqueue gives an OpenCL status
     * @return the status of the call that failed, or that of success
     */
    public synchronized int launch(cl_command_queue queue, IntSupplier enqueue) {
        if (last != null && !last.equals(queue)) {
            cl_event before = new cl_event();
            int status = CL.clEnqueueMarkerWithWaitList(last, 0, null, before);
            if (status != CL.CL_SUCCESS) {
                return status;
            }
            CL.clFlush(last);
            status = CL.clEnqueueBarrierWithWaitList(queue, 1, new cl_event[] {before}, null);
            CL.clReleaseEvent(before);
            if (status != CL.CL_SUCCESS) {
                return status;
            }
        }
        last = queue;
        return enqueue.getAsInt();
    }
}
