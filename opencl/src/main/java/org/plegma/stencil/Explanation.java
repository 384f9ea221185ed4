package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.knowm.xchart.XYChart;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import org.plegma.measure.chart.Roofline;
import org.plegma.stencil.choice.MethodChoice;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.store.TuningStore;

/**
 * Why {@code auto} computes a stencil on a grid as it does: the ranking of the methods with predicted and measured times,
 * the generated code, and where it stands under the device's roofline.
 */
public final class Explanation {
    private final BoundStencil settings;
    private final Setting setting;
    private final OptionalLong steps;
    private final MethodChoice choice;

    private Explanation(BoundStencil settings, Setting setting, OptionalLong steps, MethodChoice choice) {
        this.settings = settings;
        this.setting = setting;
        this.steps = steps;
        this.choice = choice;
    }

    static Explanation of(BoundStencil settings, ElementType type, int[] shape, OptionalLong steps) {
        Setting setting = settings.setting(type, shape);
        return new Explanation(
                settings,
                setting,
                steps,
                MethodChoice.of(settings.session(), settings.settings(), setting, steps, true, TuningStore.open()));
    }

    /**
     * A method in the ranking.
     *
     * @param predicted seconds a step by the cost model
     * @param measured median of seconds a step; empty if it was not timed or gave wrong values
     * @param why it is the best, or what it loses by
     */
    public record Row(Method method, OptionalDouble predicted, OptionalDouble measured, String why) {}

    /** The method that was chosen. */
    public Method method() {
        return choice.method();
    }

    /** Where the choice comes from, in words. */
    public String origin() {
        return choice.origin().text();
    }

    /** The number of steps that the choice is for; empty if it is for any. */
    public OptionalLong steps() {
        return steps;
    }

    /** The grid's shape. */
    public int[] shape() {
        return setting.shape().clone();
    }

    public ElementType type() {
        return setting.type();
    }

    public Device device() {
        return setting.device();
    }

    /**
     * What was chosen, which need not have the fastest step: a run is more than its steps. Then what was timed, the fastest
     * first, then the rest by the cost model, then what cannot compute this.
     */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        choice.ranking().estimates().stream()
                .sorted(Comparator.comparing((Estimate e) -> !e.method().equals(choice.method()))
                        .thenComparingDouble(e -> measured(e.method()).orElse(Double.MAX_VALUE)))
                .forEach(estimate -> rows.add(new Row(
                        estimate.method(),
                        OptionalDouble.of(estimate.seconds()),
                        measured(estimate.method()),
                        why(estimate))));
        choice.ranking()
                .refused()
                .forEach((method, reason) -> rows.add(new Row(
                        method,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        "cannot be used: " + firstLine(reason))));
        return rows;
    }

    private OptionalDouble measured(Method method) {
        TrialResult trial = choice.trials().get(method);
        return trial != null && trial.ok() ? OptionalDouble.of(trial.seconds()) : OptionalDouble.empty();
    }

    private String why(Estimate estimate) {
        if (estimate.method().equals(choice.method())) {
            return "chosen, " + origin() + "; bound by " + estimate.bound();
        }
        TrialResult trial = choice.trials().get(estimate.method());
        if (trial == null) {
            double best = choice.ranking().estimates().get(0).seconds();
            return String.format(
                    Locale.ROOT,
                    "not timed: predicted %.1f times the best (%s)",
                    estimate.seconds() / best,
                    estimate.bound());
        } else if (!trial.ok()) {
            return trial.status() + ": " + firstLine(trial.message());
        }
        OptionalDouble winner = measured(choice.method());
        String times = winner.isPresent()
                ? String.format(Locale.ROOT, "%.2f times the time", trial.seconds() / winner.getAsDouble())
                : "slower";
        return times + "; bound by " + estimate.bound();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** The OpenCL C that runs. */
    public String source() {
        return settings.method(choice.method()).code(setting).source();
    }

    /** Cells of the grid and step in a second of the chosen method, in 10^9, if it was measured. */
    public OptionalDouble gcellsPerSecond() {
        OptionalDouble seconds = measured(choice.method());
        return seconds.isPresent()
                ? OptionalDouble.of(setting.cells() / seconds.getAsDouble() * 1e-9)
                : OptionalDouble.empty();
    }

    /**
     * The methods that were measured under the device's roofline, each at the intensity of single steps: one that does
     * several on chip stands above the slanted line. Empty if the ceilings are not known ({@code %roofline} measures them).
     */
    public Optional<XYChart> roofline() {
        List<Measurement> points = new ArrayList<>();
        for (Map.Entry<Method, TrialResult> entry : choice.trials().entrySet()) {
            if (entry.getValue().ok()) {
                points.add(measurement(entry.getKey(), entry.getValue()));
            }
        }
        return Ceilings.stored(setting.device())
                .filter(ceilings -> !points.isEmpty()
                        && ceilings.bandwidth() > 0
                        && ceilings.arithmetic(setting.type().openclName()) > 0)
                .map(ceilings -> Roofline.chart(subject(), ceilings, points));
    }

    private Measurement measurement(Method method, TrialResult trial) {
        double cells = setting.cells();
        Work work = new Work(
                "stencil",
                "",
                method.toString(),
                setting.type().openclName(),
                Arrays.stream(setting.shape()).boxed().toList(),
                cells * settings.stencil().cost().flops(),
                cells * settings.stencil().cost().bytes(setting.type().bytes()),
                cells);
        Optional<Statistics> seconds = Optional.of(Statistics.of(trial.runs()));
        return new Measurement(work, setting.device().name(), seconds, seconds, true, Double.NaN, Double.NaN, true, "");
    }

    /** What is explained, in a line. */
    public String title() {
        return subject()
                + (steps.isPresent()
                        ? String.format(Locale.ROOT, ", for a run of %,d steps", steps.getAsLong())
                        : ", for any number of steps");
    }

    private String subject() {
        return "Stencil of " + String.join(", ", settings.stencil().spec().updatedFields()) + ", "
                + setting.type().javaName() + " " + Arrays.toString(setting.shape()) + ", on "
                + setting.device().name();
    }

    /** The ranking as a table of text. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(title()).append('\n');
        out.append(String.format(Locale.ROOT, "%-14s %12s %12s  %s%n", "method", "predicted", "measured", "why"));
        for (Row row : rows()) {
            out.append(String.format(
                    Locale.ROOT,
                    "%-14s %12s %12s  %s%n",
                    row.method(),
                    milliseconds(row.predicted()),
                    milliseconds(row.measured()),
                    row.why()));
        }
        gcellsPerSecond()
                .ifPresent(rate -> out.append(String.format(Locale.ROOT, "%s: %.3g GCell/s%n", choice.method(), rate)));
        return out.toString();
    }

    private static String milliseconds(OptionalDouble seconds) {
        return seconds.isPresent() ? String.format(Locale.ROOT, "%.4g ms", 1e3 * seconds.getAsDouble()) : "-";
    }
}
