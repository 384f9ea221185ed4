package org.plegma.display.grid;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.plegma.array.Grid;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Text;

/**
 * Arrays and grids as nested brackets, in the way of NumPy: all of a small one, the ends of each axis of a large one,
 * numbers with digits in common.
 */
public final class ArrayText {
    private static final int FULL = 1000;
    private static final int EDGE = 3;
    private static final int DIGITS = 8;
    private static final int LINE = 100;
    private static final Object ELLIPSIS = new Object();

    private final boolean trimmed;

    private ArrayText(boolean trimmed) {
        this.trimmed = trimmed;
    }

    /** The type, sizes and elements of a Java array of any depth. */
    public static String of(Object array) {
        StringBuilder head = new StringBuilder();
        Class<?> element = array.getClass();
        for (Object level = array; element.isArray(); element = element.getComponentType()) {
            head.append('[').append(level == null ? "" : Array.getLength(level)).append(']');
            level = level == null
                            || Array.getLength(level) == 0
                            || !element.getComponentType().isArray()
                    ? null
                    : Array.get(level, 0);
        }
        ArrayText text = new ArrayText(count(array, FULL + 1) > FULL);
        String body = text.print(text.tree(array));
        return element.getSimpleName() + head + (body.contains("\n") ? "\n" : " ") + body;
    }

    /** The elements of a grid, without a heading. */
    static String of(Grid grid) {
        ArrayText text = new ArrayText(grid.length() > FULL);
        return text.print(text.tree(grid, 0, 0));
    }

    /** The number of elements, or {@code enough} as soon as there are that many. */
    private static long count(Object array, long enough) {
        int length = Array.getLength(array);
        if (!array.getClass().getComponentType().isArray()) {
            return length;
        }
        long sum = 0;
        for (int i = 0; i < length && sum < enough; i++) {
            Object inner = Array.get(array, i);
            sum += inner == null ? 1 : count(inner, enough);
        }
        return sum;
    }

    /** What is shown of an array: a list of the same for each index, or the element itself. */
    private Object tree(Object array) {
        if (array == null || !array.getClass().isArray()) {
            return array;
        }
        List<Object> children = new ArrayList<>();
        for (int i : indices(Array.getLength(array))) {
            children.add(i < 0 ? ELLIPSIS : tree(Array.get(array, i)));
        }
        return children;
    }

    private Object tree(Grid grid, int axis, int position) {
        if (axis == grid.rank()) {
            return Array.get(grid.data(), position);
        }
        List<Object> children = new ArrayList<>();
        int size = grid.size(axis);
        for (int i : indices(size)) {
            children.add(i < 0 ? ELLIPSIS : tree(grid, axis + 1, position * size + i));
        }
        return children;
    }

    /** The indices that are shown; -1 stands for those left out. */
    private int[] indices(int size) {
        if (!trimmed || size <= 2 * EDGE + 1) {
            return IntStream.range(0, size).toArray();
        }
        return new int[] {0, 1, 2, -1, size - 3, size - 2, size - 1};
    }

    private String print(Object tree) {
        List<Object> leaves = new ArrayList<>();
        collect(tree, leaves);
        double[] values = leaves.stream()
                .filter(leaf -> leaf instanceof Double || leaf instanceof Float)
                .mapToDouble(leaf -> ((Number) leaf).doubleValue())
                .toArray();
        DoubleFunction<String> aligned = Numbers.aligned(values, DIGITS);
        boolean nested = tree instanceof List<?> list && list.stream().anyMatch(child -> child instanceof List);
        int width = !nested
                ? 0
                : leaves.stream()
                        .filter(Objects::nonNull) // which may stand for a row
                        .mapToInt(leaf -> Text.width(leaf(leaf, aligned)))
                        .max()
                        .orElse(0);
        if (!(tree instanceof List)) {
            return leaf(tree, aligned); // a grid without axes
        }
        StringBuilder out = new StringBuilder();
        append(out, tree, 1, width, aligned);
        return out.toString();
    }

    private static void collect(Object tree, List<Object> leaves) {
        if (tree instanceof List<?> children) {
            children.forEach(child -> collect(child, leaves));
        } else if (tree != ELLIPSIS) {
            leaves.add(tree);
        }
    }

    private static void append(StringBuilder out, Object tree, int indent, int width, DoubleFunction<String> aligned) {
        List<?> children = (List<?>) tree;
        boolean nested = children.stream().anyMatch(child -> child instanceof List);
        out.append('[');
        if (nested) {
            int depth = depth(children);
            for (int i = 0; i < children.size(); i++) {
                if (i > 0) {
                    out.append(",").append("\n".repeat(depth - 1)).append(" ".repeat(indent));
                }
                Object child = children.get(i);
                if (child instanceof List) {
                    append(out, child, indent + 1, width, aligned);
                } else {
                    out.append(child == ELLIPSIS ? "…" : leaf(child, aligned));
                }
            }
        } else {
            int column = indent;
            for (int i = 0; i < children.size(); i++) {
                String text = children.get(i) == ELLIPSIS ? "…" : leaf(children.get(i), aligned);
                String padded = children.get(i) == ELLIPSIS
                        ? text
                        : " ".repeat(width - Math.min(width, Text.width(text))) + text;
                if (i > 0) {
                    boolean wrap = column + padded.length() + 2 > LINE;
                    out.append(wrap ? ",\n" + " ".repeat(indent) : ", ");
                    column = wrap ? indent : column + 2;
                }
                out.append(padded);
                column += padded.length();
            }
        }
        out.append(']');
    }

    private static int depth(List<?> tree) {
        return 1
                + tree.stream()
                        .mapToInt(child -> child instanceof List<?> inner ? depth(inner) : 0)
                        .max()
                        .orElse(0);
    }

    private static String leaf(Object leaf, DoubleFunction<String> aligned) {
        return leaf instanceof Double || leaf instanceof Float
                ? aligned.apply(((Number) leaf).doubleValue())
                : ValueText.of(leaf);
    }
}
