package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plegma.expr.tree.Expr;

/**
 * What a device may find for a formula, by interval arithmetic: each operation takes the range of its operands to that of its
 * result, and widens it by the error that OpenCL allows (section 7.4 of its specification), so that no range is infinite but
 * where the result may be. What has no field in it the host computes in double precision.
 */
final class ErrorBound implements Expr.Visitor<Enclosure> {
    private static final double DIVISION_ULPS = 4;
    private static final double POWER_ULPS = 16;

    private final double unit;
    private final double normal;
    private final double most;
    private final Map<String, Double> params;
    private final Function<Expr.Access, Enclosure> reads;
    private final ErrorBound host;

    ErrorBound(boolean single, Map<String, Double> params, Function<Expr.Access, Enclosure> reads) {
        this.unit = single ? 0x1p-23 : 0x1p-52;
        this.normal = single ? Float.MIN_NORMAL : Double.MIN_NORMAL;
        this.most = single ? Float.MAX_VALUE : Double.MAX_VALUE;
        this.params = params;
        this.reads = reads;
        this.host = single ? new ErrorBound(false, params, reads) : this;
    }

    /** The range of a formula's value. */
    Enclosure of(Expr e) {
        return !e.isCondition() && isUniform(e) ? rounded(e.accept(host), 1) : e.accept(this);
    }

    private static boolean isUniform(Expr e) {
        return !(e instanceof Expr.Access) && e.children().stream().allMatch(ErrorBound::isUniform);
    }

    /** A range widened by so many units in the last place, and what numbers of the type become beyond the largest. */
    private Enclosure rounded(Enclosure exact, double ulps) {
        return exact.isNan() || exact.isExact() && isShort(exact.lo()) && ulps <= 1
                ? exact
                : new Enclosure(-above(-exact.lo(), ulps), above(exact.hi(), ulps), exact.nan());
    }

    private double above(double bound, double ulps) {
        if (Double.isInfinite(bound) || bound == 0) {
            return bound;
        }
        double value = bound + ulps * unit * Math.abs(bound) + (Math.abs(bound) < 2 * normal ? normal : 0);
        value = bound < 0 ? Math.min(0, value) : value;
        return value > most ? Double.POSITIVE_INFINITY : Math.max(value, -most);
    }

    /** Whether sums and products of such numbers are exact in any type. */
    private static boolean isShort(double value) {
        return Math.abs(value) < 0x1p13 && value * 0x1p10 == Math.rint(value * 0x1p10);
    }

    @Override
    public Enclosure number(Expr.Num number) {
        return rounded(Enclosure.exact(number.toDouble()), 1);
    }

    @Override
    public Enclosure pi(Expr.Pi pi) {
        return rounded(Enclosure.exact(Math.PI), 1);
    }

    @Override
    public Enclosure bool(Expr.Bool bool) {
        return bool.value() ? Enclosure.TRUE : Enclosure.FALSE;
    }

    @Override
    public Enclosure param(Expr.Param param) {
        return rounded(Enclosure.exact(params.get(param.name())), 1);
    }

    @Override
    public Enclosure local(Expr.Local local) {
        throw new IllegalArgumentException("not in a formula: " + local);
    }

    @Override
    public Enclosure access(Expr.Access access) {
        return reads.apply(access);
    }

    /** In whatever order they are added. */
    @Override
    public Enclosure sum(Expr.Sum sum) {
        double lo = 0;
        double hi = 0;
        double magnitude = 0;
        boolean nan = false;
        boolean isShort = true;
        Enclosure infinite = Enclosure.NAN;
        List<Enclosure> terms = all(sum.terms());
        for (Enclosure term : terms) {
            if (term.isNan()) {
                return Enclosure.NAN;
            }
            nan |= term.nan();
            isShort &= term.isExact() && isShort(term.lo());
            if (term.mayBeInfinite()) {
                infinite = infinite.isNan() ? term : added(infinite, term);
                if (infinite.isNan()) {
                    return Enclosure.NAN;
                }
            } else {
                lo += term.lo();
                hi += term.hi();
                magnitude += term.most();
            }
        }
        if (magnitude > most) {
            return Enclosure.ANY;
        }
        if (!infinite.isNan()) {
            return new Enclosure(
                    Double.isInfinite(infinite.lo()) ? infinite.lo() : -above(-(infinite.lo() + lo - magnitude), 1),
                    Double.isInfinite(infinite.hi()) ? infinite.hi() : above(infinite.hi() + hi + magnitude, 1),
                    nan || infinite.nan());
        }
        double error = isShort && isShort(magnitude) || magnitude == 0
                ? 0
                : terms.size() * unit * magnitude + (magnitude < 2 * normal ? normal : 0);
        return beyondMost(new Enclosure(lo - error, hi + error, nan));
    }

