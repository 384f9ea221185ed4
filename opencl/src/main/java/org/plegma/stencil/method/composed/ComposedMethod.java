package org.plegma.stencil.method.composed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.AsyncCopies;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.UniformParts;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.method.blocked.BlockedStepsMethod;
import org.plegma.stencil.method.blocked.Rim;
import org.plegma.stencil.method.direct.DirectMethod;
import org.plegma.stencil.method.partialsums.PartialSums;
import org.plegma.stencil.method.partialsums.PartialSumsMethod;
import org.plegma.stencil.tile.DirectTile;
import org.plegma.stencil.tile.TileGenerator;

/**
 * The method {@code composed(k)}: k steps of a linear stencil with the same coefficients everywhere, multiplied out to one
 * wider stencil, which runs as {@link DirectMethod} does. Cells near edges are a {@link Rim}.
 *
 * <p>The composition is that of real numbers: a cell whose coefficients cancel is not read, so that a NaN or infinity in
 * it does not reach as far as in single steps, and an infinity stays one where single steps may come to
 * infinity minus infinity.
 */
public final class ComposedMethod extends StepMethod {
    /** Points of a folded stencil beyond which nobody wants to compile it. */
    private static final int MOST_POINTS = 400;

    /** How many times as long folded steps take on CPUs in 3-D, whose rows do not go together as those of direct do. */
    private static final double FOLDED_ON_CPUS_IN_3D = 3;

    /** Cells that the tiles of a rim compute for each that is kept. */
    private static final double REDUNDANCY_OF_A_RIM = 3;

    /** Every coefficient made of parameters is an argument of the kernel; devices take at least 1024 bytes. */
    private static final int MOST_SCALARS = 96;

    @Override
    public String name() {
        return "composed";
    }

    @Override
    public double firstUseSeconds(StencilInstance instance, int steps) {
        return 0.3;
    }

    @Override
    public double planSeconds(StencilInstance instance, int steps) {
        return 10e-3;
    }

    @Override
    public boolean fuses() {
        return true;
    }

    @Override
    public int[] stepsInBenches(int rank) {
        return rank == 2 ? new int[] {2, 4} : new int[] {2, 3, 4, 8};
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        return code(instance, method.steps(), false);
    }

    /** The same with a source that is not made for a shape: single cells, which read the caches where registers are few. */
    @Override
    public StepCode plain(StencilInstance instance, Method method) {
        return code(instance, method.steps(), true);
    }

    @Override
    public Estimate estimate(CostModel model, Method method) {
        int steps = method.steps();
        if (!model.instance().spec().linear().isPresent()) {
            throw new IllegalArgumentException("folding steps needs a linear stencil");
        }
        Set<Offset> points = Set.of(Offset.zero(model.footprint().rank()));
        for (int step = 0; step < steps; step++) {
            points = sums(points, model.footprint());
            if (points.size() > MOST_POINTS) {
                throw new IllegalArgumentException(
                        "folding " + steps + " steps gives more than " + MOST_POINTS + " points");
            }
        }
        int radius = steps * model.footprint().radius();
        boolean streams = model.footprint().rank() == 3
                && radius >= 2
                && model.machine().variant() == Variant.GPU
                && AsyncCopies.on(model.instance().device());
        boolean rowByRow = model.footprint().rank() == 3 && model.machine().variant() == Variant.CPU;
        double scale = streams
                ? CostModel.ARITHMETIC_REACHED / CostModel.STREAMED_REACHED
                : rowByRow ? FOLDED_ON_CPUS_IN_3D : 1;
        double perStep = (double) points.size() / steps;
        Estimate inside = model.estimate(
                method,
                steps,
                (2 * perStep + (streams ? PartialSumsMethod.besidesBlocks(radius) / steps : 0)) * scale,
                streams ? 0 : perStep,
                1);
        double rim = rimSeconds(model, steps) / steps;
        return new Estimate(
                method,
                inside.memory() + rim,
                inside.arithmetic() + rim,
                inside.chip() + rim,
                inside.launches()
                        + model.machine().launchSeconds() * model.footprint().rank() / steps,
                1);
    }

