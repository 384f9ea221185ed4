package org.plegma.neighbours;

import org.plegma.device.DeviceArray;

/**
 * Points on a device as they were given, [n, 2] or [n, 3].
 *
 * @param points as given
 * @param wrong two ints: a kernel that reads them sets the first if a coordinate is not finite, and a search counts in the second the
 *     queries that it leaves
 */
record Coordinates(DeviceArray points, DeviceArray wrong) {
    int count() {
        return points.shape()[0];
    }
}
