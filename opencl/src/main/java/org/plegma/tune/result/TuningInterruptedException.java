package org.plegma.tune.result;

import java.util.concurrent.CancellationException;
import org.plegma.tune.candidate.Durations;

/** A search was interrupted; what it found so far is in {@link #result} and, with a store, on disk. */
public final class TuningInterruptedException extends CancellationException {
    private static final long serialVersionUID = 1;

    private final transient TuningResult result;

    public TuningInterruptedException(TuningResult result) {
        super("Tuning was interrupted after " + result.trials().size() + " trials"
                + result.best()
                        .map(t -> "; best so far " + Durations.text(t.seconds()) + " with " + t.configuration())
                        .orElse("")
                + ". The same search, run again with a store, goes on from here.");
        this.result = result;
    }

    /** The trials that were finished. */
    public TuningResult result() {
        return result;
    }
}
