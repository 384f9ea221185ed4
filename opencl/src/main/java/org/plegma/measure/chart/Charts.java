package org.plegma.measure.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import org.plegma.measure.campaign.Pivot;
import org.plegma.measure.campaign.Records;
import tech.tablesaw.api.Table;

/**
 * The charts that Plegma draws, all in one style: a title, axes with units, colours from {@link Palette}, one marker shape
 * a series so that they differ without colour too.
 */
public final class Charts {

    /**
     * Where an axis begins at 0. XChart labels each so-many-th datum if they are evenly spaced to 10⁻⁴ from the beginning on: 0, 21, 42 or
     * as many numbers as have room. With this gap before the first they are not, and it takes steps of 1, 2 or 5.
     */
    static final double ZERO = -2e-4;

    static final int WIDTH = 800;
    static final int HEIGHT = 500;

    /** A title is centred over the axes, which are left of the middle where there is a legend. */
    private static final double MOST_TITLE_WIDTH = 0.72 * WIDTH;

    /** One more than there are colours, so that a ninth line looks like none before it. */
    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.SQUARE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.CROSS,
        SeriesMarkers.TRAPEZOID,
        SeriesMarkers.OVAL,
        SeriesMarkers.PLUS
    };

    private Charts() {}

    /**
     * The median time over the number of cells, one line a method, on logarithmic axes; error bars span the 95 % interval
     * of the median. Wrong results are left out.
     */
    public static XYChart time(String title, List<Measurement> measurements) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(measurements, "measurements");
        return MethodCharts.overCells(measurements).time(title);
    }

    /**
     * How many times faster each method is than the baseline, over the number of cells (logarithmic), for the same case,
     * type and shape; error bars follow from the 95 % intervals of both medians.
     *
     * @param baseline the method that is 1 everywhere
     */
    public static XYChart speedup(String title, List<Measurement> measurements, String baseline) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(measurements, "measurements");
        Preconditions.notNull(baseline, "baseline");
        return MethodCharts.overCells(measurements).speedup(title, baseline);
    }

    /**
     * One stacked bar a category, broken down into parts.
     *
     * @param unit what the bars add up, with its unit, for example {@code time (ms)}
     * @param parts for each part its amount in every category, in the order of {@code categories}
     */
    public static CategoryChart breakdown(
            String title, String unit, List<String> categories, Map<String, double[]> parts) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(unit, "unit");
        Preconditions.notNull(categories, "categories");
        Preconditions.notNull(parts, "parts");
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
        chart.getStyler()
                .setStacked(true)
                .setAvailableSpaceFill(0.6)
                .setYAxisTickLabelsFormattingFunction(AxisNumbers::plain);
        parts.forEach((part, amounts) -> {
            if (amounts.length != categories.size()) {
                throw new IllegalArgumentException("The part '" + part + "' has " + amounts.length + " amounts for "
                        + categories.size() + " categories.");
            }
            List<Double> values = new ArrayList<>();
            for (double amount : amounts) {
                values.add(amount);
            }
            chart.addSeries(part, categories, values);
        });
        common(chart);
        chart.getStyler().setSeriesColors(Palette.areas());
        TableCharts.labelEach(chart, categories);
        return chart;
    }

    /**
     * A figure over two parameters, one coloured cell a pair; pairs without a finite value stay blank.
     *
     * @param x the values of the first parameter, left to right
     * @param y the values of the second, bottom to top
     * @param values {@code values[j][i]} belongs to {@code x.get(i)} and {@code y.get(j)}
     */
    public static HeatMapChart heatMap(
            String title, String xTitle, List<?> x, String yTitle, List<?> y, double[][] values) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(xTitle, "xTitle");
        Preconditions.notNull(x, "x");
        Preconditions.notNull(yTitle, "yTitle");
        Preconditions.notNull(y, "y");
        Preconditions.notNull(values, "values");
        return HeatMaps.chart(title, xTitle, x, yTitle, y, values);
    }

    /**
     * A figure of a table over two of its columns, such as {@code records.where("method", "auto")} over {@code h} and {@code s}; pairs
     * that have no row stay blank. The title is the table's name.
     *
     * @throws IllegalArgumentException if several rows have the same pair
     */
    public static HeatMapChart heatMap(Table table, String x, String y, String figure) {
        Preconditions.notNull(table, "table");
        Preconditions.notNull(x, "x");
        Preconditions.notNull(y, "y");
        Preconditions.notNull(figure, "figure");
        Pivot pivot = new Pivot(table, y, x);
        return HeatMaps.chart(
                table.name() + ": " + Units.title(figure),
                Units.title(x),
                pivot.acrossValues(),
                Units.title(y),
                pivot.downValues(),
                pivot.figures(figure));
    }

    /**
     * A line for each value of a column, over a column of numbers. The title is the table's name, the axes have their units. Axes whose
     * values span a factor of {@value TableCharts#WIDE} or more are logarithmic, others begin at 0, or below the least value if that
     * is negative.
     *
     * <p>Times and rates of {@code Records}, and {@code speedup}, have error bars that span the 95 % interval of the median; so has any
     * column {@code c} beside which there is a {@code c_error}. What the device's ceilings allow is drawn as {@code limit} where all
     * lines have the same. Rows without an x or a finite y are left out.
     *
     * @param by the column whose values are the lines, in the order in which they come; or several, a line for each combination; or
     *     none, for one line
     * @throws IllegalArgumentException if no row has both, or several rows of one line have the same x
     */
    public static XYChart lines(Table table, String x, String y, String... by) {
        Preconditions.notNull(table, "table");
        Preconditions.notNull(x, "x");
        Preconditions.notNull(y, "y");
        Preconditions.notNull(by, "by");
        return TableCharts.lines(table, x, y, by);
    }

    /**
     * How well several devices share work: their efficiency over their number, of the quickest way that was measured. Solid lines are of
     * one case on more devices (strong scaling), dashed ones of a grid as many times as large (weak scaling). {@code ideal} is 1,
     * where no time is lost: that of one device over the number of devices, or for weak scaling that of one device.
     *
     * @param records as {@code plegma bench stencil --devices 0,1} makes them
     * @param by columns, a line for each combination of whose values; none for one line
     * @throws IllegalArgumentException if a line would be of several cases, or no case was measured on several devices and on one
     */
    public static XYChart scaling(Records records, String... by) {
        Preconditions.notNull(records, "records");
        Preconditions.notNull(by, "by");
        return ScalingChart.of(records, by);
    }

    /**
     * Groups of bars: a group for each value of a column, a bar in it for each value of another; with error bars as in {@link #lines}.
     *
     * @throws IllegalArgumentException if several rows have the same bar
     */
    public static CategoryChart bars(Table table, String groups, String figure, String by) {
        Preconditions.notNull(table, "table");
        Preconditions.notNull(groups, "groups");
        Preconditions.notNull(figure, "figure");
        Preconditions.notNull(by, "by");
        return TableCharts.bars(table, groups, figure, by);
    }

    /**
     * Saves a chart; the name's ending chooses the format. Its folder is made if need be.
     *
     * @param file ends in {@code .png} (drawn at 200 dots an inch) or {@code .svg}
     */
    public static void save(IChart chart, Path file) throws IOException {
        Preconditions.notNull(chart, "chart");
        Preconditions.notNull(file, "file");
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && (name.endsWith(".svg") || name.endsWith(".png"))) {
            Files.createDirectories(folder);
        }
        if (name.endsWith(".svg")) {
            try (var out = Files.newOutputStream(file)) {
                VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
            }
        } else if (name.endsWith(".png")) {
            BitmapEncoder.saveBitmapWithDPI(chart, file.toString(), BitmapFormat.PNG, 200);
        } else {
            throw new IllegalArgumentException(
                    "A chart is saved as .png or .svg, not as '" + file.getFileName() + "'.");
        }
    }

    /** An empty chart with linear axes from 0, in the common style. */
    public static XYChart linear(String title, String xTitle, String yTitle) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(xTitle, "xTitle");
        Preconditions.notNull(yTitle, "yTitle");
        XYChart chart = logLog(title, xTitle, yTitle);
        chart.getStyler()
                .setXAxisLogarithmic(false)
                .setYAxisLogarithmic(false)
                .setXAxisMin(ZERO)
                .setYAxisMin(0.0);
        return chart;
    }

    /** An empty chart with logarithmic axes, in the common style. */
    public static XYChart logLog(String title, String xTitle, String yTitle) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(xTitle, "xTitle");
        Preconditions.notNull(yTitle, "yTitle");
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setXAxisTickLabelsFormattingFunction(AxisNumbers::brief)
                .setYAxisTickLabelsFormattingFunction(AxisNumbers::brief);
        common(chart);
        return chart;
    }

    /** Sets what all charts have in common. */
    public static void common(Chart<? extends AxesChartStyler, ?> chart) {
        Preconditions.notNull(chart, "chart");
        AxesChartStyler styler = chart.getStyler();
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        styler.setAxisTickLabelsFont(font)
                .setAxisTitleFont(font.deriveFont(14f))
                .setPlotGridLinesColor(new Color(0xDDDDDD))
                .setErrorBarsColorSeriesColor(true);
        styler.setLocale(Locale.ROOT)
                .setSeriesColors(Palette.series())
                .setSeriesMarkers(MARKERS)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE)
                .setChartTitleBoxVisible(false)
                .setChartTitleFont(titleFont(chart.getTitle()))
                .setLegendFont(font)
                .setAnnotationTextFont(font.deriveFont(11f))
                .setLegendBorderColor(Color.WHITE)
                .setLegendPosition(LegendPosition.OutsideE)
                .setAntiAlias(true)
                .setMarkerSize(8);
    }

    /** In smaller letters if it is long, as with the name of a device: XChart cuts off what is wider than the chart. */
    private static Font titleFont(String title) {
        Font font = new Font(Font.SANS_SERIF, Font.BOLD, 16);
        double width = font.getStringBounds(title, new FontRenderContext(null, true, true))
                .getWidth();
        return font.deriveFont((float) (font.getSize() * Math.min(1, MOST_TITLE_WIDTH / width)));
    }

    /** A shape of its own for each of the first nine series. */
    static Marker marker(int series) {
        return MARKERS[series % MARKERS.length];
    }

    /**
     * Ends the logarithmic axes where the data end: at 1, 2 or 5 times a power of ten, which are labelled, or only the powers if
     * there are many.
     */
    public static void fitDecades(XYChart chart) {
        Preconditions.notNull(chart, "chart");
        double[] x = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        double[] y = x.clone();
        for (XYSeries series : chart.getSeriesCollection()) {
            include(x, series.getXData());
            include(y, series.getYData());
        }
        AxesChartStyler styler = chart.getStyler();
        if (x[0] > x[1]) {
            throw new IllegalArgumentException(
                    "There is nothing to draw in '" + chart.getTitle() + "': no valid measurement was given.");
        }
        if (chart.getStyler().isXAxisLogarithmic()) {
            LogAxis axis = LogAxis.around(x[0], x[1]);
            styler.setXAxisMin(axis.low())
                    .setXAxisMax(axis.high())
                    .setXAxisLogarithmicDecadeOnly(axis.decadesOnly())
                    .setXAxisTickLabelsFormattingFunction(axis::label);
        }
        if (chart.getStyler().isYAxisLogarithmic()) {
            LogAxis axis = LogAxis.around(y[0], y[1]);
            styler.setYAxisMin(axis.low())
                    .setYAxisMax(axis.high())
                    .setYAxisLogarithmicDecadeOnly(axis.decadesOnly())
                    .setYAxisTickLabelsFormattingFunction(axis::label);
        }
    }

    /** A number as axes have it: three significant digits, powers of ten from 10⁴ and below 10⁻². */
    public static String shortNumber(double value) {
        return AxisNumbers.brief(value);
    }

    static XYChart styled(XYChart chart) {
        List<XYSeries> lines = List.copyOf(chart.getSeriesCollection());
        lines.forEach(line -> line.setLineStyle(Palette.stroke(lines.indexOf(line))));
        return chart;
    }

    private static void include(double[] range, double[] values) {
        for (double v : values) {
            if (Double.isFinite(v)) {
                range[0] = Math.min(range[0], v);
                range[1] = Math.max(range[1], v);
            }
        }
    }
}
