package org.plegma.particles.variant;

import java.util.stream.Stream;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.particles.SoftBody;

/**
 * Steps whose last iteration ends the step, and whose first one may begin it, so that a step has few launches. What is read of the step
 * before is not written in the same launch: a step leaves places and velocities in other arrays than it found them in.
 */
final class FusedSteps implements VariantCode {
    /** The launches of one iteration, which reads {@code from()} and writes {@link Arrays#to}. */
    interface Iteration {
        void launch(Stages stages, Arrays arrays, boolean isFirst, boolean isLast);
    }

    /** What an iteration writes: places, and at the end of a step velocities and the energies of groups, too. */
    record Arrays(DeviceArray to, DeviceArray velocity, DeviceArray energies) {}

    private final boolean predicts;
    private final Iteration iteration;
    private final DeviceArray energies;
    private DeviceArray spareStart;
    private DeviceArray spareVelocity;

    /**
     * @param predicts whether the first iteration begins the step
     * @param groups of which the last iteration leaves an energy each
     */
    FusedSteps(Stages stages, boolean predicts, int groups, Iteration iteration) {
        this.predicts = predicts;
        this.iteration = iteration;
        int length = ParticleLayout.FOURS.length(stages.particles());
        spareStart = stages.array(length);
        spareVelocity = stages.array(length);
        energies = stages.array(groups);
    }

    @Override
    public void prepare(Stages stages) {}

    @Override
    public void step(Stages stages) {
        int iterations = stages.body().iterations();
        if (iterations == 0) {
            VariantCode.super.step(stages);
            return;
        }
        if (!predicts) {
            stages.predict();
        }
        for (int k = 0; k < iterations - 1; k++) {
            iteration.launch(stages, new Arrays(stages.to(), spareVelocity, energies), k == 0, false);
            stages.swap();
        }
        iteration.launch(stages, new Arrays(spareStart, spareVelocity, energies), iterations == 1, true);
        DeviceArray start = stages.start(), velocity = stages.velocity();
        stages.moved(spareStart, spareVelocity, energies);
        spareStart = start;
        spareVelocity = velocity;
    }

    /** Launches a kernel of which the first arguments are {@code MOTION} of {@code fused.cl}. */
    static void launch(Stages stages, Kernel kernel, Object... others) {
        SoftBody body = stages.body();
        SoftBody.Force force = body.force();
        Stream<Object> motion = Stream.of(
                body.timeStep(),
                force.x(),
                force.y() - body.gravity(),
                force.z(),
                body.low(),
                body.high(),
                body.damping(),
                body.gravity(),
                body.kinetic());
        stages.launch(kernel, Stream.concat(motion, Stream.of(others)).toArray());
    }
}
