package org.plegma.convolve.filter;

import org.plegma.fft.arithmetic.GoodLengths;

/**
 * How a result is cut into tiles for transforms. Axes before the first that the filter extends along are not transformed:
 * each of their cells is a tile of its own.
 *
 * @param axes that are transformed, the last so many
 * @param size of a tile along each axis
 * @param used cells of it that count
 * @param step the part of the result that a tile gives
 * @param tiles their number along each axis
 * @param batch tiles that are transformed at once
 */
public record Tiling(int axes, int[] size, int[] used, int[] step, int[] tiles, int batch) {

    /**
     * @param edge the size of a tile along each axis; 0 for one tile
     * @param batchBytes memory for the tiles of a batch, at least one
     */
    public static Tiling of(Window window, int edge, long batchBytes, int bytes) {
        int first = 0;
        while (first < Window.AXES - 1 && window.taps()[first] == 1) {
            first++;
        }
        int[] size = {1, 1, 1};
        int[] used = {1, 1, 1};
        int[] step = {1, 1, 1};
        int[] tiles = window.out().clone();
        for (int axis = first; axis < Window.AXES; axis++) {
            int reach = window.taps()[axis] - 1;
            int whole = Math.addExact(window.out()[axis], reach);
            if (edge == 0 || edge >= whole) {
                size[axis] = GoodLengths.ofTiles(whole);
                step[axis] = window.out()[axis];
            } else if (edge <= reach) {
                throw new IllegalArgumentException("Tiles of " + edge + " cells are too small for a filter of "
                        + (reach + 1) + ": they must be larger than it.");
            } else {
                size[axis] = edge;
                step[axis] = edge - reach;
            }
            used[axis] = step[axis] + reach;
            tiles[axis] = (window.out()[axis] + step[axis] - 1) / step[axis];
        }
        long all = Window.count(tiles);
        long fits = Math.max(1, batchBytes / (Window.count(size) * bytes));
        return new Tiling(Window.AXES - first, size, used, step, tiles, (int) Math.min(all, fits));
    }

    /** The tiles of some rows of the result along an axis, which begin with a tile; all else is the same. */
    public Tiling rows(int axis, int rows) {
        int[] fewer = tiles.clone();
        fewer[axis] = (rows + step[axis] - 1) / step[axis];
        return new Tiling(axes, size, used, step, fewer, batch);
    }

    /** The number of tiles. */
    public long count() {
        return Window.count(tiles);
    }

    /** Whether one tile holds all. */
    public boolean isWhole() {
        return count() == 1;
    }

    /** The shape of a batch: tiles, then the axes that are transformed. */
    public int[] batchShape() {
        int[] shape = new int[axes + 1];
        shape[0] = batch;
        System.arraycopy(size, Window.AXES - axes, shape, 1, axes);
        return shape;
    }
}
