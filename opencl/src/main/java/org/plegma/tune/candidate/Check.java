package org.plegma.tune.candidate;

/**
 * The outcome of comparing a candidate's outputs with what they should be.
 *
 * @param passed whether they agree within the tolerance
 * @param message what differs, where, expected and found; empty if they agree
 */
public record Check(boolean passed, String message) {

    /** The outputs are right. */
    public static final Check PASSED = new Check(true, "");

    /** The outputs are wrong. */
    public static Check failed(String message) {
        return new Check(false, message);
    }
}
