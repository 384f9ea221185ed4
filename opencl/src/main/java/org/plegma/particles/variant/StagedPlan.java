package org.plegma.particles.variant;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.particles.ParticleState;

/** A plan that does what a {@link VariantCode} says, on {@link Stages}. */
final class StagedPlan implements ParticlePlan {
    private final Stages stages;
    private final VariantCode code;

    StagedPlan(Stages stages, VariantCode code) {
        this.stages = stages;
        this.code = code;
        try {
            code.prepare(stages);
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
    }

    @Override
    public void start(ParticleState state) {
        if (state.particles() != stages.particles()) {
            throw new IllegalArgumentException(
                    "The plan has " + stages.particles() + " particles, the state has " + state.particles() + ".");
        }
        stages.begin(state);
    }

    @Override
    public List<Event> step() {
        code.step(stages);
        return stages.launched();
    }

    @Override
    public ParticleState finish() {
        return stages.end();
    }

    @Override
    public double energy() {
        return stages.energyValue();
    }

    @Override
    public void close() {
        stages.close();
    }
}
