package org.plegma.convolve.methods;

import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;

/** Method that has the filter's values as constants in a kernel of its own, by the generator of stencils: {@link StencilPass}. */
final class StencilConvolution implements ConvolutionMethod {
    @Override
    public String name() {
        return "stencil";
    }

    @Override
    public boolean suits(Window window) {
        return StencilPass.suits(window);
    }

    @Override
    public Optional<String> refusal(ElementType type, Window window, Taps taps, boolean held) {
        return StencilPass.problem(window, taps.values()).map(problem -> "it " + problem);
    }

    @Override
    public double seconds(ConvolutionCosts costs, ElementType type, Window window, long values, boolean cpu) {
        return costs.stencil(window, type, values);
    }

    @Override
    public Executable make(Workshop workshop, ElementType type, Window window, Taps taps) {
        return new StencilPass(workshop, type, window, taps.values());
    }

    @Override
    public boolean takesStrips() {
        return false;
    }
}
