package org.plegma.expr;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Offset;

/** Reads the indices of a field: each is its axis plus a constant whole number. */
final class IndexReader {
    private static final int MAX_OFFSET = 4096;
    private static final int MAX_LEVELS = 16;

    private final Symbols symbols;
    private final Elaborator elaborator;

    IndexReader(Symbols symbols, Elaborator elaborator) {
        this.symbols = symbols;
        this.elaborator = elaborator;
    }

    /** Which cell, and which time level, an indexed name reads. */
    record Place(int level, Offset offset) {}

    /** An index as a sum of names and a constant. */
    private record Affine(Map<String, BigFraction> names, BigFraction constant) {}

    Place place(Ast.Indexed ast, boolean hasTime, Scope scope) {
        List<Ast> all = ast.indices();
        int rank = symbols.axes.size();
        boolean timed = !all.isEmpty() && mentionsTime(all.get(0), scope);
        if (timed && !hasTime) {
            throw new Fault(
                    all.get(0).span(),
                    "The read-only field '" + ast.base().text() + "' has no time levels.",
                    "Leave the time index out: '" + shownAccess(ast.base().text(), "") + "'.");
        }
        if (all.size() != rank + (timed ? 1 : 0)) {
            throw wrongCount(ast, timed, hasTime);
        }
        int level = timed ? level(all.get(0), scope) : 0;
        Offset offset = Offset.zero(rank);
        for (int axis = 0; axis < rank; axis++) {
            int step = step(all.get(axis + (timed ? 1 : 0)), axis, scope);
            offset = offset.plus(Offset.along(axis, step, rank));
        }
        return new Place(level, offset);
    }

    private Fault wrongCount(Ast.Indexed ast, boolean timed, boolean hasTime) {
        String name = ast.base().text();
        String explicit = hasTime && timed ? "t," : "";
        int expected = symbols.axes.size() + (timed ? 1 : 0);
        return new Fault(
                ast.span(),
                "Wrong number of indices for '" + name + "': expected " + expected + ", found "
                        + ast.indices().size() + ".",
                "Write '" + shownAccess(name, explicit) + "' with the axes of the left side.");
    }

    private String shownAccess(String name, String time) {
        return name + "[" + time + String.join(",", symbols.axes) + "]";
    }

    /** The axis that stands here alone, or that was passed to this definition. */
    Optional<String> axis(Ast ast, Scope scope) {
        if (!(ast instanceof Ast.Name name)) {
            return Optional.empty();
        }
        Optional<Scope.Binding> local = scope.binding(name.text());
        if (local.isPresent()) {
            return local.get() instanceof Scope.Binding.Axis bound ? Optional.of(bound.name()) : Optional.empty();
        }
        return symbols.axes.contains(name.text()) ? Optional.of(name.text()) : Optional.empty();
    }

    private boolean mentionsTime(Ast ast, Scope scope) {
        if (ast instanceof Ast.Name name) {
            return name.text().equals(Symbols.TIME)
                    && scope.binding(Symbols.TIME).isEmpty();
        } else if (ast instanceof Ast.Add add) {
            return add.terms().stream().anyMatch(term -> mentionsTime(term, scope));
        } else if (ast instanceof Ast.Multiply product) {
            return product.factors().stream().anyMatch(factor -> mentionsTime(factor, scope));
        } else if (ast instanceof Ast.Negate minus) {
            return mentionsTime(minus.operand(), scope);
        }
        return ast instanceof Ast.Group group && mentionsTime(group.inner(), scope);
    }

    private int level(Ast ast, Scope scope) {
        int level = displacement(ast, Symbols.TIME, "the time index", affine(ast, scope));
        if (!scope.explicitTime()) {
            throw new Fault(
                    ast.span(),
                    "A time level is read here, but the left side has no time index.",
                    "Write the time on the left as well: 'u[t+1," + String.join(",", symbols.axes) + "] = …'.");
        }
        checkLevel(ast.span(), level);
        return level;
    }

    void checkLevel(TextRange span, int level) {
        if (level > 0) {
            throw new Fault(
                    span,
                    "A level of the future is read: t+" + level + " is not known yet.",
                    "Read 't' or older levels; put the formula of the other field in by a definition.");
        }
        if (level <= -MAX_LEVELS) {
            throw new Fault(
                    span,
                    "The level t" + level + " is too old.",
                    "At most " + MAX_LEVELS + " levels, t to t-" + (MAX_LEVELS - 1) + ", are kept.");
        }
    }

    private int step(Ast ast, int axis, Scope scope) {
        String name = symbols.axes.get(axis);
        return displacement(ast, name, "index " + (axis + 1), affine(ast, scope));
    }

