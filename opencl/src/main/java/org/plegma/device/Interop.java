package org.plegma.device;

import java.util.function.Consumer;
import org.jocl.CL;
import org.jocl.cl_mem;
import org.plegma.array.ElementType;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.timeline.Span;

/**
 * The native objects behind arrays and queues, for other libraries on OpenCL that take those of JOCL, such as
 * {@code org.jocl:jocl-blast}. They stay the session's: nobody else may release them.
 */
public final class Interop {
    private Interop() {}

    /** The buffer of an open array or view, an {@code org.jocl.cl_mem}. */
    public static Object buffer(DeviceArray array) {
        return array.handle();
    }

    /** The native context of a session's device, an {@code org.jocl.cl_context}. */
    public static Object context(Session session) {
        session.context().checkOpen();
        return session.context().handle();
    }

    /**
     * An array on a buffer that other code made in {@link #context}. From now on the buffer is the array's, which releases it
     * when it is closed.
     *
     * @param buffer an {@code org.jocl.cl_mem} of at least as many bytes
     */
    public static DeviceArray adopt(Session session, Object buffer, ElementType type, int... shape) {
        return new DeviceArray(session.context(), (cl_mem) buffer, type, shape);
    }

    /**
     * Has a library enqueue commands of its own, between those that were enqueued before and those to come; does not wait.
     *
     * @param label for messages
     * @param library is given the queue, an {@code org.jocl.cl_command_queue}, and must not call back into Plegma
     * @return all that the library has enqueued, and the time that the device needed to get it
     * @throws ClosedException if the session is closed
     */
    public static Event enqueue(Queue queue, String label, Consumer<Object> library) {
        Event before = mark(queue, label);
        queue.whileOpen(library::accept);
        return mark(queue, label).continuing(before);
    }

    private static Event mark(Queue queue, String label) {
        return queue.submit(
                label, Span.Kind.KERNEL, 0, (handle, event) -> CL.clEnqueueMarkerWithWaitList(handle, 0, null, event));
    }
}
