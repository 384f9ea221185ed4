package org.plegma.stencil.method.partialsums;

import java.util.ArrayList;
import java.util.List;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StepMethod;

/** The method {@code partial-sums}, see {@link PartialSums}; its tile 1 has a block of cells for each work-item. */
public final class PartialSumsMethod extends StepMethod {
    @Override
    public String name() {
        return "partial-sums";
    }

    @Override
    public int mostTiles() {
        return 1;
    }

    @Override
    public List<Method> candidates(StencilInstance instance, long steps) {
        List<Method> all = new ArrayList<>(super.candidates(instance, steps));
        // Where direct is done by such blocks they are no second method.
        if (instance.variant() == Variant.GPU && PartialSums.wide(instance).isEmpty()) {
            all.add(new Method(name(), 1, 1));
        }
        return all;
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        return method.tile() == 0 ? PartialSums.code(instance) : PartialSums.codeOfBlocks(instance);
    }

    @Override
    public Estimate estimate(CostModel model, Method method) {
        if (!model.isOnGpuIn3d()) {
            return model.singleByGpusCode(method);
        }
        int radius = model.footprint().radius();
        return method.tile() > 0
                ? model.streamed(method, besidesBlocks(radius))
                : model.streamed(method, 195 + 35 * Math.max(0, radius - 2));
    }

    /** What a cell costs besides its points with blocks of cells a work-item, as operations. */
    public static double besidesBlocks(int radius) {
        return 45 + 10 * Math.max(0, radius - 2);
    }
}
