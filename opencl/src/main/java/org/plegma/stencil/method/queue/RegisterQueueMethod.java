package org.plegma.stencil.method.queue;

import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StepMethod;

/** The method {@code micikevicius}, see {@link RegisterQueue}. */
public class RegisterQueueMethod extends StepMethod {
    @Override
    public String name() {
        return "micikevicius";
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        return RegisterQueue.code(instance);
    }

    @Override
    public Estimate estimate(CostModel model, Method method) {
        return model.isOnGpuIn3d()
                ? model.streamed(method, 200 + 70 * model.footprint().radius())
                : model.singleByGpusCode(method);
    }
}
