package org.plegma.convolve.methods;

import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;

/**
 * A way to compute convolutions, and all that others ask of one. A new one is a class of this kind and a line in
 * {@link ConvolutionMethods}. With that it is named, predicted, timed and tested like the others. Stateless.
 */
public interface ConvolutionMethod {

    /** As users write it, in small letters. */
    String name();

    /** Whether it may be the best for a window, whatever the values of the filter are. */
    boolean suits(Window window);

    /**
     * Why it cannot compute a window, in a clause; empty if it can.
     *
     * @param held whether the device has memory for image and result as a whole
     */
    default Optional<String> refusal(ElementType type, Window window, Taps taps, boolean held) {
        return Optional.empty();
    }

    /**
     * The expected seconds, where it is not refused.
     *
     * @param values those of the filter that are not 0
     * @param cpu whether kernels for CPUs compute it
     */
    double seconds(ConvolutionCosts costs, ElementType type, Window window, long values, boolean cpu);

    /**
     * What computes a window.
     *
     * @throws IllegalArgumentException if it cannot, with the reason and a cure
     */
    Executable make(Workshop workshop, ElementType type, Window window, Taps taps);

    /** Whether it takes only filters that are the product of one for each axis, and goes axis by axis. */
    default boolean needsFactors() {
        return false;
    }

    /** Whether it can compute a part of an image. */
    default boolean takesStrips() {
        return true;
    }

    /**
     * The tiles that it cuts an image into; empty if it has none.
     *
     * @throws IllegalArgumentException if they do not suit the filter
     */
    default Optional<Tiling> tiling(ElementType type, Window window) {
        return Optional.empty();
    }
}
