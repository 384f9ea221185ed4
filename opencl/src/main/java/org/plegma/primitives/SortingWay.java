package org.plegma.primitives;

import java.util.List;
import org.plegma.device.DeviceArray;

/**
 * One of two ways to sort. Kernels of both are launched, and those of the one that the device did not choose do nothing, so that the
 * host does not wait.
 *
 * @param chosen the number of the way, on the device
 * @param number of this way
 */
record SortingWay(DeviceArray chosen, int number) {
    static final int UPPERMOST_FIRST = 0;
    static final int LOWEST_FIRST = 1;

    /** For kernels with {@code WAYS}. */
    List<Object> arguments() {
        return List.of(chosen, number);
    }
}
