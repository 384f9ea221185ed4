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
import tech.tablesaw.api.Table;

/**
 * A program that measures how much sooner a campaign of short cases ends on two executors than on one. What came out is in
 * docs/beyond-one-machine.md. On a machine whose processor is the device two executors share the cores. So there are three kinds of
 * cases: small kernels of PoCL, loops of Java on one core, and pauses, as a host waits for a GPU, which show what Spark, the claims and
 * the record cost.
 */
final class CampaignOverhead {
    private static final int RUN_MILLIS = 10;
    private static final int LOOP = 10_000_000;
    private static volatile int sink;

    private CampaignOverhead() {}

    private enum Kind {
        KERNEL,
        LOOP,
        PAUSE
    }

    private record Cases(Kind kind, int count) implements CaseSource {
        @Override
        public List<BenchCase> cases(Device device) {
            if (kind == Kind.KERNEL) {
                return new ShortCases(count).cases(device);
            }
            Runnable run = kind == Kind.LOOP ? CampaignOverhead::loop : CampaignOverhead::pause;
            return IntStream.rangeClosed(1, count)
                    .mapToObj(i -> BenchCase.of("short", kind.name(), "java")
                            .shape(i)
                            .prepare(buffers -> Trial.host(run, () -> 0)))
                    .toList();
        }
    }

    private static void loop() {
        int x = sink;
        for (int i = 0; i < LOOP; i++) {
            x = x * 1_664_525 + i;
        }
        sink = x;
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
            for (Kind kind : Kind.values()) {
                campaigns.run("warm", new Cases(kind, 20));
                for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
                    Path file = Files.createTempDirectory("overhead").resolve("record.h5");
                    long began = System.nanoTime();
                    Campaign record = campaigns.record(file).run("short", new Cases(kind, cases));
                    double took = (System.nanoTime() - began) * 1e-9;
                    Table tasks = record.tables().get("tasks");
                    double claimed = tasks.longColumn("ended")
                                    .subtract(tasks.longColumn("started"))
                                    .sum()
                            * 1e-3;
                    System.out.printf(
                            Locale.ROOT,
                            "%d executors, %s, %d of %d right: %.2f s, devices claimed %.2f s%n",
                            executors,
                            kind,
                            record.measurements().stream()
                                    .filter(Measurement::valid)
                                    .count(),
                            cases,
                            took,
                            claimed);
                }
            }
        }
    }
}
