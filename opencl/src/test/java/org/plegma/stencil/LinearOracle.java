package org.plegma.stencil;

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
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;
import org.plegma.stencil.method.State;

/**
 * Compares results of linear formulas with {@link Evaluator} when steps are multiplied out. Whatever the order of the
 * sums, their rounding errors are so many units of the sum of all magnitudes, which the formula of magnitudes gives for
 * the magnitudes of the grids.
 */
public final class LinearOracle {
    private final StencilSpec spec;
    private final List<Map<String, double[]>> results = new ArrayList<>();
    private final int[] shape;
    private final double amplified;

    LinearOracle(
            String formula, Boundary[] boundaries, Map<String, Double> params, Map<String, Grid> start, int steps) {
        spec = StencilSpec.parse(formula);
        shape = start.values().iterator().next().shape();
        results.add(run(spec, boundaries, params, start, steps));
        Map<String, Double> magnitudes = new LinkedHashMap<>(params);
        magnitudes.replaceAll((name, value) -> Math.abs(value));
        Map<String, Grid> positive = new LinkedHashMap<>(start);
        positive.replaceAll((name, grid) -> Grid.generate(ElementType.DOUBLE, i -> Math.abs(grid.get(i)), shape));
        Boundary[] outside = Arrays.stream(boundaries)
                .map(b -> b.kind() == Boundary.Kind.CONSTANT ? Boundary.constant(Math.abs(b.value())) : b)
                .toArray(Boundary[]::new);
        StencilSpec all = magnitudes(spec);
        results.add(run(all, outside, magnitudes, positive, steps));
        Boundary[] periodic = new Boundary[boundaries.length];
        Arrays.fill(periodic, Boundary.PERIODIC);
        double largest = positive.values().stream().mapToDouble(Grid::max).max().orElseThrow();
        positive.replaceAll((name, grid) -> grid.fill(i -> largest));
        amplified = run(all, periodic, magnitudes, positive, steps).values().stream()
                .flatMapToDouble(Arrays::stream)
                .max()
                .orElseThrow();
    }

    private static StencilSpec magnitudes(StencilSpec spec) {
        List<Update> updates = spec.updates().stream()
                .map(update -> {
                    Expr magnitude = magnitude(update.value());
                    return new Update(update.field(), magnitude, magnitude);
                })
                .toList();
        return new StencilSpec(spec.axes(), spec.fields(), spec.params(), updates);
    }

    /**
     * What bounds the magnitude of a formula of {@link RandomStencils} and, in units of rounding, its error, where operands
     * are magnitudes: divisors there are 2 or more, and functions neither steeper than 1 nor more than 1 beyond their operand.
     */
    private static Expr magnitude(Expr e) {
        if (e instanceof Expr.Num number) {
            return new Expr.Num(number.value().abs());
        }
        List<Expr> operands = e.children().stream().map(LinearOracle::magnitude).toList();
        if (e instanceof Expr.Quotient) {
            return Exprs.product(operands.get(0), Exprs.sum(Exprs.ONE, operands.get(1)));
        } else if (e instanceof Expr.Power) {
            return Exprs.product(operands.get(1), Exprs.power(operands.get(0), operands.get(1)));
        } else if (e instanceof Expr.Call) {
            return Exprs.sum(Exprs.ONE, Exprs.sum(operands));
        } else if (e instanceof Expr.Select) {
            return Exprs.sum(operands.get(1), operands.get(2));
        } else if (e instanceof Expr.Sum || e instanceof Expr.Product) {
            return Exprs.withChildren(e, operands);
        }
        return e;
    }

    /** All levels after the steps, in double precision. */
    public static Map<String, double[]> run(
            StencilSpec which, Boundary[] boundaries, Map<String, Double> params, Map<String, Grid> start, int steps) {
        int[] shape = start.values().iterator().next().shape();
        Evaluator evaluator = Evaluator.of(which).boundary(boundaries);
        for (Map.Entry<String, Double> param : params.entrySet()) {
            evaluator = evaluator.param(param.getKey(), param.getValue());
        }
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        for (Field field : which.fields()) {
            List<double[]> levels = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                levels.add(start.get(State.key(field.name(), age))
                        .to(ElementType.DOUBLE)
                        .doubles());
            }
            state.put(field.name(), levels);
        }
        Map<String, double[]> result = new LinkedHashMap<>();
        evaluator.run(shape, state, steps).forEach((field, levels) -> {
            for (int age = 0; age < levels.size(); age++) {
                result.put(State.key(field, age), levels.get(age));
            }
        });
        return result;
    }

    /**
     * Compares results of transforms, whose errors are parts of the root of the sum of all squares, growing with the logarithm
     * of the size, times what the steps make of a grid of ones; and where there are edges, sums as those of single steps.
     */
    void checkTransformed(Map<String, Grid> found, ElementType type, int steps) {
        double cells = found.values().iterator().next().length();
        double unit = (type == ElementType.FLOAT ? 0x1p-23 : 0x1p-52) * (8 * Math.log(2 * cells) + 8 * steps);
        found.forEach((key, grid) -> {
            for (int i = 0; i < grid.length(); i++) {
                if (mayOverflow(key, i, type)) {
                    continue;
                }
                double expected = results.get(0).get(key)[i];
                double bound =
                        unit * (Math.sqrt(cells) * amplified + results.get(1).get(key)[i]) + 1e-30;
                if (!(Math.abs(grid.at(i) - expected) <= bound)) {
                    fail(key + " at " + i + " of " + Arrays.toString(shape) + ": expected " + expected + " ± " + bound
                            + ", found " + grid.at(i) + "\n" + spec.formula());
                }
            }
        });
    }

    /** Whether a product on the way to a result may be beyond all numbers of the type. */
    private boolean mayOverflow(String key, int place, ElementType type) {
        double most = type == ElementType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
        return !(results.get(1).get(key)[place] < most * 1e-6);
    }

    /** @param roundings of a result, at most */
    void check(Map<String, Grid> found, ElementType type, double roundings) {
        double unit = roundings * (type == ElementType.FLOAT ? 0x1p-23 : 0x1p-52);
        for (String key : found.keySet()) {
            for (int i = 0; i < found.get(key).length(); i++) {
                double expected = results.get(0).get(key)[i];
                double bound = unit * results.get(1).get(key)[i] + 1e-30;
                if (mayOverflow(key, i, type)) {
                    continue;
                }
                if (!(Math.abs(found.get(key).at(i) - expected) <= bound)) {
                    fail(key + " at " + i + " of " + Arrays.toString(shape) + ": expected " + expected + " ± " + bound
                            + ", found " + found.get(key).at(i) + "\n" + spec.formula());
                }
            }
        }
    }
}
