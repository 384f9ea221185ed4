package org.plegma.primitives;

import org.plegma.device.Device;

/** The parts of an array that work-items take, one each; the last may be shorter. */
record Pieces(int count, long size) {
    private static final int A_UNIT = 4;
    private static final int LEAST = 2048;

    static Pieces of(Device device, long n) {
        return of(n, A_UNIT * device.computeUnits());
    }

    /** At most so many. */
    static Pieces of(long n, int most) {
        long size = Math.max(LEAST, (n + most - 1) / most);
        size = (size + 63) / 64 * 64;
        return new Pieces((int) ((n + size - 1) / size), size);
    }
}
