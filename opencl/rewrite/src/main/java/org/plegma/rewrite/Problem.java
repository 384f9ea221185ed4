package org.plegma.rewrite;

/**
 * What went wrong with a rule while it was applied.
 *
 * @param kind what kind of trouble
 * @param rule the name of the rule, or of several
 * @param message the whole story
 */
public record Problem(Kind kind, String rule, String message) {
    /** Kinds of trouble. */
    public enum Kind {
        /** The rules came back to where they had been, or found no end: rewriting stopped. */
        LOOP,
        /** A step would have made code that is none: it was not done. */
        ILL_FORMED
    }

    @Override
    public String toString() {
        return message;
    }
}
