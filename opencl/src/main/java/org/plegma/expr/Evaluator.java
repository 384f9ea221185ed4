package org.plegma.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Interpreter;
import org.plegma.expr.tree.Offset;

/**
 * Computes a stencil cell by cell in double precision, as slowly and as plainly as the definition reads. It is the
 * oracle that every generated kernel is tested against.
 *
 * <p>It evaluates the updates as they were written, {@link Update#written}, which differs from the simplified value by
 * rounding. A read that cancels does not take part, as in generated code: where a NaN or an infinity is read, or comes
 * out, the simplified value counts, so that {@code u + 0*v} is {@code u} whatever {@code v} is.
 *
 * <p>Boundaries hold for all fields, read-only ones included. If a read is outside along several axes with a constant
 * boundary, the first such axis in array order gives the value. Where an axis is {@code fixed}, a cell keeps its value
 * if its update reads outside along that axis, in whatever field.
 */
public final class Evaluator {
    private final StencilSpec spec;
    private final Boundary[] boundaries;
    private final Map<String, Double> parameters;

    private Evaluator(StencilSpec spec, Boundary[] boundaries, Map<String, Double> parameters) {
        this.spec = spec;
        this.boundaries = boundaries;
        this.parameters = parameters;
    }

    /** With the boundary {@code zero} and the parameters' defaults. */
    public static Evaluator of(StencilSpec spec) {
        return new Evaluator(spec, repeated(Boundary.ZERO, spec.rank()), spec.defaults());
    }

    /**
     * The same with other boundaries; {@code zero} if not told.
     *
     * @param perAxis one for all axes, or one for each in array order
     * @throws IllegalArgumentException if there is another number of them
     */
    public Evaluator boundary(Boundary... perAxis) {
        if (perAxis.length != 1 && perAxis.length != spec.rank()) {
            throw new IllegalArgumentException("Wrong number of boundaries: expected 1 or " + spec.rank()
                    + ", one for each axis, found " + perAxis.length + ".");
        }
        return new Evaluator(
                spec, perAxis.length == 1 ? repeated(perAxis[0], spec.rank()) : perAxis.clone(), parameters);
    }

    /**
     * The same with a value for a parameter, instead of its default.
     *
     * @throws IllegalArgumentException if the stencil has no parameter of that name
     */
    public Evaluator param(String name, double value) {
        if (spec.params().stream().noneMatch(param -> param.name().equals(name))) {
            throw new IllegalArgumentException("There is no parameter '" + name + "'. The parameters are "
                    + spec.params().stream().map(StencilSpec.Parameter::name).toList() + ".");
        }
        Map<String, Double> all = new HashMap<>(parameters);
        all.put(name, value);
        return new Evaluator(spec, boundaries, all);
    }

    private static Boundary[] repeated(Boundary boundary, int rank) {
        Boundary[] all = new Boundary[rank];
        Arrays.fill(all, boundary);
        return all;
    }

    /**
     * The steps of a stencil with one field that reads the current level only.
     *
     * @param shape the size along each axis, 1 or more
     * @param values the field, in row-major order
     * @param steps 0 or more
     * @return the field after the steps, a new array
     * @throws IllegalArgumentException if the stencil has other fields or reads older levels, or the values do not fit the shape
     */
    public double[] run(int[] shape, double[] values, int steps) {
        if (spec.fields().size() != 1 || spec.depth() != 1) {
            throw new IllegalArgumentException(
                    "This stencil has " + spec.fields().size() + " fields and reads " + spec.depth()
                            + " level(s). Give a map of all of them.");
        }
        String field = spec.fields().get(0).name();
        return level(run(shape, Map.of(field, List.of(values)), steps), field, 0);
    }

