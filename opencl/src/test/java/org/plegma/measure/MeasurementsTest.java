package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

public class MeasurementsTest {

    private static final List<Measurement> ALL = List.of(
            measured("direct", "gpu", 2e-3, 3e-3, 4e-3),
            measured("blocked(4)", "gpu", 1e-3),
            measured("java", "host", 6e-3),
            Measurement.wrong(work("fast"), "gpu", 0.25, "3 elements were not written"));

    @Test
    void ratesFollowFromTheMedian() {
        Measurement m = ALL.get(0);
        assertEquals(3e-3, m.medianSeconds());
        assertEquals(7e9 / 3e-3 * 1e-9, m.gflops(), 1e-9);
        assertEquals(8e9 / 3e-3 * 1e-9, m.gbytesPerSecond(), 1e-9);
        assertEquals(1e9 / 3e-3 * 1e-9, m.gcellsPerSecond(), 1e-9);
        assertEquals(1e-3 / 3e-3, m.fractionOfLimit(), 1e-15);
        assertEquals(7.0 / 8, m.work().intensity());
    }

    @Test
    void theTableHasARowEachAndWithholdsTheTimesOfWrongResults() {
        Table t = Measurements.table(ALL);
        assertEquals(4, t.rowCount());
        assertEquals("1000x1000x1000", t.stringColumn("shape").get(0));
        assertEquals(2e-3, t.doubleColumn("seconds_min").get(0));
        assertEquals(3, t.intColumn("runs").get(0));
        for (String column : List.of("seconds_min", "seconds_median", "runs", "host_median", "gflops")) {
            assertTrue(t.column(column).isMissing(3), column);
        }
        assertFalse(t.booleanColumn("valid").get(3));
        assertEquals(0.25, t.doubleColumn("error").get(3));
        assertEquals("3 elements were not written", t.stringColumn("problem").get(3));
    }

    @Test
    void speedupIsAgainstTheSameTask() {
        Table t = Measurements.speedup(Measurements.table(ALL), "direct");
        assertEquals(1, t.doubleColumn("speedup").get(0));
        assertEquals(3, t.doubleColumn("speedup").get(1), 1e-12);
        assertTrue(t.column("speedup").isMissing(3));
        Table onHost = Measurements.speedup(Measurements.table(ALL), "java");
        assertEquals(2, onHost.doubleColumn("speedup").get(0), 1e-12);
        List<Measurement> two = new ArrayList<>(ALL);
        two.add(measured("java", "another host", 9e-3));
        Table either = Measurements.speedup(Measurements.table(two), "java");
        assertTrue(either.column("speedup").isMissing(0), "it is not known which of both is meant");
        assertEquals(1, either.doubleColumn("speedup").get(2));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Measurements.speedup(Measurements.table(ALL), "fft"))
                .getMessage();
        assertTrue(message.startsWith("No row has the method 'fft'; there are ["), message);
    }

    @Test
    void jsonHasOneObjectACaseWithNullForWhatIsWithheld() {
        JsonArray array = JsonParser.parseString(Measurements.json(ALL)).getAsJsonArray();
        assertEquals(4, array.size());
        JsonObject first = array.get(0).getAsJsonObject();
        assertEquals("7-point", first.get("case").getAsString());
        assertEquals(1000, first.get("shape").getAsJsonArray().get(2).getAsInt());
        JsonObject seconds = first.get("seconds").getAsJsonObject();
        assertEquals(3e-3, seconds.get("median").getAsDouble());
        assertEquals(3, seconds.get("runs").getAsInt());
        JsonObject wrong = array.get(3).getAsJsonObject();
        assertTrue(wrong.get("seconds").isJsonNull());
        assertTrue(wrong.get("gflops").isJsonNull());
        assertFalse(wrong.get("valid").getAsBoolean());
    }

    @Test
    void aWrongResultCannotCarryATime() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Measurement(
                        work("x"), "gpu", Optional.empty(), Optional.of(Statistics.of(1)), true, 1, 0, false, "wrong"));
    }

    private static Work work(String method) {
        return new Work("stencil", "7-point", method, "float", List.of(1000, 1000, 1000), 7e9, 8e9, 1e9);
    }

    public static Measurement measured(String method, String device, double... seconds) {
        Statistics s = Statistics.of(seconds);
        return new Measurement(work(method), device, Optional.of(s), Optional.of(s), true, 1e-3, 1e-7, true, "");
    }
}
