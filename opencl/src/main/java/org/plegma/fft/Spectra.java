package org.plegma.fft;

import java.util.Arrays;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/** Spectra to look at. */
public final class Spectra {
    /** Magnitudes below this part of the largest are shown as it, as they are but rounding errors. */
    private static final double FLOOR = 1e-12;

    private Spectra() {}

    /**
     * The decimal logarithms of the magnitudes of a spectrum, with frequency 0 in the middle of each axis.
     *
     * @param spectrum complex values, last axis of length 2, of all frequencies in the order of {@link Fft#fft}
     * @param axes how many of the axes, the last ones, are frequencies; others are as they were
     * @param step the distance of two samples, by which frequencies are counted in cycles
     * @return a grid whose attributes name values, frequencies and their units
     */
    public static Grid logMagnitude(Grid spectrum, int axes, double step) {
        Preconditions.notNull(spectrum, "spectrum");
        int[] shape = Fft.parts(spectrum);
        return logMagnitude(spectrum, shape, shape[shape.length - 1], axes, step);
    }

    /** The same of the half of a spectrum in the order of {@link Fft#rfft}, from {@code last} reals along the last axis. */
    public static Grid logMagnitudeOfReals(Grid half, int last, int axes, double step) {
        Preconditions.notNull(half, "half");
        int[] shape = Fft.parts(half);
        int kept = shape[shape.length - 1];
        if (last / 2 + 1 != kept) {
            throw new IllegalArgumentException(
                    kept + " values along the last axis are not half the spectrum of " + last + " reals.");
        }
        shape[shape.length - 1] = last;
        return logMagnitude(half, shape, kept, axes, step);
    }

    private static Grid logMagnitude(Grid spectrum, int[] shape, int kept, int axes, double step) {
        int rank = shape.length;
        if (axes < 1 || axes > rank) {
            throw new IllegalArgumentException("The spectrum has " + rank + " axes, of which 1 to " + rank
                    + " can be frequencies, found " + axes + ".");
        }
        if (!(step > 0 && Double.isFinite(step))) {
            throw new IllegalArgumentException("The distance of samples must be above 0, found " + step + ".");
        }
        double[] all = new double[Math.toIntExact(Planner.count(shape, 0, rank))];
        int[] index = new int[rank];
        double largest = 0;
        for (int i = 0; i < all.length; i++) {
            all[i] = magnitude(spectrum, index, shape, kept, axes);
            largest = all[i] > largest ? all[i] : largest;
            for (int axis = rank - 1; axis >= 0 && ++index[axis] == shape[axis]; axis--) {
                index[axis] = 0;
            }
        }
        double least = largest > 0 ? largest * FLOOR : 1;
        Grid logs = Grid.of(
                Arrays.stream(all)
                        .map(value -> Math.log10(Math.max(value, least)))
                        .toArray(),
                shape);
        double[] spacing = new double[rank];
        double[] origin = new double[rank];
        for (int axis = 0; axis < rank; axis++) {
            boolean frequency = axis >= rank - axes;
            spacing[axis] = frequency ? 1 / (shape[axis] * step) : 1;
            origin[axis] = frequency ? -(shape[axis] / 2) * spacing[axis] : 0;
        }
        return logs.withAttribute("units", "log10 |X|")
                .withAttribute("spacing", spacing)
                .withAttribute("origin", origin)
                .withAttribute("spacing_units", step == 1 ? "cycles per sample" : "cycles per unit");
    }

    /** The magnitude at a place that counts frequencies from the most negative one. */
    private static double magnitude(Grid spectrum, int[] index, int[] shape, int kept, int axes) {
        int rank = shape.length;
        int[] place = new int[rank + 1];
        for (int axis = 0; axis < rank; axis++) {
            place[axis] = axis < rank - axes ? index[axis] : Math.floorMod(index[axis] - shape[axis] / 2, shape[axis]);
        }
        if (place[rank - 1] >= kept) { // the conjugate of the opposite frequency
            for (int axis = rank - axes; axis < rank; axis++) {
                place[axis] = (shape[axis] - place[axis]) % shape[axis];
            }
        }
        double re = spectrum.get(place);
        place[rank] = 1;
        return Math.hypot(re, spectrum.get(place));
    }
}
