package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;

/** A long filter of one axis, and a batch of two images: every cell of a result is compared with the definition. */
record LineCase(ElementType type, int taps, Boundary boundary, Mode mode, int along, int across) {

    /**
     * Several groups and less than one, whole vectors and not, images that are shorter than the radius. A group of columns in the first case
     * reads up to the last row and needs all that it reads; in the second one begins a row before the image, and a last run has one row.
     */
    static Stream<LineCase> all() {
        return Stream.of(
                new LineCase(ElementType.FLOAT, 133, Boundary.ZERO, Mode.SAME, 450, 35),
                new LineCase(ElementType.FLOAT, 386, Boundary.constant(0.5), Mode.FULL, 328, 5),
                new LineCase(ElementType.FLOAT, 257, Boundary.REFLECT, Mode.SAME, 271, 36),
                new LineCase(ElementType.FLOAT, 258, Boundary.PERIODIC, Mode.SAME, 131, 64),
                new LineCase(ElementType.FLOAT, 513, Boundary.MIRROR, Mode.SAME, 140, 7),
                new LineCase(ElementType.FLOAT, 260, Boundary.NEAREST, Mode.VALID, 405, 33),
                new LineCase(ElementType.FLOAT, 600, Boundary.ZERO, Mode.FULL, 3, 9),
                new LineCase(ElementType.DOUBLE, 150, Boundary.MIRROR, Mode.SAME, 140, 33),
                new LineCase(ElementType.DOUBLE, 301, Boundary.PERIODIC, Mode.FULL, 65, 34));
    }

    double[] values() {
        return new Random(taps).doubles(taps, -1, 1).toArray();
    }

    /** With the filter along rows, or columns. */
    Window window(boolean rows) {
        return Window.of(mode, true, new int[0], shape(rows), size(rows), boundary);
    }

    private int[] shape(boolean rows) {
        return rows ? new int[] {2, across, along} : new int[] {2, along, across};
    }

    private int[] size(boolean rows) {
        return rows ? new int[] {1, 1, taps} : new int[] {1, taps, 1};
    }

    /** Runs the filter, and closes it. */
    void check(Session session, boolean rows, Executable line) {
        int axis = rows ? 2 : 1;
        double[] values = values();
        Grid image = Grid.random(type, 3, shape(rows));
        Grid filter = Grid.generate(ElementType.DOUBLE, at -> values[at[axis]], size(rows));
        Grid turned = Grid.generate(ElementType.DOUBLE, at -> values[taps - 1 - at[axis]], size(rows));
        Grid expected = Definition.convolve(image, turned, mode, boundary);
        double bound = Definition.bound(image, filter, boundary, type);
        try (line;
                DeviceArray in = session.upload(image);
                DeviceArray out = session.allocate(type, expected.shape())) {
            out.fill(Double.NaN);
            line.launch(session.compute(), in, out);
            Grid found = out.download().to(ElementType.DOUBLE);
            assertEquals(0, expected.maxAbsDifference(found), bound, line.explain());
        }
    }
}
