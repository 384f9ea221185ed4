package org.plegma.tune.candidate;

import java.util.List;
import java.util.Map;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/**
 * A kernel with parameters that change its speed but not its result: what a kernel family gives to the {@code Tuner}.
 *
 * <p>A parameter may become a compile option ({@link Configuration#options}), an input of a generator, a launch size, or
 * the choice among whole kernels: the tuner sees only what {@link #compile} makes of it.
 */
public interface Tunable {

    /** Names the kernel in the store, on charts and in messages, for example {@code gemm-register}. */
    String name();

    /**
     * Changes whenever results of earlier tunings must not be used any more: a digest of the source or of what
     * generates it, see {@link SourceHash}.
     */
    String sourceHash();

    /** What else the best parameters depend on, apart from size: the element type, often with a variant. */
    String type();

    /** The problem's extent, from which the store forms size buckets; at least one number, none negative. */
    long[] size();

    /** The parameters and their constraints. */
    Space space();

    /** Configurations to try first, such as the one in use; the first of them is what the winner is compared with. */
    default List<Configuration> startingPoints() {
        return List.of();
    }

    /** What a configuration asks of the device, as far as it is known before compiling. */
    default Resources resources(Configuration configuration) {
        return Resources.UNKNOWN;
    }

    /** Rates to show beside a time, such as {@code GFLOP/s}; names become column titles. */
    default Map<String, Double> rates(double seconds) {
        return Map.of();
    }

    /**
     * Compiles one configuration, ready to run. Called on several threads at once; an interrupt asks it to give up.
     *
     * @throws Exception if the compiler refuses; {@code LaunchLimitException} or {@code OutOfDeviceMemoryException} if
     *     the device cannot run it, which counts as pruned
     */
    Candidate compile(Configuration configuration) throws Exception;
}
