package org.plegma.rewrite.optimise;

import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.simulator.Counts;
import org.plegma.rewrite.simulator.Simulation;

/**
 * What running a variant of a computation beside the one before it showed.
 *
 * @param checks what was tried and held
 * @param fault what did not hold; empty if all did
 * @param run the largest simulation of the variant; empty if there was none
 */
public record Proof(List<String> checks, String fault, Optional<Simulation> run) {
    /** Whether the variant may stay. */
    public boolean holds() {
        return fault.isEmpty();
    }

    Counts counts() {
        return run.orElseThrow(() -> new IllegalStateException("Nothing is counted, since no size was simulated. Give"
                        + " sizes(…) one of at most " + Prover.MOST_SIMULATED + "."))
                .counts();
    }
}
