package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.plegma.array.ElementType;
import org.plegma.device.shared.PeerBox;
import org.plegma.device.shared.PeerTurn;
import org.plegma.stencil.code.PlaneRange;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.slabs.DeviceExchange.Cut;
import org.plegma.stencil.slabs.DeviceSlab.Planes;
import org.plegma.stencil.slabs.DeviceSlab.Side;

/**
 * Single steps of which the last before an exchange writes the planes at cuts into the neighbours' memory as it computes them: they cross the
 * link while the rest is computed. Steps before it compute those ghost planes that are needed still. Then each device takes a
 * {@link PeerTurn}.
 */
public final class SendingSteps implements AutoCloseable {
    private final List<Cut> cuts;
    private final List<DeviceSlab> own;
    private final List<String> updated;
    private final ElementType type;
    private final int plane;
    private final int part;
    private final int radius;
    private final boolean takes;
    private final Stages stages;
    private final List<Sender> senders = new ArrayList<>();
    private final List<PeerBox> boxes = new ArrayList<>();
    /** Makes the steps of a slab. */
    public interface Stages {
        /** By the code for a slab's {@link #part}. */
        CompiledStage sending(DeviceSlab slab);

        /** By the code for a slab's {@link #range}; empty if an exchange follows each step. */
        Optional<CompiledStage> before(DeviceSlab slab);
    }

    /**
     * @param updated fields, in the order in which kernels send them
     * @param halo planes of a cut
     * @param radius planes that one step reads on a side
     * @param plane elements of a plane
     * @param takes whether the steps read ghost planes where the neighbours write them; else a turn puts them into the grid
     */
    public SendingSteps(
            DeviceExchange exchange,
            List<DeviceSlab> own,
            List<String> updated,
            ElementType type,
            int halo,
            int radius,
            int plane,
            boolean takes,
            Stages stages) {
        this.cuts = exchange.cuts();
        this.own = List.copyOf(own);
        this.updated = List.copyOf(updated);
        this.type = type;
        this.plane = plane;
        this.part = halo * plane;
        this.radius = radius;
        this.takes = takes;
        this.stages = stages;
    }

    /** Whether boxes of shared memory hold the planes of a cut. */
    public static boolean fit(int fields, long part, ElementType type) {
        return fields * part * type.bytes() <= PeerBox.MOST_BYTES;
    }

    /** The planes that a slab's last step before an exchange computes and sends. */
    public static SlabPart part(Slab slab, long plane) {
        return new SlabPart(slab.below(), slab.planes(), slab.above(), plane);
    }

    /** The planes that the steps before it compute. @param radius as above */
    public static PlaneRange range(Slab slab, int radius) {
        return new PlaneRange(slab.planes() + Math.max(0, slab.below() - radius) + Math.max(0, slab.above() - radius));
    }

    /** Compiles and allocates what is not there yet, while no device waits for another. */
    void open() {
        if (senders.isEmpty()) {
            openAll();
        }
    }

    /**
     * Enqueues the steps of a slab up to the next exchange.
     *
     * @param index of the slab
     * @param count at most as many as the ghost planes are for
     * @param turn whether what the last step sent is taken before; if not, all ghost planes are there, or will be by what was enqueued
     */
    void steps(int index, int count, boolean turn) {
        senders.get(index).steps(count, turn);
    }

    /** After a failure: ends turns that wait for planes that will not come; then only {@link #close} is left. */
    void release() {
        int turns = senders.stream().mapToInt(sender -> sender.turns).max().orElse(0);
        boxes.forEach(box -> box.release(turns));
    }

    private void openAll() {
        Map<Cut, PeerBox> all = new IdentityHashMap<>();
        for (Cut cut : cuts) {
            PeerBox box = cut.to()
                    .naming(() -> new PeerBox(cut.from().session(), cut.to().session(), type, updated.size() * part));
            boxes.add(box);
            all.put(cut, box);
        }
        for (DeviceSlab slab : own) {
            Map<Side, PeerTurn.Neighbour> neighbours = new EnumMap<>(Side.class);
            for (Side side : Side.values()) {
                if (slab.hasCut(side)) {
                    PeerBox out = box(all, cut -> cut.from() == slab && cut.kept() == side);
                    PeerBox in = box(all, cut -> cut.to() == slab && cut.ghosts() == side);
                    neighbours.put(side, new PeerTurn.Neighbour(out, in));
                }
            }
            senders.add(new Sender(slab, neighbours));
        }
    }

