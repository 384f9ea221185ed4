package org.plegma.spark;

import java.io.Serializable;
import java.util.Optional;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;

/**
 * What a task sends to the driver: a measurement as plain values, and where and when it was made.
 *
 * @param place the position of the case in the campaign
 * @param deviceSamples seconds of each run by the device's clock; empty if it told none
 * @param host the machine
 * @param provenance of that machine, as JSON
 * @param deviceIndex of the device among those of its machine
 * @param started when the device was claimed, in milliseconds since 1970 by the machine's clock
 * @param ended when it was given back
 */
record TrialOutcome(
        int place,
        String deviceName,
        double[] deviceSamples,
        double[] hostSamples,
        boolean stable,
        double attainableSeconds,
        double error,
        boolean valid,
        String problem,
        String why,
        String host,
        String provenance,
        String executor,
        int deviceIndex,
        long started,
        long ended)
        implements Serializable {

    static TrialOutcome of(
            int place,
            Measurement measured,
            String host,
            String provenance,
            String executor,
            int deviceIndex,
            long started,
            long ended) {
        return new TrialOutcome(
                place,
                measured.device(),
                samples(measured.deviceSeconds()),
                samples(measured.hostSeconds()),
                measured.stable(),
                measured.attainableSeconds(),
                measured.error(),
                measured.valid(),
                measured.problem(),
                measured.why(),
                host,
                provenance,
                executor,
                deviceIndex,
                started,
                ended);
    }

    /** The measurement. */
    Measurement measurement(Work work) {
        return new Measurement(
                work,
                deviceName,
                statistics(deviceSamples),
                statistics(hostSamples),
                stable,
                attainableSeconds,
                error,
                valid,
                problem,
                why);
    }

    private static double[] samples(Optional<Statistics> statistics) {
        return statistics.map(Statistics::samples).orElseGet(() -> new double[0]);
    }

    private static Optional<Statistics> statistics(double[] samples) {
        return samples.length == 0 ? Optional.empty() : Optional.of(Statistics.of(samples));
    }
}
