package org.plegma.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;

/**
 * Copies an array along a chain of devices, in pieces: while one device writes a piece into the next one's box, that one passes the
 * piece before on. So all links work at once, and each carries the array once, however many devices there are.
 *
 * <p>A box has two halves, used in turn. In each round the host starts what can be started, and waits for it.
 */
final class Relay {
    /**
     * From one device to the next.
     *
     * @param from what the giver has
     * @param written where it writes pieces, as it sees them; of two pieces
     * @param read the same memory, as the taker sees it
     * @param to where the taker puts them together
     */
    record Hop(Queue writes, DeviceArray from, DeviceArray written, Queue reads, DeviceArray read, DeviceArray to) {
        Event write(int piece, long most) {
            Event event = from.copyAsync(writes, piece * most, written, half(piece, most), size(piece, most));
            writes.flush();
            return event;
        }

        Event read(int piece, long most) {
            Event event = read.copyAsync(reads, half(piece, most), to, piece * most, size(piece, most));
            reads.flush();
            return event;
        }

        private static long half(int piece, long most) {
            return piece % 2 * most;
        }

        private long size(int piece, long most) {
            return Math.min(most, to.length() - piece * most);
        }
    }

    private Relay() {}

    /**
     * Copies, and waits for the end.
     *
     * @param hops the first from the array that is copied, each other from where the one before it puts pieces together; all boxes of
     *     one size
     */
    static void run(List<Hop> hops) {
        long length = hops.get(0).to.length();
        long most = hops.get(0).written.length() / 2;
        int pieces = Math.toIntExact((length + most - 1) / most);
        // A hop writes a piece in one round and reads it in the next; in the one after that, the next hop has it.
        int rounds = pieces + 2 * hops.size() - 1;
        for (int round = 0; round < rounds; round++) {
            List<Event> started = new ArrayList<>();
            for (int h = 0; h < hops.size(); h++) {
                int piece = round - 2 * h;
                if (piece >= 0 && piece < pieces) {
                    started.add(hops.get(h).write(piece, most));
                }
                if (piece >= 1 && piece <= pieces) {
                    started.add(hops.get(h).read(piece - 1, most));
                }
            }
            started.forEach(Event::await);
        }
    }
}