    private static PeerBox box(Map<Cut, PeerBox> all, Predicate<Cut> wanted) {
        return all.entrySet().stream()
                .filter(entry -> wanted.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Of one slab. */
    private final class Sender implements AutoCloseable {
        private final DeviceSlab slab;
        private final Map<Side, PeerTurn.Neighbour> neighbours;
        private final CompiledStage sending;
        private final Optional<CompiledStage> before;
        private final PeerTurn turn;
        /** Steps whose planes were sent, and turns in which they were taken: those of a step before a load are not. */
        private int sent;

        private int turns;

        Sender(DeviceSlab slab, Map<Side, PeerTurn.Neighbour> neighbours) {
            this.slab = slab;
            this.neighbours = neighbours;
            this.sending = slab.naming(() -> stages.sending(slab));
            this.before = slab.naming(() -> stages.before(slab));
            this.turn = slab.naming(() -> new PeerTurn(
                    slab.session(), type, takes ? 0 : part, plane, neighbour(Side.BELOW), neighbour(Side.ABOVE)));
            slab.naming(() -> {
                turn.prepare(slab.kept(new Level(updated.get(0), 0)).array());
                return turn;
            });
        }

        private Optional<PeerTurn.Neighbour> neighbour(Side side) {
            return Optional.ofNullable(neighbours.get(side));
        }

        void steps(int count, boolean turn) {
            if (turn) {
                takeTurn();
            }
            for (int left = count - 1; left > 0; left--) {
                before(left);
            }
            send(turn);
        }

        /** @param left steps after this one, which read so many ghost planes */
        private void before(int left) {
            Slab planes = slab.slab();
            int lowest = Math.max(0, planes.below() - left * radius);
            int beyond = Math.min(planes.extent(), planes.below() + planes.planes() + left * radius);
            slab.launch(before.orElseThrow(), List.of(lowest, beyond));
        }

        /** @param turn whether ghost planes are in the boxes, if they are read there */
        private void send(boolean turn) {
            long taken = half(sent);
            sent++;
            List<Object> last = new ArrayList<>();
            neighbours.values().forEach(each -> last.add(each.out().on(slab.session())));
            last.add(half(sent));
            if (takes) {
                neighbours.forEach((side, each) -> {
                    Planes ghosts = slab.ghosts(side, new Level(updated.get(0), 0));
                    last.add(turn ? each.in().on(slab.session()) : ghosts.array());
                    last.add(turn ? taken : ghosts.offset());
                });
            }
            slab.launch(sending, last);
        }

        private long half(int step) {
            return neighbours.values().iterator().next().out().half(step);
        }

        private void takeTurn() {
            turns++;
            slab.naming(() -> {
                for (int field = 0; field < updated.size(); field++) {
                    Level level = new Level(updated.get(field), 0);
                    turn.enqueue(
                            turns,
                            field == 0,
                            half(sent) + (long) field * part,
                            slab.kept(level).array(),
                            neighbour(Side.BELOW).isEmpty()
                                    ? 0
                                    : slab.ghosts(Side.BELOW, level).offset(),
                            neighbour(Side.ABOVE).isEmpty()
                                    ? 0
                                    : slab.ghosts(Side.ABOVE, level).offset());
                }
                return slab;
            });
        }

        @Override
        public void close() {
            turn.close();
            sending.close();
            before.ifPresent(CompiledStage::close);
        }
    }

    /** Frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        own.forEach(slab -> slab.compute().drain());
        senders.forEach(Sender::close);
        senders.clear();
        boxes.forEach(PeerBox::close);
        boxes.clear();
    }
}
