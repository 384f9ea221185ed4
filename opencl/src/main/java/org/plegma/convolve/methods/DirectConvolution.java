package org.plegma.convolve.methods;

import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;

/** Method that sums all products of a cell at once: by a {@link Sweep} where there is one, else by {@link Passes#pass one pass}. */
final class DirectConvolution implements ConvolutionMethod {
    @Override
    public String name() {
        return "direct";
    }

    @Override
    public boolean suits(Window window) {
        return true;
    }

    @Override
    public double seconds(ConvolutionCosts costs, ElementType type, Window window, long values, boolean cpu) {
        return costs.direct(window, type, cpu);
    }

    @Override
    public Executable make(Workshop workshop, ElementType type, Window window, Taps taps) {
        boolean lines = Lines.fits(window) || Columns.fits(window);
        return !workshop.isForCpu()
                        && !lines
                        && SweepCode.of(type, window, false, workshop.device()).isPresent()
                ? new Sweep(workshop, type, window, taps.values(), false)
                : Passes.pass(workshop, type, window, taps.values());
    }
}
