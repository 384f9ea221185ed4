package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/**
 * Passes a matrix along a chain of devices while they compute ({@code chain.cl}): each writes pieces into the next one's box, which puts
 * them in their places and passes them on. So each link carries the matrix once, and all at the same time. The devices order that
 * themselves, by counters; the host waits for nothing.
 *
 * <p>The matrix goes in two parts, and each device can wait for the first alone. What passes is a launch of few groups in the queue for
 * downloads. It is enqueued on all devices before anything that waits for it, and what computes waits for it: so it always begins first.
 */
public final class PeerChain implements AutoCloseable {
    /** Elements of 16 bytes are the widest. */
    private static final int VECTOR_BYTES = 16;

    /** So many have nearly the link's full rate, and leave the other units to what computes. */
    private static final int GROUPS = 16;

    private static final int GROUP = 512;

    /**
     * A part of a matrix: rows side by side.
     *
     * @param offset the first element
     * @param width elements of a row
     * @param rows how many; none is no part
     */
    public record Part(long offset, int width, int rows) {}

    private final List<Session> sessions;
    private final List<Link> links = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final int unit;
    private final int most;
    private final int groups;
    /** Pieces that were passed so far, and parts. */
    private int pieces;

    private int parts;

    /**
     * From a device to the next.
     *
     * @param there what the next one has and this one writes
     * @param back where the next one counts what it has taken
     */
    private record Link(PeerBox there, PeerBox back) implements AutoCloseable {
        @Override
        public void close() {
            there.close();
            back.close();
        }
    }

    /** What a device has for it. */
    private record Place(Session session, Program program, Kernel pass, Kernel await, DeviceArray passed)
            implements AutoCloseable {
        @Override
        public void close() {
            passed.close();
            program.close();
        }
    }

    /**
     * @param sessions of different devices, at least two, which {@link PeerChannel#refusalOtherThanCores} has nothing against; the first
     *     has what is passed
     * @param multiple divides all offsets, widths and lengths of rows
     * @param pieceBytes that a device writes at a time, at most {@link PeerBox#MOST_BYTES}
     */
    public PeerChain(List<Session> sessions, ElementType type, long multiple, int pieceBytes) {
        this.sessions = List.copyOf(sessions);
        this.unit = (int) Math.min(VECTOR_BYTES / type.bytes(), Long.lowestOneBit(multiple));
        this.most = Math.max(1, pieceBytes / type.bytes() / unit);
        // A processor may do one group after the other, and those of a piece wait for each other.
        boolean processors =
                sessions.stream().anyMatch(session -> session.device().kind() == Device.Kind.CPU);
        this.groups = processors ? 1 : GROUPS;
        try {
            for (int i = 1; i < sessions.size(); i++) {
                Session from = sessions.get(i - 1);
                Session to = sessions.get(i);
                PeerBox there = new PeerBox(from, to, type, most * unit);
                try {
                    links.add(new Link(there, new PeerBox(to, from, ElementType.INT, 1)));
                } catch (RuntimeException e) {
                    there.close();
                    throw e;
                }
            }
            for (int i = 0; i < sessions.size(); i++) {
                places.add(place(sessions.get(i), type, i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Place place(Session session, ElementType type, int index) {
        List<String> options = new ArrayList<>(
                List.of("-DELEMENT=" + type.openclName() + (unit == 1 ? "" : unit), "-DGROUP=" + GROUP));
        if (session.device().isNvidia()) {
            options.add("-DPTX");
        }
        Program program =
                session.compile(KernelSource.resource(PeerChain.class, "chain.cl"), options.toArray(new String[0]));
        DeviceArray passed = session.allocate(ElementType.INT, 1);
        String kernel = index == 0 ? "pass_first" : index == sessions.size() - 1 ? "pass_last" : "pass_between";
        passed.fill(0).await();
        return new Place(
                session,
                program,
                program.kernel(kernel).global((long) groups * GROUP).local(GROUP),
                program.kernel("await_passed").global(GROUP).local(GROUP),
                passed);
    }

    /**
     * Enqueues all of it. What the first device computes of the matrix must have ended, and so must all that reads earlier copies.
     *
     * @param matrices of each device, of one shape; the first is read, the others are written
     * @param leading elements from a row to the next
     */
    public void pass(List<DeviceArray> matrices, int leading, Part first, Part second) {
        Preconditions.notNull(matrices, "matrices");
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            List<Object> arguments = new ArrayList<>(List.of(pieces, most, leading / unit));
            for (Part part : List.of(first, second)) {
                arguments.addAll(List.of(part.offset() / unit, Math.max(1, part.width() / unit), count(part)));
            }
            arguments.add(place.passed());
            arguments.add(matrices.get(i));
            Session session = place.session();
            if (i > 0) {
                Link before = links.get(i - 1);
                arguments.addAll(List.of(
                        before.there().on(session),
                        before.there().counter(session),
                        before.back().counter(session)));
            }
            if (i < links.size()) {
                Link next = links.get(i);
                arguments.addAll(List.of(
                        next.there().on(session),
                        next.back().counter(session),
                        next.there().counter(session)));
            }
            session.naming(() -> {
                place.pass().enqueue(session.download(), arguments.toArray());
                session.download().flush();
                return session;
            });
        }
        for (Part part : List.of(first, second)) {
            pieces += (count(part) + most - 1) / most;
        }
        parts += 2;
    }

    private int count(Part part) {
        return Math.toIntExact((long) part.width() * part.rows() / unit);
    }

    /**
     * Enqueues that what follows in a queue of a device, other than that for downloads, begins when it has a part of what was passed last.
     *
     * @param part 0 or 1
     */
    public void await(Session session, int part, Queue queue) {
        Place place = places.get(sessions.indexOf(session));
        place.await().enqueue(queue, (parts - 1 + part) * groups, place.passed());
    }

    /** Whether a command of one of the devices has failed of which nobody was told. */
    public Optional<Session> failed() {
        return sessions.stream()
                .filter(session -> queues(session).anyMatch(Queue::hasUnknownFailure))
                .findFirst();
    }

    /** Throws the failure of a device that {@link #failed} has found. */
    public static void throwFailure(Session session) {
        queues(session).forEach(Queue::throwFailure);
    }

    private static Stream<Queue> queues(Session session) {
        return Stream.of(session.compute(), session.upload(), session.download());
    }

    /** As {@link PeerBox#release}, after which only {@link #close} is left. */
    public void release() {
        for (Link link : links) {
            link.there().release(pieces * groups);
            link.back().release(pieces * groups);
        }
    }

    /** Frees the memory once all that was enqueued is done, well or not. */
    @Override
    public void close() {
        sessions.forEach(session -> {
            session.download().drain();
            session.upload().drain();
            session.compute().drain();
        });
        places.forEach(Place::close);
        links.forEach(Link::close);
        places.clear();
        links.clear();
    }
}
