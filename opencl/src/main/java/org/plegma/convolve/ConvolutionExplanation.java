package org.plegma.convolve;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.convolve.methods.ConvolutionCosts;
import org.plegma.convolve.methods.ConvolutionMethod;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.measure.chart.Charts;
import org.plegma.measure.chart.Palette;
import org.plegma.tune.choice.Choice;

/** Why {@code auto} computes a convolution as it does: predicted and measured times of the methods, and where they cross. */
public final class ConvolutionExplanation {
    private static final int LARGEST_RADIUS = 256;

    private final Workshop workshop;
    private final ElementType type;
    private final Window window;
    private final boolean separable;
    private final Choice<String> choice;
    private final int rank;

    ConvolutionExplanation(
            Workshop workshop, ElementType type, Window window, boolean separable, Choice<String> choice, int rank) {
        this.workshop = workshop;
        this.type = type;
        this.window = window;
        this.separable = separable;
        this.choice = choice;
        this.rank = rank;
    }

    /** The method that was chosen. */
    public String method() {
        return choice.method();
    }

    /** What is computed, on what. */
    public String title() {
        return "Convolution of " + type.javaName() + " " + image() + " on "
                + workshop.device().name();
    }

    /** The methods, the chosen one first. */
    public List<Choice.Row<String>> rows() {
        return choice.rows();
    }

    /**
     * Predicted time against the radius of the filter, for this image and a filter of equal sides that is separable if this
     * one is; points are what was measured for this filter.
     */
    public XYChart crossover() {
        ConvolutionCosts model = ConvolutionCosts.of(workshop, type);
        XYChart chart = Charts.logLog(
                "Convolution of " + type.javaName() + " " + image(), "radius of the filter", "milliseconds");
        List<ConvolutionMethod> methods = Stream.of(
                        ConvolutionMethods.DIRECT, ConvolutionMethods.SEPARABLE, ConvolutionMethods.FFT)
                .filter(method -> separable || !method.needsFactors())
                .toList();
        for (ConvolutionMethod method : methods) {
            List<Integer> radii = new ArrayList<>();
            List<Double> times = new ArrayList<>();
            for (int radius = 1; radius <= LARGEST_RADIUS; radius = Math.max(radius + 1, radius * 5 / 4)) {
                Window square = square(radius);
                radii.add(radius);
                times.add(1e3 * method.seconds(model, type, square, square.tapCount(), workshop.isForCpu()));
            }
            chart.addSeries(method.name(), radii, times).setMarker(SeriesMarkers.NONE);
        }
        int longest = Math.max(window.taps()[0], Math.max(window.taps()[1], window.taps()[2]));
        for (Choice.Row<String> row : rows()) {
            row.measured().ifPresent(measured -> {
                XYSeries point = chart.addSeries(
                        row.method() + " measured", List.of(Math.max(1, longest / 2)), List.of(1e3 * measured));
                point.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
                colorOfLine(methods, row.method()).ifPresent(point::setMarkerColor);
            });
        }
        Charts.fitDecades(chart);
        return chart;
    }

    /** The colour of a method's line, which tiles of {@code fft(n)} share with it. */
    private static Optional<Color> colorOfLine(List<ConvolutionMethod> methods, String name) {
        int line = methods.stream().map(ConvolutionMethod::name).toList().indexOf(name.replaceAll("\\(.*", ""));
        return line < 0 ? Optional.empty() : Optional.of(Palette.series()[line]);
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
        return title() + ": " + method() + "\n" + choice.table();
    }
}
