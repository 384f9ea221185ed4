package org.plegma.rewrite.optimise;

import org.plegma.rewrite.Trace;
import org.plegma.rewrite.simulator.Counts;

/**
 * An optimisation in a chain.
 *
 * @param name its name; {@code start} for what was there before all
 * @param verdict what came of it
 * @param computation the computation afterwards, which is that before if the optimisation was undone
 * @param trace what its rules did, undone or not; without steps for the start
 * @param seconds the time afterwards; NaN if it was not measured
 * @param proof what running it showed
 * @param reason why it was undone or not applied; empty if it stayed
 */
public record Stage(
        String name,
        Verdict verdict,
        Computation computation,
        Trace trace,
        double seconds,
        Proof proof,
        String reason) {

    /** What the simulator counted at the largest size that it ran. */
    public Counts counts() {
        return proof.counts();
    }

    /** What came of an optimisation. */
    public enum Verdict {
        START("start"),
        KEPT("kept"),
        UNDONE("undone"),
        NOT_APPLICABLE("does not fit");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
