package org.plegma.measure;

import java.util.Objects;
import java.util.Optional;
import org.plegma.array.Preconditions;

/**
 * A timed and checked run of one case on one device. If the result was wrong the times are withheld.
 *
 * @param work what was run
 * @param device the device's name
 * @param deviceSeconds time by the device's own clock, from the start of the first command to the end of the last; empty
 *     for host code, and for wrong results
 * @param hostSeconds time by the host's clock, from the first call to the end of the last command; empty for wrong
 *     results
 * @param stable whether the median met the bench's stop rule before its time limit
 * @param attainableSeconds the least time that the device's ceilings allow; NaN if they were not measured
 * @param error the family's error figure of the result; NaN if it could not be computed
 * @param valid whether every element was written and the error is within the family's tolerance
 * @param problem what was wrong, or {@link #NOT_CHECKED}; empty if the result is right
 * @param why what the case's method stood for and why, where it was chosen, as by {@code auto}; empty elsewhere
 */
public record Measurement(
        Work work,
        String device,
        Optional<Statistics> deviceSeconds,
        Optional<Statistics> hostSeconds,
        boolean stable,
        double attainableSeconds,
        double error,
        boolean valid,
        String problem,
        String why) {

    /** The {@code problem} of a case that has nothing to compare its result with. */
    public static final String NOT_CHECKED = "not checked";

    private static final double MOST_OF_LIMIT = 1.05;

    public Measurement {
        Objects.requireNonNull(work);
        Objects.requireNonNull(device);
        Objects.requireNonNull(problem);
        Objects.requireNonNull(why);
        if (valid != hostSeconds.isPresent() || (!valid && deviceSeconds.isPresent())) {
            throw new IllegalArgumentException(
                    work + ": a valid measurement has times, an invalid one has none; valid = " + valid);
        }
    }

    /** Of a case whose method is what it is called. */
    public Measurement(
            Work work,
            String device,
            Optional<Statistics> deviceSeconds,
            Optional<Statistics> hostSeconds,
            boolean stable,
            double attainableSeconds,
            double error,
            boolean valid,
            String problem) {
        this(work, device, deviceSeconds, hostSeconds, stable, attainableSeconds, error, valid, problem, "");
    }

    /** A result that must not be used. */
    public static Measurement wrong(Work work, String device, double error, String problem) {
        Preconditions.notNull(work, "work");
        Preconditions.notNull(device, "device");
        Preconditions.notNull(problem, "problem");
        return new Measurement(
                work, device, Optional.empty(), Optional.empty(), false, Double.NaN, error, false, problem);
    }

    /** The time to report: the device's where there is one, else the host's. */
    public Optional<Statistics> seconds() {
        return deviceSeconds.isPresent() ? deviceSeconds : hostSeconds;
    }

    /** The median time in seconds; NaN for a wrong result. */
    public double medianSeconds() {
        return seconds().map(Statistics::median).orElse(Double.NaN);
    }

    /** 10⁹ floating-point operations a second at the median; NaN where it does not apply. */
    public double gflops() {
        return work.flops() / medianSeconds() * 1e-9;
    }

    /** 10⁹ bytes a second at the median, counting the fewest bytes possible; NaN where it does not apply. */
    public double gbytesPerSecond() {
        return work.bytes() / medianSeconds() * 1e-9;
    }

    /** 10⁹ elements a second at the median; NaN where it does not apply. */
    public double gcellsPerSecond() {
        return work.cells() / medianSeconds() * 1e-9;
    }

    /**
     * 1 at the device's limit; NaN if the ceilings are not known, the result was wrong, or it is {@link #isAboveLimit}.
     */
    public double fractionOfLimit() {
        return isAboveLimit() ? Double.NaN : attainableSeconds / medianSeconds();
    }

    /**
     * Whether it was faster than the ceilings allow by more than noise, so that they are wrong for it: they were measured
     * while the device was busy, or the data was in a cache.
     */
    public boolean isAboveLimit() {
        return isAboveLimit(attainableSeconds);
    }

    /** As {@link #isAboveLimit()}, by the seconds that other ceilings allow. */
    public boolean isAboveLimit(double otherAttainableSeconds) {
        return otherAttainableSeconds / medianSeconds() > MOST_OF_LIMIT;
    }

    /** The same with so many of its runs at most, as {@link Statistics#thinned}: what a report draws needs no more. */
    public Measurement thinned(int runs) {
        return new Measurement(
                work,
                device,
                deviceSeconds.map(all -> all.thinned(runs)),
                hostSeconds.map(all -> all.thinned(runs)),
                stable,
                attainableSeconds,
                error,
                valid,
                problem,
                why);
    }

    /** The same compared with other ceilings. */
    Measurement against(Ceilings ceilings) {
        return new Measurement(
                work,
                device,
                deviceSeconds,
                hostSeconds,
                stable,
                ceilings.attainableSeconds(work),
                error,
                valid,
                problem,
                why);
    }

    /** How far single runs are from the median: half the width of their middle half, over it; NaN for a wrong result. */
    public double spread() {
        return seconds().map(s -> s.middleHalf().width() / 2 / s.median()).orElse(Double.NaN);
    }
}
