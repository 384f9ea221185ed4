package org.plegma.measure.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Records;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class ChartsTest {
    private final List<Measurement> measurements =
            List.of(at(16, "java", 4e-3), at(16, "direct", 1e-3), at(64, "java", 64e-3), at(64, "direct", 8e-3));

    @Test
    void timeHasALineAMethodWithErrorBars() {
        XYSeries java = Charts.time("t", measurements).getSeries("java");
        assertEquals(List.of(256.0, 4096.0), box(java.getXData()));
        assertEquals(List.of(4e-3, 64e-3), box(java.getYData()));
        // Nine samples: the 95 % interval runs from rank 2 to rank 8, here 3 % on each side.
        assertEquals(4e-3 * 0.03, java.getExtraValues()[0], 1e-12);
    }

    @Test
    void speedupIsTheRatioOfMedians() {
        XYChart chart = Charts.speedup("s", measurements, "java");
        assertEquals(List.of(4.0, 8.0), box(chart.getSeries("direct").getYData()));
        assertEquals(List.of(1.0, 1.0), box(chart.getSeries("java").getYData()));
        assertThrows(IllegalArgumentException.class, () -> Charts.speedup("s", measurements, "fft"));
    }

    @Test
    void linesOfATableHaveErrorsUnitsAndTheLimit() {
        Records records = Records.of(measurements).titled("grids");
        XYChart chart = Charts.lines(records, "side", "ms", "method");
        assertEquals("grids", chart.getTitle());
        assertEquals("side (elements)", chart.getXAxisTitle());
        assertEquals("time (ms)", chart.getYAxisTitle());
        assertEquals(List.of(16.0, 64.0), box(chart.getSeries("java").getXData()));
        assertEquals(List.of(4.0, 64.0), box(chart.getSeries("java").getYData()));
        assertEquals(4.0 * 0.03, chart.getSeries("java").getExtraValues()[0], 1e-12);
        assertTrue(
                chart.getSeriesCollection().stream().noneMatch(s -> s.getName().equals("limit")), "no ceilings");
        assertFalse(chart.getStyler().isXAxisLogarithmic());
        assertTrue(chart.getStyler().isYAxisLogarithmic(), "1 to 64");
        assertEquals(
                "55000",
                chart.getStyler().getXAxisTickLabelsFormattingFunction().apply(5.5e4));
        XYSeries speedup = Charts.lines(records.speedupOver("java"), "side", "speedup", "method")
                .getSeries("direct");
        assertEquals(List.of(4.0, 8.0), box(speedup.getYData()));
        assertEquals(4 * Math.hypot(0.03, 0.03), speedup.getExtraValues()[0], 1e-9);
    }

    @Test
    void theLimitIsDrawnWhereAllLinesHaveTheSame() {
        Table table = Table.create(
                "t",
                StringColumn.create("method", "a", "b", "a", "b"),
                IntColumn.create("n", new int[] {1, 1, 2, 2}),
                DoubleColumn.create("ms", 4, 8, 4, 8),
                DoubleColumn.create("gflops", 2, 1, 2, 1),
                DoubleColumn.create("seconds_median", 4e-3, 8e-3, 4e-3, 8e-3),
                DoubleColumn.create("seconds_low", 4e-3, 8e-3, 4e-3, 8e-3),
                DoubleColumn.create("seconds_high", 4e-3, 8e-3, 4e-3, 8e-3),
                DoubleColumn.create("seconds_floor", 1e-3, 1e-3, 1e-3, 2e-3));
        XYSeries times = Charts.lines(table, "n", "ms", "method").getSeries("limit");
        assertEquals(List.of(1.0), box(times.getXData()));
        assertEquals(List.of(1.0), box(times.getYData()));
        assertEquals(
                List.of(8.0),
                box(Charts.lines(table, "n", "gflops", "method")
                        .getSeries("limit")
                        .getYData()));
        assertThrows(IllegalArgumentException.class, () -> Charts.lines(table, "method", "ms", "n"));
        XYChart both = Charts.lines(table, "ms", "seconds_median", "method", "n");
        assertEquals(
                List.of("a 1", "a 2", "b 1", "b 2"),
                both.getSeriesCollection().stream()
                        .map(XYSeries::getName)
                        .filter(name -> !name.equals("limit"))
                        .sorted()
                        .toList());
        Table twice = table.copy().append(table);
        assertThrows(IllegalArgumentException.class, () -> Charts.lines(twice, "n", "ms", "method"));
    }

    @Test
    void scalingHasTheQuickestWayAndTheFloor() {
        List<Measurement> all = List.of(
                shared(1, "none", 16, 8.0),
                shared(1, "none", 8, 4.5),
                shared(2, "peer", 16, 5.0),
                shared(2, "pinned", 16, 6.0),
                shared(4, "peer", 16, 2.5));
        XYChart chart = Charts.scaling(Records.of(all).titled("stars"), "radius");
        assertEquals("stars", chart.getTitle());
        assertEquals(List.of(1.0, 2.0, 4.0), box(chart.getSeries("radius 3").getXData()));
        assertEquals(List.of(1.0, 0.8, 0.8), box(chart.getSeries("radius 3").getYData()));
        assertEquals(0.8 * Math.hypot(0.03, 0.03), chart.getSeries("radius 3").getExtraValues()[1], 1e-9);
        assertEquals(List.of(1.0, 0.9), box(chart.getSeries("radius 3, weak").getYData()));
        assertEquals(List.of(1.0, 1.0), box(chart.getSeries("ideal").getYData()));
        assertEquals(
                List.of("ideal", "strong", "weak"),
                Charts.scaling(Records.of(all)).getSeriesCollection().stream()
                        .map(XYSeries::getName)
                        .sorted()
                        .toList());
        List<Measurement> twoGrids = Stream.concat(
                        all.stream(), Stream.of(shared(1, "none", 32, 17.0), shared(2, "peer", 32, 9.0)))
                .toList();
        IllegalArgumentException mixed =
                assertThrows(IllegalArgumentException.class, () -> Charts.scaling(Records.of(twoGrids), "radius"));
        assertTrue(mixed.getMessage().contains("several cases"), mixed::getMessage);
        Charts.scaling(Records.of(twoGrids), "radius", "shape");
        assertThrows(IllegalArgumentException.class, () -> Charts.scaling(Records.of(all.subList(0, 2))));
    }

    private static Measurement shared(int devices, String transport, int side, double seconds) {
        Map<String, Object> parameters = devices == 1
                ? Map.of("devices", devices, "radius", 3)
                : Map.of("devices", devices, "radius", 3, "transport", transport);
        Work work = new Work("stencil", "star", "direct", "float", List.of(side, 16), 1, 1, 1, parameters);
        return new Measurement(
                work, "d", Optional.empty(), Optional.of(spread(seconds)), true, Double.NaN, 0, true, "");
    }

    @Test
    void aLineHasAllDigitsOfAWholeNumber() {
        Table table = Table.create(
                "t",
                IntColumn.create("side", new int[] {1024, 1024}),
                IntColumn.create("n", new int[] {1, 2}),
                DoubleColumn.create("ms", 4, 8));
        assertEquals(
                List.of(4.0, 8.0),
                box(Charts.lines(table, "n", "ms", "side")
                        .getSeries("side 1024")
                        .getYData()));
    }

    /** Before, all rows of a table without a column for its lines were taken for rows without a value. */
    @Test
    void aLineNeedsNoColumnOfItsOwn() {
        Table table = Table.create(
                "t", DoubleColumn.create("n", 1, 2, 3), DoubleColumn.create("ms", 4, Double.POSITIVE_INFINITY, 8));
        XYChart chart = Charts.lines(table, "n", "ms");
        assertEquals(List.of(1.0, 3.0), box(chart.getSeries("ms").getXData()));
        assertEquals(List.of(4.0, 8.0), box(chart.getSeries("ms").getYData()));
        assertEquals(
                1, Charts.lines(table.first(1), "n", "ms").getSeriesCollection().size());
    }

    @Test
    void anAxisBeginsAtZeroUnlessThereIsLess() {
        DoubleColumn n = DoubleColumn.create("n", -1, 0, 3);
        DoubleColumn change = DoubleColumn.create("change", -2, 0, 3);
        AxesChartStyler below =
                Charts.lines(Table.create("t", n, change), "n", "change").getStyler();
        assertNull(below.getXAxisMin());
        assertNull(below.getYAxisMin());
        Table above = Table.create("t", n.add(1).setName("n"), change.add(2).setName("change"));
        AxesChartStyler fromZero = Charts.lines(above, "n", "change").getStyler();
        assertEquals(0, fromZero.getXAxisMin());
        assertEquals(0, fromZero.getYAxisMin());
    }

    @Test
    void evenlySpacedDataHaveRoundTicks() {
        double[] x = IntStream.range(0, 60).mapToDouble(i -> 7 * i).toArray();
        XYChart chart = Charts.linear("", "x", "y");
        chart.addSeries("y", x, x);
        assertEquals(List.of(0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0, 350.0, 400.0), ticks(chart));
        Table many = Table.create("", DoubleColumn.create("x", x), DoubleColumn.create("y", x));
        assertEquals(ticks(chart), ticks(Charts.lines(many, "x", "y")));
        assertEquals(List.of(0.0, 7.0, 14.0, 21.0), ticks(Charts.lines(many.first(4), "x", "y")));
        XYChart fromOne = Charts.linear("", "step", "y");
        double[] steps = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
        fromOne.addSeries("y", steps, steps);
        assertEquals(List.of(0.0, 10.0, 20.0), ticks(fromOne).subList(0, 3));
    }

    /** What stands at the marks of the x axis when a chart is drawn. */
    private static List<Double> ticks(XYChart chart) {
        List<Double> labels = new ArrayList<>();
        Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        chart.getStyler().setXAxisTickLabelsFormattingFunction(value -> {
            labels.add(value);
            return Double.toString(value);
        });
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        double last = chart.getSeriesCollection().iterator().next().getXMax();
        return labels.subList(labels.lastIndexOf(0.0), labels.size()).stream()
                .filter(value -> value <= last)
                .toList();
    }

    @Test
    void barsAndHeatMapsLeaveBlankWhatATableDoesNotHave() {
        Table table = Table.create(
                "t",
                StringColumn.create("method", "a", "b", "a"),
                IntColumn.create("n", new int[] {10, 10, 9}),
                DoubleColumn.create("ms", 4, 8, 5));
        Table endless = table.copy()
                .append(Table.create(
                        "t",
                        StringColumn.create("method", "b"),
                        IntColumn.create("n", new int[] {9}),
                        DoubleColumn.create("ms", Double.POSITIVE_INFINITY)));
        CategoryChart bars = Charts.bars(endless, "n", "ms", "method");
        assertEquals(List.of("9", "10"), List.copyOf(bars.getSeries("a").getXData()));
        assertEquals(List.of(Double.NaN, 8.0), box(bars.getSeries("b").getYData()));
        HeatMapChart map = Charts.heatMap(table, "n", "method", "ms");
        assertEquals(3, map.getHeatMapSeries().getHeatData().size());
        assertEquals("t: time (ms)", map.getTitle());
        assertTrue(assertThrows(
                        IllegalArgumentException.class, () -> Charts.heatMap(table.append(table), "n", "method", "ms"))
                .getMessage()
                .startsWith("Several rows of 't'"));
    }

    @Test
    void chartsAreSavedByTheirEnding(@TempDir Path folder) throws Exception {
        XYChart chart = Charts.time("Zeit & <Größe>", measurements);
        Charts.save(chart, folder.resolve("a.png"));
        assertTrue(ImageIO.read(folder.resolve("a.png").toFile()).getWidth() > Charts.WIDTH);
        Charts.save(chart, folder.resolve("a.svg"));
        assertTrue(Files.readString(folder.resolve("a.svg")).contains("<svg"));
        assertThrows(IllegalArgumentException.class, () -> Charts.save(chart, folder.resolve("a.gif")));
        Charts.save(chart, folder.resolve("new/a.png"));
        assertTrue(Files.exists(folder.resolve("new/a.png")));
    }

    @Test
    void slantedLabelsEndAtTheirBarsAndAmountsArePlainNumbers() {
        List<String> longNames = List.of("Java loops, 1 thread", "Java loops, 2 threads", "OpenBLAS, 1 thread", "cpu");
        AxesChartStyler slanted = Charts.breakdown("b", "s", longNames, Map.of("in", new double[4]))
                .getStyler();
        assertTrue(slanted.getXAxisLabelRotation() > 0);
        assertEquals(AxesChartStyler.TextAlignment.Right, slanted.getXAxisLabelAlignment());
        AxesChartStyler level = Charts.breakdown("b", "s", List.of("x", "y"), Map.of("in", new double[2]))
                .getStyler();
        assertEquals(0, level.getXAxisLabelRotation());
        assertEquals(AxesChartStyler.TextAlignment.Centre, level.getXAxisLabelAlignment());
        Function<Double, String> amount = level.getYAxisTickLabelsFormattingFunction();
        assertEquals(
                List.of("0", "0.08", "0.002", "1200"),
                Stream.of(0.0, 0.08, 0.002, 1200.0).map(amount).toList());
    }

    @Test
    void aColumnThatThereIsNotIsToldByThoseThatThereAre() {
        Table table = Table.create("t", IntColumn.create("n", 1, 2), DoubleColumn.create("ms", 3, 4));
        for (String[] names : new String[][] {{"n", "s"}, {"m", "ms"}, {"n", "ms", "n", "case"}}) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> Charts.lines(table, names[0], names[1], Arrays.copyOfRange(names, 2, names.length)));
            assertTrue(refused.getMessage().endsWith("there are [n, ms]."), refused.getMessage());
        }
    }

    @Test
    void barsAndHeatMapsCheckTheirSizes() {
        assertEquals(
                2,
                Charts.breakdown("b", "ms", List.of("x", "y"), Map.of("in", new double[] {1, 2}, "out", new double[2]))
                        .getSeriesCollection()
                        .size());
        assertThrows(
                IllegalArgumentException.class,
                () -> Charts.breakdown("b", "ms", List.of("x"), Map.of("in", new double[2])));
        double[][] values = {{1, Double.NaN}, {3, 4}, {5, Double.POSITIVE_INFINITY}};
        assertEquals(
                4,
                Charts.heatMap("h", "x", List.of(8, 16), "y", List.of(1, 2, 4), values)
                        .getHeatMapSeries()
                        .getHeatData()
                        .size());
        assertThrows(
                IllegalArgumentException.class,
                () -> Charts.heatMap("h", "x", List.of(8), "y", List.of(1, 2, 4), values));
    }

    @Test
    void nothingToDrawIsSaidSo() {
        String message = assertThrows(IllegalArgumentException.class, () -> Charts.time("empty", List.of()))
                .getMessage();
        assertEquals("There is nothing to draw in 'empty': no valid measurement was given.", message);
        double[][] none = {{Double.NaN}};
        String noPair = assertThrows(
                        IllegalArgumentException.class,
                        () -> Charts.heatMap("h", "x", List.of(1), "y", List.of(2), none))
                .getMessage();
        assertEquals("There is nothing to draw in 'h': no pair of x and y has a value.", noPair);
    }

    @Test
    void longTitlesAreSetInSmallerLetters() {
        String title = "Time after each step, 1048576 elements, pthread-skylake-avx512-Intel(R) Xeon(R) Processor";
        float usual = titleSize(Charts.linear("Time", "x", "y"));
        assertEquals(16, usual);
        for (XYChart chart : List.of(Charts.linear(title, "x", "y"), Charts.logLog(title, "x", "y"))) {
            float size = titleSize(chart);
            Font font = chart.getStyler().getChartTitleFont();
            double width = font.getStringBounds(chart.getTitle(), new FontRenderContext(null, true, true))
                    .getWidth();
            assertTrue(size < usual && width <= 0.74 * chart.getWidth(), size + " points, " + width + " wide");
        }
    }

    private static float titleSize(XYChart chart) {
        return chart.getStyler().getChartTitleFont().getSize2D();
    }

    @Test
    void axisNumbersAreShort() {
        assertEquals("0", Charts.shortNumber(0));
        assertEquals("1", Charts.shortNumber(1));
        assertEquals("0.05", Charts.shortNumber(0.05));
        assertEquals("12.5", Charts.shortNumber(12.5));
        assertEquals("1000", Charts.shortNumber(1000));
        assertEquals("10⁴", Charts.shortNumber(1e4));
        assertEquals("10⁻¹²", Charts.shortNumber(1e-12));
        assertEquals("2.50e+05", Charts.shortNumber(2.5e5));
    }

    private static Measurement at(int n, String method, double median) {
        Statistics s = spread(median);
        Work work = new Work("f", "c", method, "float", List.of(n, n), Double.NaN, Double.NaN, n * n);
        return new Measurement(work, "d", Optional.of(s), Optional.of(s), true, Double.NaN, 0, true, "");
    }

    private static Statistics spread(double median) {
        double[] samples = new double[9];
        for (int i = 0; i < 9; i++) {
            samples[i] = median * (1 + 0.01 * (i - 4));
        }
        return Statistics.of(samples);
    }

    private static List<Double> box(double[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }
}
