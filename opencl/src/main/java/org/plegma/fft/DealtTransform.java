package org.plegma.fft;

import org.plegma.device.shared.SharedArray;

/** How several devices transform one grid together. Both return when all devices are done, and keep their input. */
interface DealtTransform extends AutoCloseable {
    void forward(SharedArray in, SharedArray out);

    void inverse(SharedArray in, SharedArray out);

    @Override
    void close();
}
