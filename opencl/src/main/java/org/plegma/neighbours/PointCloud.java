package org.plegma.neighbours;

import java.util.stream.IntStream;
import org.plegma.device.DeviceArray;

/**
 * Points on a device as they were given, all of them finite, with their box.
 *
 * @param low corner of the box
 * @param high the other corner
 * @param most the box of most points, low then high, if it is much narrower; else empty
 */
record PointCloud(Coordinates coordinates, double[] low, double[] high, double[][] most) {
    /** Part of an extent by which boxes may differ that are about the same. */
    private static final double LITTLE = 1.0 / 16;

    DeviceArray points() {
        return coordinates.points();
    }

    int count() {
        return coordinates.count();
    }

    double low(int axis) {
        return low[axis];
    }

    double high(int axis) {
        return high[axis];
    }

    double extent(int axis) {
        return high[axis] - low[axis];
    }

    /** Whether a few points are far from all others. */
    boolean hasStrays() {
        return most.length > 0;
    }

    /** With the box of most points. */
    PointCloud withoutStrays() {
        return hasStrays() ? new PointCloud(coordinates, most[0], most[1], new double[0][]) : this;
    }

    /** Whether the boxes are about as those of others. */
    boolean isLike(PointCloud other) {
        return most.length == other.most.length
                && isLike(low, high, other.low, other.high)
                && (!hasStrays() || isLike(most[0], most[1], other.most[0], other.most[1]));
    }

    private static boolean isLike(double[] low, double[] high, double[] otherLow, double[] otherHigh) {
        return IntStream.range(0, 3).allMatch(axis -> {
            double little = LITTLE * (otherHigh[axis] - otherLow[axis]);
            return Math.abs(low[axis] - otherLow[axis]) <= little && Math.abs(high[axis] - otherHigh[axis]) <= little;
        });
    }

    /** The same points in other memory. */
    PointCloud at(Coordinates other) {
        return new PointCloud(other, low, high, most);
    }
}
