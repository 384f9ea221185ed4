package org.plegma.expr.tree;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Expr.And;
import org.plegma.expr.tree.Expr.Bool;
import org.plegma.expr.tree.Expr.Call;
import org.plegma.expr.tree.Expr.Compare;
import org.plegma.expr.tree.Expr.Not;
import org.plegma.expr.tree.Expr.Num;
import org.plegma.expr.tree.Expr.Or;
import org.plegma.expr.tree.Expr.Param;
import org.plegma.expr.tree.Expr.Power;
import org.plegma.expr.tree.Expr.Product;
import org.plegma.expr.tree.Expr.Quotient;
import org.plegma.expr.tree.Expr.Select;
import org.plegma.expr.tree.Expr.Sum;

/**
 * Makes and walks expression trees. The makers fold what is constant, exactly, and leave everything else as it is:
 * no term is moved, so the tree still shows the order in which the user wrote it.
 */
public final class Exprs {
    public static final Num ZERO = new Num(BigFraction.ZERO);
    public static final Num ONE = new Num(BigFraction.ONE);
    public static final Num MINUS_ONE = new Num(BigFraction.MINUS_ONE);

    private Exprs() {}

    /** A whole number. */
    public static Num num(long value) {
        return new Num(new BigFraction(value));
    }

    /** The number that the shortest decimal of a double names: {@code num(0.1)} is one tenth. */
    public static Num num(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("A number of a formula is finite, not " + value);
        }
        return new Num(Exact.of(value));
    }

    /** The terms in this order; 0 if there are none. */
    public static Expr sum(List<? extends Expr> terms) {
        if (terms.size() < 2) {
            return terms.isEmpty() ? ZERO : terms.get(0);
        }
        return constants(terms)
                .<Expr>map(values -> new Num(Exact.fold(values, BigFraction::add)))
                .orElseGet(() -> new Sum(List.copyOf(terms)));
    }

    /** The terms in this order; 0 if there are none. */
    public static Expr sum(Expr... terms) {
        return sum(List.of(terms));
    }

    /** The factors in this order; 1 if there are none. */
    public static Expr product(List<? extends Expr> factors) {
        if (factors.size() < 2) {
            return factors.isEmpty() ? ONE : factors.get(0);
        }
        return constants(factors)
                .<Expr>map(values -> new Num(Exact.fold(values, BigFraction::multiply)))
                .orElseGet(() -> new Product(List.copyOf(factors)));
    }

    /** The factors in this order; 1 if there are none. */
    public static Expr product(Expr... factors) {
        return product(List.of(factors));
    }

    /** Minus {@code e}; a leading number of a product takes the sign. */
    public static Expr negate(Expr e) {
        if (e instanceof Num number) {
            return new Num(number.value().negate());
        } else if (e instanceof Product product) {
            List<Expr> factors = new ArrayList<>(product.factors());
            if (factors.get(0).equals(MINUS_ONE)) {
                return product(factors.subList(1, factors.size()));
            } else if (factors.get(0) instanceof Num number) {
                factors.set(0, negate(number));
            } else {
                factors.add(0, MINUS_ONE);
            }
            return new Product(factors);
        }
        return new Product(List.of(MINUS_ONE, e));
    }

    /** The quotient; a division of constants by zero is kept and gives an infinity or NaN where it is evaluated. */
    public static Expr quotient(Expr dividend, Expr divisor) {
        if (dividend instanceof Num a && divisor instanceof Num b && !b.value().equals(BigFraction.ZERO)) {
            return new Num(Exact.bounded(a.value().divide(b.value())));
        }
        return new Quotient(dividend, divisor);
    }

    /** Of constants it is folded only for whole exponents: {@code 2^0.5} has no exact value. */
    public static Expr power(Expr base, Expr exponent) {
        if (base instanceof Num b && exponent instanceof Num e) {
            Optional<BigFraction> value = Exact.power(b.value(), e.value());
            if (value.isPresent()) {
                return new Num(value.get());
            }
        }
        return new Power(base, exponent);
    }

    /** Of constants only functions whose values are always rational are folded, such as {@code abs} and {@code floor}. */
    public static Expr call(MathFunction function, List<? extends Expr> arguments) {
        Call call = new Call(function, List.copyOf(arguments));
        return constants(call.arguments())
                .flatMap(values -> Exact.apply(function, values))
                .<Expr>map(Num::new)
                .orElse(call);
    }

    /** A condition; known if both sides are constants. */
    public static Expr compare(ComparisonSign comparison, Expr left, Expr right) {
        if (left instanceof Num a && right instanceof Num b) {
            return new Bool(comparison.holdsForOrder(a.value().compareTo(b.value())));
        }
        return new Compare(comparison, left, right);
    }

    /** True if there are no conditions; those known to be true are left out. */
    public static Expr and(List<? extends Expr> conditions) {
        return junction(conditions, true);
    }

    /** False if there are no conditions; those known to be false are left out. */
    public static Expr or(List<? extends Expr> conditions) {
        return junction(conditions, false);
    }

    private static Expr junction(List<? extends Expr> conditions, boolean neutral) {
        List<Expr> open = new ArrayList<>();
        for (Expr condition : conditions) {
            if (!(condition instanceof Bool known)) {
                open.add(condition);
            } else if (known.value() != neutral) {
                return known;
            }
        }
        if (open.size() < 2) {
            return open.isEmpty() ? new Bool(neutral) : open.get(0);
        }
        return neutral ? new And(open) : new Or(open);
    }

    /** Known if the condition is. */
    public static Expr not(Expr condition) {
        return condition instanceof Bool known ? new Bool(!known.value()) : new Not(condition);
    }

    /** {@code condition ? then : otherwise}; one of them alone if the condition is known. */
    public static Expr select(Expr condition, Expr then, Expr otherwise) {
        if (condition instanceof Bool known) {
            return known.value() ? then : otherwise;
        }
        return new Select(condition, then, otherwise);
    }

    /** The same node over other operands; constants are folded. */
    public static Expr withChildren(Expr e, List<? extends Expr> children) {
        if (e instanceof Sum) {
            return sum(children);
        } else if (e instanceof Product) {
            return product(children);
        } else if (e instanceof Quotient) {
            return quotient(children.get(0), children.get(1));
        } else if (e instanceof Power) {
            return power(children.get(0), children.get(1));
        } else if (e instanceof Call call) {
            return call(call.function(), children);
        } else if (e instanceof Compare compare) {
            return compare(compare.comparison(), children.get(0), children.get(1));
        } else if (e instanceof And) {
            return and(children);
        } else if (e instanceof Or) {
            return or(children);
        } else if (e instanceof Not) {
            return not(children.get(0));
        } else if (e instanceof Select) {
            return select(children.get(0), children.get(1), children.get(2));
        }
        return e;
    }

    /** Rewrites from the leaves up: {@code rule} sees every node after its operands were rewritten. */
    public static Expr rewrite(Expr e, UnaryOperator<Expr> rule) {
        List<Expr> children = e.children();
        if (children.isEmpty()) {
            return rule.apply(e);
        }
        List<Expr> rewritten = new ArrayList<>(children.size());
        boolean same = true;
        for (Expr child : children) {
            Expr next = rewrite(child, rule);
            same &= next == child;
            rewritten.add(next);
        }
        return rule.apply(same ? e : withChildren(e, rewritten));
    }

    /** Calls {@code action} on every node, operands before operators. */
    public static void forEach(Expr e, Consumer<Expr> action) {
        for (Expr child : e.children()) {
            forEach(child, action);
        }
        action.accept(e);
    }

    /** The number of nodes; a subtree that is used twice counts twice. */
    public static long size(Expr e) {
        long size = 1;
        for (Expr child : e.children()) {
            size += size(child);
        }
        return size;
    }

    /** All field reads, each once, in the order in which they are first met. */
    public static Set<Access> accesses(Expr e) {
        Set<Access> found = new LinkedHashSet<>();
        forEach(e, node -> {
            if (node instanceof Access access) {
                found.add(access);
            }
        });
        return found;
    }

    /** The names of all parameters in the tree. */
    public static Set<String> params(Expr e) {
        Set<String> found = new LinkedHashSet<>();
        forEach(e, node -> {
            if (node instanceof Param param) {
                found.add(param.name());
            }
        });
        return found;
    }

    /** Whether the value is the same in every cell: no field and no local is read. */
    public static boolean isUniform(Expr e) {
        return !(e instanceof Access)
                && !(e instanceof Expr.Local)
                && e.children().stream().allMatch(Exprs::isUniform);
    }

    /** The value of {@code e} some cells away and some levels later; fields that are not {@code timed} have no levels. */
    public static Expr shift(Expr e, Offset by, int levels, Predicate<String> timed) {
        if (levels == 0 && by.isZero()) {
            return e;
        }
        return rewrite(
                e,
                node -> node instanceof Access access
                        ? new Access(
                                access.field(),
                                access.level() + (timed.test(access.field()) ? levels : 0),
                                access.offset().plus(by))
                        : node);
    }

    private static Optional<List<BigFraction>> constants(List<? extends Expr> operands) {
        List<BigFraction> values = new ArrayList<>(operands.size());
        for (Expr operand : operands) {
            if (!(operand instanceof Num number)) {
                return Optional.empty();
            }
            values.add(number.value());
        }
        return Optional.of(values);
    }
}
