package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.Errors;

/**
 * Judges steps on a grid that is too large to be evaluated on the host: boxes of it, at both ends and in the middle of
 * each axis, so in every corner and at every edge too, by the {@link Evaluator} with zero boundaries. What a box becomes
 * depends on as many cells around it as the steps reach; those are evaluated too. Along axes with other boundaries the
 * outer boxes are so far from the ends that these cells are in the grid.
 */
final class BoxCheck {
    /** Points along the last axes; along the first axes of a grid with more it is one. */
    private static final int[] EXTENT = {4, 64};

    private final StencilSpec spec;
    private final int[] shape;
    private final List<Boundary> boundaries;
    private final int steps;
    private final List<Box> boxes = new ArrayList<>();
    private final List<Grid> expected = new ArrayList<>();

    private record Box(int[] from, int[] extent) {}

    BoxCheck(StencilSpec spec, int[] shape, int steps) {
        this(spec, shape, steps, Collections.nCopies(shape.length, Boundary.ZERO));
    }

    /** @param boundaries near others than zero there are no boxes */
    BoxCheck(StencilSpec spec, int[] shape, int steps, List<Boundary> boundaries) {
        this.boundaries = boundaries;
        this.spec = spec;
        this.shape = shape.clone();
        this.steps = steps;
        addBoxes(new int[shape.length], new int[shape.length], 0);
    }

    private void addBoxes(int[] from, int[] extent, int axis) {
        if (axis == shape.length) {
            boxes.add(new Box(from.clone(), extent.clone()));
            return;
        }
        int known = axis - (shape.length - EXTENT.length);
        boolean zero = boundaries.get(axis).equals(Boundary.ZERO);
        int reach = zero ? 0 : steps * spec.footprint().radius(axis);
        // On a short axis the box is shorter, so that what it becomes does not depend on cells beyond the ends.
        int free = Math.max(1, shape[axis] - 2 * reach);
        extent[axis] = Math.min(free, known < 0 ? 1 : EXTENT[known]);
        int last = shape[axis] - extent[axis];
        int away = Math.min(reach, last / 2);
        for (int start : Arrays.stream(new int[] {away, last / 2, last - away})
                .distinct()
                .toArray()) {
            from[axis] = start;
            addBoxes(from, extent, axis + 1);
        }
    }

    /** The largest error of the boxes, relative to the largest value in each. */
    double error(DeviceArray in, DeviceArray out) {
        if (expected.isEmpty()) {
            List<Grid> around =
                    boxes.stream().map(box -> download(in, withHalo(box))).toList();
            expected.addAll(IntStream.range(0, boxes.size())
                    .parallel()
                    .mapToObj(i -> expected(boxes.get(i), around.get(i)))
                    .toList());
        }
        double worst = 0;
        for (int i = 0; i < boxes.size(); i++) {
            worst = Math.max(worst, Errors.relativeToLargest(download(out, boxes.get(i)), expected.get(i)));
        }
        return worst;
    }

    /** The cells that the steps read, cut off where the grid ends. */
    private Box withHalo(Box box) {
        int[] from = new int[shape.length];
        int[] extent = new int[shape.length];
        for (int axis = 0; axis < shape.length; axis++) {
            from[axis] = Math.max(0, box.from[axis] - steps * spec.footprint().low(axis));
            int end = Math.min(
                    shape[axis],
                    box.from[axis] + box.extent[axis] + steps * spec.footprint().high(axis));
            extent[axis] = end - from[axis];
        }
        return new Box(from, extent);
    }

    private Grid expected(Box box, Grid around) {
        Box outer = withHalo(box);
        double[] values = Evaluator.of(spec)
                .run(outer.extent, around.to(ElementType.DOUBLE).doubles(), steps);
        int[] inner = IntStream.range(0, shape.length)
                .map(axis -> box.from[axis] - outer.from[axis])
                .toArray();
        return Grid.of(values, outer.extent).region(inner, box.extent);
    }

    /** Whole planes are contiguous, so they are what is copied, from the last one before the box at which a view can start. */
    private Grid download(DeviceArray array, Box box) {
        long plane = array.length() / shape[0];
        int first = box.from[0];
        while (first * plane * array.type().bytes() % Math.max(1, array.device().baseAlignmentBytes()) != 0) {
            first--;
        }
        int[] planes = shape.clone();
        planes[0] = box.from[0] + box.extent[0] - first;
        int[] from = box.from.clone();
        from[0] -= first;
        try (DeviceArray view = array.view(first * plane, planes)) {
            return view.download().region(from, box.extent);
        }
    }
}
