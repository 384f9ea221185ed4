package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;

/**
 * Where several devices wait for each other between kernels, without the host if they can: each tells all others what it has reached, by a
 * {@link PeerChannel} of one number, and awaits the same of them. Devices that cannot are awaited by the host.
 */
public final class PeerMeeting implements AutoCloseable {
    private final List<Session> sessions;
    private final boolean byHost;
    /** None after a failure, until they are needed again. */
    private final List<Way> ways = new ArrayList<>();

    private final List<DeviceArray> numbers = new ArrayList<>();

    /** Whether something was enqueued whose end was not seen. */
    private boolean goesOn;

    private record Way(PeerChannel channel, DeviceArray from, DeviceArray to) {}

    /** @param refusal why the second device cannot await the first; with {@link PeerChannel#refusalOtherThanCores} processors do, too */
    public PeerMeeting(List<Session> sessions, BiFunction<Session, Session, Optional<String>> refusal) {
        this.sessions = List.copyOf(Preconditions.notNull(sessions, "sessions"));
        Preconditions.notNull(refusal, "refusal");
        byHost = sessions.stream().anyMatch(from -> sessions.stream()
                .anyMatch(to -> from != to && refusal.apply(from, to).isPresent()));
        if (!byHost) {
            open();
        }
    }

    private void open() {
        try {
            for (Session session : sessions) {
                numbers.add(session.upload(new int[sessions.size()]));
            }
            for (int from = 0; from < sessions.size(); from++) {
                for (int to = 0; to < sessions.size(); to++) {
                    if (from != to) {
                        ways.add(new Way(
                                new PeerChannel(sessions.get(from), sessions.get(to), ElementType.INT, 1),
                                numbers.get(from),
                                numbers.get(to)));
                    }
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Whether the host waits, as the devices cannot. */
    public boolean isByHost() {
        return byHost;
    }

    /**
     * Does what enqueues kernels and meetings, and waits for its end. What an interrupt breaks off goes on, and the next call waits for it.
     *
     * @throws org.plegma.device.errors.OpenClException if a device fails, which it names; no other waits for it any more
     */
    public void run(Runnable enqueue) {
        Preconditions.notNull(enqueue, "enqueue");
        try {
            if (goesOn) {
                await();
            }
            goesOn = true;
            if (byHost) {
                enqueue.run();
            } else {
                if (ways.isEmpty()) {
                    open();
                }
                Queue.whole(enqueue);
            }
            await();
            goesOn = false;
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What is enqueued to compute on any device before this is done before what is enqueued after it begins, on all devices. */
    public void enqueue() {
        if (byHost) {
            await();
            return;
        }
        ways.forEach(way -> way.channel().give(way.from(), 0));
        sessions.forEach(session -> session.compute().flush());
        ways.forEach(way -> way.channel().take(way.to(), 0));
        sessions.forEach(session -> session.compute().flush());
    }

    private void await() {
        for (Session session : sessions) {
            if (!session.naming(() -> hasEnded(session))) {
                sessions.stream().filter(PeerMeeting::hasFailed).forEach(PeerMeeting::throwFailure);
            }
        }
    }

    /** Waits for a device unless another one has failed, for which it may wait. */
    private boolean hasEnded(Session session) {
        Queue queue = session.compute();
        for (Optional<Event> next = queue.oldest(); !byHost && next.isPresent(); next = queue.oldest()) {
            if (!next.get().awaitUnless(() -> sessions.stream().anyMatch(PeerMeeting::hasFailed))) {
                return false;
            }
        }
        queue.finish();
        return true;
    }

    private static boolean hasFailed(Session session) {
        return session.compute().hasUnknownFailure();
    }

    private static void throwFailure(Session session) {
        session.naming(() -> {
            session.compute().throwFailure();
            return session;
        });
    }

    /** Ends what waits for another device, and frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        if (goesOn) {
            ways.forEach(way -> way.channel().release());
            sessions.forEach(session -> session.compute().drain());
        }
        goesOn = false;
        ways.forEach(way -> way.channel().close());
        ways.clear();
        numbers.forEach(DeviceArray::close);
        numbers.clear();
    }
}
