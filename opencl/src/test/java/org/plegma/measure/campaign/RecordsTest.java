package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

class RecordsTest {
    private static final Path REPORTS = Path.of("../notebooks/reports");

    @TempDir
    private Path folder;

    @Test
    void parametersComeBackFromBothFormats() throws Exception {
        List<Measurement> written = List.of(
                measured("star", "direct", Map.of("radius", 4, "spread", 0.25, "boundary", "zero"), 2),
                measured("star", "blocked(4)", Map.of("radius", 4, "spread", 0.5, "boundary", "zero"), 1),
                Measurement.wrong(work("box", "direct", Map.of()), "gpu", 3, "too far"));
        Path hdf5 = folder.resolve("r.h5");
        Path json = folder.resolve("r.json");
        new Campaign("c").measurements(written).save(hdf5);
        Files.writeString(json, Measurements.json(written));
        assertEquals(
                written.stream().map(Measurement::work).toList(),
                Campaign.load(hdf5).measurements().stream()
                        .map(Measurement::work)
                        .toList());
        for (Records records : List.of(Records.of(written), Records.load(hdf5), Records.load(json))) {
            assertEquals(3, records.rowCount());
            assertEquals(ColumnType.INTEGER, records.column("radius").type());
            assertEquals(ColumnType.DOUBLE, records.column("spread").type());
            assertEquals(ColumnType.STRING, records.column("boundary").type());
            assertEquals(0.25, records.doubleColumn("spread").get(0));
            assertTrue(records.column("radius").isMissing(2), "no radius");
            assertEquals("blocked", records.stringColumn("method").get(1));
            assertEquals(4, records.intColumn("k").get(1));
            assertTrue(records.intColumn("k").isMissing(0));
            assertEquals(2000, records.doubleColumn("ms").get(0));
            assertEquals(0.5, records.doubleColumn("gcells_per_s").get(0), 1e-12);
            assertEquals(0.5, records.doubleColumn("fraction_of_limit").get(0), 1e-12);
            assertEquals(1, records.doubleColumn("seconds_floor").get(0), 1e-12);
            assertTrue(records.doubleColumn("seconds_median").isMissing(2), "time of a wrong result");
            assertEquals("too far", records.stringColumn("problem").get(2));
            assertEquals(8, records.intColumn("side").get(0));
            assertEquals(3, records.intColumn("rank").get(0));
        }
    }

    /** Records of before have no such column. */
    @Test
    void whyAMethodWasChosenComesBackFromBothFormats() throws Exception {
        Work work = work("star", "auto", Map.of());
        Optional<Statistics> seconds = Optional.of(Statistics.of(1));
        String why = "blocked(12): the run is short";
        List<Measurement> written = List.of(
                new Measurement(work, "gpu", seconds, seconds, true, 1, 0, true, "", why),
                measured("star", "direct", Map.of(), 2));
        Path hdf5 = folder.resolve("r.h5");
        Path json = folder.resolve("r.json");
        new Campaign("c").measurements(written).save(hdf5);
        Files.writeString(json, Measurements.json(written));
        for (Records records : List.of(Records.of(written), Records.load(hdf5), Records.load(json))) {
            assertEquals(List.of(why, ""), records.stringColumn("why").asList());
        }
        assertEquals(why, Measurements.table(written).stringColumn("why").get(0));
        assertEquals(why, written.get(0).thinned(1).why());
        assertEquals(
                "",
                Records.load(REPORTS.resolve("stencils-h200.h5"))
                        .stringColumn("why")
                        .get(0));
        assertEquals(
                "",
                Records.load(REPORTS.resolve("gemm-h200.json"))
                        .stringColumn("why")
                        .get(0));
    }

