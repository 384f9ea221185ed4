package org.plegma.particles.variant;

import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/** The planes of a cube that one of several devices computes. */
final class DevicePart implements AutoCloseable {
    private static final int GROUP = 64;

    private final Session session;
    private final int first;
    private final int end;
    private final Stages stages;
    private final Kernel predict;
    private final PlegmaIteration way;
    private final DeviceArray energies;
    private DeviceArray spareStart;
    private DeviceArray spareVelocity;

    /** @param end the plane after its last one */
    DevicePart(Session session, SoftBody body, int first, int end) {
        this.session = session;
        this.first = first;
        this.end = end;
        stages = new Stages(session, body, ParticleLayout.FOURS, EnergySum.TWO_STAGE);
        try {
            int plane = stages.side() * stages.side();
            predict = ParticleKernels.compile(session, "stages.cl", ParticleLayout.FOURS.options())
                    .kernel("predict")
                    .global(Kernel.roundUp((long) (end - first) * plane, GROUP))
                    .local(GROUP)
                    .offset((long) first * plane);
            way = PlegmaIteration.of(session, stages, first, end);
            spareStart = stages.array(ParticleLayout.FOURS.length(stages.particles()));
            spareVelocity = stages.array(ParticleLayout.FOURS.length(stages.particles()));
            energies = stages.array(way.groups());
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
    }

    Session session() {
        return session;
    }

    int first() {
        return first;
    }

    int end() {
        return end;
    }

    /** Where particles are within a step. */
    DeviceArray planes() {
        return stages.from();
    }

    void start(ParticleState state) {
        stages.begin(state);
    }

    void predict() {
        SoftBody body = stages.body();
        stages.launch(
                predict,
                end * stages.side() * stages.side(),
                body.timeStep(),
                body.force().x(),
                body.force().y() - body.gravity(),
                body.force().z(),
                stages.start(),
                stages.velocity(),
                stages.from());
    }

    void iterate(boolean isLast) {
        DeviceArray to = isLast ? spareStart : stages.to();
        way.iteration().launch(stages, new FusedSteps.Arrays(to, spareVelocity, energies), false, isLast);
        if (isLast) {
            DeviceArray start = stages.start(), velocity = stages.velocity();
            stages.moved(spareStart, spareVelocity, energies);
            spareStart = start;
            spareVelocity = velocity;
        } else {
            stages.swap();
        }
        stages.launched();
        session.compute().flush();
    }

    /** Its own planes are those of the step, others are not. */
    ParticleState state() {
        return stages.end();
    }

    double energy() {
        return stages.energyValue();
    }

    @Override
    public void close() {
        stages.close();
    }
}