    private int displacement(Ast ast, String expected, String which, Affine index) {
        if (index.names().isEmpty()) {
            throw new Fault(
                    ast.span(),
                    "An absolute position is read: " + which + " has no '" + expected + "'.",
                    "Write '" + expected + "', or '" + expected + "+1'; a value from a fixed cell is a 'param'.");
        }
        for (Map.Entry<String, BigFraction> entry : index.names().entrySet()) {
            if (!entry.getKey().equals(expected)) {
                throw new Fault(
                        ast.span(),
                        capital(which) + " must be '" + expected + "' with an offset, found '" + entry.getKey() + "'.",
                        "Keep the indices in the order of the left side; a transposed read is not a stencil.");
            } else if (!entry.getValue().equals(BigFraction.ONE)) {
                throw new Fault(
                        ast.span(),
                        "The index '" + expected + "' is scaled or reversed.",
                        "Write '" + expected + "' plus a whole number.");
            }
        }
        BigFraction constant = index.constant();
        if (constant.getDenominator().intValue() == 2
                && constant.getDenominator().bitLength() == 2) {
            throw new Fault(
                    ast.span(),
                    "Half offsets (staggered grids) are not supported.",
                    "Let index " + expected + " of one field stand for " + expected
                            + "+1/2 of the grid and write whole offsets.");
        }
        Optional<Integer> steps = Exact.asInt(constant);
        if (steps.isEmpty() || Math.abs((long) steps.get()) > MAX_OFFSET) {
            throw new Fault(
                    ast.span(),
                    "The offset is not a whole number from -" + MAX_OFFSET + " to " + MAX_OFFSET + ".",
                    "Write a whole number of cells.");
        }
        return steps.get();
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private Affine affine(Ast ast, Scope scope) {
        Optional<String> axis = axis(ast, scope);
        if (axis.isPresent()) {
            return new Affine(Map.of(axis.get(), BigFraction.ONE), BigFraction.ZERO);
        } else if (ast instanceof Ast.Name name && mentionsTime(name, scope)) {
            return new Affine(Map.of(Symbols.TIME, BigFraction.ONE), BigFraction.ZERO);
        } else if (ast instanceof Ast.Name name && isUnknown(name, scope)) {
            throw notAnAxis(name);
        } else if (ast instanceof Ast.Group group) {
            return affine(group.inner(), scope);
        } else if (ast instanceof Ast.Negate minus) {
            return scaled(affine(minus.operand(), scope), BigFraction.MINUS_ONE);
        } else if (ast instanceof Ast.Add add) {
            return add(add.terms(), scope);
        } else if (ast instanceof Ast.Multiply product) {
            return multiply(product, scope);
        } else if (ast instanceof Ast.Divide quotient) {
            Affine dividend = affine(quotient.dividend(), scope);
            if (!dividend.names().isEmpty()) {
                BigFraction divisor = elaborator.constant(quotient.divisor(), scope, "The divisor of an index");
                return scaled(dividend, BigFraction.ONE.divide(divisor));
            }
        }
        return new Affine(Map.of(), elaborator.constant(ast, scope, "The offset of an index"));
    }

    private Affine add(List<Ast> terms, Scope scope) {
        Map<String, BigFraction> names = new HashMap<>();
        BigFraction constant = BigFraction.ZERO;
        for (Ast term : terms) {
            Affine part = affine(term, scope);
            part.names().forEach((name, factor) -> names.merge(name, factor, BigFraction::add));
            constant = constant.add(part.constant());
        }
        names.values().removeIf(BigFraction.ZERO::equals);
        return new Affine(names, constant);
    }

    private Affine multiply(Ast.Multiply product, Scope scope) {
        Affine result = new Affine(Map.of(), BigFraction.ONE);
        for (Ast factor : product.factors()) {
            Affine next = affine(factor, scope);
            if (!next.names().isEmpty() && !result.names().isEmpty()) {
                throw new Fault(
                        product.span(), "An index is multiplied by an index.", "Write the axis plus a whole number.");
            }
            result = next.names().isEmpty() ? scaled(result, next.constant()) : scaled(next, result.constant());
        }
        return result;
    }

    private static Affine scaled(Affine affine, BigFraction factor) {
        Map<String, BigFraction> names = new HashMap<>();
        affine.names().forEach((name, value) -> names.put(name, value.multiply(factor)));
        return new Affine(names, affine.constant().multiply(factor));
    }

    private boolean isUnknown(Ast.Name name, Scope scope) {
        return scope.binding(name.text()).isEmpty()
                && symbols.meaning(name.text()).isEmpty()
                && Symbols.reserved(name.text()).isEmpty();
    }

    private Fault notAnAxis(Ast.Name name) {
        String axes = "'" + String.join("', '", symbols.axes) + "'";
        return new Fault(
                name.span(),
                "'" + name.text() + "' is not an axis; the left side names " + axes + ".",
                "Use the index names of the left side, or sum over '" + name.text() + "'.");
    }
}
