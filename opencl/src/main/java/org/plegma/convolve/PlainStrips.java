package org.plegma.convolve;

import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethod;
import org.plegma.convolve.stream.StripPlan;
import org.plegma.convolve.stream.Strips;

/** Strips by sums: each cell is computed from its own neighbours, wherever a strip begins. */
record PlainStrips(Convolve convolve, ConvolutionMethod method, ElementType type, Window window, int axis, Taps taps)
        implements Strips {

    @Override
    public int unit() {
        return 1;
    }

    /** What lies between the passes; see {@code Passes}. */
    @Override
    public long betweenBytes(long rows) {
        if (!method.needsFactors()) {
            return 0;
        }
        long total = 0;
        int[] size = window.image().clone();
        for (int pass = Window.AXES - 1; pass > axis; pass--) {
            size[pass] = window.out()[pass];
            total += StripPlan.rowBytes(size, axis, type.bytes()) * rows;
        }
        return total;
    }

    @Override
    public Executable executable(Window strip) {
        return convolve.executable(method, type, strip, taps);
    }
}
