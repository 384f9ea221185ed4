package org.plegma.convolve.methods;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;

/** Method that goes axis by axis: by a {@link Sweep} of rows and columns where there is one, else by {@link Passes}. */
final class SeparableConvolution implements ConvolutionMethod {
    @Override
    public String name() {
        return "separable";
    }

    @Override
    public boolean suits(Window window) {
        return true;
    }

    @Override
    public boolean needsFactors() {
        return true;
    }

    @Override
    public Optional<String> refusal(ElementType type, Window window, Taps taps, boolean held) {
        return taps.factors().isPresent()
                ? Optional.empty()
                : Optional.of("the filter is no product of one filter an axis");
    }

    @Override
    public double seconds(ConvolutionCosts costs, ElementType type, Window window, long values, boolean cpu) {
        return costs.separable(window, type, cpu);
    }

    @Override
    public Executable make(Workshop workshop, ElementType type, Window window, Taps taps) {
        List<double[]> factors = taps.factors()
                .orElseThrow(() -> new IllegalArgumentException("The filter of "
                        + window.tapsText()
                        + " taps is not separable: no factors have it as their product within rounding."
                        + " Use the method direct, fft or auto."));
        return !workshop.isForCpu()
                        && SweepCode.of(type, window, true, workshop.device()).isPresent()
                ? new Sweep(workshop, type, window, Sweep.columnThenRow(factors), true)
                : new Passes(workshop, type, window, factors);
    }
}
