package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.shared.PeerChannel;
import org.plegma.stencil.slabs.DeviceSlab.Side;
import org.plegma.stencil.slabs.Transport.Transfer;
import org.plegma.tune.choice.LinkRates;
import org.plegma.tune.store.TuningStore;

/**
 * Fills ghost planes from the neighbours' kept planes. A device writes them into the neighbour's memory if it can. Else they go from
 * the device to pinned memory, by the transport if the neighbour is in another process, and to the neighbour. Kept planes are never
 * written, so that an exchange that was broken off can be done again.
 */
public final class PlaneExchange implements AutoCloseable {
    /** Planes that a slab keeps become ghosts on a side of another, one of the two at least in this process. */
    private record Link(int from, int to, Side side) {
        Side opposite() {
            return side == Side.BELOW ? Side.ABOVE : Side.BELOW;
        }

        int tag(int level) {
            return 2 * level + side.ordinal();
        }
    }

    private final List<DeviceSlab> own;
    private final Transport transport;
    private final List<Link> links = new ArrayList<>();
    private final long part;
    private final ElementType type;
    /** For each level, one for each link. */
    private final List<List<Mailbox>> mailboxes = new ArrayList<>();

    private final boolean throughHost;
    private final Optional<DeviceExchange> byDevices;

    private final List<Event> uploads = new ArrayList<>();
    private final List<Event> downloads = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();

    /**
     * @param own the slabs of this process
     * @param halo planes to exchange at a cut
     * @param plane elements of a plane
     * @param options say which way planes go
     */
    public PlaneExchange(
            List<DeviceSlab> own, Transport transport, int halo, long plane, ElementType type, SlabOptions options) {
        this.own = List.copyOf(own);
        this.transport = transport;
        this.part = halo * plane;
        this.type = type;
        int count = transport.slabs();
        for (int i = 0; i < own.size(); i++) {
            int slab = transport.first() + i;
            for (Side side : Side.values()) {
                if (own.get(i).hasCut(side)) {
                    int neighbour = Math.floorMod(slab + (side == Side.BELOW ? -1 : 1), count);
                    Link in = new Link(neighbour, slab, side);
                    links.add(in);
                    if (!isOwn(neighbour)) {
                        links.add(new Link(slab, neighbour, in.opposite()));
                    }
                }
            }
        }
        boolean asked = options.way() == SlabOptions.Way.BY_DEVICES;
        Optional<String> refusal = refusal(asked);
        if (asked && refusal.isPresent()) {
            throw new IllegalArgumentException("The devices cannot put exchanges in order. " + refusal.get());
        }
        this.throughHost = options.way() == SlabOptions.Way.THROUGH_HOST
                || (!asked
                        && links.stream()
                                .filter(link -> isOwn(link.from) && isOwn(link.to))
                                .anyMatch(link -> Mailbox.refusal(
                                                own(link.from).session(),
                                                own(link.to).session())
                                        .isPresent()));
        boolean isOrdered = !this.throughHost && refusal.isEmpty();
        this.byDevices = isOrdered
                ? Optional.of(new DeviceExchange(
                        links.stream()
                                .map(link -> new DeviceExchange.Cut(
                                        own(link.from), link.opposite(), own(link.to), link.side))
                                .toList(),
                        type,
                        part))
                : Optional.empty();
    }

    /** Whether devices put exchanges in order without being told to: not processors, then. All slabs are in this process. */
    public static boolean byDevicesUnasked(List<Session> sessions, boolean ring, SlabOptions options) {
        int cuts = ring ? sessions.size() : sessions.size() - 1;
        return options.way() != SlabOptions.Way.THROUGH_HOST
                && IntStream.range(0, cuts).allMatch(i -> {
                    Session next = sessions.get((i + 1) % sessions.size());
                    return PeerChannel.refusal(sessions.get(i), next).isEmpty();
                });
    }

