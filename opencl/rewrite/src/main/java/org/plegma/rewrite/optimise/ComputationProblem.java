package org.plegma.rewrite.optimise;

import java.util.List;
import java.util.Map;

/** What a computation is tried on, and what is right, as another program tells. */
public interface ComputationProblem {
    /**
     * Values for all parameters of the host code: Java arrays in one dimension, and numbers.
     *
     * @param size how large, in the unit of the problem, as elements or rows
     * @param seed the same seed gives the same values
     */
    Map<String, Object> values(long size, long seed);

    /** The parameters that hold the result afterwards, or are changed. */
    List<String> results();

    /** What the results are for those values; empty if there is no other program. */
    Map<String, Object> expected(long size, long seed);
}
