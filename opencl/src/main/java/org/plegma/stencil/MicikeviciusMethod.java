package org.plegma.stencil;

/** The method {@code micikevicius}, see {@link Micikevicius}. */
public class MicikeviciusMethod extends StepMethod {
    @Override
    String name() {
        return "micikevicius";
    }

    @Override
    String sentence() {
        return "Method that does one step of a star in 3-D: a queue of registers along the first axis, planes in local"
                + " memory.";
    }

    @Override
    StepCode code(Setting setting, Method method) {
        return Micikevicius.code(setting);
    }

    @Override
    Estimate estimate(CostModel model, Method method) {
        return model.isOnGpuIn3d()
                ? model.streamed(method, 200 + 70 * model.footprint().radius())
                : model.singleByGpusCode(method);
    }
}