    @Test
    void ofEveryStoredRecordTheParametersAreReadFromTheNames() throws Exception {
        try (Stream<Path> files = Files.list(REPORTS)) {
            for (Path file : files.filter(f -> f.toString().matches(".*-h200.*\\.(h5|json)"))
                    .filter(f -> !f.endsWith("rewriting-h200.json"))
                    .toList()) {
                Records records = Records.load(file);
                assertFalse(records.isEmpty(), file.toString());
                assertEquals("NVIDIA H200", records.stringColumn("device").get(0));
                for (String name : records.stringColumn("case").unique()) {
                    assertFalse(name.matches("(.*-)?\\d{2,}(-.*)?|.*-\\d+"), file + " has the case " + name);
                }
                assertTrue(
                        records.stringColumn("method").asSet().stream().noneMatch(m -> m.contains("(")),
                        file::toString);
            }
        }
        Records stencils = Records.load(REPORTS.resolve("stencils-h200.h5"));
        assertEquals(
                List.of(1, 2, 3, 4, 6, 8),
                stencils.where("case", "star")
                        .where("steps", 1)
                        .where("method", "direct")
                        .intColumn("radius")
                        .asList());
        assertEquals(
                List.of(5, 10, 25, 50, 75, 100),
                stencils.where("case", "random")
                        .where("method", "direct")
                        .intColumn("density")
                        .asList());
        assertEquals(120, stencils.where("case", "diagonal").intColumn("steps").get(0));
        assertEquals(
                "5-point boundary=reflect, radius=1, steps=1000", caseOf("stencil", "2d-5-point-1000-reflect", 1000));
        assertEquals("7-point radius=1, steps=100", caseOf("stencil", "3d-7-point-100-steps", 100));
        assertEquals("star radius=8, steps=1", caseOf("stencil", "3d-star-radius-8", 1));
        assertEquals("9-point radius=1, steps=1", caseOf("stencil", "2d-9-point", 1));
        assertEquals("choice-gaussian radius=4", caseOf("convolve", "choice-gaussian-9", 1));
        assertEquals("permutation bits=18", caseOf("primitives", "permutation-18-bits", 1));
        assertEquals("radius-4", caseOf("mine", "radius-4", 1));
    }

    private static String caseOf(String family, String name, int steps) {
        return CaseNames.parameters(new Work(family, name, "m", "float", List.of(4, 4), 1, 1, 16 * steps))
                .caseText();
    }

