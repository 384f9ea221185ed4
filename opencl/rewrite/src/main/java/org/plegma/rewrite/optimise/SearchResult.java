package org.plegma.rewrite.optimise;

import java.util.List;
import org.plegma.measure.campaign.Figures;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * What a {@link Search} found.
 *
 * @param unit what costs are: {@code ms}, or {@code cost} of the simulator
 * @param tried all sequences that were looked at, in order
 * @param best the one that costs least among those proven
 * @param computation what that one makes
 */
public record SearchResult(String unit, List<Candidate> tried, Candidate best, Computation computation) {
    public SearchResult {
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

    /** A row a sequence, in the order in which they were looked at. */
    public Table table() {
        return table(unit, tried);
    }

    /** The same for sequences that were kept. */
    public static Table table(String unit, List<Candidate> tried) {
        DoubleColumn costs = DoubleColumn.create(unit);
        StringColumn sequences = StringColumn.create("sequence");
        StringColumn verdicts = StringColumn.create("verdict");
        for (Candidate each : tried) {
            costs.append(each.cost());
            sequences.append(each.sequence().isEmpty() ? "–" : String.join(", ", each.sequence()));
            verdicts.append(each.verdict());
        }
        return Figures.of(Table.create(tried.size() + " programs", costs, sequences, verdicts));
    }

    @Override
    public String toString() {
        return table().printAll() + "\nbest: " + String.join(", ", best.sequence());
    }
}
