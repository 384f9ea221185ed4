package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.Method;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.store.TuningStore;

/**
 * Why {@code auto} computes a stencil on a grid as it does: the ranking of the methods with predicted and measured times,
 * the generated code, and where it stands under the device's roofline.
 */
public final class Explanation {
    private final BoundStencil settings;
    private final StencilInstance instance;
    private final OptionalLong steps;
    private final Choice<Method> choice;

    private Explanation(BoundStencil settings, StencilInstance instance, OptionalLong steps, Choice<Method> choice) {
        this.settings = settings;
        this.instance = instance;
        this.steps = steps;
        this.choice = choice;
    }

    static Explanation of(BoundStencil settings, ElementType type, int[] shape, OptionalLong steps) {
        StencilInstance instance = settings.instance(type, shape);
        return new Explanation(
                settings,
                instance,
                steps,
                MethodChoice.of(settings.session(), settings.settings(), instance, steps, true, TuningStore.open()));
    }

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
        return instance.shape().clone();
    }

    /** The type of the grid. */
    public ElementType type() {
        return instance.type();
    }

    /** The device that the method was chosen for. */
    public Device device() {
        return instance.device();
    }

    /**
     * What was chosen, which need not have the fastest step: a run is more than its steps. Then what was timed, the fastest
     * first, then the rest by the cost model, then what cannot compute this.
     */
    public List<Choice.Row<Method>> rows() {
        return choice.rows();
    }

    /** The OpenCL C that runs. */
    public String source() {
        return settings.method(choice.method()).code(instance).source();
    }

    /** Cells of the grid and step in a second of the chosen method, in 10^9, if it was measured. */
    public OptionalDouble gcellsPerSecond() {
        OptionalDouble seconds = choice.rows().get(0).measured();
        return seconds.isPresent()
                ? OptionalDouble.of(instance.cells() / seconds.getAsDouble() * 1e-9)
                : OptionalDouble.empty();
    }

    /**
     * The methods that were measured under the device's roofline, each at the intensity of single steps: one that does
     * several on chip stands above the slanted line. Empty if the ceilings are not known ({@code %roofline} measures them).
     */
    public Optional<XYChart> roofline() {
        List<Measurement> points = new ArrayList<>();
        for (Choice.Option<Method> option : choice.options()) {
            if (option.measured().isPresent()) {
                points.add(measurement(option.method(), option.trial().get()));
            }
        }
        return Ceilings.stored(instance.device())
                .filter(ceilings -> !points.isEmpty()
                        && ceilings.bandwidth() > 0
                        && ceilings.arithmetic(instance.type().openclName()) > 0)
                .map(ceilings -> Roofline.chart("The methods and the roofline", ceilings, points));
    }

    private Measurement measurement(Method method, TrialResult trial) {
        double cells = instance.cells();
        Work work = new Work(
                "stencil",
                "",
                method.toString(),
                instance.type().openclName(),
                Arrays.stream(instance.shape()).boxed().toList(),
                cells * settings.stencil().cost().flops(),
                cells * settings.stencil().cost().bytes(instance.type().bytes()),
                cells);
        Optional<Statistics> seconds = Optional.of(Statistics.of(trial.runs()));
        return new Measurement(
                work, instance.device().name(), seconds, seconds, true, Double.NaN, Double.NaN, true, "");
    }

    /** What is explained, in a line. */
    public String title() {
        return subject()
                + (steps.isPresent()
                        ? String.format(Locale.ROOT, ", for a run of %,d steps", steps.getAsLong())
                        : ", for any number of steps");
    }

    /** What {@link #method} is not taken for: runs too short for a look at methods; may be empty. */
    public String remark() {
        return MethodChoice.remark(instance, steps);
    }

    private String subject() {
        return "Stencil of " + String.join(", ", settings.stencil().spec().updatedFields()) + ", "
                + instance.type().javaName() + " " + Arrays.toString(instance.shape()) + ", on "
                + instance.device().name();
    }

    /** The ranking as a table of text. */
    @Override
    public String toString() {
        String rate = gcellsPerSecond().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "%s: %.3g GCell/s%n",
                        choice.method(),
                        gcellsPerSecond().getAsDouble())
                : "";
        String remark = remark().isEmpty() ? "" : remark() + "\n";
        return title() + "\n" + choice.table() + rate + remark;
    }
}
