package org.plegma.stencil;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.KernelSource;
import org.plegma.expr.Boundary;

/**
 * The method {@code fft(k)}: k steps of a linear stencil with the same coefficients everywhere as one product in frequency.
 * The spectra of all levels are multiplied by the k-th power of the spectrum of a step, which is computed in double precision.
 * That is a periodic grid; along other axes the cells that k steps reach from an edge are done in {@link Strips}.
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
        return "#define REAL %s\n#define REAL2 %s2\n#define COMPONENTS %d\n".formatted(real, real, components)
                + KernelSource.resource(FrequencyMethod.class, "frequency.cl");
    }

    /** Whether some cells are so far from all edges that the product in frequency is right for them and worth it. */
    static boolean reachesFewCells(Setting setting, int steps) {
        return stripShare(setting, steps) < 1;
    }

    /** The cells of all strips, in parts of the grid's: each is twice as wide as what the steps reach from an edge. */
    static double stripShare(Setting setting, int steps) {
        double share = 0;
        for (int axis = 0; axis < setting.shape().length; axis++) {
            if (setting.boundaries().get(axis).kind() != Boundary.Kind.PERIODIC) {
                share += 4.0 * steps * setting.spec().footprint().radius(axis) / setting.shape()[axis];
            }
        }
        return share;
    }

    /**
     * Device memory in bytes, at least: spectra, powers and the transform's own.
     *
     * @param components of the form
     */
    static long bytes(Setting setting, int components) {
        double half = setting.cells() * (1 + 2.0 / setting.shape()[setting.shape().length - 1]);
        double values = half * (components + components * components + 1);
        return values * setting.type().bytes() < Long.MAX_VALUE
                ? (long) (values * setting.type().bytes())
                : Long.MAX_VALUE;
    }
}
