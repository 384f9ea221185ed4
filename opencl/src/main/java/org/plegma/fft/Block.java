package org.plegma.fft;

import org.plegma.device.DeviceArray;

/**
 * Where rows of complex values lie in an array.
 *
 * @param first value of the first row
 * @param pitch values from one row to the next
 */
record Block(DeviceArray array, long first, long pitch) {
    Block after(long rows) {
        return new Block(array, first + rows * pitch, pitch);
    }
}
