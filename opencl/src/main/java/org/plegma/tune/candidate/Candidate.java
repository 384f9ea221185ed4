package org.plegma.tune.candidate;

import java.util.Map;

/** A compiled configuration of a {@link Tunable}. Verified once, then timed, then closed; always on one thread. */
public interface Candidate extends AutoCloseable {

    /** Runs once on outputs that were poisoned before, and compares every output with what it should be. */
    Check verify() throws Exception;

    /**
     * Runs once.
     *
     * @return the time in seconds, of the device where it tells
     */
    double run() throws Exception;

    /** Figures to keep with the time, such as registers or spilled bytes. */
    default Map<String, Double> figures() {
        return Map.of();
    }

    /**
     * Frees what this candidate alone holds. If a run was broken off by an interrupt, waits first until the device is done
     * with it: that is how the tuner learns whether the device hangs.
     */
    @Override
    default void close() {}
}
