package org.plegma.tune.result;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.plegma.measure.Statistics;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Parameter;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Trials as a Tablesaw table. */
final class TuningTable {
    private TuningTable() {}

    static Table of(Tunable tunable, List<TrialResult> trials) {
        List<TrialResult> rows = trials.stream()
                .sorted(Comparator.comparingDouble(TrialResult::seconds).thenComparing(TrialResult::status))
                .toList();
        Table table = Table.create(tunable.name());
        for (Parameter<?> parameter : tunable.space().parameters()) {
            table.addColumns(StringColumn.create(
                    parameter.name(),
                    rows.stream().map(t -> t.configuration().macros().get(parameter.name()))));
        }
        IntColumn runs = IntColumn.create("runs");
        rows.forEach(t -> runs.append(t.runs().length));
        table.addColumns(
                StringColumn.create("status", rows.stream().map(t -> t.status().toString())),
                doubles("time (ms)", rows, t -> 1e3 * t.seconds()),
                doubles("min (ms)", rows, t -> 1e3 * Statistics.of(t.runs()).min()),
                runs);
        for (String rate : tunable.rates(1).keySet()) {
            table.addColumns(doubles(rate, rows, t -> tunable.rates(t.seconds()).get(rate)));
        }
        Set<String> figures = new LinkedHashSet<>();
        rows.forEach(t -> figures.addAll(t.figures().keySet()));
        for (String figure : figures) {
            DoubleColumn column = DoubleColumn.create(figure);
            rows.forEach(t -> column.append(t.figures().getOrDefault(figure, Double.NaN)));
            table.addColumns(column);
        }
        DoubleColumn compile = DoubleColumn.create("compile (s)");
        rows.forEach(t -> compile.append(t.compileSeconds()));
        table.addColumns(compile);
        if (rows.stream().anyMatch(t -> !t.ok())) {
            table.addColumns(StringColumn.create("cause", rows.stream().map(TrialResult::message)));
        }
        return table;
    }

    /** A figure of the valid trials; missing for the others. */
    private static DoubleColumn doubles(String name, List<TrialResult> rows, ToDoubleFunction<TrialResult> figure) {
        DoubleColumn column = DoubleColumn.create(name);
        rows.forEach(t -> column.append(t.ok() ? figure.applyAsDouble(t) : Double.NaN));
        return column;
    }
}
