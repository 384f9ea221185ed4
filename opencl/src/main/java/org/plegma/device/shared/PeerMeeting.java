package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.source.KernelSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where several devices wait for each other between kernels, without the host if they can. One kernel on each, {@code meeting.cl}, tells
 * all others that this device has come, and waits until they have told it. Devices that cannot are awaited by the host.
 */
public final class PeerMeeting implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerMeeting.class);

    private static final int GROUP = 32;

    private final List<Session> sessions;
    private final boolean byHost;
    /** Of each device; none after a failure, until they are needed again. */
    private final List<Place> places = new ArrayList<>();

    private final List<Runnable> owned = new ArrayList<>();
    private int meetings;

    /** Whether something was enqueued whose end was not seen. */
    private boolean goesOn;

    /**
     * What a device has for it.
     *
     * @param counters how often each device has come, in this device's memory
     * @param addresses where it finds the counters of each device
     * @param released what the host puts into the counters, so that nothing waits
     */
    private record Place(Kernel meet, DeviceArray counters, DeviceArray addresses, HostBuffer released) {}

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
        int devices = sessions.size();
        meetings = 0;
        try {
            PieceMemory counters = new PieceMemory(sessions, ElementType.INT, 1, devices);
            owned.add(counters::close);
            for (int device = 0; device < devices; device++) {
                int seer = device;
                Session session = sessions.get(device);
                Program program = compiled(session);
                owned.add(program::close);
                DeviceArray addresses = session.upload(IntStream.range(0, devices)
                        .mapToLong(home -> counters.address(seer, home, 0))
                        .toArray());
                owned.add(addresses::close);
                HostBuffer released = session.pinned(ElementType.INT, devices); // later there may be no memory left
                owned.add(released::close);
                DeviceArray own = counters.own(device, 0);
                own.fill(0).await();
                places.add(new Place(program.kernel("meet").global(GROUP).local(GROUP), own, addresses, released));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Program compiled(Session session) {
        List<String> options = new ArrayList<>(List.of("-DGROUP=" + GROUP));
        if (session.device().isNvidia()) {
            options.add("-DPTX");
        }
        return session.compile(KernelSource.resource(PeerMeeting.class, "meeting.cl"), options.toArray(new String[0]));
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
                if (places.isEmpty()) {
                    open();
                }
                sessions.get(0).together(() -> Queue.hurried(this::isNoUseWaiting, enqueue));
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

    /** For room in a queue: what is before it may wait for a device that does nothing any more. */
    private boolean isNoUseWaiting() {
        return Queue.isInterrupted() || sessions.stream().anyMatch(PeerMeeting::hasFailed);
    }

    /** What is enqueued to compute on any device before this is done before what is enqueued after it begins, on all devices. */
    public void enqueue() {
        if (byHost) {
            await();
            return;
        }
        meetings++;
        for (int device = 0; device < sessions.size(); device++) {
            enqueue(device);
        }
    }

    /** A failure of a command before is named, too. */
    private void enqueue(int device) {
        Session session = sessions.get(device);
        Place place = places.get(device);
        session.naming(() -> {
            place.meet()
                    .enqueue(session.compute(), meetings, device, sessions.size(), place.addresses(), place.counters());
            session.compute().flush();
            return session;
        });
    }

    /** Waits for the oldest command of each device in turn: what is asked about while later ones run costs no time. */
    private void await() {
        boolean more = true;
        while (more) {
            more = false;
            for (Session session : sessions) {
                Optional<Event> oldest = session.compute().oldest();
                if (oldest.isPresent()) {
                    more = true;
                    await(session, oldest.get());
                }
            }
        }
        sessions.forEach(session -> session.naming(() -> {
            session.compute().finish();
            return session;
        }));
    }

    /** Waits for a command unless another device has failed, for which it may wait. */
    private void await(Session session, Event command) {
        if (!session.naming(
                () -> command.awaitUnless(() -> !byHost && sessions.stream().anyMatch(PeerMeeting::hasFailed)))) {
            sessions.stream().filter(PeerMeeting::hasFailed).forEach(PeerMeeting::throwFailure);
        }
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
            for (int device = 0; device < places.size(); device++) {
                release(sessions.get(device), places.get(device));
            }
            sessions.forEach(session -> session.compute().drain());
        }
        goesOn = false;
        places.clear();
        Collections.reverse(owned);
        owned.forEach(Runnable::run);
        owned.clear();
    }

    /** The host writes the counters beside the kernel that waits, by another queue. */
    private void release(Session session, Place place) {
        try {
            for (int device = 0; device < sessions.size(); device++) {
                place.released().ints().put(device, meetings + PeerBox.FAR);
            }
            place.counters().uploadAsync(session.upload(), place.released()).await();
        } catch (OpenClException e) {
            LOG.debug("Nothing waits on {}, which has failed or is closed: {}", session.device(), e.getMessage());
        }
    }
}
