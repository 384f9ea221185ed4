package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.List;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode.Launch;

/**
 * The cells so near to an edge that several steps reach beyond it, computed exactly as single steps do. A method whose
 * kernel is right in the {@link #interior} only adds this code to its source and these launches after its own.
 */
public final class Rim {
    private final Tiles tiles;
    private final List<Tiles.Box> boxes = new ArrayList<>();
    private final int[] low;
    private final int[] high;

    private Rim(StencilInstance instance, int steps, boolean periodicToo) {
        int rank = instance.shape().length;
        Footprint footprint = instance.spec().footprint();
        low = new int[rank];
        high = instance.shape().clone();
        for (int axis = 0; axis < rank; axis++) {
            boolean periodic = instance.boundaries().get(axis).wraps();
            int width = steps * footprint.radius(axis);
            if (width > 0 && (periodicToo || !periodic) && !isAll()) {
                add(axis, width, instance.shape()[axis]);
            }
        }
        tiles = new Tiles(instance, steps, "rim_", boxes);
    }

    /** Along all axes whose boundary is not periodic. */
    public static Rim of(StencilInstance instance, int steps) {
        return new Rim(instance, steps, false);
    }

    /** Along all axes, for code that does not wrap its reads either. */
    public static Rim ofAllAxes(StencilInstance instance, int steps) {
        return new Rim(instance, steps, true);
    }

    private void add(int axis, int width, int size) {
        int[] first = low.clone();
        int[] end = high.clone();
        int[] other = new int[low.length];
        if (2L * width < size) {
            end[axis] = width;
            other[axis] = size - width;
            low[axis] = width;
            high[axis] = size - width;
        } else {
            high[axis] = low[axis];
        }
        boxes.add(new Tiles.Box(first, end, other));
    }

    /** Whether there are no other cells. */
    public boolean isAll() {
        for (int axis = 0; axis < low.length; axis++) {
            if (low[axis] == high[axis]) {
                return true;
            }
        }
        return false;
    }

    /** Whether no cell is near an edge. */
    boolean isEmpty() {
        return boxes.isEmpty();
    }

    /** The first cell, along each axis, that is not near an edge, and the end of those cells. */
    public int[][] interior() {
        return new int[][] {low.clone(), high.clone()};
    }

    /** Functions and a kernel, all names of which begin with {@code rim_} or {@code stencil_rim_}. */
    public String source() {
        return isEmpty() ? "" : tiles.source();
    }

    /** What to launch after the kernels for the interior; these may write what they like near the edges. */
    public List<Launch> launches() {
        return isEmpty() ? List.of() : tiles.launches();
    }
}
