package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.method.State;

/**
 * Compares results, and those of {@link Evaluator}, with the ranges of {@link ErrorBound}: NaN where a value must be NaN, an
 * infinity where it must be one, else a number as near as the errors of the operations allow.
 */
public final class Oracle {
    /** Errors below this, of values of about 1, do not make a bound vacuous however small the value is. */
    private static final double SMALL = 1e-3;

    /**
     * @param cells how many were compared
     * @param vacuous of how many the bound says nothing
     * @param runs of formulas
     * @param vague of how many runs the bound says nothing in more than 2% of the cells
     */
    public record Checked(int cells, int vacuous, int runs, int vague) {
        public static final Checked NONE = new Checked(0, 0, 0, 0);

        static Checked run(int cells, int vacuous) {
            return new Checked(cells, vacuous, 1, vacuous * 50 > cells ? 1 : 0);
        }

        public Checked plus(Checked other) {
            return new Checked(cells + other.cells, vacuous + other.vacuous, runs + other.runs, vague + other.vague);
        }

        /**
         * For a few formulas, of which one may well be ill-conditioned; {@code ErrorBoundTest} counts the cells of many. Who runs
         * one method of a class may have checked none.
         */
        public void requireSharp() {
            assertTrue(runs == 0 || cells > 1000 && vague * 4 <= runs, "the bounds say nothing: " + this);
        }
    }

    private final StencilSpec spec;
    private final Boundary[] boundaries;
    private final Map<String, Double> params;
    private final int[] shape;

    public Oracle(StencilSpec spec, Boundary[] boundaries, Map<String, Double> params, int... shape) {
        this.spec = spec.simplified();
        this.boundaries = boundaries;
        this.params = params;
        this.shape = shape;
    }

    /** Fails unless {@code found} is what the steps give from {@code start}. */
    public Checked check(Map<String, Grid> start, Map<String, Grid> found, int steps, ElementType type) {
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        Map<String, List<Enclosure[]>> ranges = new LinkedHashMap<>();
        for (Field field : spec.fields()) {
            List<double[]> levels = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                levels.add(start.get(State.key(field.name(), age))
                        .to(ElementType.DOUBLE)
                        .doubles());
            }
            state.put(field.name(), levels);
            ranges.put(
                    field.name(),
                    levels.stream()
                            .map(level -> Arrays.stream(level)
                                    .mapToObj(Enclosure::exact)
                                    .toArray(Enclosure[]::new))
                            .toList());
        }
        Evaluator evaluator = Evaluator.of(spec).boundary(boundaries);
        for (Map.Entry<String, Double> param : params.entrySet()) {
            evaluator = evaluator.param(param.getKey(), param.getValue());
        }
        for (int step = 0; step < steps; step++) {
            ranges = next(ranges, type);
        }
        state = evaluator.run(shape, state, steps);
        int cells = 0;
        int vacuous = 0;
        for (String field : spec.updatedFields()) {
            for (int age = 0; age < spec.field(field).levels(); age++) {
                String key = State.key(field, age);
                Enclosure[] expected = ranges.get(field).get(age);
                for (int i = 0; i < expected.length; i++) {
                    require(key, i, steps, expected[i], state.get(field).get(age)[i], "the definition");
                    require(key, i, steps, expected[i], found.get(key).at(i), "the device");
                    cells++;
                    vacuous += expected[i].isVacuous(SMALL) ? 1 : 0;
                }
            }
        }
        return Checked.run(cells, vacuous);
    }

    private void require(String key, int place, int steps, Enclosure expected, double found, String by) {
        if (!expected.contains(found)) {
            fail(key + " at " + place + " of " + Arrays.toString(shape) + " after " + steps + " steps: expected "
                    + expected
                    + ", found by " + by + " " + found + "\n" + spec.formula() + "\nboundary "
                    + Arrays.toString(boundaries) + " params " + params);
        }
    }

    private Map<String, List<Enclosure[]>> next(Map<String, List<Enclosure[]>> state, ElementType type) {
        Map<String, List<Enclosure[]>> next = new LinkedHashMap<>(state);
        for (StencilSpec.Update update : spec.updates()) {
            String name = update.field();
            Enclosure[] result = new Enclosure[state.get(name).get(0).length];
            Footprint footprint = spec.footprint(name);
            int[] cell = new int[shape.length];
            ErrorBound bound =
                    new ErrorBound(type == ElementType.FLOAT, params, access -> read(access, cell, state, type));
            for (int i = 0; i < result.length; i++) {
                result[i] = keeps(cell, footprint) ? state.get(name).get(0)[i] : bound.of(update.written());
                for (int axis = shape.length - 1; axis >= 0 && ++cell[axis] == shape[axis]; axis--) {
                    cell[axis] = 0;
                }
            }
            List<Enclosure[]> levels = new ArrayList<>(state.get(name));
            levels.add(0, result);
            levels.remove(levels.size() - 1);
            next.put(name, levels);
        }
        return next;
    }

    private Enclosure read(Expr.Access access, int[] cell, Map<String, List<Enclosure[]>> state, ElementType type) {
        int place = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            int index = boundaries[axis].fold(cell[axis] + access.offset().at(axis), shape[axis]);
            if (index == Boundary.OUTSIDE) {
                double value = boundaries[axis].value();
                Enclosure exact = Enclosure.exact(value);
                return type == ElementType.FLOAT ? exact.hull(Enclosure.exact((float) value)) : exact;
            }
            place = place * shape[axis] + index;
        }
        return state.get(access.field()).get(-access.level())[place];
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
