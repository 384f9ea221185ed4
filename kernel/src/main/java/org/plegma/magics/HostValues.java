package org.plegma.magics;

import java.util.Optional;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;

/** Values of notebook variables as grids. */
final class HostValues {

    private HostValues() {}

    /** A grid, a device array, or an array of float, double or int in up to three dimensions; empty for other values. */
    static Optional<Grid> grid(Object value) {
        if (value instanceof Grid grid) {
            return Optional.of(grid);
        } else if (value instanceof DeviceArray array) {
            return Optional.of(array.download());
        } else if (value instanceof float[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof double[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof int[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof float[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof double[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof int[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof float[][][] planes) {
            return Optional.of(Grid.of(planes));
        } else if (value instanceof double[][][] planes) {
            return Optional.of(Grid.of(planes));
        } else if (value instanceof int[][][] planes) {
            return Optional.of(Grid.of(planes));
        }
        return Optional.empty();
    }
}
