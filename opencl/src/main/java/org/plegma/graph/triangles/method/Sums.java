package org.plegma.graph.triangles.method;

import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/** The sums that groups add to ({@code sums.cl}), and the kernel that adds them up ({@code total.cl}). */
final class Sums implements AutoCloseable {
    static final int SLOTS = 1024;

    private static final int GROUP = 256;

    private final DeviceArray slots;
    private final DeviceArray result;
    private final Kernel add;
    private final Session session;

    Sums(Session session) {
        this.session = session;
        slots = session.allocate(ElementType.INT, 2 * SLOTS).named("sums");
        slots.fill(0);
        result = session.allocate(ElementType.LONG, 1).named("triangles");
        add = TriangleKernels.compile(session, "total.cl", "-DSLOTS=" + SLOTS, "-DGROUP=" + GROUP)
                .kernel("total")
                .global(GROUP)
                .local(GROUP);
    }

    /** A low and a high half each. */
    DeviceArray slots() {
        return slots;
    }

    DeviceArray result() {
        return result;
    }

    Event add() {
        return add.launch(session.compute(), slots, result);
    }

    long total() {
        long[] total = new long[1];
        result.download(total);
        return total[0];
    }

    @Override
    public void close() {
        slots.close();
        result.close();
    }
}
