package org.plegma.particles.variant;

import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/**
 * Ours, for GPUs: four numbers a particle, rest lengths from a table, one root a pair, and several particles a work-item. For a
 * short reach groups have a halo in local memory ({@code halo.cl}), for a long one cubes stream through it ({@code streamed.cl}).
 */
final class PlegmaVariant implements ParticleVariant {
    /** A wider halo would not leave a unit room for several groups. */
    private static final int LONGEST_HALO = 2;

    private static final int TILE = 8;
    private static final int HALO_DEPTH = 4;
    private static final int STREAMED_DEPTH = 2;

    @Override
    public String name() {
        return "plegma";
    }

    @Override
    public String description() {
        return "float4, rest lengths in a table, one rsqrt a pair, several particles a work-item; halo or streamed"
                + " cubes";
    }

    @Override
    public double rootError() {
        return 0x1p-22; // what rsqrt may be off in OpenCL: 2 ulp
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        int side = body.lattice().side();
        int reach = body.lattice().reach();
        long whole = Kernel.roundUp(side, TILE);
        Stages stages = new Stages(session, body, ParticleLayout.FOURS, EnergySum.TWO_STAGE);
        DeviceArray rest = stages.restLengths();
        if (reach <= LONGEST_HALO) {
            Kernel halo = ParticleKernels.compile(session, "halo.cl", "-DREACH=" + reach)
                    .kernel("halo")
                    .global(whole, whole, (side + HALO_DEPTH - 1) / HALO_DEPTH)
                    .local(TILE, TILE, 1);
            return new StagedPlan(
                    stages, KernelVariant.jacobi(s -> s.launch(halo, side, s.weight(), rest, s.from(), s.to())));
        }
        Kernel streamed = ParticleKernels.compile(session, "streamed.cl")
                .kernel("streamed")
                .global(whole, whole, whole / TILE * STREAMED_DEPTH)
                .local(TILE, TILE, STREAMED_DEPTH);
        return new StagedPlan(
                stages, KernelVariant.jacobi(s -> s.launch(streamed, side, reach, s.weight(), rest, s.from(), s.to())));
    }
}
