package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Interrupts;
import org.plegma.expr.tree.Offset;

/**
 * The updates of all fields as {@link LinearForm}s: one step of a linear stencil.
 *
 * @param rank the number of axes
 * @param forms the next level of each updated field, in the order of the updates
 */
public record LinearSystem(int rank, Map<String, LinearForm> forms) {
    /** A form with more terms would be folded for minutes, and no compiler would take its kernel. */
    private static final int MOST_TERMS = 20_000;

    public LinearSystem {
        forms = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(forms));
    }

    /** Whether the coefficients are the same in every cell, so that steps can be folded. */
    public boolean hasUniformCoefficients() {
        return forms.values().stream().allMatch(LinearForm::hasUniformCoefficients);
    }

    /**
     * The levels after 1, 2, … {@code steps} steps, each as a function of the levels before the first step. The
     * radius grows by that of one step each time; the result holds where no boundary is nearer than that.
     *
     * @return {@code steps} systems, the last being {@code fused(steps)}
     * @throws IllegalArgumentException if {@code steps} is less than 1, or so many that a form would have more than
     *     {@value #MOST_TERMS} terms
     * @throws NotLinearException if a coefficient varies from cell to cell
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public List<LinearSystem> unrolled(int steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("At least one step is needed, not " + steps + ".");
        }
        if (!hasUniformCoefficients()) {
            throw new NotLinearException(
                    "The steps cannot be folded: a coefficient is a field. Use a method that keeps the steps apart.");
        }
        List<LinearSystem> levels = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            Map<String, LinearForm> next = new LinkedHashMap<>();
            forms.forEach((field, form) -> next.put(field, form.substitute(tap -> level(levels, tap))));
            LinearSystem folded = new LinearSystem(rank, next);
            requireFewTerms(folded, step + 1, steps);
            Interrupts.check();
            levels.add(folded);
        }
        return List.copyOf(levels);
    }

    private static void requireFewTerms(LinearSystem folded, int done, int steps) {
        int terms =
                folded.forms.values().stream().mapToInt(LinearForm::terms).max().orElse(0);
        if (done < steps && terms > MOST_TERMS) {
            throw new IllegalArgumentException(steps + " steps folded into one have too many terms: " + done + " have "
                    + terms + " already, and at most " + MOST_TERMS + " can be folded on. Fold fewer steps.");
        }
    }

    /** The level that a tap means, when {@code levels} have been computed after the start. */
    private LinearForm level(List<LinearSystem> levels, Access tap) {
        int index = levels.size() - 1 + tap.level();
        return index >= 0
                ? Objects.requireNonNull(levels.get(index).forms.get(tap.field()))
                : LinearForm.of(
                        Map.of(new Access(tap.field(), index + 1, Offset.zero(rank)), Polynomial.ONE), Polynomial.ZERO);
    }

    /**
     * {@code steps} steps as one. If a step reads older levels, the next launch also needs the level before:
     * take both from {@link #unrolled}.
     */
    public LinearSystem fused(int steps) {
        return unrolled(steps).get(steps - 1);
    }
}
