package org.plegma.convolve.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/**
 * A filter of one to three axes: its values, or one factor an axis of which they are the product. Immutable.
 *
 * <p>Filters with a middle have it at index size/2, so odd sizes are symmetric.
 */
public final class Filter {
    private static final int TRUNCATE = 4;

    /** Whoever asks for more has mistaken something; the values of a larger one may not fit Java's memory. */
    private static final int LARGEST_RADIUS = 1 << 20;

    private final String name;
    private final int[] shape;
    private final @Nullable Grid values;
    private final @Nullable List<double[]> factors;

    private Filter(String name, int[] shape, @Nullable Grid values, @Nullable List<double[]> factors) {
        this.name = name;
        this.shape = shape;
        this.values = values;
        this.factors = factors;
    }

    /**
     * A filter of given values, which are copied and kept as doubles.
     *
     * @param values of one to three axes, [n], [n, m] or [n, m, l], with one value at least
     * @throws IllegalArgumentException if there are no values, or more axes
     */
    public static Filter of(Grid values) {
        Preconditions.notNull(values, "values");
        int[] shape = values.shape();
        if (shape.length < 1 || shape.length > Window.AXES || values.length() == 0) {
            throw new IllegalArgumentException("A filter has one to three axes and at least one value, found the shape "
                    + Arrays.toString(shape) + ".");
        }
        return new Filter("filter", shape, values.to(ElementType.DOUBLE).copy(), null);
    }

    /**
     * A filter along one axis.
     *
     * @param values its taps, one at least; a copy is taken
     */
    public static Filter of(double[] values) {
        Preconditions.notNull(values, "values");
        return of(Grid.of(values.clone(), values.length));
    }

    /**
     * A filter of a plane.
     *
     * @param rows its taps, [row][column]: rows of one length, 1 at least
     * @throws IllegalArgumentException if rows differ in length
     */
    public static Filter of(double[][] rows) {
        Preconditions.notNull(rows, "rows");
        return of(Grid.of(rows));
    }

    /**
     * A filter of a plane, of floats that are kept as doubles.
     *
     * @param rows its taps, [row][column]: rows of one length, 1 at least
     * @throws IllegalArgumentException if rows differ in length
     */
    public static Filter of(float[][] rows) {
        Preconditions.notNull(rows, "rows");
        return of(Grid.of(rows));
    }

    /**
     * The product of a factor for each axis, slowest axis first: {@code values[i][j] = factors[0][i] * factors[1][j]}.
     *
     * @throws IllegalArgumentException unless there are one to three factors, each of one value at least
     */
    public static Filter separable(double[]... factors) {
        Preconditions.notNull(factors, "factors");
        return separable("separable", factors);
    }

    private static Filter separable(String name, double[]... factors) {
        if (factors.length < 1
                || factors.length > Window.AXES
                || Arrays.stream(factors).anyMatch(factor -> factor.length == 0)) {
            throw new IllegalArgumentException("A filter has one to three factors of at least one value, found "
                    + factors.length + " of "
                    + Arrays.stream(factors)
                            .map(f -> Integer.toString(f.length))
                            .toList() + " values.");
        }
        int[] shape = Arrays.stream(factors).mapToInt(factor -> factor.length).toArray();
        return new Filter(
                name, shape, null, Arrays.stream(factors).map(double[]::clone).toList());
    }

    /**
     * A Gaussian of sum 1 that ends at 4 standard deviations, as in {@code scipy.ndimage}.
     *
     * @param rank its axes, 1 to 3
     * @param sigma its standard deviation in cells, above 0
     * @throws IllegalArgumentException if a number is not so
     */
    public static Filter gaussian(int rank, double sigma) {
        requirePositive("standard deviation", sigma);
        return gaussian(rank, sigma, (int) (TRUNCATE * sigma + 0.5));
    }

    /**
     * A Gaussian of sum 1, 2·radius + 1 values wide along each axis.
     *
     * @param rank its axes, 1 to 3
     * @param sigma its standard deviation in cells, above 0
     * @param radius in cells, 0 or more
     * @throws IllegalArgumentException if a number is not so
     */
    public static Filter gaussian(int rank, double sigma, int radius) {
        requirePositive("standard deviation", sigma);
        return each("gaussian", rank, radius, x -> Math.exp(-0.5 * x * x / (sigma * sigma)));
    }

    /**
     * The mean of a box of side 2·radius + 1.
     *
     * @param rank its axes, 1 to 3
     * @param radius in cells, 0 or more
     * @throws IllegalArgumentException if a number is not so
     */
    public static Filter box(int rank, int radius) {
        return each("box", rank, radius, x -> 1);
    }

    private static Filter each(String name, int rank, int radius, DoubleUnaryOperator weight) {
        requireRank(rank);
        if (radius < 0 || radius > LARGEST_RADIUS) {
            throw new IllegalArgumentException(
                    "The radius of a filter must be 0 to " + LARGEST_RADIUS + ", found " + radius + ".");
        }
        double[] factor = IntStream.rangeClosed(-radius, radius)
                .mapToDouble(weight::applyAsDouble)
                .toArray();
        double sum = DoubleStream.of(factor).sum();
        double[] scaled = DoubleStream.of(factor).map(x -> x / sum).toArray();
        double[][] all = new double[rank][];
        Arrays.fill(all, scaled);
        return separable(name, all);
    }

    /**
     * Sobel's derivative of a plane along an axis: positive where values grow with the index, when convolved.
     *
     * @param axis 0 along columns, 1 along rows
     * @throws IllegalArgumentException for another axis
     */
    public static Filter sobel(int axis) {
        if (axis < 0 || axis > 1) {
            throw new IllegalArgumentException("A Sobel filter has the axes 0 and 1, found " + axis + ".");
        }
        double[] derivative = {1, 0, -1};
        double[] smooth = {1, 2, 1};
        return axis == 0 ? separable("sobel", derivative, smooth) : separable("sobel", smooth, derivative);
    }

