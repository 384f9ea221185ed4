package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.Boundary;
import org.plegma.expr.Evaluator;
import org.plegma.expr.Footprint;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;

/** Compares results with {@link Evaluator}, as near as the rounding errors of the formula allow. */
final class Oracle {
    private final StencilSpec spec;
    private final Boundary[] boundaries;
    private final Map<String, Double> params;
    private final int[] shape;

    Oracle(StencilSpec spec, Boundary[] boundaries, Map<String, Double> params, int... shape) {
        this.spec = spec.simplified();
        this.boundaries = boundaries;
        this.params = params;
        this.shape = shape;
    }

    /** Fails unless {@code found} is what the steps give from {@code start}; returns how many cells had a finite bound. */
    int check(Map<String, Grid> start, Map<String, Grid> found, int steps, ElementType type) {
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        Map<String, List<double[]>> bounds = new LinkedHashMap<>();
        for (Field field : spec.fields()) {
            List<double[]> levels = new ArrayList<>();
            List<double[]> zeros = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                levels.add(doubles(start.get(State.key(field.name(), age))));
                zeros.add(new double[levels.get(0).length]);
            }
            state.put(field.name(), levels);
            bounds.put(field.name(), zeros);
        }
        Evaluator evaluator = Evaluator.of(spec).boundary(boundaries);
        for (Map.Entry<String, Double> param : params.entrySet()) {
            evaluator = evaluator.param(param.getKey(), param.getValue());
        }
        // Infinities that were there from the start stay where the definition has them; where values overflow, the step
        // in which they do depends on the type, and what follows on that step.
        boolean onlyOverflows = start.values().stream()
                .allMatch(grid -> Arrays.stream(doubles(grid)).allMatch(Double::isFinite));
        double unit = type == ElementType.FLOAT ? 0x1p-23 : 0x1p-52;
        for (int step = 0; step < steps; step++) {
            bounds = nextBounds(state, bounds, unit, onlyOverflows);
            state = evaluator.run(shape, state, 1);
        }
        int sure = 0;
        for (String field : spec.updatedFields()) {
            for (int age = 0; age < spec.field(field).levels(); age++) {
                double[] expected = state.get(field).get(age);
                double[] bound = bounds.get(field).get(age);
                Grid grid = found.get(State.key(field, age));
                for (int i = 0; i < expected.length; i++) {
                    sure += Double.isFinite(bound[i]) ? 1 : 0;
                    boolean unknown = onlyOverflows && bound[i] == Double.POSITIVE_INFINITY;
                    if (!unknown && !near(grid.at(i), expected[i], bound[i], type)) {
                        fail(State.key(field, age) + " at " + i + " of " + Arrays.toString(shape) + " after " + steps
                                + " steps: expected " + expected[i] + " ± " + bound[i] + ", found " + grid.at(i)
                                + "\n" + spec.formula() + "\nboundary " + Arrays.toString(boundaries) + " params "
                                + params);
                    }
                }
            }
        }
        return sure;
    }

    private static boolean near(double found, double expected, double bound, ElementType type) {
        if (Double.isNaN(expected) || Double.isInfinite(expected)) {
            return Double.isNaN(expected) ? Double.isNaN(found) : found == expected;
        }
        boolean mayOverflow = type == ElementType.FLOAT && Math.abs(expected) + bound > Float.MAX_VALUE;
        return Math.abs(found - expected) <= bound || bound == Double.POSITIVE_INFINITY || mayOverflow;
    }

    private static double[] doubles(Grid grid) {
        return grid.to(ElementType.DOUBLE).doubles();
    }

    private Map<String, List<double[]>> nextBounds(
            Map<String, List<double[]>> state, Map<String, List<double[]>> bounds, double unit, boolean finite) {
        Map<String, List<double[]>> next = new LinkedHashMap<>(bounds);
        for (StencilSpec.Update update : spec.updates()) {
            String name = update.field();
            double[] result = new double[bounds.get(name).get(0).length];
            Footprint footprint = spec.footprint(name);
            int[] cell = new int[shape.length];
            ErrorBound errors = new ErrorBound(unit, finite, params, access -> read(access, cell, state, bounds));
            for (int i = 0; i < result.length; i++) {
                result[i] = keeps(cell, footprint)
                        ? bounds.get(name).get(0)[i]
                        : update.written().accept(errors).bound();
                for (int axis = shape.length - 1; axis >= 0 && ++cell[axis] == shape[axis]; axis--) {
                    cell[axis] = 0;
                }
            }
            List<double[]> levels = new ArrayList<>(bounds.get(name));
            levels.add(0, result);
            levels.remove(levels.size() - 1);
            next.put(name, levels);
        }
        return next;
    }

    private ErrorBound.Value read(
            org.plegma.expr.Expr.Access access,
            int[] cell,
            Map<String, List<double[]>> state,
            Map<String, List<double[]>> bounds) {
        int place = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            int index = boundaries[axis].fold(cell[axis] + access.offset().at(axis), shape[axis]);
            if (index == Boundary.OUTSIDE) {
                double value = boundaries[axis].value();
                return new ErrorBound.Value(value, Math.abs(value - (float) value));
            }
            place = place * shape[axis] + index;
        }
        return new ErrorBound.Value(
                state.get(access.field()).get(-access.level())[place],
                bounds.get(access.field()).get(-access.level())[place]);
    }

    private boolean keeps(int[] cell, Footprint footprint) {
        for (int axis = 0; axis < shape.length; axis++) {
            if (boundaries[axis].kind() == Boundary.Kind.FIXED
                    && (cell[axis] < footprint.low(axis) || cell[axis] >= shape[axis] - footprint.high(axis))) {
                return true;
            }
        }
        return false;
    }
}
