package org.plegma.convolve.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;

/** The values of a filter in the order in which the kernels read them, and as factors of three axes if it has some. */
public final class Taps {
    private final Filter filter;
    private final ElementType type;
    private double @Nullable [] values;
    private @Nullable Optional<List<double[]>> factors;

    public Taps(Filter filter, ElementType type) {
        this.filter = filter;
        this.type = type;
    }

    /** All values, row after row. */
    public double[] values() {
        if (values == null) {
            values = filter.values().doubles();
        }
        return values;
    }

    /** A line of values for each of three axes, leading ones of a single 1; empty if the filter is no product of lines. */
    public Optional<List<double[]>> factors() {
        if (factors == null) {
            factors = filter.factors(type).map(found -> {
                List<double[]> all = new ArrayList<>(found);
                while (all.size() < Window.AXES) {
                    all.add(0, new double[] {1});
                }
                return all;
            });
        }
        return factors;
    }
}
