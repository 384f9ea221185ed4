package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.gemm.method.CopyingMethod;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Product;
import org.plegma.measure.waiting.SharedRun;

/** The launches of one call on several devices, each of which may have a thread of its own once one has begun. */
final class SharedLaunches {
    private final List<Session> sessions;
    private final Broadcast broadcast;
    private final SharedRun run;
    private final List<Runnable> ends = Collections.synchronizedList(new ArrayList<>());
    /** By device, of methods that copy A first. */
    private final Map<Integer, CopyOfA> copies = new ConcurrentHashMap<>();

    private Gemm.@Nullable Way way;
    private @Nullable String model;

    /** @param end of the command that makes it */
    private record CopyOfA(Factor factor, Event end) {}

    SharedLaunches(List<Session> sessions, Broadcast broadcast) {
        this.sessions = sessions;
        this.broadcast = broadcast;
        this.run = new SharedRun(sessions.size());
    }

    /** What was launched, and when the call began. */
    SharedRun run() {
        return run;
    }

    /** Starts a device's product, which is awaited in the end; a failure names the device. */
    void on(int device, Supplier<Event> start) {
        Session session = sessions.get(device);
        Event last = session.naming(start);
        ends.add(() -> broadcast.await(session, last));
    }

    /** A product that needs nothing of other devices. */
    Event start(int device, Gemm gemm, Product product) {
        return product.isEmpty()
                ? nothing(gemm)
                : begun(device, gemm, gemm.enqueue(product, product, way(gemm, product)));
    }

    /** A product by a panel of B, once that has come. Methods that copy B first use two queues in turn: a panel fills the gaps of another. */
    Event startPanel(int device, Gemm gemm, Product panel, Product whole, int number) {
        if (panel.isEmpty()) {
            return nothing(gemm);
        }
        Gemm.Way chosen = way(gemm, whole);
        Session session = gemm.workshop().session();
        if (!(chosen.method() instanceof CopyingMethod copying)) {
            broadcast.await(session, number, session.compute());
            return begun(device, gemm, gemm.enqueue(panel, whole, chosen));
        }
        List<Event> commands = new ArrayList<>();
        CopyOfA left = copies.get(device);
        if (left == null) {
            Factor factor = copying.copyOfA(gemm.workshop(), whole, commands);
            left = new CopyOfA(factor, commands.get(commands.size() - 1));
            copies.put(device, left);
        }
        Queue queue = number % 2 == 0 || !broadcast.passesBy(session) ? session.compute() : session.upload();
        queue.waitFor(left.end());
        broadcast.await(session, number, queue);
        copying.multiply(gemm.workshop(), panel, left.factor(), number, queue, commands);
        queue.flush();
        return begun(device, gemm, commands);
    }

    private Event nothing(Gemm gemm) {
        return gemm.workshop().session().compute().nothing("gemm");
    }

    /** The first product chooses for all devices of its model. */
    private Gemm.Way way(Gemm gemm, Product whole) {
        String name = gemm.workshop().device().name();
        if (way == null) {
            way = gemm.way(whole);
            model = name;
        }
        return name.equals(model) ? way : gemm.way(whole);
    }

    private Event begun(int device, Gemm gemm, List<Event> commands) {
        gemm.workshop().session().compute().flush();
        run.note(device, commands);
        return commands.get(commands.size() - 1);
    }

    /** Until all are done. */
    void await() {
        ends.forEach(Runnable::run);
    }
}
