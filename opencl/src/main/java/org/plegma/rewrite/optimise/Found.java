package org.plegma.rewrite.optimise;

import java.util.List;
import java.util.Locale;

/**
 * What a {@link Search} found.
 *
 * @param unit what costs are: {@code ms}, or {@code cost} of the simulator
 * @param tried all sequences that were looked at, in order
 * @param best the one that costs least among those proven
 * @param computation what that one makes
 */
public record Found(String unit, List<Candidate> tried, Candidate best, Computation computation) {
    public Found {
        tried = List.copyOf(tried);
    }

    /**
     * A sequence of optimisations.
     *
     * @param sequence their names
     * @param cost in the unit of the search
     * @param verdict {@code kept}, or why it was not gone on with
     */
    public record Candidate(List<String> sequence, double cost, String verdict) {}

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%12s  sequence%n", unit));
        for (Candidate each : tried) {
            text.append(String.format(
                    Locale.ROOT,
                    "%12.5g  %s (%s)%n",
                    each.cost(),
                    each.sequence().isEmpty() ? "-" : String.join(", ", each.sequence()),
                    each.verdict()));
        }
        return text + "best: " + String.join(", ", best.sequence());
    }
}
