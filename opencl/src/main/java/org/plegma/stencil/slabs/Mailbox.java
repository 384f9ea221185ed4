package org.plegma.stencil.slabs;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.stencil.slabs.DeviceSlab.Planes;

/** Where the planes of one cut lie between the device that computes them and the one that needs them. */
interface Mailbox extends AutoCloseable {
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

    /** In the memory of the device that needs them: the other one writes there itself. */
    static Mailbox onDevice(Session from, Session to, ElementType type, long elements) {
        PeerMemory memory = PeerMemory.allocate(List.of(to, from), type, Math.toIntExact(elements));
        return new Mailbox() {
            @Override
            public Event put(DeviceSlab slab, Planes planes) {
                return planes.array().copyAsync(slab.download(), planes.offset(), memory.on(from), 0, elements);
            }

            @Override
            public Event take(DeviceSlab slab, Planes planes) {
                return memory.on(to).copyAsync(slab.upload(), 0, planes.array(), planes.offset(), elements);
            }

            @Override
            public ByteBuffer bytes() {
                throw new IllegalStateException("Planes in a device's memory are for this process alone.");
            }

            @Override
            public void close() {
                memory.close();
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
