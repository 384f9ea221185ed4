package org.plegma.measure;

import java.util.List;
import java.util.Map;
import org.plegma.measure.Ceilings.Limit;

/** Ceilings for tests of what uses them: to measure them takes three quarters of a minute of processor time. */
public final class KnownCeilings {
    private KnownCeilings() {}

    /**
     * Those that kernels in float are compared with.
     *
     * @param copy GB/s read and written
     * @param flops GFLOP/s
     */
    public static Ceilings of(double copy, double flops) {
        return new Ceilings("device", "1.0", Map.of(Limit.COPY, copy, Limit.FMA_FLOAT, flops), List.of());
    }
}