    /** Why devices cannot put exchanges in order; empty if they can. */
    private Optional<String> refusal(boolean asked) {
        for (Link link : links) {
            if (!isOwn(link.from) || !isOwn(link.to)) {
                return Optional.of("Some are in other processes.");
            }
            Session from = own(link.from).session();
            Session to = own(link.to).session();
            Optional<String> why = asked ? PeerChannel.refusalOtherThanCores(from, to) : PeerChannel.refusal(from, to);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    /** The exchange that devices put in order themselves, instead of {@link #start} to {@link #finish}; empty if the host must. */
    public Optional<DeviceExchange> byDevices() {
        return byDevices;
    }

    private boolean isOwn(int slab) {
        return slab >= transport.first() && slab < transport.first() + own.size();
    }

    private DeviceSlab own(int slab) {
        return own.get(slab - transport.first());
    }

    /** Starts: planes leave the devices once what was enqueued there before is done, and messages are awaited. */
    public void start(List<Level> levels) {
        if (!transfers.isEmpty()) {
            throw new IllegalStateException(
                    "An exchange with other processes was broken off, and its messages may still come:"
                            + " end all processes, and go on from a checkpoint.");
        }
        awaitAll(uploads); // of the last exchange, from memory that is now to be written
        awaitAll(downloads); // of one that was broken off
        while (mailboxes.size() < levels.size()) {
            addMailboxes();
        }
        for (DeviceSlab slab : own) {
            slab.stage(levels);
            slab.downloadAfterAll();
        }
        for (int a = 0; a < levels.size(); a++) {
            for (int l = 0; l < links.size(); l++) {
                Link link = links.get(l);
                Mailbox mailbox = mailboxes.get(a).get(l);
                if (isOwn(link.from)) {
                    downloads.add(download(own(link.from), link.opposite(), levels.get(a), mailbox));
                } else {
                    transfers.add(transport.receive(mailbox.bytes(), link.from, link.tag(a)));
                }
            }
        }
        own.forEach(slab -> slab.download().flush());
    }

    private static Event download(DeviceSlab slab, Side side, Level level, Mailbox mailbox) {
        return slab.naming(() -> mailbox.put(slab, slab.kept(side, level)));
    }

    /** Goes on with what {@link #start} began: once planes have left the devices, they are sent to other processes. */
    public void send(List<Level> levels) {
        awaitAll(downloads);
        for (int a = 0; a < levels.size(); a++) {
            for (int l = 0; l < links.size(); l++) {
                Link link = links.get(l);
                if (isOwn(link.from) && !isOwn(link.to)) {
                    transfers.add(transport.send(mailboxes.get(a).get(l).bytes(), link.to, link.tag(a)));
                }
            }
        }
    }

    /** Ends what {@link #send} went on with: kernels that are enqueued after it find the ghost planes filled. */
    public void finish(List<Level> levels) {
        transfers.forEach(Transfer::await);
        transfers.clear();
        for (int a = 0; a < levels.size(); a++) {
            for (int l = 0; l < links.size(); l++) {
                Link link = links.get(l);
                if (isOwn(link.to)) {
                    uploads.add(upload(
                            own(link.to),
                            link.side,
                            levels.get(a),
                            mailboxes.get(a).get(l)));
                }
            }
        }
        for (DeviceSlab slab : own) {
            slab.compute()
                    .waitFor(uploads.stream()
                            .filter(event -> event.queue() == slab.upload())
                            .toArray(Event[]::new));
        }
    }

    private static Event upload(DeviceSlab slab, Side side, Level level, Mailbox mailbox) {
        return slab.naming(() -> mailbox.take(slab, slab.ghosts(side, level)));
    }

    private static void awaitAll(List<Event> events) {
        events.forEach(Event::await);
        events.clear();
    }

    private void addMailboxes() {
        List<Mailbox> added = new ArrayList<>();
        mailboxes.add(added);
        for (Link link : links) {
            boolean within = isOwn(link.from) && isOwn(link.to);
            added.add(
                    within && !throughHost
                            ? Mailbox.onDevice(
                                    own(link.from).session(), own(link.to).session(), type, part)
                            : Mailbox.pinned(own(isOwn(link.from) ? link.from : link.to)
                                    .session()
                                    .pinned(type, part)));
        }
    }

    /** Whether planes between devices of this process go through pinned memory. */
    public boolean goesThroughHost() {
        return throughHost;
    }

    /** The way that planes between devices of this process take. */
    public String way() {
        return throughHost ? "through pinned memory" : "by a device's writing into its neighbour's memory";
    }

    /** Seconds that an exchange of so many levels is expected to take a slab of this process, whose neighbours are here, too. */
    public double seconds(int slab, int levels, TuningStore store) {
        return links.stream()
                .filter(link -> link.to == transport.first() + slab)
                .mapToDouble(link -> levels
                        * LinkRates.of(own(link.to).session(), own(link.from).session(), byDevices.isPresent(), store)
                                .seconds((double) part * type.bytes()))
                .sum();
    }

    /** Frees the memory, but not if messages of an exchange that was broken off may still arrive in it. */
    @Override
    public void close() {
        byDevices.ifPresent(DeviceExchange::close);
        if (transfers.isEmpty()) {
            mailboxes.forEach(each -> each.forEach(Mailbox::close));
            mailboxes.clear();
        }
    }
}
