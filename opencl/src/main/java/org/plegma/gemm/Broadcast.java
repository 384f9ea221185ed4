package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;

/**
 * Copies of one device's array on others. A device writes pieces of it into the others' memory if it can, where they are put together;
 * else the array goes through the host. Their memory is kept for the next array of that shape.
 */
final class Broadcast implements AutoCloseable {
    /** Large enough for the link's full rate; memory for two is shared. */
    private static final long PIECE_BYTES = 128L << 20;

    /**
     * Memory of one target.
     *
     * @param array of the target
     * @param pieces two, seen by both; empty if the source cannot reach the target's memory
     */
    private record Copy(Session source, Session target, DeviceArray array, Optional<PeerMemory> pieces) {
        boolean serves(Session from, Session to, DeviceArray wanted) {
            return source == from
                    && target == to
                    && array.type() == wanted.type()
                    && Arrays.equals(array.shape(), wanted.shape());
        }

        /** A piece is written while the one before is put in its place. */
        void fill(DeviceArray from) {
            PeerMemory both = pieces.orElseThrow();
            long most = both.on(source).length() / 2;
            int count = (int) ((array.length() + most - 1) / most);
            List<Event> written = new ArrayList<>();
            List<Event> taken = new ArrayList<>();
            for (int piece = 0; piece <= count; piece++) {
                if (piece < count) {
                    if (piece >= 2) {
                        taken.get(piece - 2).await();
                    }
                    written.add(from.copyAsync(
                            source.download(), piece * most, both.on(source), half(piece, most), size(piece, most)));
                    source.download().flush();
                }
                if (piece > 0) {
                    int last = piece - 1;
                    written.get(last).await();
                    taken.add(both.on(target)
                            .copyAsync(target.upload(), half(last, most), array, last * most, size(last, most)));
                    target.upload().flush();
                }
            }
            target.upload().finish();
        }

        private static long half(int piece, long most) {
            return piece % 2 * most;
        }

        private long size(int piece, long most) {
            return Math.min(most, array.length() - piece * most);
        }

        /** A product that was broken off may still read it. */
        void free() {
            target.compute().finish();
            pieces.ifPresent(PeerMemory::close);
            array.close();
        }
    }

    private final List<Copy> copies = new ArrayList<>();

    /** Copies what the source's compute queue has made so far. No kernel of the target reads an earlier copy any more. */
    DeviceArray send(Session source, Session target, DeviceArray array) {
        Copy copy = copies.stream()
                .filter(each -> each.serves(source, target, array))
                .findFirst()
                .orElseGet(() -> allocated(source, target, array));
        if (copy.pieces.isEmpty()) {
            copy.array.upload(array.download());
        } else {
            source.compute().finish();
            copy.fill(array);
        }
        return copy.array;
    }

    private Copy allocated(Session source, Session target, DeviceArray array) {
        copies.stream().filter(each -> each.target == target).forEach(Copy::free);
        copies.removeIf(each -> each.target == target);
        DeviceArray own = target.allocate(array.type(), array.shape());
        Optional<PeerMemory> pieces = Optional.empty();
        try {
            if (PeerMemory.refusal(List.of(target, source)).isEmpty()) {
                long piece = Math.min(array.length(), PIECE_BYTES / array.type().bytes());
                pieces = Optional.of(
                        PeerMemory.allocate(List.of(target, source), array.type(), Math.toIntExact(2 * piece)));
            }
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
        Copy made = new Copy(source, target, own, pieces);
        copies.add(made);
        return made;
    }

    @Override
    public void close() {
        copies.forEach(Copy::free);
        copies.clear();
    }
}
