package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.measure.Measurement;
import org.plegma.measure.MeasurementsTest;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.campaign.Comparison.Difference;
import org.plegma.measure.campaign.Comparison.Kind;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class ComparisonTest {

    @Test
    void aCampaignIsLikeItself() {
        Comparison same = Campaign.compare(CampaignTest.sample(), CampaignTest.sample(), 0);
        assertEquals(List.of(), same.differences());
        assertTrue(same.isSameResult());
        assertEquals(2, same.times().size(), "the wrong measurement has no time");
        assertEquals(List.of(), same.changedTimes());
        assertTrue(same.toString().startsWith("same results, 0 of 2 times changed"));
    }

    @Test
    void numbersDifferBeyondTheToleranceOnly() {
        Campaign a = new Campaign("a").array("u", Grid.of(new double[] {1, -200, Double.NaN}, 3));
        Campaign b = new Campaign("b").array("u", Grid.of(new double[] {1.5, -200, Double.NaN}, 3));
        assertTrue(Campaign.compare(a, b, 0.5 / 200).isSameResult());
        Difference d = Campaign.compare(a, b, 0.4 / 200).differences().get(0);
        assertEquals(new Difference(Kind.RESULT, "array u, most at 0", "1.0", "1.5", 0.5 / 200), d);
        Campaign nan = new Campaign("b").array("u", Grid.of(new double[] {1, -200, 3}, 3));
        assertEquals(
                Double.POSITIVE_INFINITY,
                Campaign.compare(a, nan, 1).differences().get(0).amount());
        Campaign other = new Campaign("b").array("u", Grid.of(new float[] {1, -200, 3}, 3));
        assertFalse(Campaign.compare(a, other, 1).isSameResult(), "another element type");
        assertThrows(IllegalArgumentException.class, () -> Campaign.compare(a, b, -1));
    }

    /** One double stands for both. */
    @Test
    void longsDifferInTheirLastDigits() {
        long one = (1L << 53) + 1;
        long[] a = {Long.MIN_VALUE, 3, one};
        long[] b = {Long.MIN_VALUE, 3, one - 1};
        Campaign first =
                new Campaign("").array("u", Grid.of(a)).table("t", Table.create("t", LongColumn.create("x", a)));
        Campaign second =
                new Campaign("").array("u", Grid.of(b)).table("t", Table.create("t", LongColumn.create("x", b)));
        List<Difference> found = Campaign.compare(first, second, 0).differences();
        assertEquals(
                List.of("table t, column x, at 2", "array u, at 2"),
                found.stream().map(Difference::where).toList());
        assertEquals("9007199254740993", found.get(0).first());
        assertEquals(0x1p-53, found.get(1).amount());
        assertTrue(Campaign.compare(first, first, 0).isSameResult());
        assertTrue(Campaign.compare(first, second, 1e-9).isSameResult());
    }

    @Test
    void tablesAreComparedByColumn() {
        Table t = Table.create("t", DoubleColumn.create("x", 1, 2), StringColumn.create("s", "a", "b"));
        Table u = Table.create("t", DoubleColumn.create("x", 1, 3), StringColumn.create("s", "a", "c"));
        List<Difference> found = Campaign.compare(new Campaign("").table("t", t), new Campaign("").table("t", u), 0)
                .differences();
        assertEquals(new Difference(Kind.RESULT, "table t, column x, most at 1", "2.0", "3.0", 1.0 / 3), found.get(0));
        assertEquals("table t, column s, row 1", found.get(1).where());
        Table wider = u.copy().addColumns(DoubleColumn.create("y", 1, 2));
        Difference form = Campaign.compare(
                        new Campaign("").table("t", t.first(1)), new Campaign("").table("t", wider), 9)
                .differences()
                .get(0);
        assertEquals("1 rows of x double, s string", form.first());
        assertEquals("2 rows of x double, s string, y double", form.second());
    }

    @Test
    void settingsSourcesAndFactsAreNamed() {
        Campaign a = new Campaign("").setting("n", 1).source("k", "x").provenance(facts("1.0", "2026-01-01"));
        Campaign b = new Campaign("").setting("n", 2).provenance(facts("1.1", "2026-01-02"));
        Comparison c = Campaign.compare(a, b, 0);
        assertEquals(
                List.of(Kind.SETTING, Kind.SOURCE, Kind.PROVENANCE),
                c.differences().stream().map(Difference::kind).toList());
        assertEquals("missing", c.differences().get(1).second());
        assertTrue(c.isSameResult(), "none of them is a result");
    }

    @Test
    void whatOnlyOneHasIsMissing() {
        Campaign a = new Campaign("").measurements(List.of(MeasurementsTest.measured("direct", "gpu", 1)));
        Comparison c = Campaign.compare(a, new Campaign(""), 0);
        assertFalse(c.isSameResult());
        assertEquals(
                "stencil 7-point direct float 1000x1000x1000 on gpu",
                c.differences().get(0).where());
    }

    @Test
    void aTimeIsChangedIfItIsBeyondTheNoise() {
        Random random = new Random(1);
        Statistics base = noisy(random, 1.00);
        assertFalse(Comparison.isBeyondNoise(base, noisy(random, 1.00)));
        assertFalse(Comparison.isBeyondNoise(base, noisy(random, 1.005)), "an order below the spread");
        assertTrue(Comparison.isBeyondNoise(base, noisy(random, 1.20)));
        assertTrue(Comparison.isBeyondNoise(noisy(random, 1.20), base), "either way");
        assertFalse(Comparison.isBeyondNoise(Statistics.of(1), Statistics.of(2)), "one sample tells nothing");
        double[] two = new double[200];
        Arrays.setAll(two, i -> i < 60 ? 0.9 : 1.1);
        Statistics steady =
                Statistics.of(DoubleStream.generate(() -> 1).limit(200).toArray());
        assertFalse(Comparison.isBeyondNoise(steady, Statistics.of(two)), "it lies within the other's middle half");
        assertFalse(Comparison.isBeyondNoise(Statistics.of(two), steady), "either way");
    }

    @Test
    void aResultThatTurnedWrongIsADifference() {
        Measurement right = MeasurementsTest.measured("direct", "gpu", 1, 2, 3);
        Measurement wrong = Measurement.wrong(right.work(), "gpu", 0.7, "far off");
        Comparison c = Campaign.compare(
                new Campaign("").measurements(List.of(right)), new Campaign("").measurements(List.of(wrong)), 1);
        assertFalse(c.isSameResult());
        assertEquals("wrong, error 0.7", c.differences().get(0).second());
        assertTrue(c.times().isEmpty());
    }

    /** Forty samples within 5 % above the time. */
    private static Statistics noisy(Random random, double time) {
        return Statistics.of(random.doubles(40, time, time * 1.05).toArray());
    }

    private static Provenance facts(String driver, String date) {
        return Provenance.parse("{\"device.0.driver\": \"" + driver + "\", \"date\": \"" + date + "\"}");
    }
}
