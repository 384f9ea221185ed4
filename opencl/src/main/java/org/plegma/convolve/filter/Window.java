package org.plegma.convolve.filter;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.plegma.expr.tree.Boundary;

/**
 * What is computed, whatever was asked for: {@code out[i] = Σ taps[j] · image[i + shift + j]} for each of three axes, where
 * the image is continued by the boundary. Images of fewer axes have leading axes of one cell.
 *
 * @param image the size of the image
 * @param out the size of the result
 * @param taps the size of the filter
 * @param shift where the first tap of the first result lies in the image
 */
public record Window(int[] image, int[] out, int[] taps, int[] shift, Boundary boundary) {
    /** Of every image, result and filter here. */
    public static final int AXES = 3;

    /** The boundaries that a convolution has, by their number in {@code fold.cl}. */
    private static final List<Boundary.Kind> FOLDS = List.of(
            Boundary.Kind.CONSTANT,
            Boundary.Kind.PERIODIC,
            Boundary.Kind.REFLECT,
            Boundary.Kind.MIRROR,
            Boundary.Kind.NEAREST);

    /**
     * The window of a convolution, whose taps are the filter turned round, or of a correlation.
     *
     * @param origin an offset of the result for each axis, in the mode SAME
     */
    public static Window of(
            Mode mode, boolean correlation, int[] origin, int[] imageShape, int[] filterShape, Boundary boundary) {
        int rank = imageShape.length;
        int[] image = leadingOnes(imageShape);
        int[] taps = leadingOnes(filterShape);
        int[] out = new int[AXES];
        int[] shift = new int[AXES];
        boolean larger = false;
        boolean smaller = false;
        for (int axis = 0; axis < AXES; axis++) {
            int n = image[axis];
            int m = taps[axis];
            larger |= m > n;
            smaller |= m < n;
            switch (mode) {
                case FULL -> {
                    out[axis] = sum(n, m - 1);
                    shift[axis] = 1 - m;
                }
                case SAME -> {
                    int moved = origin.length == 0 || axis < AXES - rank ? 0 : origin[axis - AXES + rank];
                    out[axis] = n;
                    shift[axis] = -(m / 2) + (correlation ? -moved : moved);
                }
                default -> {
                    out[axis] = Math.abs(n - m) + 1;
                    shift[axis] = Math.min(0, n - m);
                }
            }
        }
        if (mode == Mode.VALID && larger && smaller) {
            throw new IllegalArgumentException("In the mode valid one of image and filter must be at least as large as"
                    + " the other along every axis, found an image " + text(imageShape) + " and a filter "
                    + text(filterShape) + ". Use the mode same or full.");
        }
        return new Window(image, out, taps, shift, mode == Mode.VALID ? Boundary.ZERO : boundary);
    }

    private static int sum(int n, int more) {
        if (n > Integer.MAX_VALUE - more) {
            throw new IllegalArgumentException("The mode full would give " + ((long) n + more)
                    + " cells along an axis, of which there are at most " + Integer.MAX_VALUE + ".");
        }
        return n + more;
    }

    static int[] leadingOnes(int[] shape) {
        int[] all = {1, 1, 1};
        System.arraycopy(shape, 0, all, AXES - shape.length, shape.length);
        return all;
    }

    /** As {@code 3x5x5}. */
    public static String text(int[] shape) {
        return Arrays.stream(shape).mapToObj(Integer::toString).collect(java.util.stream.Collectors.joining("x"));
    }

    /** The size of the filter without the axes that a plane or a line does not have. */
    public String tapsText() {
        int first = 0;
        while (first < AXES - 1 && image[first] == 1 && taps[first] == 1) {
            first++;
        }
        return text(Arrays.copyOfRange(taps, first, AXES));
    }

    /** The same along one axis only, of an image of the given size. */
    public Window along(int axis, int[] size, Boundary edge) {
        int[] result = size.clone();
        int[] one = {1, 1, 1};
        int[] moved = new int[AXES];
        result[axis] = out[axis];
        one[axis] = taps[axis];
        moved[axis] = shift[axis];
        return new Window(size.clone(), result, one, moved, edge);
    }

    /** The number of cells of the result. */
    public long cells() {
        return count(out);
    }

    /** The number of values of the filter. */
    public long tapCount() {
        return count(taps);
    }

    /** The cells of a shape; an ArithmeticException if a long does not hold their number. */
    public static long count(int[] shape) {
        return Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
    }

    /** How the boundary is called in the kernels. */
    public int fold() {
        requireBoundary(boundary);
        return FOLDS.indexOf(boundary.kind());
    }

    /** The boundaries that a convolution has. */
    public static Set<Boundary.Kind> boundaries() {
        return EnumSet.copyOf(FOLDS);
    }

    /** Fails for a boundary that no convolution has. */
    public static void requireBoundary(Boundary boundary) {
        if (!FOLDS.contains(boundary.kind())) {
            throw new IllegalArgumentException("A convolution has no boundary '" + boundary + "'"
                    + (boundary.keepsCells() ? ": its result is another image." : ".") + " Known are "
                    + Boundary.known(boundaries()) + ".");
        }
    }

    @Override
    public String toString() {
        return "image " + text(image) + ", taps " + text(taps) + ", result " + text(out) + ", " + boundary;
    }
}
