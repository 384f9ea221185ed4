package org.plegma.measure.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.Preconditions;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Ceilings.Limit;
import org.plegma.measure.Ceilings.Step;
import org.plegma.measure.Measurement;
import org.plegma.measure.Work;

/**
 * The roofline chart of Williams, Waterman and Patterson (<i>Roofline: an insightful visual performance model</i>, 2009):
 * what a device can do at each operational intensity, and what kernels did.
 *
 * <p>A slanted line is a bandwidth, a level line an arithmetic rate; the lower of the two bounds a kernel. A kernel stands
 * at the intensity that its family declares, FLOP over the fewest bytes possible, so nothing that it moves twice makes it
 * look better.
 */
public final class Roofline {

    private static final BasicStroke ROOF = new BasicStroke(2f);
    private static final BasicStroke DASHED =
            new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {6, 5}, 0);

    private final Ceilings ceilings;
    private final List<Measurement> points;
    private double leftmost;
    private double rightmost;

    private Roofline(Ceilings ceilings, List<Measurement> points) {
        this.ceilings = ceilings;
        this.points = points;
    }

    /**
     * Draws the ceilings of memory, local memory and the arithmetic of each type that occurs (float if none does), the
     * measured sweep, and one labelled point a measurement. Wrong results, and cases without FLOP or bytes, are left out.
     *
     * @throws IllegalArgumentException if the memory bandwidth or an arithmetic rate was not measured
     */
    public static XYChart chart(String title, Ceilings ceilings, List<Measurement> measurements) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(ceilings, "ceilings");
        Preconditions.notNull(measurements, "measurements");
        List<Measurement> points = measurements.stream()
                .filter(m -> m.valid() && m.work().intensity() > 0 && Double.isFinite(m.gflops()))
                .toList();
        return new Roofline(ceilings, points).draw(title);
    }

    private XYChart draw(String title) {
        XYChart chart = Charts.logLog(title, "operational intensity (FLOP/byte)", "GFLOP/s");
        Map<String, Double> rates = arithmetic();
        double peak = rates.values().stream().mapToDouble(v -> v).max().orElseThrow();
        double ridge = peak / ceilings.bandwidth();
        leftmost = Math.min(0.1, lowestIntensity() / 2);
        rightmost = Math.max(Math.max(10 * ridge, 2 * highestIntensity()), lastOfSweep());
        slanted(chart, "memory", ceilings.bandwidth(), peak, Palette.BLACK, ROOF);
        ceilings.value(Limit.LOCAL).ifPresent(local -> slanted(chart, "local memory", local, peak, Color.GRAY, DASHED));
        Color[] colors = {Palette.BLACK, Palette.PURPLE, Color.GRAY};
        int next = 0;
        for (Map.Entry<String, Double> rate : rates.entrySet()) {
            double from = rate.getValue()
                    / Math.max(ceilings.bandwidth(), ceilings.value(Limit.LOCAL).orElse(0));
            XYSeries line = line(
                    chart,
                    String.format(Locale.ROOT, "%s FMA, %s GFLOP/s", rate.getKey(), figure(rate.getValue())),
                    new double[] {from, rightmost},
                    new double[] {rate.getValue(), rate.getValue()},
                    colors[next++ % colors.length]);
            line.setLineStyle(ROOF);
        }
        sweep(chart);
        points(chart);
        Charts.fitDecades(chart);
        return chart;
    }

    private Map<String, Double> arithmetic() {
        Set<String> types = new LinkedHashSet<>();
        for (Measurement m : points) {
            if (!Double.isNaN(ceilings.arithmetic(m.work().type()))) {
                types.add(m.work().type());
            }
        }
        if (types.isEmpty()) {
            types.add("float");
        }
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String type : types) {
            double rate = ceilings.arithmetic(type);
            if (Double.isNaN(rate) || Double.isNaN(ceilings.bandwidth())) {
                throw new IllegalArgumentException(
                        "A roofline of " + ceilings.device() + " needs its memory bandwidth and its " + type
                                + " rate, which were not measured: run Ceilings.measure.");
            }
            rates.put(type, rate);
        }
        return rates;
    }

    private void slanted(XYChart chart, String name, double gbytes, double peak, Color color, BasicStroke stroke) {
        XYSeries line = line(
                chart,
                String.format(Locale.ROOT, "%s, %s GB/s", name, figure(gbytes)),
                new double[] {leftmost, peak / gbytes},
                new double[] {leftmost * gbytes, peak},
                color);
        line.setLineStyle(stroke);
    }

    private void sweep(XYChart chart) {
        if (ceilings.sweep().isEmpty()) {
            return;
        }
        XYSeries series = line(
                chart,
                "measured sweep (float)",
                ceilings.sweep().stream().mapToDouble(Step::intensity).toArray(),
                ceilings.sweep().stream().mapToDouble(Step::gflops).toArray(),
                Palette.SKY);
        series.setLineStyle(DASHED);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(Palette.SKY);
    }

    private void points(XYChart chart) {
        Color[] colors = {Palette.VERMILLION, Palette.BLUE, Palette.GREEN, Palette.ORANGE, Palette.PURPLE};
        List<String> names = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Measurement m = points.get(i);
            String name = label(m.work());
            for (int n = 2; names.contains(name); n++) {
                name = label(m.work()) + " (" + n + ")";
            }
            names.add(name);
            double attainable = ceilings.attainableSeconds(m.work());
            String legend = m.isAboveLimit(attainable)
                    ? name + ": above the measured limit"
                    : String.format(
                            Locale.ROOT, "%s: %.0f %% of the limit", name, 100 * attainable / m.medianSeconds());
            XYSeries series = chart.addSeries(legend, new double[] {m.work().intensity()}, new double[] {m.gflops()});
            series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
            series.setMarkerColor(colors[i % colors.length]);
            series.setMarker(Charts.marker(i));
            // Below the point: above it is the roof. Crowded points have their names in the legend alone.
            if (points.stream().noneMatch(other -> other != m && near(other, m))) {
                chart.addAnnotation(new AnnotationText(name, m.work().intensity(), m.gflops() / 1.35, false));
            }
        }
    }

    /** Whether two names below their points would touch. */
    private static boolean near(Measurement a, Measurement b) {
        double x = Math.abs(Math.log10(a.work().intensity() / b.work().intensity()));
        return x < 1 && Math.abs(Math.log10(a.gflops() / b.gflops())) < 0.15;
    }

    private static XYSeries line(XYChart chart, String name, double[] x, double[] y, Color color) {
        XYSeries series = chart.addSeries(name, x, y);
        series.setLineColor(color);
        series.setMarker(SeriesMarkers.NONE);
        return series;
    }

    private static String label(Work work) {
        return Stream.of(work.caseText(), work.method())
                .filter(part -> !part.isBlank())
                .collect(Collectors.joining(", "));
    }

    private double lowestIntensity() {
        return points.stream().mapToDouble(m -> m.work().intensity()).min().orElse(1);
    }

    private double highestIntensity() {
        return points.stream().mapToDouble(m -> m.work().intensity()).max().orElse(1);
    }

    private double lastOfSweep() {
        return ceilings.sweep().stream().mapToDouble(Step::intensity).max().orElse(0);
    }

    private static String figure(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
