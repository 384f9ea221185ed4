package org.plegma.gemm.method;

import org.plegma.array.ElementType;
import org.plegma.tune.space.Configuration;

/**
 * Sizes of the tiles of a blocked method.
 *
 * @param bm rows that a work-group computes
 * @param bn columns that a work-group computes
 * @param bk terms of a tile in local memory
 * @param tm rows of a work-item (of a warp, for tensor cores)
 * @param tn columns of a work-item (of a warp)
 * @param stages tiles in local memory at once
 * @param split parts of a work-group, each of which sums its own terms of every tile
 * @param rate how fast it is on a product that fills the device, relative to the others
 */
record ProductTiling(int bm, int bn, int bk, int tm, int tn, int stages, int split, double rate) {

    /** Without a split. */
    ProductTiling(int bm, int bn, int bk, int tm, int tn, int stages, double rate) {
        this(bm, bn, bk, tm, tn, stages, 1, rate);
    }

    static ProductTiling of(Configuration c, double rate) {
        return new ProductTiling(
                c.integer("BM"),
                c.integer("BN"),
                c.integer("BK"),
                c.integer("TM"),
                c.integer("TN"),
                c.integer("STAGES"),
                c.integer("SPLIT"),
                rate);
    }

    /** As {@link #of} reads them. */
    Object[] namesAndValues() {
        return new Object[] {"BM", bm, "BN", bn, "BK", bk, "TM", tm, "TN", tn, "STAGES", stages, "SPLIT", split};
    }

    /** Work-items, or warps, of a work-group. */
    int parts() {
        return split * (bm / tm) * (bn / tn);
    }

    /** Local memory of a work-group, with so many elements more in each line of a tile. */
    long localBytes(ElementType type, int padding) {
        long tiles = (long) stages * bk * (bm + bn + 2 * padding);
        long sums = (split - 1L) * bm * bn;
        return Math.max(tiles, sums) * type.bytes();
    }

    /** Groups that a product of one matrix needs. */
    long tiles(int m, int n) {
        return ((long) m + bm - 1) / bm * (((long) n + bn - 1) / bn);
    }
}
