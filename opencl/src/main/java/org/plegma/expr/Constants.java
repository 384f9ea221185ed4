package org.plegma.expr;

import java.util.Map;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.InfixPrinter;

/** What a formula says with numbers alone has to be a number: a division by zero is a mistake, not an infinity. */
final class Constants {
    private static final int MAX_SHOWN = 60;

    private Constants() {}

    /** The expression, unless it is a constant without a finite value. */
    static Expr checked(TextRange span, Expr e) {
        if (isFinite(e)) {
            return e;
        }
        double value = UniformValue.of(e, Map.of());
        throw new Fault(
                span,
                "The constant " + shown(e)
                        + (Double.isNaN(value)
                                ? " is not a real number."
                                : " is infinite: it divides by zero, or is beyond the range of double."),
                "Write a constant with a finite value.");
    }

    /**
     * Says what is wrong with the constants of a whole update.
     *
     * @param value the same simplified, where zeros may have appeared
     */
    static void check(TextRange span, Expr written, Expr value) {
        Exprs.forEach(written, e -> {
            if (e instanceof Expr.Num number && Double.isInfinite(number.toDouble())) {
                throw new Fault(
                        span,
                        "The number " + shown(e) + " is beyond the range of double, which ends at 1.8e308.",
                        "Scale the formula, so that its constants are within the range.");
            }
            requireFinite(span, e, !dividesByZero(e));
        });
        Exprs.forEach(value, e -> requireFinite(span, e, isFinite(e) && !dividesByZero(e)));
    }

    private static void requireFinite(TextRange span, Expr e, boolean finite) {
        if (!finite) {
            throw new Fault(
                    span,
                    "When terms are collected, " + shown(e) + " remains, which has no finite value.",
                    "Something cancels to zero and is divided by: remove it.");
        }
    }

    /** Whether the expression may have a finite value: it depends on a parameter or a cell, or its value is finite. */
    private static boolean isFinite(Expr e) {
        if (e instanceof Expr.Quotient quotient && quotient.divisor().equals(Exprs.ZERO)) {
            return false;
        }
        return e.children().isEmpty()
                || e.isCondition()
                || !isConstant(e)
                || Double.isFinite(UniformValue.of(e, Map.of()));
    }

    private static boolean dividesByZero(Expr e) {
        return e instanceof Expr.Quotient quotient && isZero(quotient.divisor());
    }

    /** A divisor that was put together of several may still be written as a product with a zero in it. */
    private static boolean isZero(Expr e) {
        return e.equals(Exprs.ZERO)
                || e instanceof Expr.Product product
                        && product.factors().stream().anyMatch(Constants::isZero);
    }

    private static boolean isConstant(Expr e) {
        return !(e instanceof Expr.Access)
                && !(e instanceof Expr.Param)
                && !(e instanceof Expr.Local)
                && e.children().stream().allMatch(Constants::isConstant);
    }

    private static String shown(Expr e) {
        String text = InfixPrinter.generic().print(e);
        return "'" + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…") + "'";
    }
}
