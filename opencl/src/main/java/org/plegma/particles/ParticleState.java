package org.plegma.particles;

import java.util.Random;
import org.plegma.array.Preconditions;

/**
 * Where all particles are and how fast they move: planes, first x of all, then y, then z.
 *
 * @param position 3 n numbers
 * @param velocity 3 n numbers
 */
public record ParticleState(float[] position, float[] velocity) {
    public ParticleState {
        Preconditions.notNull(position, "position");
        Preconditions.notNull(velocity, "velocity");
        if (position.length != velocity.length || position.length % 3 != 0) {
            throw new IllegalArgumentException("A state has three numbers for each particle, found " + position.length
                    + " of positions and " + velocity.length + " of velocities.");
        }
    }

    /** The number of particles. */
    public int particles() {
        return position.length / 3;
    }

    /** The cube at rest in the middle of its box. */
    public static ParticleState atRest(SoftBody body) {
        Preconditions.notNull(body, "body");
        CubeLattice lattice = body.lattice();
        int n = lattice.particles();
        float[] position = new float[3 * n];
        float first = (body.low() + body.high() - (lattice.side() - 1) * body.distance()) / 2;
        for (int i = 0; i < n; i++) {
            position[i] = first + lattice.x(i) * body.distance();
            position[n + i] = first + lattice.y(i) * body.distance();
            position[2 * n + i] = first + lattice.z(i) * body.distance();
        }
        return new ParticleState(position, new float[3 * n]);
    }

    /** The cube with each particle moved along each axis by up to a quarter of their distance, and as much a second. */
    public static ParticleState disturbed(SoftBody body, long seed) {
        ParticleState state = atRest(body);
        Random random = new Random(seed);
        for (int i = 0; i < state.position.length; i++) {
            state.position[i] += (random.nextFloat() - 0.5f) * 0.5f * body.distance();
            state.velocity[i] = (random.nextFloat() - 0.5f) * 0.5f * body.distance();
        }
        return state;
    }

    /** A copy that can be changed. */
    public ParticleState copy() {
        return new ParticleState(position.clone(), velocity.clone());
    }

    /** Position (0 to 2) or velocity (3 to 5) of a particle along an axis. */
    public float value(int particle, int part) {
        return part < 3 ? position[part * particles() + particle] : velocity[(part - 3) * particles() + particle];
    }

    /** The sum of the velocities along each axis, as all masses are 1. */
    public double[] momentum() {
        double[] sum = new double[3];
        for (int i = 0; i < velocity.length; i++) {
            sum[i / particles()] += velocity[i];
        }
        return sum;
    }

    @Override
    public String toString() {
        return particles() + " particles";
    }
}