    private Enclosure beyondMost(Enclosure e) {
        return new Enclosure(
                e.lo() < -most ? Double.NEGATIVE_INFINITY : Math.min(e.lo(), most),
                e.hi() > most ? Double.POSITIVE_INFINITY : Math.max(e.hi(), -most),
                e.nan());
    }

    private static Enclosure added(Enclosure a, Enclosure b) {
        return Enclosure.corners(a, b, Double::sum).orNan(opposed(a, b) || opposed(b, a));
    }

    private static boolean opposed(Enclosure a, Enclosure b) {
        return a.hi() == Double.POSITIVE_INFINITY && b.lo() == Double.NEGATIVE_INFINITY;
    }

    /** In whatever order they are multiplied. */
    @Override
    public Enclosure product(Expr.Product product) {
        List<Enclosure> factors = all(product.factors());
        Enclosure result = factors.get(0);
        double large = 1;
        double small = 1;
        for (int i = 0; i < factors.size(); i++) {
            Enclosure factor = factors.get(i);
            large *= Math.max(1, factor.most());
            small *= factor.least() == 0 ? 1 : Math.min(1, factor.least());
            result = i == 0 ? factor : times(result, factor);
        }
        if (factors.size() > 2 && !result.isNan()) {
            boolean zero = factors.stream().anyMatch(factor -> factor.has(0));
            result = large > most && Double.isFinite(large) || large == Double.POSITIVE_INFINITY && !result.isInfinite()
                    ? Enclosure.ANY.hull(result).orNan(zero)
                    : result;
            result = small < normal / unit ? result.hull(Enclosure.exact(0)) : result;
        }
        return result;
    }

    private Enclosure times(Enclosure a, Enclosure b) {
        boolean isShort = a.isExact() && b.isExact() && isShort(a.lo()) && isShort(b.lo()) && isShort(a.lo() * b.lo());
        return rounded(Enclosure.corners(a, b, (x, y) -> x * y).orNan(zeroTimesInfinity(a, b)), isShort ? 0 : 2);
    }

    private static boolean zeroTimesInfinity(Enclosure a, Enclosure b) {
        return a.has(0) && b.mayBeInfinite() || b.has(0) && a.mayBeInfinite();
    }

    @Override
    public Enclosure quotient(Expr.Quotient quotient) {
        return divided(of(quotient.dividend()), of(quotient.divisor()));
    }

