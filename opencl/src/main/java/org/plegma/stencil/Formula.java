package org.plegma.stencil;

/**
 * A formula to look at.
 *
 * @param text in the stencil language
 * @param latex for display, without dollar signs; very long sums are cut
 */
public record Formula(String text, String latex) {
    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}
