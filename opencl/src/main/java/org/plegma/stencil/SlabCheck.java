package org.plegma.stencil;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.Errors;

/**
 * Judges a step on a grid that is too large to be evaluated on the host: some whole hyperplanes of the first axis, at
 * both ends and inside, by the {@link Evaluator} with zero boundaries.
 */
final class SlabCheck {
    private final StencilSpec spec;
    private final int[] shape;
    private final Map<Integer, Grid> expected = new LinkedHashMap<>();

    SlabCheck(StencilSpec spec, int[] shape) {
        this.spec = spec;
        this.shape = shape.clone();
    }

    /** The largest error of the planes, relative to the largest value in each. */
    double error(DeviceArray in, DeviceArray out) {
        double worst = 0;
        for (int plane : new int[] {0, shape[0] / 3, shape[0] / 2 + 1, shape[0] - 1}) {
            Grid right = expected.computeIfAbsent(plane, p -> expected(in, p));
            worst = Math.max(worst, Errors.relativeToLargest(planes(out, plane, plane + 1), right));
        }
        return worst;
    }

    private Grid expected(DeviceArray in, int plane) {
        int low = Math.max(0, plane - spec.footprint().low(0));
        int high = Math.min(shape[0], plane + spec.footprint().high(0) + 1);
        Grid slab = planes(in, low, high);
        double[] values =
                Evaluator.of(spec).run(slab.shape(), slab.to(ElementType.DOUBLE).doubles(), 1);
        int size = values.length / (high - low);
        int[] onePlane = slab.shape();
        onePlane[0] = 1;
        return Grid.of(Arrays.copyOfRange(values, (plane - low) * size, (plane - low + 1) * size), onePlane);
    }

    private Grid planes(DeviceArray array, int from, int to) {
        int[] part = shape.clone();
        part[0] = to - from;
        long size = array.length() / shape[0];
        try (DeviceArray view = array.view(from * size, part)) {
            return view.download();
        }
    }
}
