package org.plegma.neighbours;

import org.plegma.device.DeviceArray;

/**
 * Points on a device as they were given, [n, 2] or [n, 3].
 *
 * @param points as given
 * @param told ints: a kernel that reads points sets the first if a coordinate is not finite, a search counts in the next two the
 *     queries that it leaves, and {@link Evenness} has the others
 */
record Coordinates(DeviceArray points, DeviceArray told) {
    int count() {
        return points.shape()[0];
    }
}
