package org.plegma.expr.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.plegma.expr.algebra.UniformValue;

/**
 * Trees in which what is needed several times is computed once.
 *
 * @param locals the values to compute first, in this order; each may use the ones before
 * @param results the trees, in which {@link Expr.Local} stands for such a value
 */
public record CommonSubexpressions(Map<Expr.Local, Expr> locals, List<Expr> results) {
    public CommonSubexpressions {
        locals = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(locals));
        results = List.copyOf(results);
    }

    /**
     * Names every operation that occurs more than once in the trees together. Field reads and other leaves stay.
     *
     * @param prefix the start of the names: {@code prefix0}, {@code prefix1}, …
     */
    public static CommonSubexpressions eliminate(List<Expr> trees, String prefix) {
        Map<Expr, Integer> uses = new HashMap<>();
        trees.forEach(tree -> count(tree, uses));
        return new Extraction(prefix, e -> uses.getOrDefault(e, 0) > 1).run(trees);
    }

    /**
     * Names every operation on numbers and parameters alone, as large as possible: these are computed once a run, on
     * the host, see {@link UniformValue}. Conditions among them stay where they are.
     */
    public static CommonSubexpressions hoistUniform(List<Expr> trees, String prefix) {
        return new Extraction(prefix, e -> !e.isCondition() && Exprs.isUniform(e)).run(trees);
    }

    private static void count(Expr e, Map<Expr, Integer> uses) {
        // What is inside a repeated tree is repeated with it and needs no name of its own.
        if (e.children().isEmpty() || uses.merge(e, 1, Integer::sum) > 1) {
            return;
        }
        e.children().forEach(child -> count(child, uses));
    }

    private static final class Extraction {
        private final String prefix;
        private final Predicate<Expr> wanted;
        private final Map<Expr, Expr.Local> names = new HashMap<>();
        private final Map<Expr.Local, Expr> locals = new LinkedHashMap<>();

        Extraction(String prefix, Predicate<Expr> wanted) {
            this.prefix = prefix;
            this.wanted = wanted;
        }

        CommonSubexpressions run(List<Expr> trees) {
            List<Expr> results = new ArrayList<>();
            trees.forEach(tree -> results.add(replace(tree)));
            return new CommonSubexpressions(locals, results);
        }

        private Expr replace(Expr e) {
            if (e.children().isEmpty()) {
                return e;
            }
            Expr.Local known = names.get(e);
            if (known != null) {
                return known;
            }
            boolean named = wanted.test(e);
            // A uniform tree is computed elsewhere as a whole; a repeated one may contain other repeated ones.
            Expr body = named && Exprs.isUniform(e)
                    ? e
                    : Exprs.withChildren(
                            e, e.children().stream().map(this::replace).toList());
            if (!named) {
                return body;
            }
            Expr.Local local = new Expr.Local(prefix + locals.size(), e.isCondition());
            names.put(e, local);
            locals.put(local, body);
            return local;
        }
    }
}
