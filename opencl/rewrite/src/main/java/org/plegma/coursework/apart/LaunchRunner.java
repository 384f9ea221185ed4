package org.plegma.coursework.apart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs launches of kernels, one after the other. */
public interface LaunchRunner {
    /** The text of a program, and its kernel. */
    record Code(String source, List<String> options, String kernel) {}

    /**
     * A launch.
     *
     * @param code which of the programs
     * @param local empty if any will do
     * @param arguments {@code Integer}, {@code Float} and {@code float[]}, the last of them for the result
     * @param runs how often, of which the shortest time counts
     */
    record Launch(int code, long[] global, long[] local, List<Object> arguments, int runs) {}

    /**
     * What came of a launch.
     *
     * @param result null if it could not be launched
     * @param problem why not; empty if it could
     */
    record Outcome(float @Nullable [] result, double seconds, String problem) {}

    /**
     * What came of all launches.
     *
     * @param outcomes fewer than launches if the one after the last ended or hung the process
     * @param end why there are fewer: what that one did; empty if there are as many
     * @param isEndless whether it hung
     */
    record Outcomes(List<Outcome> outcomes, String end, boolean isEndless) {}

    /** Runs them all. */
    Outcomes run(List<Code> codes, List<Launch> launches);

    /** The same, where a launch may take so many seconds of processor time, if there is a limit. */
    default LaunchRunner within(int seconds) {
        return this;
    }

    /** Where they run. */
    String place();
}
