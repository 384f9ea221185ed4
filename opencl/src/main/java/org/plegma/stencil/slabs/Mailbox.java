package org.plegma.stencil.slabs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.stencil.slabs.DeviceSlab.Planes;

/** Where the planes of one cut lie between the device that computes them and the one that needs them. */
interface Mailbox extends AutoCloseable {
    /** Of memory that devices share. */
    long PIECE_BYTES = 64L << 20;

    /** Starts to copy planes from a slab's device. */
    Event put(DeviceSlab from, Planes planes);

    /** Starts to copy planes to a slab's device. What {@link #put} began has ended. */
    Event take(DeviceSlab to, Planes planes);

    /** The planes, for messages to and from other processes. */
    ByteBuffer bytes();

    @Override
    void close();

    /** Why planes between two sessions' devices go through pinned memory of the host; empty if a device's memory holds them. */
    static Optional<String> refusal(Session from, Session to) {
        return PeerMemory.refusal(List.of(to, from));
    }

    /** In the memory of the device that needs them: the other one writes there itself. Devices share pieces of some size. */
    static Mailbox onDevice(Session from, Session to, ElementType type, long elements) {
        long most = PIECE_BYTES / type.bytes();
        List<PeerMemory> pieces = new ArrayList<>();
        try {
            for (long first = 0; first < elements; first += most) {
                int count = (int) Math.min(most, elements - first);
                pieces.add(PeerMemory.allocate(List.of(to, from), type, count));
            }
        } catch (RuntimeException e) {
            pieces.forEach(PeerMemory::close);
            throw e;
        }
        return new Mailbox() {
            @Override
            public Event put(DeviceSlab slab, Planes planes) {
                return last(i -> {
                    DeviceArray piece = pieces.get(i).on(from);
                    return planes.array()
                            .copyAsync(slab.download(), planes.offset() + i * most, piece, 0, piece.length());
                });
            }

            @Override
            public Event take(DeviceSlab slab, Planes planes) {
                return last(i -> {
                    DeviceArray piece = pieces.get(i).on(to);
                    return piece.copyAsync(
                            slab.upload(), 0, planes.array(), planes.offset() + i * most, piece.length());
                });
            }

            /** A queue does one copy after the other. */
            private Event last(IntFunction<Event> copy) {
                for (int i = 0; i < pieces.size() - 1; i++) {
                    copy.apply(i);
                }
                return copy.apply(pieces.size() - 1);
            }

            @Override
            public ByteBuffer bytes() {
                throw new IllegalStateException("Planes in a device's memory are for this process alone.");
            }

            @Override
            public void close() {
                pieces.forEach(PeerMemory::close);
            }
        };
    }

    /** In pinned memory of the host. */
    static Mailbox pinned(HostBuffer buffer) {
        return new Mailbox() {
            @Override
            public Event put(DeviceSlab slab, Planes planes) {
                return planes.array().downloadAsync(slab.download(), buffer, 0, planes.offset(), buffer.length());
            }

            @Override
            public Event take(DeviceSlab slab, Planes planes) {
                return planes.array().uploadAsync(slab.upload(), buffer, 0, planes.offset(), buffer.length());
            }

            @Override
            public ByteBuffer bytes() {
                return buffer.bytes();
            }

            @Override
            public void close() {
                buffer.close();
            }
        };
    }
}
