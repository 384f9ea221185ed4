package org.plegma.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Device;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;
import scala.Tuple2;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** On two executor processes with PoCL, which all tests share, as they take long to start. */
class SparkTest {
    private static SparkSession spark;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        prepareHome();
        spark = session(2);
    }

    /** Workers start executors with the jars of a folder, as those of an installed Spark do. */
    static void prepareHome() throws IOException {
        Path home = Path.of(System.getenv("SPARK_HOME"));
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            if (entry.endsWith(".jar") && !Files.exists(jars.resolve(jar.getFileName()))) {
                Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
            }
        }
        Files.writeString(home.resolve("RELEASE"), "");
    }

    /** On so many executor processes. */
    static SparkSession session(int executors) {
        return SparkSession.builder()
                .master("local-cluster[" + executors + ",1,700]")
                .appName("plegma tests")
                .config("spark.executor.memory", "600m")
                .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .config("spark.task.maxFailures", "2")
                .config("spark.ui.enabled", "false")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.executorEnv.LD_PRELOAD", System.getenv("LD_PRELOAD"))
                .getOrCreate();
    }

    /** One that was killed is replaced. */
    @BeforeEach
    void awaitBoth() throws InterruptedException {
        while (spark.sparkContext().statusTracker().getExecutorInfos().length < 3) { // the driver is one of them
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void eachCaseIsMeasuredOnceAndTheRecordTellsWhere() {
        Path file = folder.resolve("record.h5");
        Campaign campaign =
                Campaigns.on(spark).seconds(0.02, 0).seed(7).record(file).run("eight cases", new ShortCases(8));
        assertMeasuredOnce(8, campaign);
        assertEquals(
                List.of(), Campaign.compare(campaign, Campaign.load(file), 0).differences());
        assertEquals("7", campaign.provenance(7).orElseThrow().fact("seed").orElseThrow());
        assertTrue(campaign.provenance().orElseThrow().fact("device.0.name").isPresent());
        assertEquals(2, campaign.tables().get("tasks").stringColumn("executor").countUnique());
    }

    @Test
    void aCampaignThatWasBrokenOffGoesOn() {
        Path file = folder.resolve("record.h5");
        Campaigns campaigns = Campaigns.on(spark).seconds(0.02, 0).resume(file);
        Campaign first = campaigns.where(work -> work.shape().get(0) <= 1002).run("short", new ShortCases(4));
        Campaign whole = campaigns.run("short", new ShortCases(4));
        assertMeasuredOnce(4, whole);
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    first.measurements().get(i).medianSeconds(),
                    whole.measurements().get(i).medianSeconds());
        }
    }

    @Test
    void aCaseThatTakesExecutorsDownIsWrongAndTheOthersGoOn() {
        Campaign campaign = Campaigns.on(spark).seconds(0.02, 0).run("halts", SparkTest::withOneThatHalts);
        assertEquals(
                List.of(true, false, true),
                campaign.measurements().stream().map(Measurement::valid).toList());
        assertEquals("It took down 2 executors.", campaign.measurements().get(1).problem());
    }

    private static List<BenchCase> withOneThatHalts(Device device) {
        List<BenchCase> cases = new ArrayList<>(new ShortCases(2).cases(device));
        cases.add(1, BenchCase.of("short", "halts", "java").prepare(buffers -> {
            Runtime.getRuntime().halt(9);
            return null;
        }));
        return cases;
    }

    @Test
    void nothingIsLostOrDoneTwiceIfAnExecutorIsKilled() throws Exception {
        Set<Long> executors = executors();
        Path file = folder.resolve("record.h5");
        Thread killer = new Thread(() -> killWhenSeen(file, executors));
        killer.start();
        Campaign campaign = Campaigns.on(spark).seconds(0.1, 0.05).record(file).run("killed", new ShortCases(16));
        killer.join();
        assertMeasuredOnce(16, campaign);
        assertTrue(executors().stream().anyMatch(pid -> !executors.contains(pid)), "an executor was replaced");
    }

    @Test
    void imagesAreWrittenOnceThoughAnExecutorIsKilled() throws Exception {
        Filter filter = Filter.of(new double[][] {{0.5, 0.25, 0.125}, {1, 2, -1}, {0, 0.75, 0}});
        List<Path> files = TestImages.write(folder, 12);
        Path results = folder.resolve("results");
        Set<Long> executors = executors();
        ImageWork convolution = ImageWork.Convolution.of(filter, "reflect");
        Thread killer = new Thread(() -> killWhenSeen(results.resolve("0.png"), executors));
        killer.start();
        Images images = Images.on(spark).raw(ElementType.DOUBLE, 9, 7).by("slow", (image, session) -> {
            Thread.sleep(100);
            return convolution.apply(image, session);
        });
        Table done = images.run(files, results);
        killer.join();
        assertEquals(12, done.rowCount());
        assertEquals(
                Set.copyOf(files.stream().map(f -> f.getFileName().toString()).toList()),
                Set.copyOf(done.stringColumn("file").asList()));
        for (Path file : files) {
            TestImages.assertConvolved(file, results.resolve(file.getFileName()), filter);
        }
        assertFalse(Files.exists(results.resolve(ImageTask.TEMPORARY)));
        Files.delete(results.resolve("5.h5"));
        assertEquals(
                List.of("5.h5"), images.run(files, results).stringColumn("file").asList());
        TestImages.assertConvolved(files.get(5), results.resolve("5.h5"), filter);
        assertEquals(0, images.run(files, results).rowCount());
    }

    @Test
    void imagesThatCannotBeDoneAreNamed() throws Exception {
        Path text = Files.writeString(folder.resolve("a.png"), "no picture");
        Path grid = folder.resolve("b.h5");
        Hdf5.save(grid, "u", Grid.of(new float[][] {{1, 2}, {3, 4}}));
        Images images = Images.on(spark).multiply(Grid.of(new double[][] {{0, 1, 2}, {1, 0, 4}}));
        Path results = folder.resolve("results");
        String told = assertThrows(
                        IllegalStateException.class,
                        () -> images.run(
                                spark.createDataset(List.of(text.toString(), grid.toString()), Encoders.STRING()),
                                results))
                .getMessage();
        assertTrue(told.contains("1 of 2 images have no result") && told.contains("a.png"), told);
        assertEquals(Grid.of(new float[][] {{2, 1, 10}, {4, 3, 22}}), Hdf5.load(results.resolve("b.h5"), "u"));
        assertThrows(
                IllegalArgumentException.class,
                () -> images.multiply(Grid.of(new double[][] {{1}, {1}})).run(List.of(grid), results),
                "the folder has results of other work");
        assertThrows(IllegalArgumentException.class, () -> images.run(List.of(grid), folder), "its own image");
        assertThrows(IllegalArgumentException.class, () -> Images.on(spark).run(List.of(grid), results), "no work");
    }

    /** A filter and its negative, as Sobel's flipped, had one name, and the results of one were taken for the other's. */
    @Test
    void resultsOfOtherWorkAreNotTaken() {
        Filter sobel = Filter.sobel(0);
        Grid matrix = Grid.of(new double[][] {{1, 2}, {3, 4}});
        Images raw = Images.on(spark).raw(ElementType.FLOAT, 2, 3).convolve(sobel, "zero");
        List<List<Images>> pairs = List.of(
                List.of(
                        Images.on(spark).convolve(sobel, "zero"),
                        Images.on(spark).convolve(sobel.times(-1), "zero")),
                List.of(
                        Images.on(spark).multiply(matrix),
                        Images.on(spark).multiply(Grid.of(new double[][] {{-1, -2}, {3, 4}}))),
                List.of(raw, raw.raw(ElementType.FLOAT, 3, 2)));
        for (int i = 0; i < pairs.size(); i++) {
            Path results = folder.resolve("results" + i);
            pairs.get(i).get(0).run(List.of(), results);
            pairs.get(i).get(0).run(List.of(), results);
            Images other = pairs.get(i).get(1);
            assertThrows(IllegalArgumentException.class, () -> other.run(List.of(), results));
        }
    }

    @Test
    void wholeNumbersThatNoFloatHoldsAreDoubles() {
        assertEquals(
                ElementType.FLOAT,
                ImageFormat.floating(Grid.of(new int[] {0, 255, 1 << 24})).type());
        assertEquals(
                Grid.of(new double[] {0, (1 << 24) + 1}), ImageFormat.floating(Grid.of(new int[] {0, (1 << 24) + 1})));
        assertEquals(
                Grid.of(new double[] {0, Integer.MAX_VALUE}),
                ImageFormat.floating(Grid.of(new int[] {0, Integer.MAX_VALUE})));
    }

    @Test
    void stepsOfAStencilAreMadeOnEachImage() {
        Path file = folder.resolve("u.h5");
        Hdf5.save(file, "u", Grid.of(new float[][] {{1, 0, 0}, {0, 0, 4}}));
        Images.on(spark)
                .stencil("u[y,x] = u[y,x-1] + u[y,x+1]", "periodic", 2)
                .run(List.of(file), folder.resolve("results"));
        assertEquals(
                Grid.of(new float[][] {{2, 1, 1}, {4, 4, 8}}),
                Hdf5.load(folder.resolve("results").resolve("u.h5"), "u"));
    }

    @Test
    void theSchedulerReadsWhatDiscoveryTells() {
        ResourceInformation all = ResourceInformation.parseJson(DeviceDiscovery.json());
        assertEquals(ExecutorDevices.RESOURCE, all.name());
        assertArrayEquals(new String[] {"0", "1"}, all.addresses());
        assertEquals(
                2,
                ResourceInformation.parseJson(DeviceDiscovery.json("Pthread")).addresses().length);
        assertEquals(
                0, ResourceInformation.parseJson(DeviceDiscovery.json("H100")).addresses().length);
    }

    @Test
    void jobsShowABarAndStagesATable() throws Exception {
        Queue<String> ended = new ConcurrentLinkedQueue<>();
        SparkStages stages = new SparkStages();
        SparkBars bars = new SparkBars();
        spark.sparkContext().addSparkListener(bars);
        spark.sparkContext().addSparkListener(stages);
        ProgressReporter before = Progress.reporter(new ProgressReporter() {
            @Override
            public void started(Progress progress) {}

            @Override
            public void updated(Progress progress) {}

            @Override
            public void finished(Progress progress) {
                ended.add(progress.title().replaceAll("\\d+", "N") + ": " + progress);
            }
        });
        try {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            context.parallelize(List.of(1, 2, 3), 3)
                    .mapToPair(i -> {
                        Thread.sleep(300);
                        return new Tuple2<>(i % 2, i);
                    })
                    .reduceByKey(Integer::sum, 2)
                    .collect();
            while (ended.isEmpty() || stages.table().rowCount() < 2) { // listeners hear of it a little later
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } finally {
            Progress.reporter(before);
            spark.sparkContext().removeSparkListener(bars);
            spark.sparkContext().removeSparkListener(stages);
        }
        assertEquals(List.of("Spark job N: 5/5"), List.copyOf(ended));
        assertEquals(List.of(3, 2), stages.table().intColumn("tasks").asList());
        assertTrue(stages.table().doubleColumn("executor_seconds").get(0) > 0.8, stages.table()::print);
    }

    /** Each once, right, and at no time two on one device. */
    private static void assertMeasuredOnce(int count, Campaign campaign) {
        List<Measurement> all = campaign.measurements();
        assertTrue(all.stream().allMatch(Measurement::valid), all::toString);
        assertEquals(
                new ShortCases(count).cases(null).stream().map(c -> c.work()).toList(),
                all.stream().map(Measurement::work).toList());
        Table tasks = campaign.tables().get("tasks");
        assertEquals(count, tasks.rowCount());
        Map<String, Long> freeFrom = new HashMap<>();
        for (Row row : tasks.sortOn("started", "ended")) {
            String device = row.getString("host") + " " + row.getInt("device");
            assertTrue(
                    row.getLong("started") >= freeFrom.getOrDefault(device, 0L),
                    () -> "two at once on " + device + ":\n" + tasks.printAll());
            freeFrom.put(device, row.getLong("ended"));
        }
    }

    private static void killWhenSeen(Path file, Set<Long> executors) {
        try {
            while (!Files.exists(file)) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            ProcessHandle.of(executors.iterator().next()).orElseThrow().destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Set<Long> executors() {
        return ProcessHandle.current()
                .children()
                .filter(SparkTest::isExecutor)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    private static boolean isExecutor(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("CoarseGrainedExecutorBackend");
        } catch (IOException over) {
            return false;
        }
    }
}
