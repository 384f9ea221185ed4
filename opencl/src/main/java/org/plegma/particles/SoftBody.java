package org.plegma.particles;

import java.util.Locale;

/**
 * The settings of a soft cube: particles of mass 1 in a lattice, held at their distances, in a box. Axis y points up.
 * {@code SoftBody.cube(8, 2).withIterations(10)} changes one of them.
 *
 * @param lattice who is whose neighbour
 * @param distance of particles beside each other at rest
 * @param timeStep seconds of a step
 * @param compliance α of constraints, the inverse of their stiffness; 0 is stiff
 * @param iterations in a step, 0 or more
 * @param gravity acceleration downwards, along −y
 * @param force on each particle, besides gravity
 * @param low where the box begins, along each axis
 * @param high where it ends
 * @param damping the part of the velocity that is left after a wall, 0 to 1
 * @param kinetic the factor of |V|² in the energy: ½, or 1 for sums as in the thesis that posed the task
 */
public record SoftBody(
        CubeLattice lattice,
        float distance,
        float timeStep,
        float compliance,
        int iterations,
        float gravity,
        Force force,
        float low,
        float high,
        float damping,
        float kinetic) {
    /** A force along each axis. */
    public record Force(float x, float y, float z) {
        /** None. */
        public static final Force NONE = new Force(0, 0, 0);
    }

    public SoftBody {
        if (lattice == null || force == null) {
            throw new NullPointerException("lattice and force must not be null");
        }
        require(distance > 0, "distance", "above 0", distance);
        require(timeStep > 0, "timeStep", "above 0", timeStep);
        require(compliance >= 0, "compliance", "0 or more", compliance);
        require(iterations >= 0, "iterations", "0 or more", iterations);
        require(high > low, "high", "above low, which is " + low, high);
        require(damping >= 0 && damping <= 1, "damping", "from 0 to 1", damping);
        require(kinetic > 0, "kinetic", "above 0", kinetic);
        for (float each : new float[] {distance, timeStep, compliance, gravity, force.x, force.y, force.z, low, high}) {
            require(Float.isFinite(each), "each setting", "a finite number", each);
        }
    }

    private static void require(boolean holds, String name, String what, float found) {
        if (!holds) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s of a soft body must be %s, found %s.", name, what, found));
        }
    }

    /**
     * A cube with usual settings, in a box three times as wide.
     *
     * @param side particles along each axis
     * @param reach how far neighbours are along each axis, 1 to side − 1
     */
    public static SoftBody cube(int side, int reach) {
        return new SoftBody(
                new CubeLattice(side, reach), 1, 1 / 60f, 1e-5f, 5, 9.81f, Force.NONE, 0, 3 * side, 0.5f, 0.5f);
    }

    /**
     * The same with another distance of particles beside each other at rest.
     *
     * @param value above 0
     * @throws IllegalArgumentException if it is not
     */
    public SoftBody withDistance(float value) {
        return new SoftBody(
                lattice, value, timeStep, compliance, iterations, gravity, force, low, high, damping, kinetic);
    }

    /**
     * The same with another time step.
     *
     * @param value seconds, above 0
     * @throws IllegalArgumentException if it is not
     */
    public SoftBody withTimeStep(float value) {
        return new SoftBody(
                lattice, distance, value, compliance, iterations, gravity, force, low, high, damping, kinetic);
    }

    /**
     * The same with another compliance α of the constraints, the inverse of their stiffness.
     *
     * @param value 0, which is stiff, or more
     * @throws IllegalArgumentException if it is less
     */
    public SoftBody withCompliance(float value) {
        return new SoftBody(
                lattice, distance, timeStep, value, iterations, gravity, force, low, high, damping, kinetic);
    }

    /**
     * The same with another number of iterations in a step.
     *
     * @param value 0 or more
     * @throws IllegalArgumentException if it is less
     */
    public SoftBody withIterations(int value) {
        return new SoftBody(
                lattice, distance, timeStep, compliance, value, gravity, force, low, high, damping, kinetic);
    }

    /** The same with another acceleration downwards, along −y. */
    public SoftBody withGravity(float value) {
        return new SoftBody(
                lattice, distance, timeStep, compliance, iterations, value, force, low, high, damping, kinetic);
    }

    /** The same with another force on each particle, besides gravity. */
    public SoftBody withForce(float x, float y, float z) {
        return new SoftBody(
                lattice,
                distance,
                timeStep,
                compliance,
                iterations,
                gravity,
                new Force(x, y, z),
                low,
                high,
                damping,
                kinetic);
    }

    /**
     * The same in another box.
     *
     * @param newLow where it begins, along each axis
     * @param newHigh where it ends, above {@code newLow}
     * @throws IllegalArgumentException if it is not
     */
    public SoftBody withBox(float newLow, float newHigh) {
        return new SoftBody(
                lattice, distance, timeStep, compliance, iterations, gravity, force, newLow, newHigh, damping, kinetic);
    }

    /**
     * The same with another part of the velocity that is left after a wall.
     *
     * @param value 0 to 1
     * @throws IllegalArgumentException if it is not
     */
    public SoftBody withDamping(float value) {
        return new SoftBody(
                lattice, distance, timeStep, compliance, iterations, gravity, force, low, high, value, kinetic);
    }

    /**
     * The same with another factor of |V|² in the energy.
     *
     * @param value above 0
     * @throws IllegalArgumentException if it is not
     */
    public SoftBody withKinetic(float value) {
        return new SoftBody(
                lattice, distance, timeStep, compliance, iterations, gravity, force, low, high, damping, value);
    }

    /** α/Δt². */
    public double stiffness() {
        return (double) compliance / ((double) timeStep * timeStep);
    }

    /** λ is C times this: 1 / (α/Δt² + 2), as both ends have mass 1. */
    public double weight() {
        return 1 / (stiffness() + 2);
    }

    @Override
    public String toString() {
        return lattice.side() + "³ particles, reach " + lattice.reach() + ", " + lattice.constraints()
                + " constraints, " + iterations + (iterations == 1 ? " iteration" : " iterations");
    }
}
