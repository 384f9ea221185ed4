package org.plegma.neighbours;

import org.plegma.device.DeviceArray;

/** Points on a device as they were given, all of them finite, with their box. */
record PointCloud(Coordinates coordinates, double[] low, double[] high) {
    /** Points whose box does not matter. */
    static PointCloud of(Coordinates coordinates) {
        return new PointCloud(coordinates, new double[3], new double[3]);
    }

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
}
