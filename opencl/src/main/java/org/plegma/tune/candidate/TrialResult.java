package org.plegma.tune.candidate;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.measure.Statistics;
import org.plegma.tune.space.Configuration;

/**
 * One evaluated candidate. Immutable.
 *
 * @param configuration what was tried
 * @param status what became of it
 * @param runs times of the runs in seconds; empty unless the status is {@link Status#OK}
 * @param message cause of a failure in one line; empty for {@link Status#OK}
 * @param compileSeconds time of compiling
 * @param verifySeconds time of the first run and its verification
 * @param at when it was finished
 * @param figures what else the candidate told of itself, see {@link Candidate#figures}
 */
public record TrialResult(
        Configuration configuration,
        Status status,
        double[] runs,
        String message,
        double compileSeconds,
        double verifySeconds,
        Instant at,
        Map<String, Double> figures) {

    public TrialResult {
        runs = runs.clone();
        figures = Map.copyOf(figures);
        if ((status == Status.OK) != (runs.length > 0)) {
            throw new IllegalArgumentException(
                    "A trial has times if and only if it is ok: " + status + " with " + runs.length + " runs.");
        }
    }

    public static TrialResult failed(
            Configuration configuration, Status status, String message, double compileSeconds) {
        return new TrialResult(
                configuration, status, new double[0], message, compileSeconds, 0, Instant.now(), Map.of());
    }

    /** A failed one: beyond a limit of the device, refused by its compiler, or broken off. */
    public static TrialResult failed(Configuration configuration, RuntimeException failure, double compileSeconds) {
        Status status = failure instanceof LaunchLimitException || failure instanceof OutOfDeviceMemoryException
                ? Status.PRUNED
                : failure instanceof BuildException ? Status.COMPILE_ERROR : Status.RUN_ERROR;
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return failed(configuration, status, message, compileSeconds);
    }

    /** The same outcome for another configuration. */
    public TrialResult with(Configuration other) {
        return new TrialResult(other, status, runs, message, compileSeconds, verifySeconds, at, figures);
    }

    /** This trial with the runs of a later one of the same configuration. */
    public TrialResult withRunsOf(TrialResult later) {
        double[] all = DoubleStream.concat(Arrays.stream(runs), Arrays.stream(later.runs))
                .toArray();
        return new TrialResult(configuration, status, all, message, compileSeconds, verifySeconds, later.at, figures);
    }

    /** Whether each run took longer than any of the other's, both being ok. */
    public boolean isSlowerBeyondNoise(TrialResult other) {
        return Statistics.of(runs).min() > Statistics.of(other.runs).max();
    }

    @Override
    public double[] runs() {
        return runs.clone();
    }

    /** Whether it compiled, ran in time and gave the right result. */
    public boolean ok() {
        return status == Status.OK;
    }

    /** The median of the runs in seconds; infinite unless the status is {@link Status#OK}, so that no failure wins. */
    public double seconds() {
        return ok() ? Statistics.of(runs).median() : Double.POSITIVE_INFINITY;
    }
}
