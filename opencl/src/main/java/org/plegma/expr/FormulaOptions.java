package org.plegma.expr;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a formula leaves open: the spacing of the grid that {@code d1}, {@code d2} and {@code lap} use where the formula
 * gives none. It is an expression of numbers and of the formula's parameters; without it the spacing is 1.
 */
public final class FormulaOptions {
    private static final FormulaOptions DEFAULT = new FormulaOptions(Optional.empty(), Map.of());

    private final Optional<String> spacing;
    private final Map<String, String> spacingOfAxis;

    private FormulaOptions(Optional<String> spacing, Map<String, String> spacingOfAxis) {
        this.spacing = spacing;
        this.spacingOfAxis = spacingOfAxis;
    }

    /** Without a spacing: differences are those of a grid whose cells are 1 apart unless the formula says more. */
    public static FormulaOptions standard() {
        return DEFAULT;
    }

    /** The same spacing along all axes, such as {@code "h"} or {@code "0.1"}. */
    public FormulaOptions spacing(String expression) {
        return new FormulaOptions(Optional.of(expression), spacingOfAxis);
    }

    /** The spacing along one axis, before the one for all axes. */
    public FormulaOptions spacing(String axis, String expression) {
        Map<String, String> all = new TreeMap<>(spacingOfAxis);
        all.put(axis, expression);
        return new FormulaOptions(spacing, all);
    }

    Optional<String> spacingAlong(String axis) {
        return Optional.ofNullable(spacingOfAxis.get(axis)).or(() -> spacing);
    }

    Map<String, String> spacingOfAxis() {
        return spacingOfAxis;
    }
}