    /** Cells near edges take all steps exactly, in tiles that overlap. */
    private static double rimSeconds(CostModel model, int steps) {
        double operations = 0;
        for (int axis = 0; axis < model.footprint().rank(); axis++) {
            if (!model.instance().boundaries().get(axis).wraps()) {
                double part = Math.min(
                        1,
                        2.0
                                * steps
                                * model.footprint().radius(axis)
                                / model.instance().shape()[axis]);
                operations += part
                        * model.cells()
                        * steps
                        * REDUNDANCY_OF_A_RIM
                        * (model.operations() + BlockedStepsMethod.OPERATIONS_OF_A_TILES_CELL);
            }
        }
        return operations / (model.machine().flops(model.instance().type()) * CostModel.ARITHMETIC_REACHED);
    }

    private static Set<Offset> sums(Set<Offset> points, Footprint footprint) {
        Set<Offset> all = new HashSet<>();
        for (Offset point : points) {
            for (Offset other : footprint.offsets()) {
                all.add(Offset.of(IntStream.range(0, footprint.rank())
                        .map(axis -> point.at(axis) + other.at(axis))
                        .toArray()));
            }
        }
        return all;
    }

    private static StepCode code(StencilInstance instance, int steps, boolean plain) {
        StencilSpec composed = compose(instance.spec(), steps);
        Boundary outside = AsyncCopies.on(instance.device()) ? Boundary.ZERO : Boundary.NEAREST;
        StencilInstance wide = new StencilInstance(
                composed,
                // What the wide stencil makes of cells near an edge is written over: they are what is quickest.
                instance.boundaries().stream()
                        .map(boundary -> boundary.wraps() ? boundary : outside)
                        .toList(),
                instance.type(),
                instance.shape(),
                instance.device(),
                instance.variant());
        CellCode cell = wide.cellCode();
        UniformParts uniform = cell.uniform();
        requireFew(uniform, steps);
        boolean inRegisters = instance.variant() == Variant.GPU
                && (plain
                        ? DirectTile.plain(wide).queue()
                        : PartialSums.wide(wide).isPresent()
                                || DirectTile.usual(wide).queue());
        Rim rim = inRegisters ? Rim.of(instance, steps) : Rim.ofAllAxes(instance, steps);
        Supplier<String> interiorSource = () -> "";
        List<Launch> launches = new ArrayList<>();
        if (!rim.isAll() && inRegisters) {
            StepCode direct = plain ? DirectMethod.code(wide, DirectTile.plain(wide)) : DirectMethod.code(wide);
            uniform = direct.uniform();
            requireFew(uniform, steps);
            interiorSource = () -> direct.source() + '\n';
            launches.addAll(direct.launches());
        } else if (!rim.isAll()) {
            InteriorCode interior = new InteriorCode(cell, instance.variant(), rim.interior());
            interiorSource = () -> interior.source() + '\n';
            launches.add(interior.launch());
        }
        launches.addAll(rim.launches());
        Supplier<String> inside = interiorSource;
        return new StepCode(
                steps,
                TileGenerator.outputs(instance.spec().depth(), steps),
                () -> inside.get() + rim.source(),
                uniform,
                launches);
    }

    private static void requireFew(UniformParts uniform, int steps) {
        if (uniform.scalars().size() > MOST_SCALARS) {
            throw new IllegalArgumentException("The method composed(" + steps + ") would need "
                    + uniform.scalars().size() + " different coefficients made of parameters, at most " + MOST_SCALARS
                    + " can be arguments. Take fewer steps, or write numbers instead of parameters.");
        }
    }

    /**
     * A stencil whose updates are the newest levels of each field after the steps, newest first: those of age 1 and more
     * as updates of fields of their own, {@code 1_u}, that nothing reads.
     */
    public static StencilSpec compose(StencilSpec spec, int steps) {
        LinearSystem system = spec.linear()
                .filter(LinearSystem::hasUniformCoefficients)
                .orElseThrow(() -> new IllegalArgumentException("The method composed(" + steps
                        + ") needs a linear stencil with the same coefficients in every cell. "
                        + spec.whyNotLinear().orElse("Here a coefficient is a field.")
                        + " Use blocked(" + steps + ")."));
        List<LinearSystem> levels = system.unrolled(steps);
        List<Update> updates = new ArrayList<>();
        for (Field field : spec.fields()) {
            for (int age = 0; field.updated() && age < TileGenerator.outputs(spec.depth(), steps); age++) {
                var value = Objects.requireNonNull(
                                levels.get(steps - 1 - age).forms().get(field.name()))
                        .toExpr();
                updates.add(new Update(age == 0 ? field.name() : age + "_" + field.name(), value, value));
            }
        }
        return new StencilSpec(spec.axes(), spec.fields(), spec.params(), updates);
    }
}
