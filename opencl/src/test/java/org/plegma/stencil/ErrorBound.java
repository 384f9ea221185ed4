package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plegma.expr.Expr;
import org.plegma.expr.MathFunction;

/**
 * How far a result in precision {@code unit} may be from the exact one: each operation passes on the bounds of its
 * operands, to first order, and adds its own rounding. A comparison within the bounds makes a choice unsure: its bound is
 * then infinite.
 */
final class ErrorBound implements Expr.Visitor<ErrorBound.Value> {
    /** The largest error of a mathematical function that OpenCL allows, in units of the last place; pow has 16. */
    private static final double FUNCTION_ULPS = 16;

    private static final double DIVISION_ULPS = 3;

    record Value(double value, double bound) {}

    private final double unit;
    private final boolean finite;
    private final Map<String, Double> params;
    private final Function<Expr.Access, Value> reads;

    /** With {@code finite}, the run began without NaN and infinity, so that those there are come from overflows. */
    ErrorBound(double unit, boolean finite, Map<String, Double> params, Function<Expr.Access, Value> reads) {
        this.unit = unit;
        this.finite = finite;
        this.params = params;
        this.reads = reads;
    }

    private Value rounded(double value, double passedOn, double ulps) {
        // What underflows loses its relative precision.
        double bound = passedOn * (1 + ulps * unit) + ulps * unit * Math.abs(value) + (unit > 1e-10 ? 1e-37 : 1e-307);
        boolean overflows = unit > 1e-10 && Math.abs(value) > Float.MAX_VALUE && !Double.isInfinite(value);
        return new Value(value, Double.isNaN(bound) || overflows ? Double.POSITIVE_INFINITY : bound);
    }

    @Override
    public Value number(Expr.Num number) {
        return rounded(number.toDouble(), 0, 1);
    }

    @Override
    public Value pi(Expr.Pi pi) {
        return rounded(Math.PI, 0, 1);
    }

    @Override
    public Value bool(Expr.Bool bool) {
        return new Value(bool.value() ? 1 : 0, 0);
    }

    @Override
    public Value param(Expr.Param param) {
        return rounded(params.get(param.name()), 0, 1);
    }

    @Override
    public Value local(Expr.Local local) {
        throw new IllegalArgumentException("not in a formula: " + local);
    }

    @Override
    public Value access(Expr.Access access) {
        return reads.apply(access);
    }

    @Override
    public Value sum(Expr.Sum sum) {
        double value = 0;
        double passedOn = 0;
        double magnitude = 0;
        for (Value term : all(sum.terms())) {
            value += term.value;
            passedOn += term.bound;
            magnitude += Math.abs(term.value);
        }
        // Whatever the order of addition.
        return new Value(value, rounded(magnitude, passedOn, sum.terms().size()).bound);
    }

    @Override
    public Value product(Expr.Product product) {
        return all(product.factors()).stream()
                .reduce((a, b) -> rounded(
                        a.value * b.value,
                        Math.abs(a.value) * b.bound + Math.abs(b.value) * a.bound + a.bound * b.bound,
                        2))
                .orElseThrow();
    }

    @Override
    public Value quotient(Expr.Quotient quotient) {
        Value a = quotient.dividend().accept(this);
        Value b = quotient.divisor().accept(this);
        double least = Math.abs(b.value) - b.bound;
        double value = a.value / b.value;
        if (!(least > 0)) {
            return new Value(value, Double.POSITIVE_INFINITY);
        }
        return rounded(value, (a.bound + Math.abs(value) * b.bound) / least, DIVISION_ULPS);
    }

    @Override
    public Value power(Expr.Power power) {
        Value a = power.base().accept(this);
        Value b = power.exponent().accept(this);
        if (!(power.exponent() instanceof Expr.Num)) {
            return new Value(Math.pow(a.value, b.value), Double.POSITIVE_INFINITY);
        }
        double value = Math.pow(a.value, b.value);
        double slope = Math.max(
                Math.abs(b.value * Math.pow(Math.abs(a.value) + a.bound, b.value - 1)),
                Math.abs(b.value * Math.pow(Math.max(0, Math.abs(a.value) - a.bound), b.value - 1)));
        return rounded(value, slope * a.bound, FUNCTION_ULPS + 2 * Math.abs(b.value));
    }

    @Override
    public Value call(Expr.Call call) {
        List<Value> arguments = all(call.arguments());
        Value a = arguments.get(0);
        Value b = arguments.get(arguments.size() - 1);
        MathFunction function = call.function();
        double value = function.apply(a.value, b.value);
        double slope =
                switch (function) {
                    case ABS, SIN, COS, ATAN, TANH -> 1;
                    case EXP -> Math.exp(a.value + a.bound);
                    case SQRT -> 0.5 / Math.sqrt(a.value - a.bound);
                    case MAX, MIN -> 1;
                    default -> Double.POSITIVE_INFINITY;
                };
        boolean exact = function == MathFunction.ABS || function == MathFunction.MAX || function == MathFunction.MIN;
        return rounded(value, slope * Math.max(a.bound, b.bound), exact ? 0 : FUNCTION_ULPS);
    }

    @Override
    public Value compare(Expr.Compare compare) {
        Value a = compare.left().accept(this);
        Value b = compare.right().accept(this);
        boolean holds = compare.comparison().holds(a.value, b.value);
        boolean near = Math.abs(a.value - b.value) <= a.bound + b.bound && a.bound + b.bound > 0;
        // In float another step may have overflowed, where this has NaN the result may have infinity.
        boolean lost = finite && Double.isNaN(a.value - b.value);
        return new Value(holds ? 1 : 0, near || lost ? Double.POSITIVE_INFINITY : 0);
    }

    @Override
    public Value and(Expr.And and) {
        return junction(all(and.conditions()), 0);
    }

    @Override
    public Value or(Expr.Or or) {
        return junction(all(or.conditions()), 1);
    }

    private static Value junction(List<Value> conditions, double decisive) {
        boolean decided = conditions.stream().anyMatch(c -> c.value == decisive && c.bound == 0);
        double bound = decided
                ? 0
                : conditions.stream().mapToDouble(Value::bound).max().orElse(0);
        boolean any = conditions.stream().anyMatch(c -> c.value == decisive);
        return new Value(any ? decisive : 1 - decisive, bound);
    }

    @Override
    public Value not(Expr.Not not) {
        Value condition = not.condition().accept(this);
        return new Value(1 - condition.value, condition.bound);
    }

    @Override
    public Value select(Expr.Select select) {
        Value condition = select.condition().accept(this);
        Value chosen = (condition.value != 0 ? select.then() : select.otherwise()).accept(this);
        return new Value(chosen.value, Math.max(chosen.bound, condition.bound));
    }

    private List<Value> all(List<Expr> operands) {
        List<Value> values = new ArrayList<>();
        operands.forEach(operand -> values.add(operand.accept(this)));
        return values;
    }
}
