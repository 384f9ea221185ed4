package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** Where each frequency is shown: by the definition of the transform, which wants no order. */
class SpectraTest {
    /** The first {@code columns} frequencies along the last axis of the images' spectra, by the sums that define them. */
    private static Grid spectra(Grid images, int columns) {
        int[] shape = images.shape();
        return Grid.doubles(shape[0], shape[1], columns, 2).fill(at -> frequency(images, at[0], at[1], at[2])[at[3]]);
    }

    private static double[] frequency(Grid images, int image, int k, int l) {
        int[] shape = images.shape();
        double[] sum = new double[2];
        for (int i = 0; i < shape[1]; i++) {
            for (int j = 0; j < shape[2]; j++) {
                double angle = -2 * Math.PI * ((double) k * i / shape[1] + (double) l * j / shape[2]);
                sum[0] += images.get(image, i, j) * Math.cos(angle);
                sum[1] += images.get(image, i, j) * Math.sin(angle);
            }
        }
        return sum;
    }

    @Test
    void frequenciesLieAroundTheMiddleOfTheirAxes() {
        for (int[] shape : new int[][] {{2, 4, 5}, {2, 5, 6}}) {
            Grid images = Grid.random(ElementType.DOUBLE, 5, shape);
            Grid whole = Spectra.logMagnitude(spectra(images, shape[2]), 2, 0.25);
            Grid half = Spectra.logMagnitudeOfReals(spectra(images, shape[2] / 2 + 1), shape[2], 2, 0.25);
            for (int image = 0; image < shape[0]; image++) {
                for (int k = 0; k < shape[1]; k++) {
                    for (int l = 0; l < shape[2]; l++) {
                        double[] value = frequency(images, image, k - shape[1] / 2, l - shape[2] / 2);
                        double expected = Math.log10(Math.hypot(value[0], value[1]));
                        assertEquals(expected, whole.get(image, k, l), 1e-9);
                        assertEquals(expected, half.get(image, k, l), 1e-9);
                    }
                }
            }
            double[] spacing = {1, 4.0 / shape[1], 4.0 / shape[2]};
            assertArrayEquals(spacing, (double[]) half.attribute("spacing"), 1e-15);
            double[] origin = {0, -(shape[1] / 2) * spacing[1], -(shape[2] / 2) * spacing[2]};
            assertArrayEquals(origin, (double[]) half.attribute("origin"), 1e-15);
        }
    }

    @Test
    void whatIsZeroIsTheLeastThatIsShown() {
        Grid spectrum = Grid.of(new double[] {1000, 0, 0, 0, 0, 1e-20}, 3, 2);
        Grid logs = Spectra.logMagnitude(spectrum, 1, 1);
        assertArrayEquals(new double[] {-9, 3, -9}, new double[] {logs.get(0), logs.get(1), logs.get(2)}, 1e-12);
        Grid nothing = Spectra.logMagnitude(Grid.of(new double[4], 2, 2), 1, 1);
        assertEquals(0, nothing.get(0));
    }

    @Test
    void whatIsNoSpectrumIsRefused() {
        Grid spectrum = Grid.of(new double[2 * 3 * 2], 2, 3, 2);
        assertThrows(IllegalArgumentException.class, () -> Spectra.logMagnitude(spectrum, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Spectra.logMagnitude(spectrum, 3, 1));
        assertThrows(IllegalArgumentException.class, () -> Spectra.logMagnitude(spectrum, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Spectra.logMagnitudeOfReals(spectrum, 6, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> Spectra.logMagnitudeOfReals(spectrum, 3, 1, 1));
        Spectra.logMagnitudeOfReals(spectrum, 4, 2, 1);
        Spectra.logMagnitudeOfReals(spectrum, 5, 2, 1);
    }
}