    /** A record that is resumed measures again what it does not recognize. */
    @Test
    void parametersAreReadAsTheyWereWritten() throws Exception {
        List<Object> values = List.of(
                0,
                -7,
                1_000_000_007,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                1.0,
                3e9,
                1e-7,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.NaN,
                -0.0,
                "Infinity norm",
                "NaN-safe",
                "d",
                "e5",
                "yes");
        List<Measurement> all = values.stream()
                .map(value -> Measurement.wrong(
                        new Work("f", "c", "m", "float", List.of(1), 1, 1, 1, Map.of("p", value, "q", "two words")),
                        "d",
                        1,
                        "wrong"))
                .toList();
        Path record = folder.resolve("parameters.h5");
        new Campaign("parameters").measurements(all).save(record);
        assertEquals(all, Campaign.load(record).measurements());
        Path json = Files.writeString(folder.resolve("parameters.json"), Measurements.json(all));
        assertEquals(
                values.stream().map(Object::toString).toList(),
                RecordLines.read(json).stream()
                        .map(line -> line.work().parameters().get("p").toString())
                        .toList());
        for (String number : List.of("NaN", "Infinity")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new Work("f", "c", "m", "float", List.of(1), 1, 1, 1, Map.of("p", number)));
        }
    }

    @Test
    void rowsAreChosenByValuesOfAnyType() {
        Records all = sample();
        assertEquals(2, all.where("method", "direct").rowCount());
        assertEquals(2, all.where("radius", 2).rowCount());
        assertEquals(2, all.where("radius", 2.0).rowCount());
        assertEquals(4, all.where("radius", 1, 2).rowCount());
        assertEquals(1, all.where("k", k -> k > 1).where("radius", 2).rowCount());
        assertEquals(2, all.having("k").rowCount());
        assertEquals(
                2,
                all.except("method", "blocked", "fft").where("method", "direct").rowCount());
        assertThrows(IllegalArgumentException.class, () -> all.except("method", "direct", "blocked"));
        assertEquals(
                "In no row of 'measurements' the column 'method' is fft; there are [direct, blocked].",
                assertThrows(IllegalArgumentException.class, () -> all.where("method", "fft"))
                        .getMessage());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> all.where("radios", 1))
                .getMessage()
                .startsWith("There is no column 'radios'; there are [family, case, radius,"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> all.where("method", x -> x > 1))
                .getMessage()
                .startsWith("The column 'method' has no numbers"));
    }

    @Test
    void speedupsAreThoseOfTheSameTask() {
        Records speedups = sample().speedupOver("direct");
        assertEquals(
                List.of(1.0, 1.0, 2.0, 3.0), speedups.doubleColumn("speedup").asList());
        // 5 % of one time and of the other
        assertEquals(
                2 * Math.hypot(0.05, 0.05),
                speedups.doubleColumn("speedup_error").get(2),
                1e-3);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Records.of(
                                List.of(measured("star", "a(2)", Map.of(), 1), measured("star", "a(4)", Map.of(), 1)))
                        .speedupOver("a"))
                .getMessage()
                .contains("they differ in k (2, 4)"));
    }

    @Test
    void severalDevicesAreSetBesideOne() {
        Records all = Records.of(List.of(
                shared("direct", 1, Map.of(), 8.0, 8, 4),
                shared("direct", 1, Map.of(), 4.5, 4, 4),
                shared("direct", 2, Map.of("between", 2), 5.0, 8, 4),
                shared("direct", 2, Map.of("between", 4), 4.0, 8, 4),
                shared("direct", 4, Map.of("between", 2), 2.5, 8, 4),
                shared("direct", 2, Map.of("between", 2), 9.0, 16, 4),
                shared("blocked(2)", 2, Map.of("between", 2), 1.0, 8, 4),
                shared("direct", 2, Map.of("between", 2), 5.0, 9, 4),
                measured("star", "direct", Map.of(), 3)));
        Records scaled = all.scaling();
        assertEquals(8, scaled.rowCount(), "the last ran on no number of devices");
        assertEquals(
                List.of(1.0, 1.0, 1.6, 2.0, 3.2),
                scaled.doubleColumn("speedup").first(5).asList());
        assertEquals(
                List.of(1.0, 1.0, 0.8, 1.0, 0.8),
                scaled.doubleColumn("efficiency").first(5).asList());
        assertEquals(
                List.of(1.0, 1.0, 0.9, 1.125),
                scaled.doubleColumn("weak_efficiency").first(4).asList());
        assertTrue(scaled.column("weak_efficiency").isMissing(4), "no quarter was measured");
        assertTrue(scaled.column("speedup").isMissing(5), "the large one was not measured on one");
        assertEquals(8.0 / 9, scaled.doubleColumn("weak_efficiency").get(5), 1e-12);
        assertTrue(scaled.column("speedup").isMissing(6), "another method");
        assertTrue(scaled.column("weak_efficiency").isMissing(7), "nine planes have no halves");
        IllegalArgumentException none = assertThrows(
                IllegalArgumentException.class, () -> all.where("devices", 2).scaling());
        assertTrue(none.getMessage().contains("the column 'devices' is 1; there are [2]"), none::getMessage);
    }

    private static Measurement shared(
            String method, int devices, Map<String, Object> way, double seconds, Integer... shape) {
        Map<String, Object> parameters = new HashMap<>(way);
        parameters.put("devices", devices);
        Work work = new Work("stencil", "star", method, "float", List.of(shape), 1, 1, 1, parameters);
        Optional<Statistics> times = Optional.of(Statistics.of(seconds, seconds, seconds));
        return new Measurement(work, "gpu", Optional.empty(), times, true, Double.NaN, 0, true, "");
    }

    @Test
    void peersStandBeside() {
        Records beside = sample().beside("direct");
        assertEquals(2, beside.rowCount());
        assertEquals(List.of(2.0, 3.0), beside.doubleColumn("× direct").asList());
        assertEquals(List.of(2000.0, 6000.0), beside.doubleColumn("direct ms").asList());
        assertFalse(beside.containsColumn("direct gflops"), "has none");
        Records promised = Records.of(List.of(typed("ours", "float fast", 1), typed("theirs", "float", 2)));
        assertThrows(IllegalArgumentException.class, () -> promised.beside("theirs"));
        assertEquals(
                2.0,
                promised.where("method", "ours")
                        .beside(promised.where("method", "theirs"), "type")
                        .value("× theirs"));
    }

    @Test
    void aPivotHasAPlaceForEachPair() {
        Table pivot = sample().pivot("radius", "method", "ms");
        assertEquals(List.of("radius", "direct", "blocked"), pivot.columnNames());
        assertEquals(List.of(1, 2), ((IntColumn) pivot.column(0)).asList());
        assertEquals(List.of(1000.0, 2000.0), pivot.doubleColumn("blocked").asList());
        String problem = assertThrows(IllegalArgumentException.class, () -> sample().pivot("case", "method", "ms"))
                .getMessage();
        assertTrue(problem.contains("differ in radius (1, 2)"), problem);
        Table gaps = Records.of(List.of(measured("a", "m", Map.of("n", 10), 1), measured("b", "m", Map.of("n", 9), 2)))
                .pivot("case", "n", "seconds_median");
        assertEquals(List.of("case", "n 9", "n 10"), gaps.columnNames());
        assertTrue(gaps.doubleColumn("n 9").isMissing(0));
        assertEquals(2.0, gaps.doubleColumn("n 9").get(1));
    }

    @Test
    void theFastestTheFirstAndTheOnlyOne() {
        Records all = sample();
        assertEquals(
                List.of("blocked", "blocked"),
                all.fastest("radius").stringColumn("method").asList());
        assertEquals(2000.0, all.where("radius", 1).where("method", "direct").value("ms"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> all.value("ms"))
                .getMessage()
                .contains("there are 4; the first two differ in radius (1, 2)"));
        assertEquals(
                4,
                Records.of(Stream.of(measurements(), measurements())
                                .flatMap(List::stream)
                                .toList())
                        .distinct()
                        .rowCount());
        assertEquals(
                List.of(4.0, 12.0, 2.0, 4.0),
                all.with("twice", row -> 2 * row.getDouble("seconds_median"))
                        .doubleColumn("twice")
                        .asList());
        assertEquals(1, all.sources().rowCount());
        assertEquals(4, ((IntColumn) all.sources().column("cases")).get(0));
    }

    @Test
    void otherFilesAreRefused() throws Exception {
        Path none = folder.resolve("none.h5");
        assertTrue(assertThrows(CampaignException.class, () -> Records.load(none))
                .getMessage()
                .contains("no such file"));
        Path object = Files.writeString(folder.resolve("o.json"), "{}");
        assertTrue(assertThrows(CampaignException.class, () -> Records.load(object))
                .getMessage()
                .contains("an array"));
        Path broken = Files.writeString(folder.resolve("b.json"), "[{\"family\": \"f\", \"case\": null}]");
        String message = assertThrows(CampaignException.class, () -> Records.load(broken))
                .getMessage();
        assertTrue(
                message.endsWith(
                        "its element 0 is not a measurement as plegma bench writes it (it has no case, method, type,"
                                + " shape, device, valid)."),
                message);
    }

    @Test
    void parametersAreSimple() {
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("Radius", 1),
                Map.of("radius", 1L),
                Map.of("radius", "4"),
                Map.of("a", "b=c"),
                Map.of("a", ""))) {
            assertThrows(IllegalArgumentException.class, () -> work("c", "m", wrong), wrong::toString);
        }
    }

    static Records sample() {
        return Records.of(measurements());
    }

    private static List<Measurement> measurements() {
        return List.of(
                measured("star", "direct", Map.of("radius", 1), 2),
                measured("star", "direct", Map.of("radius", 2), 6),
                measured("star", "blocked(4)", Map.of("radius", 1), 1),
                measured("star", "blocked(2)", Map.of("radius", 2), 2));
    }

    private static Work work(String name, String method, Map<String, Object> parameters) {
        return new Work("f", name, method, "float", List.of(8, 8, 8), Double.NaN, 2e9, 1e9, parameters);
    }

    /** Ten times, whose middle ones are 5 % around the median. */
    static Measurement measured(String name, String method, Map<String, Object> parameters, double median) {
        return measured(work(name, method, parameters), median);
    }

    private static Measurement typed(String method, String type, double median) {
        return measured(new Work("f", "c", method, type, List.of(8), 1e9, 1e9, 1e9), median);
    }

    private static Measurement measured(Work work, double median) {
        double[] samples = new double[10];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = median * (i < 5 ? 0.95 : 1.05);
        }
        Optional<Statistics> seconds = Optional.of(Statistics.of(samples));
        return new Measurement(work, "gpu", seconds, seconds, true, median / 2, 0, true, "");
    }
}
