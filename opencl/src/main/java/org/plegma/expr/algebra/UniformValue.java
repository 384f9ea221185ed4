package org.plegma.expr.algebra;

import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Interpreter;

/** Computes, on the host and in double precision, what is the same in every cell. */
public final class UniformValue {
    private UniformValue() {}

    /**
     * @param e a tree without field reads, such as a coefficient of a {@link LinearForm}
     * @param parameters a value for each parameter in the tree
     * @throws IllegalArgumentException if a parameter has no value, or a field is read
     */
    public static double of(Expr e, Map<String, Double> parameters) {
        return e.accept(new Interpreter(leaf -> {
                    double value = leaf(leaf, parameters);
                    return () -> value;
                }))
                .get();
    }

    /**
     * The value of a coefficient. If it is made of numbers and finite parameters alone it is computed exactly and
     * rounded once, so that no intermediate result overflows: {@code (c*dt/h)^2} is right even where {@code c^2} is
     * not finite.
     *
     * @throws IllegalArgumentException if a parameter has no value, or a field is read
     */
    public static double of(Polynomial coefficient, Map<String, Double> parameters) {
        return coefficient
                .value(atom -> exact(atom, parameters))
                .map(Exact::toDouble)
                .orElseGet(() -> of(coefficient.toExpr(), parameters));
    }

    private static Optional<BigFraction> exact(Expr atom, Map<String, Double> parameters) {
        if (!(atom instanceof Expr.Param)) {
            return Optional.empty();
        }
        double value = leaf(atom, parameters);
        return Double.isFinite(value) ? Optional.of(Exact.of(value)) : Optional.empty();
    }

    private static double leaf(Expr leaf, Map<String, Double> parameters) {
        if (!(leaf instanceof Expr.Param param)) {
            throw new IllegalArgumentException("Not the same in every cell: " + leaf);
        }
        Double value = parameters.get(param.name());
        if (value == null) {
            throw new IllegalArgumentException("The parameter '" + param.name()
                    + "' has no value. Give one, or a default: 'param " + param.name() + " = 0.1'.");
        }
        return value;
    }
}
