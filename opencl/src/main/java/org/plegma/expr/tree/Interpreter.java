package org.plegma.expr.tree;

import java.util.List;
import java.util.function.Function;

/** Turns a tree into nested calls that compute it in double precision, operand by operand, as it is written. */
public final class Interpreter implements Expr.Visitor<Interpreter.Value> {

    /** A number, or a condition as 1 or 0. */
    public interface Value {
        double get();

        default boolean holds() {
            return get() != 0;
        }
    }

    private final Function<Expr, Value> leaves;

    /** {@code leaves} gives the values of parameters, locals and field reads. */
    public Interpreter(Function<Expr, Value> leaves) {
        this.leaves = leaves;
    }

    @Override
    public Value number(Expr.Num number) {
        double value = number.toDouble();
        return () -> value;
    }

    @Override
    public Value pi(Expr.Pi pi) {
        return () -> Math.PI;
    }

    @Override
    public Value bool(Expr.Bool bool) {
        return () -> bool.value() ? 1 : 0;
    }

    @Override
    public Value param(Expr.Param param) {
        return leaves.apply(param);
    }

    @Override
    public Value local(Expr.Local local) {
        return leaves.apply(local);
    }

    @Override
    public Value access(Expr.Access access) {
        return leaves.apply(access);
    }

    @Override
    public Value sum(Expr.Sum sum) {
        Value[] terms = all(sum.terms());
        return () -> {
            double total = terms[0].get();
            for (int i = 1; i < terms.length; i++) {
                total += terms[i].get();
            }
            return total;
        };
    }

    @Override
    public Value product(Expr.Product product) {
        Value[] factors = all(product.factors());
        return () -> {
            double total = factors[0].get();
            for (int i = 1; i < factors.length; i++) {
                total *= factors[i].get();
            }
            return total;
        };
    }

    @Override
    public Value quotient(Expr.Quotient quotient) {
        Value dividend = quotient.dividend().accept(this);
        Value divisor = quotient.divisor().accept(this);
        return () -> dividend.get() / divisor.get();
    }

    @Override
    public Value power(Expr.Power power) {
        Value base = power.base().accept(this);
        Value exponent = power.exponent().accept(this);
        return () -> MathFunction.pow(base.get(), exponent.get());
    }

    @Override
    public Value call(Expr.Call call) {
        Value[] arguments = all(call.arguments());
        Value last = arguments[arguments.length - 1];
        return () -> call.function().apply(arguments[0].get(), last.get());
    }

    @Override
    public Value compare(Expr.Compare compare) {
        Value left = compare.left().accept(this);
        Value right = compare.right().accept(this);
        return () -> compare.comparison().holds(left.get(), right.get()) ? 1 : 0;
    }

    @Override
    public Value and(Expr.And and) {
        Value[] conditions = all(and.conditions());
        return () -> {
            for (Value condition : conditions) {
                if (!condition.holds()) {
                    return 0;
                }
            }
            return 1;
        };
    }

    @Override
    public Value or(Expr.Or or) {
        Value[] conditions = all(or.conditions());
        return () -> {
            for (Value condition : conditions) {
                if (condition.holds()) {
                    return 1;
                }
            }
            return 0;
        };
    }

    @Override
    public Value not(Expr.Not not) {
        Value condition = not.condition().accept(this);
        return () -> condition.holds() ? 0 : 1;
    }

    @Override
    public Value select(Expr.Select select) {
        Value condition = select.condition().accept(this);
        Value then = select.then().accept(this);
        Value otherwise = select.otherwise().accept(this);
        return () -> condition.holds() ? then.get() : otherwise.get();
    }

    private Value[] all(List<Expr> operands) {
        return operands.stream().map(operand -> operand.accept(this)).toArray(Value[]::new);
    }
}
