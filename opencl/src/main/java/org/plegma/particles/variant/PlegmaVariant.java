package org.plegma.particles.variant;

import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/**
 * Ours, for GPUs: four numbers a particle, rest lengths from a table, one root a pair, several particles a work-item, and few launches a
 * step. For a short reach groups have a halo in local memory ({@code halo.cl}), for a long one the neighbours' planes are dealt out
 * ({@code shares.cl}).
 */
final class PlegmaVariant implements ParticleVariant {
    @Override
    public String name() {
        return "plegma";
    }

    @Override
    public String description() {
        return "float4, rest lengths in a table, one rsqrt a pair, several particles a work-item, few launches";
    }

    @Override
    public double rootError() {
        return 0x1p-22; // what rsqrt may be off in OpenCL: 2 ulp
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        Stages stages = new Stages(session, body, ParticleLayout.FOURS, EnergySum.TWO_STAGE);
        FusedSteps steps;
        try {
            PlegmaIteration way =
                    PlegmaIteration.of(session, stages, 0, body.lattice().side());
            steps = new FusedSteps(stages, way.predicts(), way.groups(), way.iteration());
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
        return new StagedPlan(stages, steps);
    }
}
