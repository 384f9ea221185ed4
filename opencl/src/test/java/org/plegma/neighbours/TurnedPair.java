package org.plegma.neighbours;

import java.util.Random;

/**
 * Two points of which the numbers of {@code offsets-warps.cl} tell that the farther one is nearer, in a cell of width 1.
 *
 * @param ofMargin by how much, as a part of what the kernel takes for rounding
 */
record TurnedPair(float[] nearer, float[] farther, double ofMargin) {
    private static final int TRIED = 300;
    private static final double DISTANCE = 0.01;

    /** The one with the greatest margin of some that are about as near. */
    static TurnedPair around(float[] query, float[] centre, Random random) {
        float[][] points = new float[TRIED][3];
        for (float[] point : points) {
            double[] to = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double length = Math.sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
            for (int axis = 0; axis < 3; axis++) {
                point[axis] = (float) (query[axis] + DISTANCE * to[axis] / length);
            }
        }
        TurnedPair best = new TurnedPair(query, query, 0);
        for (float[] a : points) {
            for (float[] b : points) {
                double turned = number(a, query, centre) - number(b, query, centre);
                if (turned > 0 && squared(a, query) < squared(b, query)) {
                    double part = turned / margin(number(b, query, centre), query, centre);
                    best = part > best.ofMargin ? new TurnedPair(a, b, part) : best;
                }
            }
        }
        return best;
    }

    private static float squared(float[] a, float[] b) {
        float sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
        }
        return sum;
    }

    private static float number(float[] point, float[] query, float[] centre) {
        float x = point[0] - centre[0];
        float y = point[1] - centre[1];
        float z = point[2] - centre[2];
        float half = Math.fma(0.5f, Math.fma(x, x, Math.fma(y, y, z * z)), 0.4f);
        float last = Math.fma(z, centre[2] - query[2], half);
        return Math.fma(x, centre[0] - query[0], Math.fma(y, centre[1] - query[1], last));
    }

    private static float margin(float number, float[] query, float[] centre) {
        float distance = 2 * (number - 0.4f) + squared(query, centre);
        return 0x1p-24f * 1.05f * (16.2f + 159 * (Math.max(distance, 0) + 2e-5f));
    }
}
