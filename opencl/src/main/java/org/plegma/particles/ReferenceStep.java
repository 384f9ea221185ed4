package org.plegma.particles;

/**
 * What a step gives, and how far off rounding alone may be. Three planes each, as in {@link ParticleState}.
 *
 * @param position where particles are
 * @param velocity how fast they move
 * @param positionBound the most that a step in float may be off
 * @param velocityBound the same of velocities
 * @param isAtWall whether a coordinate is so near to a wall, or just behind it, that rounding decides whether it is put back
 * @param energy of the whole cube
 */
public record ReferenceStep(
        double[] position,
        double[] velocity,
        double[] positionBound,
        double[] velocityBound,
        boolean[] isAtWall,
        double energy) {

    /**
     * How far a step in float is off, in bounds: at most 1 if it is right. What is so near to a wall that rounding decides is left out.
     *
     * @param found where it led
     */
    public double error(ParticleState found) {
        double most = 0;
        for (int c = 0; c < position.length; c++) {
            if (!isAtWall[c]) {
                most = worse(most, found.position()[c] - position[c], positionBound[c]);
                most = worse(most, found.velocity()[c] - velocity[c], velocityBound[c]);
            }
        }
        return most;
    }

    /** NaN stays NaN. */
    private static double worse(double most, double off, double bound) {
        return off == 0 ? most : Math.max(most, Math.abs(off) / bound);
    }

    /** The same in float. */
    public ParticleState state() {
        return new ParticleState(floats(position), floats(velocity));
    }

    private static float[] floats(double[] values) {
        float[] result = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = (float) values[i];
        }
        return result;
    }
}
