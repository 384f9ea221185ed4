package org.plegma.gemm;

import org.plegma.array.ElementType;
import org.plegma.tune.Configuration;

/**
 * Sizes of the tiles of a blocked method.
 *
 * @param bm rows that a work-group computes
 * @param bn columns that a work-group computes
 * @param bk terms of a tile in local memory
 * @param tm rows of a work-item (of a warp, for tensor cores)
 * @param tn columns of a work-item (of a warp)
 * @param stages tiles in local memory at once
 * @param rate how fast it is on a product that fills the device, relative to the others
 */
record Tiling(int bm, int bn, int bk, int tm, int tn, int stages, double rate) {

    static Tiling of(Configuration c, double rate) {
        return new Tiling(
                c.integer("BM"),
                c.integer("BN"),
                c.integer("BK"),
                c.integer("TM"),
                c.integer("TN"),
                c.integer("STAGES"),
                rate);
    }

    /** Parts that work-items, or warps, compute. */
    int parts() {
        return bm / tm * (bn / tn);
    }

    /** Local memory of a work-group, with so many elements more in each line of a tile. */
    long localBytes(ElementType type, int padding) {
        return (long) stages * bk * (bm + bn + 2 * padding) * type.bytes();
    }

    /** Groups that a product of one matrix needs. */
    long tiles(int m, int n) {
        return ((long) m + bm - 1) / bm * (((long) n + bn - 1) / bn);
    }
}
