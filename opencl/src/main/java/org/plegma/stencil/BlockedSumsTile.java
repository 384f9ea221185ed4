package org.plegma.stencil;

/**
 * What a group of work-items of the method {@code blocked(k)} by partial sums works on at a time.
 *
 * @param steps steps done together
 * @param width neighbouring cells along the last axis that a work-item computes: 1, 2 or 4
 * @param lanes work-items side by side along the last axis, which exchange values in a warp
 */
record BlockedSumsTile(int steps, int width, int lanes) {

    /** Cells on either side along the last axis that are not right after all steps, in whole work-items. */
    int halo() {
        return (steps + width - 1) / width * width;
    }

    int span() {
        return lanes * width;
    }

    /** Cells along the last axis that are right after all steps. */
    int useful() {
        return span() - 2 * halo();
    }

    /** Tiles that cover an axis of this size; at the ends of one that is not periodic nothing is lost. */
    int count(int size, boolean periodic) {
        int covered = periodic ? size : Math.max(1, size - 2 * halo());
        return (covered + useful() - 1) / useful();
    }
}
