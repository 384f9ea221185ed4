package org.plegma.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;

/**
 * One thing to be timed and checked, as a kernel family declares it.
 *
 * <pre>{@code
 * BenchCase.of("demo", "saxpy", "direct")
 *         .type(ElementType.FLOAT).shape(n)
 *         .flops(2.0 * n).bytes(12.0 * n).cells(n)
 *         .tolerance(1e-6)
 *         .prepare(buffers -> {
 *             DeviceArray x = buffers.input(ElementType.FLOAT, n);
 *             DeviceArray y = buffers.input(ElementType.FLOAT, n);
 *             DeviceArray out = buffers.output(ElementType.FLOAT, n);
 *             Kernel saxpy = buffers.compile(source).kernel("saxpy").global(n);
 *             return Trial.launch(
 *                     () -> saxpy.call(2f, x, y, out),
 *                     () -> Errors.relativeToLargest(out.download(), oracle(x.download(), y.download())));
 *         });
 * }</pre>
 */
public final class BenchCase {

    private final Work work;
    private final double tolerance;
    private final boolean rotating;
    private final boolean rested;
    private final boolean once;
    private final Preparation preparation;

    private BenchCase(
            Work work, double tolerance, boolean rotating, boolean rested, boolean once, Preparation preparation) {
        this.work = work;
        this.tolerance = tolerance;
        this.rotating = rotating;
        this.rested = rested;
        this.once = once;
        this.preparation = preparation;
    }

    /**
     * Allocates buffers, compiles, and binds both into a trial. Called once for every set of rotating buffers; every set
     * gets the same inputs, so an oracle may be computed once and kept.
     */
    @FunctionalInterface
    public interface Preparation {
        Trial prepare(Buffers buffers) throws Exception;
    }

    /** Begins the declaration of a case; see {@link Work} for the three names. */
    public static Builder of(String family, String name, String method) {
        Preconditions.notNull(family, "family");
        Preconditions.notNull(name, "name");
        Preconditions.notNull(method, "method");
        return new Builder(family, name, method);
    }

    /** What it does: its names, shape, operations and bytes. */
    public Work work() {
        return work;
    }

    /** The largest error figure of a right result. */
    public double tolerance() {
        return tolerance;
    }

    boolean isRotating() {
        return rotating;
    }

    boolean isOnce() {
        return once;
    }

    boolean isRested() {
        return rested;
    }

    Trial prepare(Buffers buffers) throws Exception {
        return Objects.requireNonNull(preparation.prepare(buffers), () -> work + " prepared no trial");
    }

    @Override
    public String toString() {
        return work.toString();
    }

    /** Collects the declaration; {@link #prepare} completes it. */
    public static final class Builder {
        private final String family;
        private final String name;
        private final String method;
        private String type = "";
        private final List<Integer> shape = new ArrayList<>();
        private final Map<String, Object> parameters = new LinkedHashMap<>();
        private double flops = Double.NaN;
        private double bytes = Double.NaN;
        private double cells = Double.NaN;
        private double tolerance;
        private boolean rotating = true;
        private boolean rested;
        private boolean once;

        private Builder(String family, String name, String method) {
            this.family = family;
            this.name = name;
            this.method = method;
        }

        public Builder type(ElementType elementType) {
            Preconditions.notNull(elementType, "elementType");
            return type(elementType.openclName());
        }

        /** A type that is not an element type, for example {@code tf32}. */
        public Builder type(String typeName) {
            Preconditions.notNull(typeName, "typeName");
            type = typeName;
            return this;
        }

        /** The extent of each axis, slowest first. */
        public Builder shape(int... extents) {
            Preconditions.notNull(extents, "extents");
            shape.clear();
            for (int extent : extents) {
                shape.add(extent);
            }
            return this;
        }

        /**
         * What else the case is made of, such as its radius, so that records can be asked for it.
         *
         * @param parameterName small letters and underscores
         * @param value an Integer, a Double, or a String of letters and digits
         */
        public Builder parameter(String parameterName, Object value) {
            Preconditions.notNull(parameterName, "parameterName");
            Preconditions.notNull(value, "value");
            parameters.put(parameterName, value);
            return this;
        }

        /** Floating-point operations of one run. */
        public Builder flops(double count) {
            flops = notNegative(count, "flops");
            return this;
        }

        /** The fewest bytes that one run must move between memory and chip. */
        public Builder bytes(double count) {
            bytes = notNegative(count, "bytes");
            return this;
        }

        /** Elements that one run produces. */
        public Builder cells(double count) {
            cells = notNegative(count, "cells");
            return this;
        }

        private static double notNegative(double count, String what) {
            if (count < 0) {
                throw new IllegalArgumentException("The " + what + " of a run must not be negative: " + count
                        + ". Products of ints overflow; 2.0*n*n, with a real number first, does not.");
            }
            return count;
        }

        /** The largest error figure of a right result; 0, the default, asks for an exact one. */
        public Builder tolerance(double largestError) {
            tolerance = largestError;
            return this;
        }

        /** Runs on one set of buffers even if it fits the device's cache: for latencies, and work on chip. */
        public Builder inCache() {
            rotating = false;
            return this;
        }

        /**
         * Lets the device rest for {@value Bench#REST_SECONDS} s before it is warmed up and timed: for cases that reach its limit of
         * power, whose times would depend on what ran before.
         */
        public Builder rested() {
            rested = true;
            return this;
        }

        /** Runs once in all, and that run is timed and judged: for what takes minutes. */
        public Builder once() {
            once = true;
            return this;
        }

        /** Completes the case. */
        public BenchCase prepare(Preparation preparation) {
            Preconditions.notNull(preparation, "preparation");
            return new BenchCase(
                    new Work(family, name, method, type, shape, flops, bytes, cells, parameters),
                    tolerance,
                    rotating && !once,
                    rested,
                    once,
                    preparation);
        }
    }
}
