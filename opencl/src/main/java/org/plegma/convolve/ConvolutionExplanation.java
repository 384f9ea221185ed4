package org.plegma.convolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.convolve.methods.Choice;
import org.plegma.convolve.methods.ConvolutionCosts;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.measure.chart.Charts;

/** Why {@code auto} computes a convolution as it does: predicted and measured times of the methods, and where they cross. */
public final class ConvolutionExplanation {
    private static final int LARGEST_RADIUS = 256;

    private final Workshop workshop;
    private final ElementType type;
    private final Window window;
    private final boolean separable;
    private final Choice choice;
    private final int rank;

    ConvolutionExplanation(
            Workshop workshop, ElementType type, Window window, boolean separable, Choice choice, int rank) {
        this.workshop = workshop;
        this.type = type;
        this.window = window;
        this.separable = separable;
        this.choice = choice;
        this.rank = rank;
    }

    /**
     * A method.
     *
     * @param predicted seconds by the cost model
     * @param measured seconds on this device; empty if it was not timed
     */
    public record Row(String method, double predicted, OptionalDouble measured) {}

    /** The method that was chosen. */
    public String method() {
        return choice.method();
    }

    /** What is computed, on what. */
    public String title() {
        return "Convolution of " + type.javaName() + " " + image() + " on "
                + workshop.device().name();
    }

    /** The methods that can compute this, the chosen one first. */
    public List<Row> rows() {
        return choice.rows().stream()
                .map(row -> new Row(row.method(), row.predicted(), row.measured()))
                .toList();
    }

    /**
     * Predicted time against the radius of the filter, for this image and a filter of equal sides that is separable if this
     * one is; points are what was measured for this filter.
     */
    public XYChart crossover() {
        ConvolutionCosts model = ConvolutionCosts.of(workshop, type);
        XYChart chart = Charts.logLog(
                "Convolution of " + type.javaName() + " " + image(), "radius of the filter", "milliseconds");
        List<String> methods = new ArrayList<>(
                List.of(ConvolutionMethods.DIRECT, ConvolutionMethods.SEPARABLE, ConvolutionMethods.FFT));
        if (!separable) {
            methods.remove(ConvolutionMethods.SEPARABLE);
        }
        for (String method : methods) {
            List<Integer> radii = new ArrayList<>();
            List<Double> times = new ArrayList<>();
            for (int radius = 1; radius <= LARGEST_RADIUS; radius = Math.max(radius + 1, radius * 5 / 4)) {
                int at = radius;
                model.seconds(method, square(radius), type, separable, workshop.isForCpu())
                        .ifPresent(seconds -> {
                            radii.add(at);
                            times.add(1e3 * seconds);
                        });
            }
            chart.addSeries(method, radii, times).setMarker(SeriesMarkers.NONE);
        }
        int longest = Math.max(window.taps()[0], Math.max(window.taps()[1], window.taps()[2]));
        for (Row row : rows()) {
            row.measured().ifPresent(measured -> chart.addSeries(
                            row.method() + " measured", List.of(Math.max(1, longest / 2)), List.of(1e3 * measured))
                    .setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter));
        }
        Charts.fitDecades(chart);
        return chart;
    }

    /** The same image and a filter of this radius along each of its axes. */
    private Window square(int radius) {
        int[] taps = {1, 1, 1};
        int[] shift = {0, 0, 0};
        for (int axis = Window.AXES - rank; axis < Window.AXES; axis++) {
            taps[axis] = 2 * radius + 1;
            shift[axis] = -radius;
        }
        return new Window(window.image(), window.image(), taps, shift, window.boundary());
    }

    private String image() {
        String all = Window.text(window.image());
        for (int axis = rank; axis < Window.AXES; axis++) {
            all = all.substring(2);
        }
        return all;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(title() + ": " + method() + "\n");
        text.append(String.format(Locale.ROOT, "%-12s %14s %14s%n", "method", "predicted, ms", "measured, ms"));
        for (Row row : rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-12s %14.4g %14s%n",
                    row.method(),
                    1e3 * row.predicted(),
                    row.measured().isPresent()
                            ? String.format(
                                    Locale.ROOT, "%.4g", 1e3 * row.measured().getAsDouble())
                            : "-"));
        }
        return text.toString();
    }
}
