package org.plegma.expr.tree;

import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.algebra.Simplifier;

/**
 * An immutable expression tree: the value that one cell gets. Names are resolved, sums unrolled and definitions put
 * in, so that a field is only ever read at a constant {@link Offset}.
 *
 * <p>Numbers are exact rationals. Equality is structural and does not know that {@code a+b} equals {@code b+a};
 * {@link Simplifier} brings such trees to one form. Build trees with {@link Exprs}, which folds constants exactly; the
 * record constructors only check.
 */
public sealed interface Expr {

    /** An exact number. */
    record Num(BigFraction value) implements Expr {
        /** The nearest double, as {@code Double.parseDouble} would round it. */
        public double toDouble() {
            return Exact.toDouble(value);
        }
    }

    /** The circle constant, kept as a symbol because it is not rational. */
    record Pi() implements Expr {}

    /** A condition that is known. */
    record Bool(boolean value) implements Expr {}

    /** A scalar that is given at run time. */
    record Param(String name) implements Expr {}

    /** A value computed beforehand, see {@link CommonSubexpressions}. */
    record Local(String name, boolean isCondition) implements Expr {}

    /**
     * A field read at a constant displacement.
     *
     * @param level 0 for the current time level, -1 for the one before, and so on; 0 for read-only fields
     */
    record Access(String field, int level, Offset offset) implements Expr {
        public Access {
            if (level > 0) {
                throw new IllegalArgumentException("A field is read at the current or an older level, not at " + level);
            }
        }

