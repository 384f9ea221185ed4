package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import org.plegma.expr.Boundary;
import org.plegma.expr.LinearSystem;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.stencil.StepCode.Launch;

/**
 * The method {@code composed(k)}: k steps of a linear stencil with the same coefficients everywhere, multiplied out to one
 * wider stencil, which runs as {@link DirectMethod} does. Cells near edges are a {@link Rim}.
 *
 * <p>The composition is that of real numbers: a cell whose coefficients cancel is not read, so that a NaN or infinity in
 * it does not reach as far as in single steps, and an infinity stays one where single steps may come to
 * infinity minus infinity.
 */
final class ComposedMethod {
    /** Every coefficient made of parameters is an argument of the kernel; devices take at least 1024 bytes. */
    private static final int MOST_SCALARS = 96;

    private ComposedMethod() {}

    static StepCode code(Setting setting, int steps) {
        return code(setting, steps, false);
    }

    /** The same with a source that is not made for a shape: single cells, which read the caches where registers are few. */
    static StepCode plain(Setting setting, int steps) {
        return code(setting, steps, true);
    }

    private static StepCode code(Setting setting, int steps, boolean plain) {
        StencilSpec composed = compose(setting.spec(), steps);
        Boundary outside = AsyncCopies.on(setting.device()) ? Boundary.ZERO : Boundary.NEAREST;
        Setting wide = new Setting(
                composed,
                // What the wide stencil makes of cells near an edge is written over: they are what is quickest.
                setting.boundaries().stream()
                        .map(boundary -> boundary.kind() == Boundary.Kind.PERIODIC ? boundary : outside)
                        .toList(),
                setting.type(),
                setting.shape(),
                setting.device(),
                setting.variant());
        CellCode cell = wide.cellCode();
        UniformParts uniform = cell.uniform();
        requireFew(uniform, steps);
        boolean inRegisters = setting.variant() == Variant.GPU
                && (plain
                        ? DirectTile.plain(wide).queue()
                        : PartialSums.wide(wide).isPresent()
                                || DirectTile.usual(wide).queue());
        Rim rim = inRegisters ? Rim.of(setting, steps) : Rim.ofAllAxes(setting, steps);
        StringBuilder source = new StringBuilder();
        List<Launch> launches = new ArrayList<>();
        if (!rim.isAll() && inRegisters) {
            StepCode direct = plain ? DirectMethod.code(wide, DirectTile.plain(wide)) : DirectMethod.code(wide);
            uniform = direct.uniform();
            requireFew(uniform, steps);
            source.append(direct.source()).append('\n');
            launches.addAll(direct.launches());
        } else if (!rim.isAll()) {
            InteriorCode interior = new InteriorCode(cell, setting.variant(), rim.interior());
            source.append(interior.source()).append('\n');
            launches.add(interior.launch());
        }
        launches.addAll(rim.launches());
        return new StepCode(
                steps, TileGenerator.outputs(setting.spec().depth(), steps), source + rim.source(), uniform, launches);
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
    static StencilSpec compose(StencilSpec spec, int steps) {
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
                var value =
                        levels.get(steps - 1 - age).forms().get(field.name()).toExpr();
                updates.add(new Update(age == 0 ? field.name() : age + "_" + field.name(), value, value));
            }
        }
        return new StencilSpec(spec.axes(), spec.fields(), spec.params(), List.of(), updates);
    }
}
