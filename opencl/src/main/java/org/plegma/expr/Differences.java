package org.plegma.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.algebra.FiniteDifferences;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.syntax.Parser;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Offset;

/** Expands {@code d1(f, x, order=4, spacing=h)} to {@code d9} and {@code lap(f, order=4, spacing=[hx, hy])}. */
final class Differences {
    private static final int MAX_ORDER = 64;

    private final Symbols symbols;
    private final Elaborator elaborator;
    private final FormulaOptions options;

    Differences(Symbols symbols, Elaborator elaborator, FormulaOptions options) {
        this.symbols = symbols;
        this.elaborator = elaborator;
        this.options = options;
    }

    Expr expand(Ast.Invoke ast, Scope scope) {
        String name = ast.function().text();
        boolean laplacian = name.equals("lap");
        int arguments = laplacian ? 1 : 2;
        if (ast.arguments().size() != arguments) {
            throw new Fault(
                    ast.span(),
                    "Wrong number of arguments for '" + name + "': expected " + arguments + ", found "
                            + ast.arguments().size() + ".",
                    laplacian
                            ? "Write 'lap(f)', 'lap(f, order=4)' or 'lap(f, order=4, spacing=h)'."
                            : "Write '" + name + "(f, x)', '" + name + "(f, x, order=4)' or '" + name
                                    + "(f, x, order=4, spacing=h)'.");
        }
        for (Ast.Named option : ast.options()) {
            if (!option.name().text().equals("order") && !option.name().text().equals("spacing")) {
                throw new Fault(
                        option.name().span(),
                        "'" + name + "' has no option '" + option.name().text() + "'.",
                        "The options are 'order' and 'spacing'.");
            }
        }
        int order = order(ast, scope);
        Expr f = elaborator.number(ast.arguments().get(0), scope);
        if (!laplacian) {
            int axis = axis(ast, scope);
            int derivative = Symbols.derivative(name).orElseThrow();
            return difference(ast.span(), f, derivative, axis, order, spacing(ast, axis, scope));
        }
        List<Expr> terms = new ArrayList<>();
        for (int axis = 0; axis < symbols.axes.size(); axis++) {
            terms.add(difference(ast.span(), f, 2, axis, order, spacing(ast, axis, scope)));
        }
        return Exprs.sum(terms);
    }

    private int order(Ast.Invoke ast, Scope scope) {
        Optional<Ast> given = option(ast, "order");
        int order = given.map(value -> elaborator.wholeConstant(value, scope, "The order of a difference"))
                .orElse(2);
        if (order < 2 || order > MAX_ORDER || order % 2 != 0) {
            throw new Fault(
                    given.orElseThrow().span(),
                    "A centred difference of order " + order + " does not exist.",
                    "The order of accuracy is an even number from 2 to " + MAX_ORDER + ".");
        }
        return order;
    }

    private static Optional<Ast> option(Ast.Invoke ast, String name) {
        List<Ast.Named> found = ast.options().stream()
                .filter(option -> option.name().text().equals(name))
                .toList();
        if (found.size() > 1) {
            throw new Fault(
                    found.get(1).name().span(), "The option '" + name + "' is given twice.", "Remove one of them.");
        }
        return found.stream().findFirst().map(Ast.Named::value);
    }

    private int axis(Ast.Invoke ast, Scope scope) {
        Ast given = ast.arguments().get(1);
        return elaborator
                .axis(given, scope)
                .map(symbols.axes::indexOf)
                .orElseThrow(() -> new Fault(
                        given.span(),
                        "The second argument of '" + ast.function().text() + "' must be an axis: '"
                                + String.join("', '", symbols.axes) + "'.",
                        "Name the axis along which to differentiate; in time write the levels 'u[t+1,…]' out."));
    }

    private Expr spacing(Ast.Invoke ast, int axis, Scope scope) {
        Optional<Ast> given = option(ast, "spacing");
        if (given.isEmpty()) {
            return options.spacingAlong(symbols.axes.get(axis))
                    .map(text -> ofOption(text))
                    .orElse(Exprs.ONE);
        }
        Ast value = given.get();
        if (value instanceof Ast.Bracketed list) {
            if (!ast.function().text().equals("lap") || list.items().size() != symbols.axes.size()) {
                throw new Fault(
                        list.span(),
                        "A list of spacings needs one entry for each of the " + symbols.axes.size()
                                + " axes, and belongs to 'lap'.",
                        "Write 'lap(f, spacing=[h1, h2])' or one value 'spacing=h'.");
            }
            value = list.items().get(axis);
        }
        return checked(value.span(), elaborator.uniform(value, scope, "The spacing"));
    }

    private Expr ofOption(String text) {
        List<Fault> faults = new ArrayList<>();
        try {
            Ast ast = Parser.expression(text, faults::add);
            Expr spacing = checked(ast.span(), elaborator.uniform(ast, Scope.outermost(false), "The spacing"));
            if (faults.isEmpty()) {
                return spacing;
            }
        } catch (Fault fault) {
            faults.add(fault);
        }
        throw new FormulaException(faults.stream()
                .map(fault -> fault.in(text).about("in the option spacing"))
                .toList());
    }

    private static Expr checked(TextRange span, Expr spacing) {
        if (spacing instanceof Expr.Num number && Exact.signum(number.value()) <= 0) {
            throw new Fault(span, "The spacing must be greater than zero.", "Give the distance of two grid points.");
        }
        return spacing;
    }

    private Expr difference(TextRange span, Expr f, int derivative, int axis, int order, Expr spacing) {
        List<BigFraction> weights = FiniteDifferences.centred(derivative, order);
        int radius = weights.size() / 2;
        Expr scale = Exprs.power(spacing, Exprs.num(derivative));
        boolean known = scale instanceof Expr.Num;
        List<Expr> terms = new ArrayList<>();
        for (int i = 0; i < weights.size(); i++) {
            if (!weights.get(i).equals(BigFraction.ZERO)) {
                Offset offset = Offset.along(axis, i - radius, symbols.axes.size());
                Expr weight = new Expr.Num(weights.get(i));
                Expr there = Exprs.shift(f, offset, 0, symbols.updated::contains);
                terms.add(elaborator.counted(span, weighted(known ? Exprs.quotient(weight, scale) : weight, there)));
            }
        }
        Expr sum = Exprs.sum(terms);
        if (known) {
            return sum;
        }
        return Exprs.quotient(sum, derivative == 1 ? spacing : scale);
    }

    private static Expr weighted(Expr weight, Expr value) {
        return weight.equals(Exprs.ONE) ? value : Exprs.product(weight, value);
    }
}
