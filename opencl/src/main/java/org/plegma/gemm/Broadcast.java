package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;

/**
 * Copies of one device's array on others. Devices that can write into each other's memory pass it on from one to the next, by a
 * {@link Relay}; else it goes through the host. Their memory is kept for the next array of that shape.
 */
final class Broadcast implements AutoCloseable {
    /** Large enough for the link's full rate, small beside the array, which the last device has a few pieces later than the first. */
    private static final long PIECE_BYTES = 64L << 20;

    /**
     * Memory of one target.
     *
     * @param giver who writes into it
     * @param array of the target
     * @param box two pieces, seen by both; empty if all goes through the host
     */
    private record Copy(Session giver, Session target, DeviceArray array, Optional<PeerMemory> box) {
        Relay.Hop hop(DeviceArray from) {
            PeerMemory shared = box.orElseThrow();
            return new Relay.Hop(giver.download(), from, shared.on(giver), target.upload(), shared.on(target), array);
        }

        /** What was broken off may still use it. */
        void free() {
            giver.download().finish();
            target.upload().finish();
            target.compute().finish();
            box.ifPresent(PeerMemory::close);
            array.close();
        }
    }

    private final List<Copy> chain = new ArrayList<>();
    private @Nullable Session source;

    /**
     * Copies what the source's compute queue has made so far. No kernel of the targets reads an earlier copy any more.
     *
     * @param targets without the source
     * @return an array of each target, in their order
     */
    List<DeviceArray> send(Session from, List<Session> targets, DeviceArray array) {
        if (!serves(from, targets, array)) {
            close();
            allocate(from, targets, array);
        }
        if (chain.stream().allMatch(copy -> copy.box.isPresent())) {
            from.compute().finish();
            List<Relay.Hop> hops = new ArrayList<>();
            DeviceArray last = array;
            for (Copy copy : chain) {
                hops.add(copy.hop(last));
                last = copy.array;
            }
            try {
                Relay.run(hops);
            } catch (RuntimeException e) {
                close(); // pieces may still be on their way
                throw e;
            }
        } else {
            Grid host = array.download();
            chain.forEach(copy -> copy.array.upload(host));
        }
        return chain.stream().map(Copy::array).toList();
    }

    private boolean serves(Session from, List<Session> targets, DeviceArray wanted) {
        return from == source
                && targets.equals(chain.stream().map(Copy::target).toList())
                && chain.stream()
                        .allMatch(copy -> copy.array.type() == wanted.type()
                                && Arrays.equals(copy.array.shape(), wanted.shape()));
    }

    private void allocate(Session from, List<Session> targets, DeviceArray array) {
        List<Session> all = new ArrayList<>(List.of(from));
        all.addAll(targets);
        boolean reached = PeerMemory.refusal(all).isEmpty();
        source = from;
        try {
            for (int i = 0; i < targets.size(); i++) {
                Session giver = all.get(i);
                Session target = targets.get(i);
                chain.add(target.naming(() -> allocated(giver, target, array, reached)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Copy allocated(Session giver, Session target, DeviceArray array, boolean reached) {
        DeviceArray own = target.allocate(array.type(), array.shape());
        try {
            int piece =
                    (int) Math.min(array.length(), PIECE_BYTES / array.type().bytes());
            Optional<PeerMemory> box = reached
                    ? Optional.of(PeerMemory.allocate(List.of(target, giver), array.type(), 2 * piece))
                    : Optional.empty();
            return new Copy(giver, target, own, box);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    @Override
    public void close() {
        chain.forEach(Copy::free);
        chain.clear();
        source = null;
    }
}
