package org.plegma.fft;

import java.util.List;
import org.plegma.device.SharedArray;
import org.plegma.fft.pass.PassStep;
import org.plegma.measure.waiting.SharedRun;

/** How several devices transform one grid together. Both ways return when all devices are done, and keep their input. */
interface DealtTransform extends AutoCloseable {
    void forward(SharedArray in, SharedArray out, SharedRun run);

    void inverse(SharedArray in, SharedArray out, SharedRun run);

    /** What a device computes forward. */
    List<PassStep> passes(int device);

    /** Whether values travel while passes run. */
    boolean hidesExchange();

    @Override
    void close();
}