    /**
     * @param shape the size along each axis, 1 or more
     * @param state for each field its levels, the newest first, each in row-major order; read-only fields have one
     * @param steps 0 or more
     * @return the state after the steps, in new arrays where it changed
     * @throws CancellationException if the thread is interrupted
     */
    public Map<String, List<double[]>> run(int[] shape, Map<String, List<double[]>> state, int steps) {
        check(shape, state);
        Map<String, List<double[]>> now = new LinkedHashMap<>();
        spec.fields().forEach(field -> now.put(field.name(), List.copyOf(state.get(field.name()))));
        for (int step = 0; step < steps; step++) {
            Map<String, List<double[]>> next = new LinkedHashMap<>(now);
            for (Update update : spec.updates()) {
                List<double[]> levels = new ArrayList<>(now.get(update.field()));
                levels.add(0, step(update, shape, now));
                levels.remove(levels.size() - 1);
                next.put(update.field(), levels);
            }
            now.putAll(next);
        }
        return now;
    }

    private void check(int[] shape, Map<String, List<double[]>> state) {
        if (shape.length != spec.rank() || Arrays.stream(shape).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("The shape must name " + spec.rank() + " sizes of 1 or more, found "
                    + Arrays.toString(shape) + ".");
        }
        int cells = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        for (Field field : spec.fields()) {
            List<double[]> levels = state.get(field.name());
            if (levels == null || levels.size() != field.levels()) {
                throw new IllegalArgumentException("The field '" + field.name() + "' needs " + field.levels()
                        + " level(s), found " + (levels == null ? 0 : levels.size()) + ".");
            }
            for (double[] level : levels) {
                if (level.length != cells) {
                    throw new IllegalArgumentException("The field '" + field.name() + "' has " + level.length
                            + " values, but the shape " + Arrays.toString(shape) + " has " + cells + " cells.");
                }
            }
        }
    }

    private static double[] level(Map<String, List<double[]>> fields, String field, int age) {
        return Objects.requireNonNull(fields.get(field), field).get(age);
    }

    private double[] step(Update update, int[] shape, Map<String, List<double[]>> now) {
        int[] cell = new int[shape.length];
        double[] old = level(now, update.field(), 0);
        double[] result = new double[old.length];
        Footprint footprint = spec.footprint(update.field());
        boolean[] onlyFinite = {true};
        Interpreter interpreter = new Interpreter(leaf -> leaf(leaf, cell, shape, now, onlyFinite));
        Interpreter.Value written = update.written().accept(interpreter);
        Interpreter.Value simplified = update.value().accept(interpreter);
        for (int position = 0; position < result.length; position++) {
            onlyFinite[0] = true;
            if (keeps(cell, shape, footprint)) {
                result[position] = old[position];
            } else {
                double value = written.get();
                result[position] = onlyFinite[0] && Double.isFinite(value) ? value : simplified.get();
            }
            advance(cell, shape);
        }
        return result;
    }

    /** @param onlyFinite becomes false when a NaN or an infinity is read */
    private Interpreter.Value leaf(
            Expr leaf, int[] cell, int[] shape, Map<String, List<double[]>> now, boolean[] onlyFinite) {
        if (leaf instanceof Access access) {
            double[] values = level(now, access.field(), -access.level());
            return () -> {
                double value = read(values, access.offset(), cell, shape);
                onlyFinite[0] &= Double.isFinite(value);
                return value;
            };
        }
        double value = UniformValue.of(leaf, parameters);
        return () -> value;
    }

    private double read(double[] values, Offset offset, int[] cell, int[] shape) {
        int position = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            int index = boundaries[axis].fold(cell[axis] + offset.at(axis), shape[axis]);
            if (index == Boundary.OUTSIDE) {
                // Along a fixed axis only a term that cancels comes here: the footprint does not contain it.
                return boundaries[axis].value();
            }
            position = position * shape[axis] + index;
        }
        return values[position];
    }

    private boolean keeps(int[] cell, int[] shape, Footprint footprint) {
        for (int axis = 0; axis < shape.length; axis++) {
            boolean outside = cell[axis] < footprint.low(axis) || cell[axis] >= shape[axis] - footprint.high(axis);
            if (outside && boundaries[axis].keepsCells()) {
                return true;
            }
        }
        return false;
    }

    private static void advance(int[] cell, int[] shape) {
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            if (++cell[axis] < shape[axis]) {
                return;
            }
            cell[axis] = 0;
            if (Thread.interrupted()) {
                throw new CancellationException("The evaluation was interrupted.");
            }
        }
    }
}
