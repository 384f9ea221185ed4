package org.plegma.stencil.method.frequency;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.fft.TransformWork;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.tile.TileGenerator;

/**
 * The method {@code fft(k)}: k steps of a linear stencil with the same coefficients everywhere as one product in frequency.
 * The spectra of all levels are multiplied by the k-th power of the spectrum of a step, which is computed in double precision.
 * That is a periodic grid, a {@link FrequencyGrid}; along other axes the cells that k steps reach from an edge are done in
 * {@link EdgeStrips}.
 *
 * <p>Rounding errors are those of a transform, parts of the largest value, also where the grid is small. A grid with a NaN, an
 * infinity or values whose sum overflows is stepped by {@code direct}, as a transform would spread them everywhere.
 */
public final class FrequencyMethod extends StepMethod {
    private static final int MOST_STEPS = 999_999;

    private static final int[] STEPS_TOGETHER = {16, 32, 64, 128, 256, 512, 1024, 4096, 16384, 65536};

    /** The code is the same for any number of steps, and by others many would take long. */
    private static final int MOST_COMPARED = 16;

    /** Of each level. */
    private static final int LAUNCHES_OF_A_PRODUCT = 8;

    /** The part of the arithmetic that transforms reach where memory is not what limits them. */
    private static final double TRANSFORMS_REACHED = 0.2;

    /** The same on CPUs, where lines are transformed by a few lanes at a time. */
    private static final double TRANSFORMS_REACHED_ON_CPUS = 0.04;

    @Override
    public String name() {
        return "fft";
    }

    @Override
    public boolean fuses() {
        return true;
    }

    @Override
    public int mostSteps() {
        return MOST_STEPS;
    }

    /** Some kernels for each length of transforms, and for strips. */
    @Override
    public double firstUseSeconds(StencilInstance instance, int steps) {
        return 1.2;
    }

    /** Spectra and their powers are computed anew. */
    @Override
    public double planSeconds(StencilInstance instance, int steps) {
        return 20e-3;
    }

    @Override
    public boolean isForGivenSteps() {
        return true;
    }

    /** Its kernels are the same for all stencils. */
    @Override
    public boolean takesOwnSource() {
        return false;
    }

    /**
     * Up to the first number that does the whole run as one product, all but the first somewhat less where fewer steps are left over
     * then: those need powers of their own, anew in each run, or are done one by one.
     */
    @Override
    public List<Method> candidates(StencilInstance instance, long steps) {
        long enough =
                IntStream.of(STEPS_TOGETHER).filter(k -> k >= steps).findFirst().orElse(Integer.MAX_VALUE);
        return IntStream.of(STEPS_TOGETHER)
                .filter(k -> k <= enough)
                .map(k -> k == STEPS_TOGETHER[0] ? k : even(k, steps))
                .distinct()
                .mapToObj(k -> new Method(name(), k))
                .toList();
    }

    /** The number from three quarters of one to that one that leaves the fewest steps over. */
    private static int even(int most, long steps) {
        int best = (int) Math.min(most, steps);
        for (int k = best - 1; k > 3 * most / 4; k--) {
            best = steps % k < steps % best ? k : best;
        }
        return best;
    }

    @Override
    public Round round(
            Session session,
            StencilInstance instance,
            StepCode code,
            Map<String, Double> parameters,
            Supplier<CompiledStage> single) {
        return new FrequencyStage(session, instance, code, parameters, single);
    }

    /** An estimate of what transforms allocate. */
    @Override
    public long scratchBytes(StepCode code, StencilInstance instance) {
        FrequencyForm form = code.frequency().orElseThrow();
        return (long) FrequencyGrid.of(instance, form, code.steps())
                .bytes(instance, form.components().size());
    }

    /** The round itself does fewer, where that is of use. */
    @Override
    public Optional<Method> rest(int steps) {
        return Optional.empty();
    }

    @Override
    public int stepsCompared(int steps) {
        return Math.min(steps, MOST_COMPARED);
    }

    @Override
    public int stepsMultipliedOut(int steps) {
        return 1;
    }

    @Override
    public int[] stepsInBenches(int rank) {
        return new int[0];
    }

    @Override
    public int[] stepsInLongBenches(int rank, int steps) {
        return rank == 2 ? new int[] {256, 512, steps} : new int[] {steps};
    }

    @Override
    public int[] examples() {
        return new int[] {16, 64, 256};
    }

    /** Two transforms of each level, products with powers, and the strips near edges. */
    @Override
    public Estimate estimate(CostModel model, Method method) {
        int steps = method.steps();
        FrequencyForm form = FrequencyForm.of(model.instance().spec(), steps);
        FrequencyGrid grid = FrequencyGrid.of(model.instance(), form, steps);
        if (grid.stripShare() >= 1) {
            throw new IllegalArgumentException("the edges that " + steps + " steps reach fill the grid");
        }
        TransformWork work = grid.work(model.instance(), form);
        double reached = model.machine().variant() == Variant.GPU ? TRANSFORMS_REACHED : TRANSFORMS_REACHED_ON_CPUS;
        double strips =
                EdgeStrips.seconds(model.instance(), grid.open(model.instance().boundaries()), model.machine(), steps)
                        / steps;
        return new Estimate(
                method,
                work.bytes() / (model.machine().bytesPerSecond() * CostModel.MEMORY_REACHED) / steps + strips,
                work.operations() / (model.machine().flops(model.instance().type()) * reached) / steps + strips,
                0,
                model.machine().launchSeconds()
                        * LAUNCHES_OF_A_PRODUCT
                        * form.components().size()
                        / steps,
                1);
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        int steps = method.steps();
        FrequencyForm form = FrequencyForm.of(instance.spec(), steps);
        if (!instance.device().supportsDouble()) {
            throw new IllegalArgumentException(
                    "The method fft(" + steps + ") computes the power of a spectrum in double" + " precision, which "
                            + instance.device().name() + " has not. Use blocked(k).");
        }
        return new StepCode(
                steps,
                TileGenerator.outputs(instance.spec().depth(), steps),
                () -> source(instance.type(), form.components().size()),
                instance.cellCode().uniform(),
                form);
    }

    /** The kernels for so many levels together. */
    public static String source(ElementType type, int components) {
        Preconditions.notNull(type, "type");
        String real = type.openclName();
        return "#define REAL %s\n#define REAL2 %s2\n#define COMPONENTS %s\n".formatted(real, real, components)
                + KernelSource.resource(FrequencyMethod.class, "frequency.cl");
    }
}
