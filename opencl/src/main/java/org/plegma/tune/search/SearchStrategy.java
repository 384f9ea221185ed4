package org.plegma.tune.search;

import java.util.List;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;

/** Decides which configurations of a space are tried, and in which order. */
public interface SearchStrategy {

    /**
     * Tries configurations until nothing is left to try or the evaluator has had enough.
     *
     * @param first admitted configurations to begin with: what is good on other sizes, or in use now
     */
    void search(Pruner space, List<Configuration> first, Evaluator evaluator) throws InterruptedException;

    /** Compiles, verifies and times. */
    interface Evaluator {

        /**
         * Tries some configurations; those tried before are answered from memory and cost nothing.
         *
         * @return their trials, in order; fewer than asked for if the budget ends within the batch
         */
        List<TrialResult> evaluate(List<Configuration> batch) throws InterruptedException;

        /** Whether the budget is used up. */
        boolean exhausted();

        /** Whether a configuration was tried already. */
        boolean knows(Configuration configuration);
    }
}
