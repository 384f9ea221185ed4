package org.plegma.display.chart;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.knowm.xchart.PieSeries;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.internal.series.AxesChartSeries;
import org.knowm.xchart.internal.series.Series;
import org.knowm.xchart.internal.series.Series.DataType;
import org.plegma.display.page.FewColors;
import org.plegma.display.page.Fonts;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.PngImages;

/**
 * An XChart chart to show: a PNG with two pixels to the CSS pixel, or an SVG.
 *
 * <p>A chart by itself is shown as PNG. {@code ChartView.of(chart).svg()} shows one as SVG, which scales without loss but
 * grows with the number of points; {@code ChartView.svgByDefault(true)} does so for all. On a dark page light and dark
 * change places, and hues stay.
 */
public final class ChartView {
    static final int PIXEL_DENSITY = 2;

    private static volatile boolean svgByDefault;

    private final IChart chart;
    private final boolean svg;

    private ChartView(IChart chart, boolean svg) {
        this.chart = Objects.requireNonNull(chart);
        this.svg = svg;
    }

    /** A chart in the default format. */
    public static ChartView of(IChart chart) {
        return new ChartView(chart, svgByDefault);
    }

    /** As SVG. */
    public ChartView svg() {
        return new ChartView(chart, true);
    }

    /** As PNG. */
    public ChartView png() {
        return new ChartView(chart, false);
    }

    /** Whether charts are shown as SVG unless said otherwise; at first they are not. */
    public static void svgByDefault(boolean svg) {
        svgByDefault = svg;
    }

    /** The picture, as a cell shows it. */
    public MimeBundle render() throws IOException {
        return render(describe());
    }

    /** The picture, with a text for who cannot see it. */
    public MimeBundle render(String description) throws IOException {
        Fonts.sans(12); // fails in clear words, where XChart would fail in others
        return svg
                ? scalable(description)
                : picture(
                        draw(chart, chart.getWidth(), chart.getHeight()),
                        chart.getWidth(),
                        chart.getHeight(),
                        description);
    }

    /** A drawn chart, in HTML too: there it follows the page's theme. */
    static MimeBundle picture(BufferedImage image, int width, int height, String description) {
        MimeBundle bundle = PngImages.bundle(FewColors.of(image), width, height, description);
        Html html = new Html();
        PngImages.append(html.root, bundle).addClass(Html.CHART);
        return bundle.with(MimeBundle.HTML, html.toString());
    }

    private MimeBundle scalable(String description) throws IOException {
        String text = svgText();
        // As an image of an HTML page too: nbconvert strips inline SVG, and the ids of two on a page would clash.
        Html html = new Html();
        html.root
                .appendElement("img")
                .addClass(Html.CHART)
                .attr("width", Integer.toString(chart.getWidth()))
                .attr("height", Integer.toString(chart.getHeight()))
                .attr("alt", description)
                .attr(
                        "src",
                        "data:image/svg+xml;base64,"
                                + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
        return MimeBundle.text(description).with(MimeBundle.SVG, text).with(MimeBundle.HTML, html.toString());
    }

    /** The picture of a size in CSS pixels, at {@link #PIXEL_DENSITY}. */
    static BufferedImage draw(IChart chart, int width, int height) {
        BufferedImage image =
                new BufferedImage(width * PIXEL_DENSITY, height * PIXEL_DENSITY, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.scale(PIXEL_DENSITY, PIXEL_DENSITY);
        chart.paint(graphics, width, height);
        graphics.dispose();
        return image;
    }

    private String svgText() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        String document = bytes.toString(StandardCharsets.UTF_8);
        return document.substring(document.indexOf("<svg")); // a page has its own XML prolog and document type
    }

    /** The title, then one line for each series with its name and ranges. */
    String describe() {
        StringBuilder text = new StringBuilder(chart.getClass().getSimpleName());
        String title = chart.getTitle();
        if (title != null && !title.isBlank()) {
            text.append(" \"").append(title).append('"');
        }
        if (chart instanceof Chart<?, ?> withSeries) {
            for (Series series : withSeries.getSeriesCollection()) {
                text.append("\n  ").append(series.getName());
                if (series instanceof AxesChartSeries axes) {
                    List<String> ranges = new ArrayList<>();
                    addRange(ranges, "x", axes.getxAxisDataType(), axes.getXMin(), axes.getXMax());
                    addRange(ranges, "y", axes.getyAxisDataType(), axes.getYMin(), axes.getYMax());
                    text.append(ranges.isEmpty() ? "" : ": ").append(String.join(", ", ranges));
                } else if (series instanceof PieSeries pie) {
                    text.append(": ").append(pie.getValue());
                }
            }
        }
        return text.toString();
    }

    private static void addRange(List<String> ranges, String axis, DataType type, double min, double max) {
        if (type == DataType.Number && min <= max) {
            ranges.add(axis + " " + Numbers.significant(min, 4) + " to " + Numbers.significant(max, 4));
        }
    }
}
