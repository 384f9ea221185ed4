package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * Where several devices wait for each other between kernels, without the host if they can: each tells all others what it has reached, by a
 * {@link PeerChannel} of one number, and awaits the same of them. Devices that cannot are awaited by the host.
 */
public final class PeerMeeting implements AutoCloseable {
    private final List<Session> sessions;
    /** Empty if the host waits. */
    private final List<Way> ways = new ArrayList<>();

    private final List<DeviceArray> numbers = new ArrayList<>();

    private record Way(PeerChannel channel, DeviceArray from, DeviceArray to) {}

    public PeerMeeting(List<Session> sessions) {
        this(sessions, PeerChannel::refusal);
    }

    /** @param refusal why the second device cannot await the first; with {@link PeerChannel#refusalOtherThanCores} processors do, too */
    public PeerMeeting(List<Session> sessions, BiFunction<Session, Session, Optional<String>> refusal) {
        this.sessions = List.copyOf(Preconditions.notNull(sessions, "sessions"));
        Preconditions.notNull(refusal, "refusal");
        boolean byHost = sessions.stream().anyMatch(from -> sessions.stream()
                .anyMatch(to -> from != to && refusal.apply(from, to).isPresent()));
        if (byHost) {
            return;
        }
        try {
            for (Session session : this.sessions) {
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
        return ways.isEmpty();
    }

    /** What is enqueued to compute on any device before this is done before what is enqueued after it begins, on all devices. */
    public void enqueue() {
        if (isByHost()) {
            sessions.forEach(session -> session.compute().finish());
            return;
        }
        ways.forEach(way -> way.channel().give(way.from(), 0));
        sessions.forEach(session -> session.compute().flush());
        ways.forEach(way -> way.channel().take(way.to(), 0));
        sessions.forEach(session -> session.compute().flush());
    }

    /** Frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        ways.forEach(way -> way.channel().close());
        ways.clear();
        numbers.forEach(DeviceArray::close);
        numbers.clear();
    }
}
