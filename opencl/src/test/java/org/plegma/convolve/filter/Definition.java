package org.plegma.convolve.filter;

import java.util.Arrays;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.tree.Boundary;

/** Convolution as it is written in textbooks, in double precision, a cell at a time. */
public final class Definition {
    private Definition() {}

    public static Grid convolve(Grid image, Grid filter, Mode mode, Boundary boundary, int... origin) {
        int rank = image.rank();
        int[] start = new int[rank];
        int[] shape = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            int n = image.size(axis);
            int m = filter.size(axis);
            start[axis] = mode == Mode.FULL ? 0 : mode == Mode.SAME ? (m - 1) / 2 : Math.min(n, m) - 1;
            start[axis] += origin.length == 0 ? 0 : origin[axis];
            shape[axis] = mode == Mode.FULL ? n + m - 1 : mode == Mode.SAME ? n : Math.abs(n - m) + 1;
        }
        int[] cell = new int[rank];
        return Grid.generate(
                ElementType.DOUBLE,
                at -> {
                    for (int axis = 0; axis < rank; axis++) {
                        cell[axis] = at[axis] + start[axis];
                    }
                    return cell(image, filter, boundary, cell);
                },
                shape);
    }

    static Grid correlate(Grid image, Grid filter, Mode mode, Boundary boundary) {
        double[] values = filter.to(ElementType.DOUBLE).doubles();
        double[] turned = new double[values.length];
        Arrays.setAll(turned, i -> values[values.length - 1 - i]);
        return convolve(image, Grid.of(turned, filter.shape()), mode, boundary);
    }

    private static double cell(Grid image, Grid filter, Boundary boundary, int[] cell) {
        int rank = cell.length;
        int[] tap = new int[rank];
        int[] place = new int[rank];
        double sum = 0;
        for (int i = 0; i < filter.length(); i++) {
            boolean outside = false;
            for (int axis = rank - 1, rest = i; axis >= 0; axis--) {
                tap[axis] = rest % filter.size(axis);
                rest /= filter.size(axis);
                place[axis] = boundary.fold(cell[axis] - tap[axis], image.size(axis));
                outside |= place[axis] == Boundary.OUTSIDE;
            }
            sum += filter.get(tap) * (outside ? boundary.value() : image.get(place));
        }
        return sum;
    }

    /** The most that rounding may change a cell, for sums in the type in any order, or by transforms. */
    public static double bound(Grid image, Grid filter, Boundary boundary, ElementType type) {
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double sum = Arrays.stream(filter.to(ElementType.DOUBLE).doubles())
                .map(Math::abs)
                .sum();
        double largest = Math.max(
                Math.abs(boundary.value()),
                Arrays.stream(image.to(ElementType.DOUBLE).doubles())
                        .map(Math::abs)
                        .max()
                        .orElse(0));
        return unit
                * (8 + 2 * Math.sqrt(filter.length()) + 4 * Math.log(image.length() + filter.length()))
                * sum
                * largest;
    }
}
