package org.plegma.stencil.slabs;

import java.nio.ByteBuffer;

/**
 * Carries planes between slabs of several processes. All processes cut the grid alike, each computes some slabs that lie side by
 * side, and planes between two slabs of one process need no transport. Messages of one tag between two slabs arrive in the order in
 * which they were sent.
 */
public interface Transport {
    /** A message on its way. Its memory must be left alone until it has arrived. */
    interface Transfer {
        /**
         * Waits until the message is sent or received, and the memory is the caller's again.
         *
         * @throws java.util.concurrent.CancellationException if the thread is interrupted
         */
        void await();
    }

    /** Slabs of all processes together. */
    int slabs();

    /** The first slab of this process. */
    int first();

    /** Slabs of this process, one for each of its devices. */
    int own();

    /**
     * Starts to send planes of one of this process's slabs.
     *
     * @param planes pinned memory
     * @param to a slab of another process
     * @param tag at least 0, below 32,768; what the receiver has, too
     */
    Transfer send(ByteBuffer planes, int to, int tag);

    /** Starts to receive planes for one of this process's slabs from a slab of another process, as {@link #send}. */
    Transfer receive(ByteBuffer planes, int from, int tag);

    /** All slabs lie in this process. */
    static Transport within(int slabs) {
        return new Transport() {
            @Override
            public int slabs() {
                return slabs;
            }

            @Override
            public int first() {
                return 0;
            }

            @Override
            public int own() {
                return slabs;
            }

            @Override
            public Transfer send(ByteBuffer planes, int to, int tag) {
                throw new IllegalArgumentException("There is no other process to send to slab " + to + ".");
            }

            @Override
            public Transfer receive(ByteBuffer planes, int from, int tag) {
                throw new IllegalArgumentException("There is no other process to receive from slab " + from + ".");
            }

            @Override
            public String toString() {
                return "one process";
            }
        };
    }
}
