package org.plegma.coursework.particles;

import java.util.List;
import java.util.Random;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/**
 * A body whose settings leave out all stages of a step but one, and a state to step it from.
 *
 * @param stage what it is about
 * @param steps how many are judged, each from where the one before led
 * @param isFree whether nothing but forces changes its momentum
 */
public record ParticleProbe(String stage, SoftBody body, ParticleState state, int steps, boolean isFree) {
    /** Which of them is a whole step. */
    public static final int WHOLE = 4;

    /** Those of a cube, from the simplest stage to the whole. */
    public static List<ParticleProbe> all(CubeLattice cube, Random random) {
        float distance = 0.5f + random.nextFloat();
        float timeStep = 0.01f + 0.02f * random.nextFloat();
        float wide = 4 * cube.side() * distance;
        float tight = 0.48f * (cube.side() - 1) * distance;
        SoftBody body = SoftBody.cube(cube.side(), cube.reach())
                .withDistance(distance)
                .withTimeStep(timeStep)
                .withCompliance((0.3f + random.nextFloat()) * timeStep * timeStep)
                .withForce(random.nextFloat(), 1 + random.nextFloat(), -random.nextFloat())
                .withDamping(0.3f + 0.4f * random.nextFloat())
                .withBox(-wide, wide);
        SoftBody still = body.withGravity(0).withForce(0, 0, 0);
        ParticleState state = ParticleState.disturbed(body, random.nextLong());
        ParticleState placed = new ParticleState(state.position(), new float[state.velocity().length]);
        boolean isWhole = cube.reach() == cube.side() - 1;
        return List.of(
                new ParticleProbe("forces and velocities", body.withIterations(0), state, 1, false),
                new ParticleProbe("walls", body.withIterations(0).withBox(-tight, tight), state, 1, false),
                new ParticleProbe("an iteration", still.withIterations(1), placed, 1, false),
                new ParticleProbe("several iterations", still.withIterations(3), placed, 1, false),
                new ParticleProbe("a whole step", body.withIterations(2).withBox(-tight, tight), state, 2, false),
                new ParticleProbe("a step without walls", body.withIterations(2), state, 1, isWhole));
    }
}
