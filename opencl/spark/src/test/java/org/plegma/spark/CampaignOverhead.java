package org.plegma.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.plegma.device.Device;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.Trial;
import org.plegma.measure.campaign.Campaign;

/**
 * A program that measures how much sooner a campaign of short cases ends on two executors than on one: docs/decisions/041 has what came
 * out. On a machine whose processor is the device two executors share the cores. So there are cases that compute, and others that wait as
 * a host waits for a GPU, which show what Spark, the claims and the record cost.
 */
final class CampaignOverhead {
    private static final int RUN_MILLIS = 10;

    private CampaignOverhead() {}

    /** Cases that wait. */
    private record WaitingCases(int count) implements CaseSource {
        @Override
        public List<BenchCase> cases(Device device) {
            return IntStream.rangeClosed(1, count)
                    .mapToObj(i -> BenchCase.of("short", "wait", "java")
                            .shape(i)
                            .prepare(buffers -> Trial.host(CampaignOverhead::pause, () -> 0)))
                    .toList();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(RUN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param arguments executors, cases, seconds of each, repetitions */
    public static void main(String[] arguments) throws Exception {
        int executors = Integer.parseInt(arguments[0]);
        int cases = Integer.parseInt(arguments[1]);
        double seconds = Double.parseDouble(arguments[2]);
        SparkTest.prepareHome();
        try (SparkSession spark = SparkTest.session(executors)) {
            while (spark.sparkContext().statusTracker().getExecutorInfos().length < executors + 1) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            Campaigns campaigns = Campaigns.on(spark).seconds(seconds, 0);
            for (CaseSource source : List.of(new ShortCases(cases), new WaitingCases(cases))) {
                campaigns.run("warm", source instanceof ShortCases ? new ShortCases(20) : new WaitingCases(20));
                for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
                    Path file = Files.createTempDirectory("overhead").resolve("record.h5");
                    long began = System.nanoTime();
                    Campaign record = campaigns.record(file).run("short", source);
                    double took = (System.nanoTime() - began) * 1e-9;
                    long right = record.measurements().stream()
                            .filter(Measurement::valid)
                            .count();
                    System.out.printf(
                            Locale.ROOT,
                            "executors %d, %s, %d right: %.2f s%n",
                            executors,
                            source.getClass().getSimpleName(),
                            right,
                            took);
                }
            }
        }
    }
}
