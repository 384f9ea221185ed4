package org.plegma.expr.syntax;

import java.util.List;
import org.plegma.expr.tree.Expr;

/**
 * A {@code coef} list: constants or expressions of parameters, put into the updates when the formula is read.
 *
 * @param shape the lengths of a list of rank 1, 2 or 3, the outermost first
 * @param values all entries, the last index fastest
 */
public record CoefficientList(String name, List<Integer> shape, List<Expr> values) {
    public CoefficientList {
        shape = List.copyOf(shape);
        values = List.copyOf(values);
    }
}
