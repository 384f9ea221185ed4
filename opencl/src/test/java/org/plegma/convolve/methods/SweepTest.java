package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;

/** Images of several groups and strips, with whole vectors and without, by the code for GPUs. */
@Tag("optimized")
class SweepTest extends OnDevice {
    private static final List<Boundary> BOUNDARIES = List.of(
            Boundary.ZERO,
            Boundary.constant(1.5),
            Boundary.REFLECT,
            Boundary.MIRROR,
            Boundary.NEAREST,
            Boundary.PERIODIC);

    /** Strips are as tall as for large images, and as short as for small ones on large devices. */
    @ParameterizedTest
    @CsvSource({
        "FLOAT, 3, 5, false, 140, 1100",
        "FLOAT, 4, 3, false, 75, 1021",
        "FLOAT, 3, 2, true, 70, 1037",
        "DOUBLE, 3, 3, false, 70, 522",
        "FLOAT, 7, 9, true, 150, 520",
        "FLOAT, 6, 8, true, 61, 517",
        "FLOAT, 74, 6, true, 90, 280",
        "DOUBLE, 2, 6, true, 75, 515"
    })
    void everyCellIsTheDefinition(ElementType type, int my, int mx, boolean factors, int ny, int nx) {
        Random random = new Random(my * 100L + mx);
        double[] column = random.doubles(my, -1, 1).toArray();
        double[] row = random.doubles(mx, -1, 1).toArray();
        double[] taps = factors
                ? IntStream.range(0, my + mx)
                        .mapToDouble(i -> i < my ? column[i] : row[i - my])
                        .toArray()
                : random.doubles((long) my * mx, -1, 1).toArray();
        Grid filter = Grid.generate(
                ElementType.DOUBLE, at -> factors ? column[at[0]] * row[at[1]] : taps[at[0] * mx + at[1]], my, mx);
        Grid image = Grid.random(type, 3, ny, nx);
        Boundary boundary = BOUNDARIES.get(random.nextInt(BOUNDARIES.size()));
        Window window = Window.of(Mode.SAME, true, new int[0], new int[] {ny, nx}, new int[] {my, mx}, boundary);
        assertTrue(SweepCode.of(type, window, factors, session.device()).isPresent());
        Grid turned = Grid.generate(ElementType.DOUBLE, at -> filter.get(my - 1 - at[0], mx - 1 - at[1]), my, mx);
        Grid expected = Definition.convolve(image, turned, Mode.SAME, boundary);
        double bound = Definition.bound(image, filter, boundary, type);
        Workshop workshop = new Workshop(session, false);
        for (int units : new int[] {1, 1000}) {
            Sweep sweep = new Sweep(workshop, type, window, taps, factors, units);
            try (DeviceArray in = session.upload(image);
                    DeviceArray out = session.allocate(type, ny, nx)) {
                out.fill(Double.NaN);
                sweep.launch(session.compute(), in, out);
                String what = sweep.explain() + Arrays.toString(taps);
                assertEquals(0, expected.maxAbsDifference(out.download().to(ElementType.DOUBLE)), bound, what);
            }
        }
    }

    @Test
    void aFactorOfOneValueBeforeThePlaneMultipliesItsColumn() {
        assertArrayEquals(
                new double[] {6, 8, 5, 7},
                Sweep.columnThenRow(List.of(new double[] {2}, new double[] {3, 4}, new double[] {5, 7})));
    }
}
