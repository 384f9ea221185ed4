package org.plegma.rewrite.simulator;

/**
 * Something that a kernel must not do.
 *
 * @param kind what
 * @param text the whole story
 */
public record Finding(Kind kind, String text) {
    /** Kinds of faults. */
    public enum Kind {
        /** Two work-items access an element, one writes, and no barrier is between. */
        RACE,
        /** An index beyond an array. */
        OUT_OF_BOUNDS,
        /** A barrier that not all work-items of a group reach. */
        DIVERGENT_BARRIER
    }

    @Override
    public String toString() {
        return text;
    }
}
