package org.plegma.rewrite.lanes;

import org.plegma.rewrite.term.Term;

/**
 * An expression for all lanes.
 *
 * @param code a vector if each lane has its own value, else a scalar: that of all lanes, or of the first
 * @param type of a lane, in OpenCL C; a {@code bool} of each lane is an {@code int}, -1 for true
 */
record LaneValue(Term code, String type, Spread spread) {
    /** How the lanes' values differ. */
    enum Spread {
        /** They do not. */
        SAME,
        /** Whole numbers, one more from lane to lane. */
        CONSECUTIVE,
        EACH
    }

    static LaneValue same(Term code, String type) {
        return new LaneValue(code, type, Spread.SAME);
    }

    static LaneValue each(Term code, String type) {
        return new LaneValue(code, type, Spread.EACH);
    }

    boolean isSame() {
        return spread == Spread.SAME;
    }

    boolean isConsecutive() {
        return spread == Spread.CONSECUTIVE;
    }

    boolean isEach() {
        return spread == Spread.EACH;
    }
}
