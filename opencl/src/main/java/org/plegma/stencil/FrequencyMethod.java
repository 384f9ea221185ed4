package org.plegma.stencil;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.KernelSource;

/**
 * The method {@code fft(k)}: k steps of a linear stencil with the same coefficients everywhere as one product in frequency.
 * The spectra of all levels are multiplied by the k-th power of the spectrum of a step, which is computed in double precision.
 * That is a periodic grid, a {@link FrequencyGrid}; along other axes the cells that k steps reach from an edge are done in
 * {@link Strips}.
 *
 * <p>Rounding errors are those of a transform, parts of the largest value, also where the grid is small. A grid with a NaN, an
 * infinity or values whose sum overflows is stepped by {@code direct}, as a transform would spread them everywhere.
 */
final class FrequencyMethod {
    private FrequencyMethod() {}

    static StepCode code(Setting setting, int steps) {
        FrequencyForm form = FrequencyForm.of(setting.spec(), steps);
        if (!setting.device().supportsDouble()) {
            throw new IllegalArgumentException(
                    "The method fft(" + steps + ") computes the power of a spectrum in double" + " precision, which "
                            + setting.device().name() + " has not. Use blocked(k).");
        }
        return new StepCode(
                steps,
                TileGenerator.outputs(setting.spec().depth(), steps),
                source(setting.type(), form.components().size()),
                setting.cellCode().uniform(),
                List.of(),
                Optional.of(form),
                List.of());
    }

    static String source(ElementType type, int components) {
        String real = type.openclName();
        return "#define REAL %s\n#define REAL2 %s2\n#define COMPONENTS %s\n".formatted(real, real, components)
                + KernelSource.resource(FrequencyMethod.class, "frequency.cl");
    }
}
