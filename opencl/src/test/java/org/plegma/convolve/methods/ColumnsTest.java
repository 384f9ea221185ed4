package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;

/** Columns of several groups by the kernel that works on parts of long filters. */
class ColumnsTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT, 130, ZERO, SAME, 300, 35",
        "FLOAT, 257, REFLECT, SAME, 271, 33",
        "FLOAT, 300, PERIODIC, SAME, 131, 64",
        "FLOAT, 513, MIRROR, SAME, 140, 7",
        "FLOAT, 260, NEAREST, VALID, 401, 31",
        "FLOAT, 600, ZERO, FULL, 3, 40",
        "DOUBLE, 150, MIRROR, SAME, 140, 33",
        "DOUBLE, 301, PERIODIC, FULL, 65, 34"
    })
    void everyCellIsTheDefinition(ElementType type, int taps, String kind, Mode mode, int ny, int nx) {
        Boundary boundary = Boundary.parse(kind.toLowerCase(java.util.Locale.ROOT));
        Random random = new Random(taps);
        double[] column = random.doubles(taps, -1, 1).toArray();
        Grid image = Grid.random(type, 3, ny, nx);
        Window window = Window.of(mode, true, new int[0], new int[] {ny, nx}, new int[] {taps, 1}, boundary);
        assertTrue(Columns.fits(window));
        Grid filter = Grid.generate(ElementType.DOUBLE, at -> column[at[0]], taps, 1);
        Grid turned = Grid.generate(ElementType.DOUBLE, at -> column[taps - 1 - at[0]], taps, 1);
        Grid expected = Definition.convolve(image, turned, mode, boundary);
        double bound = Definition.bound(image, filter, boundary, type);
        Workshop workshop = new Workshop(session, false);
        for (Executable columns : List.of(
                Columns.inParts(workshop, type, window, column, SweepCode.LOCAL_BYTES),
                Columns.inParts(workshop, type, window, column, 22 << 10))) {
            try (DeviceArray in = session.upload(image);
                    DeviceArray out = session.allocate(type, expected.shape())) {
                out.fill(Double.NaN);
                columns.launch(session.compute(), in, out);
                Grid found = out.download().to(ElementType.DOUBLE);
                assertEquals(0, expected.maxAbsDifference(found), bound, columns.explain());
            } finally {
                columns.close();
            }
        }
    }
}
