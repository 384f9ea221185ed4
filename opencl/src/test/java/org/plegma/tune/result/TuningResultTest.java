package org.plegma.tune.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.plegma.testing.OtherPrograms;
import org.plegma.tune.Synthetic;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import tech.tablesaw.api.Table;

class TuningResultTest {
    @TempDir
    Path folder;

    private TuningResult result;

    @BeforeEach
    void tune() {
        Synthetic tunable = Synthetic.small();
        tunable.check = c -> c.integer("TILE") == 32 ? Check.failed("y[0]: expected 1, found 2") : Check.PASSED;
        result = Tuner.on(Synthetic.DEVICE).tune(tunable);
    }

    @Test
    void theTableHasTheFastestFirstAndFailuresLast() {
        Table table = result.table();
        assertEquals(
                List.of(
                        "TILE",
                        "PAD",
                        "status",
                        "time (ms)",
                        "min (ms)",
                        "runs",
                        "GFLOP/s",
                        "registers",
                        "compile (s)",
                        "cause"),
                table.columnNames());
        assertEquals(6, table.rowCount());
        assertEquals("16", table.stringColumn("TILE").get(0));
        assertEquals("1", table.stringColumn("PAD").get(0));
        assertEquals(1.0, table.doubleColumn("time (ms)").get(0));
        assertEquals(1.0, table.doubleColumn("GFLOP/s").get(0));
        assertEquals("wrong result", table.stringColumn("status").get(5));
        assertEquals("y[0]: expected 1, found 2", table.stringColumn("cause").get(5));
        assertTrue(table.doubleColumn("time (ms)").isMissing(5));
    }

    @Test
    void theScatterShowsEveryTrialAndMarksTheWinner() throws Exception {
        for (XYChart chart : List.of(result.scatter(), result.scatter("TILE"), result.scatter("PAD"))) {
            int points = chart.getSeriesCollection().stream()
                    .filter(series -> !series.getName().equals("best so far"))
                    .mapToInt(series -> series.getXData().length)
                    .sum();
            assertEquals(6, points);
            double[] winner = series(chart, "winner: TILE=16 PAD=1, 1.00 ms").getYData();
            assertEquals(1.0, winner[0]);
            BitmapEncoder.saveBitmap(chart, folder.resolve("chart").toString(), BitmapFormat.PNG);
        }
        double[] failed = series(result.scatter("TILE"), "failed (not timed)").getXData();
        assertTrue(Arrays.stream(failed).allMatch(x -> x == 2), "32 is the third value of TILE");
        assertThrows(IllegalArgumentException.class, () -> result.scatter("WIDTH"));
    }

    @Test
    @Timeout(600) // XChart can search for ticks without end
    void chartsOfManyWordsAndWideRangesAreDrawn() throws Exception {
        Synthetic wide = new Synthetic(
                Space.of(
                        Parameter.of("TYPE=float,float2,float3,float4,float8,float16,double,double2,half,half8"),
                        Parameter.of("N=1..3")),
                c -> c.integer("N") * Math.pow(10, -(c.get("TYPE").hashCode() & 3)));
        TuningResult many = Tuner.on(Synthetic.DEVICE).tune(wide);
        for (XYChart chart : List.of(many.scatter(), many.scatter("TYPE"), many.scatter("N"))) {
            assertTrue(chart.getStyler().isYAxisLogarithmic());
            BitmapEncoder.saveBitmap(chart, folder.resolve("chart").toString(), BitmapFormat.PNG);
        }
    }

    @Test
    void theSummaryTellsWinnerOutcomesAndCourse() {
        String summary = result.summary();
        assertTrue(
                summary.startsWith(
                        "Tuned synthetic (float, 1024x1000) on Test Device: TILE=16 PAD=1 takes 1.00 ms.\n"
                                + "6 tried: 4 ok, 2 wrong result; none of 6 combinations ruled out beforehand.\nFull enumeration, seed 1, "),
                summary);
        assertTrue(summary.endsWith("; ended: all were tried."), summary);
    }

    @Test
    void theT4ExportFollowsItsSchema() throws Exception {
        Path json = folder.resolve("results.json");
        result.saveT4(json);
        assertEquals("", validate(json));
        String text = Files.readString(json);
        assertTrue(text.contains("\"invalidity\": \"correctness\""), text);
        assertTrue(text.contains("\"PAD\": true"), text);

        Files.writeString(json, text.replace("\"correctness\": 1", "\"correctness\": \"yes\""));
        assertTrue(validate(json).contains("is not of type 'number'"));
        Files.writeString(json, text.replace("\"invalidity\"", "\"validity\""));
        assertTrue(validate(json).contains("'invalidity' is a required property"));
    }

    @Test
    void everyStatusIsAWordOfTheT4Schema() throws Exception {
        String schema = new String(
                TuningResultTest.class
                        .getResourceAsStream("t4-results-schema.json")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        for (Status status : Status.values()) {
            assertTrue(schema.contains('"' + status.t4() + '"'), status.t4());
            assertEquals(status, Status.parse(status.toString()));
        }
    }

    private static XYSeries series(XYChart chart, String name) {
        return chart.getSeriesCollection().stream()
                .filter(s -> s.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** What Python's jsonschema finds wrong; empty if nothing. */
    private static String validate(Path json) throws Exception {
        Path schema = Path.of(
                TuningResultTest.class.getResource("t4-results-schema.json").toURI());
        return OtherPrograms.python(
                "import json, sys, jsonschema\n"
                        + "schema, data = (json.load(open(p)) for p in sys.argv[1:])\n"
                        + "jsonschema.Draft202012Validator.check_schema(schema)\n"
                        + "for e in jsonschema.Draft202012Validator(schema).iter_errors(data): print(e.message)",
                schema,
                json);
    }
}
