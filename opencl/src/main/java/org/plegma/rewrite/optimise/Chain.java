package org.plegma.rewrite.optimise;

import java.util.List;
import java.util.Locale;
import org.plegma.rewrite.model.Counts;

/**
 * Optimisations one after the other, with what each brought.
 *
 * @param device where it was measured
 * @param size the problem that was timed; 0 if none was
 * @param stages the start, then each optimisation
 */
public record Chain(String device, long size, List<Stage> stages) {
    public Chain {
        stages = List.copyOf(stages);
    }

    /** What came out. */
    public Computation result() {
        return stages.get(stages.size() - 1).computation();
    }

    /** The stage of an optimisation. */
    public Stage stage(String name) {
        return stages.stream()
                .filter(stage -> stage.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There was no stage '" + name + "'."));
    }

    /** A table: times, and what the simulator counted at a small size. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-24s %-12s %10s %8s %12s %6s %9s %9s %9s %8s%n",
                "step",
                "",
                "ms",
                "times",
                "operations",
                "idle",
                "divergent",
                "conflicts",
                "segments",
                "barriers"));
        double first = stages.get(0).seconds();
        for (Stage stage : stages) {
            Counts c = stage.counts();
            text.append(String.format(
                    Locale.ROOT,
                    "%-24s %-12s %10s %8s %12d %5.0f%% %9d %9d %9d %8d%s%n",
                    stage.name(),
                    stage.verdict(),
                    Double.isNaN(first) ? "" : String.format(Locale.ROOT, "%.4g", stage.seconds() * 1e3),
                    Double.isNaN(first) ? "" : String.format(Locale.ROOT, "%.2f", first / stage.seconds()),
                    c.instructions(),
                    100 * c.idleShare(),
                    c.divergentBranches(),
                    c.bankConflicts(),
                    c.globalSegments(),
                    c.barriers(),
                    stage.reason().isEmpty()
                            ? ""
                            : "  "
                                    + stage.reason()
                                            .lines()
                                            .limit(3)
                                            .reduce((a, b) -> a + " " + b.strip())
                                            .orElse("")));
        }
        return text.toString().stripTrailing();
    }
}
