package org.plegma.neighbours;

import org.plegma.device.DeviceArray;

/**
 * Points on a device as they were given, [n, 2] or [n, 3].
 *
 * @param points as given
 * @param wrong one int, which a kernel that reads them sets if a coordinate is not finite
 */
record Coordinates(DeviceArray points, DeviceArray wrong) {
    int count() {
        return points.shape()[0];
    }
}
