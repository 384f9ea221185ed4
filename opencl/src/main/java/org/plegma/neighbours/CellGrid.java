package org.plegma.neighbours;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;

/**
 * A grid of cells over the box of points. Cells have about one width along all axes, so that some points are in each; an axis along
 * which the points do not differ, or by more than numbers can tell, has one cell.
 *
 * @param low corner of the box
 * @param width of a cell along each axis
 * @param scale cells per unit along each axis
 * @param cells along each axis
 * @param slack how far off a border may be, by rounding
 */
record CellGrid(double[] low, double[] width, double[] scale, int[] cells, double slack) implements Cells {
    private static final int MOST = 1 << 10;

    /** With about so many points a cell. */
    static CellGrid of(PointCloud cloud, ElementType type, double pointsInCell) {
        double wanted = Math.max(1, cloud.count() / pointsInCell);
        boolean[] flat = new boolean[3];
        double edge = 1;
        for (boolean again = true; again; ) {
            again = false;
            double logs = 0;
            int axes = 0;
            for (int axis = 0; axis < 3; axis++) {
                flat[axis] |= !(cloud.extent(axis) > 0 && cloud.extent(axis) < widest(type));
                logs += flat[axis] ? 0 : Math.log(cloud.extent(axis));
                axes += flat[axis] ? 0 : 1;
            }
            edge = axes == 0 ? 1 : Math.exp((logs - Math.log(wanted)) / axes);
            for (int axis = 0; axis < 3; axis++) {
                // One cell is thicker than the box: the others share the points.
                if (!flat[axis] && cloud.extent(axis) < edge) {
                    flat[axis] = true;
                    again = true;
                }
            }
        }
        int[] cells = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            double share = flat[axis] ? 1 : cloud.extent(axis) / edge;
            cells[axis] = (int) Math.max(1, Math.min(most(flat), Math.round(share)));
        }
        return of(cloud, type, cells);
    }

    /** A box may be wider than all numbers are; what is far less can be added to places in it. */
    private static double widest(ElementType type) {
        return (type == ElementType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE) / 4;
    }

    /** Fewer axes may have more cells each: at most 2³⁰ together. */
    private static int most(boolean[] flat) {
        int axes = 0;
        for (boolean one : flat) {
            axes += one ? 0 : 1;
        }
        return axes == 3 ? MOST : axes == 2 ? 1 << 15 : 1 << 28;
    }

    /** With so many cells. */
    static CellGrid of(PointCloud cloud, ElementType type, int[] cells) {
        double epsilon = type == ElementType.FLOAT ? 0x1p-23 : 0x1p-52;
        double[] low = new double[3];
        double[] width = new double[3];
        double[] scale = new double[3];
        double largest = 0;
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = cloud.low(axis);
            double extent = cloud.extent(axis);
            boolean one = cells[axis] == 1 || !(extent > 0);
            width[axis] = one ? Math.min(Math.max(extent, Double.MIN_NORMAL), widest(type)) : extent / cells[axis];
            scale[axis] = one ? 0 : cells[axis] / extent;
            largest = Math.max(largest, Math.max(Math.abs(low[axis]), Math.abs(cloud.high(axis))));
        }
        return new CellGrid(low, width, scale, cells, 32 * epsilon * largest);
    }

    @Override
    public int count() {
        return cells[0] * cells[1] * cells[2];
    }

    /** Along how many axes there is more than one. */
    int dividedAxes() {
        return (int) Arrays.stream(cells).filter(along -> along > 1).count();
    }

    /** Whether the borders of cells are hardly known. */
    boolean isLostInRounding() {
        return IntStream.range(0, 3).anyMatch(axis -> cells[axis] > 1 && slack > width[axis] / 4);
    }

    @Override
    public List<String> options() {
        return List.of();
    }

    @Override
    public List<Object> arguments(SpaceCode code) {
        return List.of(code.four(low), code.four(scale), code.four(width), vector());
    }

    /** Cells along each axis, as a kernel takes them. */
    int[] vector() {
        return new int[] {cells[0], cells[1], cells[2], 0};
    }

    @Override
    public String toString() {
        return cells[0] + "x" + cells[1] + "x" + cells[2] + " cells";
    }
}
