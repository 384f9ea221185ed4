package org.plegma.fft;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.source.KernelSource;

/** The way of blocks from one device to another, piece by piece: each goes into one of two halves of a box, in turn. */
interface BlockLink extends AutoCloseable {
    int GROUP = 256;

    /** Starts to put a piece into the half of its turn. */
    Event put(long turn, Block from, long width, long rows);

    /** Starts to take a piece, whose {@link #put} has ended, out of the half of its turn. */
    Event take(long turn, Block to, long width, long rows);

    @Override
    void close();

    /**
     * A device that copies blocks.
     *
     * @param rows its kernel
     */
    record Copier(Session session, Program rows) implements AutoCloseable {
        static Copier of(Session session, ElementType type) {
            return new Copier(
                    session,
                    session.compile(
                            KernelSource.resource(BlockLink.class, "blocks.cl"), "-DREAL2=" + type.openclName() + "2"));
        }

        /** Starts to copy rows from one array that the device sees to another. */
        Event copy(Queue queue, Block from, Block to, long width, long count) {
            return rows.kernel("copy_rows")
                    .global(Kernel.roundUp(width, GROUP), count)
                    .local(GROUP, 1)
                    .launch(queue, from.array(), from.first(), from.pitch(), to.array(), to.first(), to.pitch(), width);
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /** @param half complex values of a half */
    static BlockLink of(Copier giver, Copier taker, ElementType type, long half) {
        int reals = Math.toIntExact(4 * half);
        List<Session> both = List.of(taker.session(), giver.session());
        return PeerMemory.refusal(both).isEmpty()
                ? inTakersMemory(giver, taker, PeerMemory.allocate(both, type, reals), half)
                : throughHost(giver, taker, type, reals, half);
    }

    /** The box is in the taker's memory, where the giver writes itself. */
    private static BlockLink inTakersMemory(Copier giver, Copier taker, PeerMemory box, long half) {
        return new BlockLink() {
            @Override
            public Event put(long turn, Block from, long width, long rows) {
                Block to = new Block(box.on(giver.session()), turn % 2 * half, width);
                return giver.copy(giver.session().download(), from, to, width, rows);
            }

            @Override
            public Event take(long turn, Block to, long width, long rows) {
                Block from = new Block(box.on(taker.session()), turn % 2 * half, width);
                return taker.copy(taker.session().upload(), from, to, width, rows);
            }

            @Override
            public void close() {
                box.close();
            }
        };
    }

    /** The box is in pinned memory of the host, with one in each device's memory before and behind it. */
    private static BlockLink throughHost(Copier giver, Copier taker, ElementType type, int reals, long half) {
        DeviceArray given = giver.session().allocate(type, reals);
        DeviceArray taken = taker.session().allocate(type, reals);
        HostBuffer box = giver.session().pinned(type, reals);
        return new BlockLink() {
            @Override
            public Event put(long turn, Block from, long width, long rows) {
                long first = turn % 2 * half;
                Queue queue = giver.session().download();
                giver.copy(queue, from, new Block(given, first, width), width, rows);
                return given.downloadAsync(queue, box, 2 * first, 2 * first, 2 * width * rows);
            }

            @Override
            public Event take(long turn, Block to, long width, long rows) {
                long first = turn % 2 * half;
                Queue queue = taker.session().upload();
                taken.uploadAsync(queue, box, 2 * first, 2 * first, 2 * width * rows);
                return taker.copy(queue, new Block(taken, first, width), to, width, rows);
            }

            @Override
            public void close() {
                given.close();
                taken.close();
                box.close();
            }
        };
    }
}
