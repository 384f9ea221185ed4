package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What {@code %%bench --over} goes through: the sizes of no variable, of one, or all pairs of two.
 *
 * @param axes the variables and their sizes
 */
record SizeSweeps(List<SizeSweep> axes) {
    /** The name of the array that has a size for each variable. */
    static final String ARRAY = "sizes$";

    private static final int MOST_AXES = 2;
    /** Between two variables, not between two sizes. */
    private static final String NEXT_VARIABLE = "\\s*[,\\s]\\s*(?=[A-Za-z_]\\w*\\s*=)";

    /** @throws IllegalArgumentException that shows the forms, or names what there is too much of */
    static SizeSweeps parse(String text) {
        List<SizeSweep> axes = Arrays.stream(text.split(NEXT_VARIABLE, -1))
                .map(SizeSweep::parse)
                .toList();
        if (axes.size() > MOST_AXES) {
            throw new IllegalArgumentException("--over goes through one variable or two, found " + axes.size() + ": "
                    + axes.stream().map(SizeSweep::variable).collect(Collectors.joining(", ")) + ".");
        }
        if (axes.stream().map(SizeSweep::variable).distinct().count() < axes.size()) {
            throw new IllegalArgumentException(
                    "--over names the variable '" + axes.get(0).variable() + "' twice.");
        }
        return new SizeSweeps(axes);
    }

    /** Java that makes the variables of the array, for code that is timed. */
    String declarations() {
        return declarations("int");
    }

    /** The same with variables of a type: products of longs, as {@code 2*n*n*n}, do not overflow where those of ints do. */
    String declarations(String type) {
        return IntStream.range(0, axes.size())
                .mapToObj(i -> type + " " + axes.get(i).variable() + " = " + ARRAY + "[" + i + "]; ")
                .collect(Collectors.joining());
    }

    /** All sizes together, those of the last variable changing first. */
    List<int[]> points() {
        List<int[]> points = List.of(new int[0]);
        for (SizeSweep axis : axes) {
            List<int[]> longer = new ArrayList<>();
            for (int[] point : points) {
                for (int value : axis.values()) {
                    int[] next = Arrays.copyOf(point, point.length + 1);
                    next[point.length] = value;
                    longer.add(next);
                }
            }
            points = longer;
        }
        return points;
    }
}