        // Wide stencils have a thousand of these in maps, and those that a record gets are slow until they are
        // compiled.
        @Override
        public boolean equals(Object other) {
            return other instanceof Access that
                    && level == that.level
                    && offset.equals(that.offset)
                    && field.equals(that.field);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * field.hashCode() + level) + offset.hashCode();
        }
    }

    /** Two or more terms, added from the left. */
    record Sum(List<Expr> terms) implements Expr {
        public Sum {
            terms = requireOperands("A sum", terms);
        }
    }

    /** Two or more factors, multiplied from the left. A negated {@code a} is the product of -1 and {@code a}. */
    record Product(List<Expr> factors) implements Expr {
        public Product {
            factors = requireOperands("A product", factors);
        }
    }

    record Quotient(Expr dividend, Expr divisor) implements Expr {
        public Quotient {
            requireNumbers("A quotient", dividend, divisor);
        }
    }

    /** {@code pow(base, exponent)} as C defines it: {@code x^0} and {@code 1^y} are 1 even for NaN. */
    record Power(Expr base, Expr exponent) implements Expr {
        public Power {
            requireNumbers("A power", base, exponent);
        }
    }

    record Call(MathFunction function, List<Expr> arguments) implements Expr {
        public Call {
            arguments = List.copyOf(arguments);
            requireNumbers("A function", arguments.toArray(Expr[]::new));
            if (arguments.size() != function.arity()) {
                throw new IllegalArgumentException(
                        function.text() + " takes " + function.arity() + " argument(s), not " + arguments.size());
            }
        }
    }

    /** A comparison as IEEE 754 has it: with NaN only {@code !=} holds. */
    record Compare(ComparisonSign comparison, Expr left, Expr right) implements Expr {
        public Compare {
            requireNumbers("A comparison", left, right);
        }
    }

    /** Two or more conditions of which all must hold. */
    record And(List<Expr> conditions) implements Expr {
        public And {
            conditions = requireJunction("'&&'", conditions);
        }
    }

    /** Two or more conditions of which one must hold. */
    record Or(List<Expr> conditions) implements Expr {
        public Or {
            conditions = requireJunction("'||'", conditions);
        }
    }

    record Not(Expr condition) implements Expr {
        public Not {
            requireConditions("'!'", condition);
        }
    }

    /** {@code condition ? then : otherwise}. */
    record Select(Expr condition, Expr then, Expr otherwise) implements Expr {
        public Select {
            requireConditions("'?'", condition);
            requireNumbers("A choice", then, otherwise);
        }
    }

    /** One method a kind of node: the compiler finds the pass that forgot one. */
    interface Visitor<R> {
        R number(Num number);

        R pi(Pi pi);

        R bool(Bool bool);

        R param(Param param);

        R local(Local local);

        R access(Access access);

        R sum(Sum sum);

        R product(Product product);

        R quotient(Quotient quotient);

        R power(Power power);

        R call(Call call);

        R compare(Compare compare);

        R and(And and);

        R or(Or or);

        R not(Not not);

        R select(Select select);
    }

    default <R> R accept(Visitor<R> visitor) {
        if (this instanceof Num e) {
            return visitor.number(e);
        } else if (this instanceof Access e) {
            return visitor.access(e);
        } else if (this instanceof Sum e) {
            return visitor.sum(e);
        } else if (this instanceof Product e) {
            return visitor.product(e);
        } else if (this instanceof Param e) {
            return visitor.param(e);
        } else if (this instanceof Quotient e) {
            return visitor.quotient(e);
        } else if (this instanceof Power e) {
            return visitor.power(e);
        } else if (this instanceof Call e) {
            return visitor.call(e);
        } else if (this instanceof Compare e) {
            return visitor.compare(e);
        } else if (this instanceof Select e) {
            return visitor.select(e);
        } else if (this instanceof And e) {
            return visitor.and(e);
        } else if (this instanceof Or e) {
            return visitor.or(e);
        } else if (this instanceof Not e) {
            return visitor.not(e);
        } else if (this instanceof Bool e) {
            return visitor.bool(e);
        } else if (this instanceof Local e) {
            return visitor.local(e);
        }
        return visitor.pi((Pi) this);
    }

    /** The operands in order; empty for a leaf. */
    default List<Expr> children() {
        if (this instanceof Sum e) {
            return e.terms;
        } else if (this instanceof Product e) {
            return e.factors;
        } else if (this instanceof Quotient e) {
            return List.of(e.dividend, e.divisor);
        } else if (this instanceof Power e) {
            return List.of(e.base, e.exponent);
        } else if (this instanceof Call e) {
            return e.arguments;
        } else if (this instanceof Compare e) {
            return List.of(e.left, e.right);
        } else if (this instanceof And e) {
            return e.conditions;
        } else if (this instanceof Or e) {
            return e.conditions;
        } else if (this instanceof Not e) {
            return List.of(e.condition);
        } else if (this instanceof Select e) {
            return List.of(e.condition, e.then, e.otherwise);
        }
        return List.of();
    }

    /** Whether this is true or false rather than a number. */
    default boolean isCondition() {
        return this instanceof Compare
                || this instanceof And
                || this instanceof Or
                || this instanceof Not
                || this instanceof Bool
                || this instanceof Local local && local.isCondition;
    }

    private static List<Expr> requireOperands(String what, List<Expr> operands) {
        requireNumbers(what, operands.toArray(Expr[]::new));
        return atLeastTwo(what, operands);
    }

    private static List<Expr> requireJunction(String what, List<Expr> operands) {
        requireConditions(what, operands.toArray(Expr[]::new));
        return atLeastTwo(what, operands);
    }

    private static List<Expr> atLeastTwo(String what, List<Expr> operands) {
        if (operands.size() < 2) {
            throw new IllegalArgumentException(what + " needs two operands or more, not " + operands.size());
        }
        return List.copyOf(operands);
    }

    private static void requireNumbers(String what, Expr... operands) {
        for (Expr operand : operands) {
            if (operand.isCondition()) {
                throw new IllegalArgumentException(what + " needs numbers, not a condition: " + operand);
            }
        }
    }

    private static void requireConditions(String what, Expr... operands) {
        for (Expr operand : operands) {
            if (!operand.isCondition()) {
                throw new IllegalArgumentException(what + " needs a condition, not a number: " + operand);
            }
        }
    }
}
