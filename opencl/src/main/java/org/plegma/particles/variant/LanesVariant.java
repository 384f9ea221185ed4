package org.plegma.particles.variant;

import java.util.Optional;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/** For processors: eight particles of a row as one vector, a row a work-item ({@code lanes.cl}). */
final class LanesVariant implements ParticleVariant {
    private static final int LANES = 8;

    @Override
    public String name() {
        return "lanes";
    }

    @Override
    public String description() {
        return "for processors: eight particles of a row as a vector, rest lengths in a table";
    }

    @Override
    public Optional<String> refusal(Device device, SoftBody body) {
        int most = ParticleLayout.GUARD - LANES;
        return body.lattice().reach() > most
                ? Optional.of("lanes reads at most " + most + " places beside a row; the reach is "
                        + body.lattice().reach() + ".")
                : Optional.empty();
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        ParticleVariants.require(this, session, body);
        int side = body.lattice().side();
        Kernel lanes = ParticleKernels.compile(session, "lanes.cl", ParticleLayout.GUARDED.options())
                .kernel("lanes")
                .global(side, side)
                .local(1, 1);
        Stages stages = new Stages(session, body, ParticleLayout.GUARDED, EnergySum.TWO_STAGE);
        DeviceArray rest = stages.restLengths();
        return new StagedPlan(
                stages,
                KernelVariant.jacobi(s -> s.launch(lanes, side, s.reach(), s.weight(), rest, s.from(), s.to())));
    }
}