    /**
     * The sum of second differences along all axes, of 3 values each.
     *
     * @param rank its axes, 1 to 3
     * @throws IllegalArgumentException for another number of axes
     */
    public static Filter laplacian(int rank) {
        requireRank(rank);
        int[] shape = new int[rank];
        Arrays.fill(shape, 3);
        Grid values = Grid.generate(
                ElementType.DOUBLE,
                at -> {
                    int away = Arrays.stream(at).map(i -> Math.abs(i - 1)).sum();
                    return away == 0 ? -2.0 * rank : away == 1 ? 1 : 0;
                },
                shape);
        return new Filter("laplacian", shape, values, null);
    }

    /** The image and {@code amount} times what a Gaussian blur takes away ("unsharp mask"). */
    public static Filter sharpen(double sigma, double amount) {
        Grid values = gaussian(2, sigma).values();
        Grid sharp = Grid.zeros(ElementType.DOUBLE, values.shape());
        int middle = values.size(0) / 2;
        sharp.fill(at -> -amount * values.get(at) + (at[0] == middle && at[1] == middle ? 1 + amount : 0));
        return new Filter("sharpen", sharp.shape(), sharp, null);
    }

    /**
     * The blur of a camera that moves on a straight line, of sum 1.
     *
     * @param length of the line in cells
     * @param degrees its direction, counter-clockwise from the direction of rows
     */
    public static Filter motion(double length, double degrees) {
        requirePositive("length", length);
        double dx = Math.cos(Math.toRadians(degrees));
        double dy = -Math.sin(Math.toRadians(degrees));
        int radius = (int) Math.ceil((length - 1) / 2);
        Grid values = Grid.doubles(2 * radius + 1, 2 * radius + 1);
        int samples = 16 * (int) Math.ceil(length) + 1;
        for (int i = 0; i < samples; i++) {
            double along = Math.max(0, length - 1) * ((double) i / (samples - 1) - 0.5);
            double x = radius + along * dx;
            double y = radius + along * dy;
            // Each sample is shared out to the four cells around it.
            for (int corner = 0; corner < 4; corner++) {
                int column = (int) Math.floor(x) + corner % 2;
                int row = (int) Math.floor(y) + corner / 2;
                double share = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
                if (share > 0 && row <= 2 * radius && column <= 2 * radius) {
                    values.set(values.get(row, column) + share / samples, row, column);
                }
            }
        }
        double sum = values.mean() * values.length();
        values.fill(at -> values.get(at) / sum);
        return new Filter("motion", values.shape(), values, null);
    }

    private static void requireRank(int rank) {
        if (rank < 1 || rank > Window.AXES) {
            throw new IllegalArgumentException("A filter has one to three axes, found " + rank + ".");
        }
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("The " + what + " must be positive, found " + value + ".");
        }
    }

    /** Its size along each axis; a copy. */
    public int[] shape() {
        return shape.clone();
    }

    /** How many axes it has, 1 to 3. */
    public int rank() {
        return shape.length;
    }

    /** Its values as double. */
    public Grid values() {
        List<double[]> product = factors;
        if (product == null) {
            return given().copy();
        }
        return Grid.generate(
                ElementType.DOUBLE,
                at -> IntStream.range(0, at.length)
                        .mapToDouble(axis -> product.get(axis)[at[axis]])
                        .reduce(1, (a, b) -> a * b),
                shape);
    }

    /**
     * One factor for each axis, given or found: a filter of values is taken as separable if a product of factors agrees
     * with it within rounding.
     */
    public Optional<List<double[]>> factors() {
        if (factors != null) {
            return Optional.of(factors.stream().map(double[]::clone).toList());
        }
        return Separation.of(given(), Math.ulp(1.0));
    }

    /** Its values, of a filter without factors. */
    private Grid given() {
        return Objects.requireNonNull(values);
    }

    /** The factors, found within the rounding of values of this type. */
    Optional<List<double[]>> factors(ElementType type) {
        return factors != null || type != ElementType.FLOAT ? factors() : Separation.of(given(), Math.ulp(1f));
    }

    /** Turned round along every axis: correlating with one is convolving with the other. */
    public Filter flipped() {
        if (factors != null) {
            return new Filter(
                    name, shape, null, factors.stream().map(Filter::flip).toList());
        }
        double[] all = given().doubles();
        return new Filter(name, shape, Grid.of(flip(all), shape), null);
    }

    static double[] flip(double[] values) {
        double[] turned = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            turned[i] = values[values.length - 1 - i];
        }
        return turned;
    }

    /** Every value multiplied. */
    public Filter times(double number) {
        if (factors != null) {
            List<double[]> scaled = new ArrayList<>(factors);
            scaled.set(0, DoubleStream.of(factors.get(0)).map(x -> x * number).toArray());
            return new Filter(name, shape, null, List.copyOf(scaled));
        }
        Grid all = given();
        return new Filter(name, shape, all.copy().fill(at -> number * all.get(at)), null);
    }

    /** The sum of all values. */
    public double sum() {
        return factors != null
                ? factors.stream().mapToDouble(f -> DoubleStream.of(f).sum()).reduce(1, (a, b) -> a * b)
                : DoubleStream.of(given().doubles()).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Filter filter
                && Arrays.equals(shape, filter.shape)
                && Objects.equals(values(), filter.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return name + " " + Window.text(shape) + (factors != null && shape.length > 1 ? ", separable" : "");
    }
}
