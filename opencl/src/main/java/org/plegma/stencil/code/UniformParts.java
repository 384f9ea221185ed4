package org.plegma.stencil.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.tree.CommonSubexpressions;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;

/**
 * Trees without what is the same in every cell: numbers are put in, and what depends on parameters becomes a scalar
 * that the host computes in double precision before a run.
 *
 * @param scalars what the kernel is given, by the name in the code
 * @param results the trees that remain for each cell
 */
public record UniformParts(Map<String, Expr> scalars, List<Expr> results) {

    public static UniformParts of(List<Expr> trees) {
        return of(trees, "k");
    }

    /** {@code prefix} is the start of the names of new scalars. */
    public static UniformParts of(List<Expr> trees, String prefix) {
        List<Expr> gathered = trees.stream()
                .map(tree -> Exprs.rewrite(tree, UniformParts::gather))
                .toList();
        CommonSubexpressions hoisted = CommonSubexpressions.hoistUniform(gathered, prefix);
        Map<String, Expr> scalars = new LinkedHashMap<>();
        Map<Expr, Expr> numbers = new HashMap<>();
        hoisted.locals().forEach((local, value) -> {
            double number = Exprs.params(value).isEmpty() ? UniformValue.of(value, Map.of()) : Double.NaN;
            if (Double.isFinite(number)) {
                numbers.put(local, Exprs.num(number));
            } else {
                scalars.put(local.name(), value);
            }
        });
        List<Expr> results = hoisted.results().stream()
                .map(tree -> Exprs.rewrite(tree, e -> numbers.getOrDefault(e, e)))
                .toList();
        // Parameters that stand alone were not hoisted.
        results.stream()
                .flatMap(tree -> Exprs.params(tree).stream())
                .collect(java.util.stream.Collectors.toCollection(TreeSet::new))
                .forEach(name -> scalars.put(ClPrinter.param(name), new Expr.Param(name)));
        return new UniformParts(scalars, results);
    }

    /** Brings the uniform factors of a product together, so that they are multiplied once and not in every cell. */
    private static Expr gather(Expr e) {
        if (!(e instanceof Expr.Product product) || Exprs.isUniform(e)) {
            return e;
        }
        List<Expr> uniform = product.factors().stream().filter(Exprs::isUniform).toList();
        if (uniform.size() < 2) {
            return e;
        }
        List<Expr> factors = new ArrayList<>(List.of(Exprs.product(uniform)));
        product.factors().stream().filter(factor -> !Exprs.isUniform(factor)).forEach(factors::add);
        return Exprs.product(factors);
    }

    /** The scalars' values, in order. */
    public List<Double> values(Map<String, Double> parameters) {
        return scalars.values().stream()
                .map(value -> UniformValue.of(value, parameters))
                .toList();
    }
}
