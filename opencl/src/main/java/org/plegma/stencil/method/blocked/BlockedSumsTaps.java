package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.UniformParts;

/** The coefficients of a linear stencil as code: numbers as literals, what depends on parameters as members of {@code k}. */
final class BlockedSumsTaps {
    private final ElementType type;
    private final Map<Offset, String> coefficients = new LinkedHashMap<>();
    private final Map<Polynomial, String> names = new LinkedHashMap<>();
    private final String bias;

    /** @param form of one field and level, with uniform coefficients */
    BlockedSumsTaps(LinearForm form, ElementType type) {
        this.type = type;
        form.taps().forEach((tap, coefficient) -> coefficients.put(tap.offset(), text(coefficient)));
        this.bias = text(form.constant());
    }

    private String text(Polynomial coefficient) {
        return coefficient
                .constant()
                .map(value -> ClPrinter.literal(new Expr.Num(value).toDouble(), type))
                .orElseGet(() -> "k." + names.computeIfAbsent(coefficient, any -> "k" + names.size()));
    }

    /** What the host computes before a run. */
    UniformParts uniform() {
        Map<String, Expr> scalars = new LinkedHashMap<>();
        names.forEach((coefficient, name) -> scalars.put(name, coefficient.toExpr()));
        return new UniformParts(scalars, List.of());
    }

    /** The term that reads no cell. */
    String bias() {
        return bias.replace("k.", "");
    }

    /**
     * A sum with the terms of the neighbours along the last axis, named {@code w}, {@code r} and {@code e}.
     *
     * @param others the offsets along all axes but the last
     */
    String plus(String sum, int... others) {
        StringBuilder text = new StringBuilder(sum);
        List<Map.Entry<Integer, String>> order = List.of(Map.entry(0, "r"), Map.entry(-1, "w"), Map.entry(1, "e"));
        for (Map.Entry<Integer, String> neighbour : order) {
            String coefficient = coefficients.get(at(others, neighbour.getKey()));
            if (coefficient != null) {
                text.append(term(coefficient, neighbour.getValue()));
            }
        }
        return text.toString();
    }

    private static String term(String coefficient, String cells) {
        boolean negative = coefficient.startsWith("-");
        String magnitude = negative ? coefficient.substring(1) : coefficient;
        boolean one = magnitude.equals("1.0f") || magnitude.equals("1.0");
        return (negative ? " - " : " + ") + (one ? "" : magnitude + "*") + cells;
    }

    private static Offset at(int[] others, int last) {
        int[] steps = java.util.Arrays.copyOf(others, others.length + 1);
        steps[others.length] = last;
        return Offset.of(steps);
    }

    /**
     * Whether rows above and below matter for a plane's own sum alone, and only the cells right there: their exchange can
     * then wait until all levels are done. For three axes.
     */
    boolean rowsAreLate() {
        return coefficients.keySet().stream()
                .allMatch(offset -> offset.at(1) == 0 || (offset.at(0) == 0 && offset.at(2) == 0));
    }

    /** Members of the struct of weights besides the bias. */
    List<String> names() {
        return new ArrayList<>(names.values());
    }
}
