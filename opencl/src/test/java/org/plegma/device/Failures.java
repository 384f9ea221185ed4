package org.plegma.device;

import java.util.List;
import org.jocl.CL;
import org.jocl.cl_event;
import org.plegma.device.timeline.Span;

/**
 * A device that fails when a test wants it. PoCL ends the process if a command fails before which others wait, so that this is put together:
 * the failure is that of a command beside the queue, and what follows in the queue begins only when nothing else runs any more.
 */
public final class Failures {
    private final Queue queue;
    private final cl_event failure;
    private final cl_event rest;

    /** From now on the device that a session stands for does nothing that is enqueued to compute. */
    public Failures(Session session) {
        this(session.compute());
    }

    /** The same with another of its queues. */
    public Failures(Queue queue) {
        this.queue = queue;
        DeviceContext context = queue.context();
        failure = CL.clCreateUserEvent(context.handle(), null);
        rest = CL.clCreateUserEvent(context.handle(), null);
        context.untimedDownload()
                .whileOpen(beside -> queue.submit(
                        "doomed",
                        Span.Kind.KERNEL,
                        0,
                        (q, e) -> CL.clEnqueueMarkerWithWaitList(beside, 1, new cl_event[] {failure}, e)));
        queue.submit("rest", null, 0, (q, e) -> CL.clEnqueueMarkerWithWaitList(q, 1, new cl_event[] {rest}, e));
        queue.flush();
        context.untimedDownload().flush();
    }

    /** It fails. What was enqueued goes on when nothing runs on the other devices, without a failure of its own. */
    public void fail(List<Session> others) {
        CL.clSetUserEventStatus(failure, CL.CL_OUT_OF_RESOURCES);
        CL.clReleaseEvent(failure);
        Waiting.until(
                () -> others.stream().allMatch(other -> other.compute().oldest().isEmpty()), "others", queue.context());
        CL.clSetUserEventStatus(rest, CL.CL_COMPLETE);
        CL.clReleaseEvent(rest);
    }

    /** Does something once the devices wait for each other, which makes it harder. */
    public static Thread later(Runnable action) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            action.run();
        });
        thread.start();
        return thread;
    }

    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