    private Enclosure divided(Enclosure a, Enclosure b) {
        if (a.isNan() || b.isNan() || a.isExact() && a.lo() == 0 && b.isExact() && b.lo() == 0) {
            return Enclosure.NAN;
        }
        if (b.has(0)) {
            return new Enclosure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, a.nan() || b.nan() || a.has(0));
        }
        return rounded(
                Enclosure.corners(a, b, (x, y) -> x / y).orNan(a.mayBeInfinite() && b.mayBeInfinite()), DIVISION_ULPS);
    }

    @Override
    public Enclosure power(Expr.Power power) {
        Enclosure a = of(power.base());
        Enclosure b = of(power.exponent());
        if (b.isExact() && b.lo() == Math.rint(b.lo()) && Math.abs(b.lo()) <= 64 && b.lo() != 0) {
            return wholePower(a, (int) b.lo());
        }
        Enclosure result = Powers.of(a, b);
        return result.isExact() && result.lo() == 1 ? result : rounded(result, POWER_ULPS);
    }

    /** Multiplied together, and then divided by. */
    private Enclosure wholePower(Enclosure a, int exponent) {
        int count = Math.abs(exponent);
        Enclosure result = a;
        if (count > 1 && !a.isNan()) {
            Enclosure whole = count % 2 == 0 ? a.magnitude() : a;
            result = rounded(whole.growing(x -> Math.pow(x, count)), 2 * count);
        }
        return exponent > 0 ? result : divided(Enclosure.exact(1), result);
    }

    @Override
    public Enclosure call(Expr.Call call) {
        List<Enclosure> arguments = all(call.arguments());
        Enclosure a = arguments.get(0);
        Enclosure b = arguments.get(arguments.size() - 1);
        return switch (call.function()) {
            case ABS -> a.magnitude();
            case CEIL -> a.growing(Math::ceil);
            case FLOOR -> a.growing(Math::floor);
            case ROUND -> a.growing(ErrorBound::halfAway);
            case MAX -> Functions.max(a, b);
            case MIN -> Functions.min(a, b);
            case ACOS -> rounded(a.within(-1, 1).falling(Math::acos), 4).clamped(0, 3.15);
            case ASIN -> rounded(a.within(-1, 1).growing(Math::asin), 4);
            case ATAN -> rounded(a.growing(Math::atan), 5);
            case ATAN2 -> rounded(Functions.atan2(a, b), 6);
            case CBRT -> rounded(a.growing(Math::cbrt), 2);
            case COS -> rounded(Functions.wave(a, Math::cos), 4).clamped(-1, 1);
            case SIN -> rounded(Functions.wave(a, Math::sin), 4).clamped(-1, 1);
            case TAN -> rounded(Functions.tan(a), 5);
            case COSH -> rounded(a.magnitude().growing(Math::cosh), 4);
            case SINH -> rounded(a.growing(Math::sinh), 4);
            case TANH -> rounded(a.growing(Math::tanh), 5).clamped(-1, 1);
            case EXP -> rounded(a.growing(Math::exp), 3);
            case HYPOT -> rounded(Functions.hypot(a, b), 4);
            case LOG -> rounded(a.within(0, Double.POSITIVE_INFINITY).growing(x -> Math.log(Math.abs(x))), 3);
            case LOG10 -> rounded(a.within(0, Double.POSITIVE_INFINITY).growing(x -> Math.log10(Math.abs(x))), 3);
            case SQRT -> rounded(a.within(0, Double.POSITIVE_INFINITY).growing(x -> Math.sqrt(Math.abs(x))), 3);
        };
    }

    private static double halfAway(double x) {
        double rest = Math.abs(x) % 1;
        return Double.isInfinite(x) ? x : Math.signum(x) * (Math.abs(x) - rest + (rest >= 0.5 ? 1 : 0));
    }

    @Override
    public Enclosure compare(Expr.Compare compare) {
        Enclosure a = of(compare.left());
        Enclosure b = of(compare.right());
        return switch (compare.comparison()) {
            case LESS -> less(a, b, false);
            case LESS_OR_EQUAL -> less(a, b, true);
            case GREATER -> less(b, a, false);
            case GREATER_OR_EQUAL -> less(b, a, true);
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> not(equal(a, b));
        };
    }

    private static Enclosure less(Enclosure a, Enclosure b, boolean orEqual) {
        if (a.isNan() || b.isNan() || (orEqual ? a.lo() > b.hi() : a.lo() >= b.hi())) {
            return Enclosure.FALSE;
        }
        return !a.nan() && !b.nan() && (orEqual ? a.hi() <= b.lo() : a.hi() < b.lo())
                ? Enclosure.TRUE
                : Enclosure.UNSURE;
    }

    private static Enclosure equal(Enclosure a, Enclosure b) {
        if (a.isNan() || b.isNan() || a.lo() > b.hi() || b.lo() > a.hi()) {
            return Enclosure.FALSE;
        }
        return a.isExact() && b.isExact() ? Enclosure.TRUE : Enclosure.UNSURE;
    }

    @Override
    public Enclosure and(Expr.And and) {
        return all(and.conditions()).stream()
                .reduce((a, b) -> new Enclosure(Math.min(a.lo(), b.lo()), Math.min(a.hi(), b.hi()), false))
                .orElseThrow();
    }

    @Override
    public Enclosure or(Expr.Or or) {
        return all(or.conditions()).stream()
                .reduce((a, b) -> new Enclosure(Math.max(a.lo(), b.lo()), Math.max(a.hi(), b.hi()), false))
                .orElseThrow();
    }

    @Override
    public Enclosure not(Expr.Not not) {
        return not(of(not.condition()));
    }

    private static Enclosure not(Enclosure condition) {
        return new Enclosure(1 - condition.hi(), 1 - condition.lo(), false);
    }

    /** Where the condition is unsure, either. */
    @Override
    public Enclosure select(Expr.Select select) {
        Enclosure condition = of(select.condition());
        if (condition.isExact()) {
            return of(condition.lo() != 0 ? select.then() : select.otherwise());
        }
        return of(select.then()).hull(of(select.otherwise()));
    }

    private List<Enclosure> all(List<Expr> operands) {
        List<Enclosure> values = new ArrayList<>();
        operands.forEach(operand -> values.add(of(operand)));
        return values;
    }
}
