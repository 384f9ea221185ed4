package org.plegma.rewrite.optimise;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.plegma.measure.chart.Charts;
import org.plegma.rewrite.simulator.Counts;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

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

    /** A row a stage: its time, and what the simulator counted at the largest size that it ran. */
    public Table table() {
        StringColumn names = StringColumn.create("step");
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn times = DoubleColumn.create("ms");
        DoubleColumn faster = DoubleColumn.create("times faster");
        Map<String, ToDoubleFunction<Counts>> figures = new LinkedHashMap<>();
        figures.put("operations", Counts::instructions);
        figures.put("idle %", counts -> Math.round(100 * counts.idleShare()));
        figures.put("divergent branches", Counts::divergentBranches);
        figures.put("bank conflicts", Counts::bankConflicts);
        figures.put("segments", Counts::globalSegments);
        figures.put("of them wasted", Counts::wastedSegments);
        figures.put("barriers", Counts::barriers);
        if (stages.stream().anyMatch(stage -> stage.counts().atomicTurns() > 0)) {
            figures.put("turns of atomics", Counts::atomicTurns);
        }
        List<LongColumn> columns =
                figures.keySet().stream().map(LongColumn::create).toList();
        StringColumn reasons = StringColumn.create("why");
        double first = stages.get(0).seconds();
        for (Stage stage : stages) {
            names.append(stage.name());
            verdicts.append(stage.verdict().toString());
            times.append(1e3 * stage.seconds());
            faster.append(first / stage.seconds());
            int column = 0;
            for (ToDoubleFunction<Counts> figure : figures.values()) {
                columns.get(column++).append((long) figure.applyAsDouble(stage.counts()));
            }
            reasons.append(stage.reason());
        }
        Table table = Table.create(device + (size == 0 ? "" : ", " + elements()), names, verdicts);
        if (size > 0) {
            table.addColumns(times, faster);
        }
        table.addColumns(columns.toArray(Column[]::new));
        return stages.stream().allMatch(stage -> stage.reason().isEmpty()) ? table : table.addColumns(reasons);
    }

    private String elements() {
        return String.format(Locale.ROOT, "%,d elements", size);
    }

    /** A bar a stage: its time. */
    public CategoryChart times() {
        return bars(
                "Time after each step, " + elements() + ", " + device,
                "time (ms)",
                Map.of("time", stage -> 1e3 * stage.seconds()));
    }

    /**
     * What the simulator counted after each step, each count as a share of its largest: how a step trades one for another.
     */
    public CategoryChart counts() {
        Map<String, ToDoubleFunction<Stage>> parts = new LinkedHashMap<>();
        share(parts, "operations", Counts::instructions);
        share(parts, "idle slots", Counts::idleSlots);
        share(parts, "divergent branches", Counts::divergentBranches);
        share(parts, "bank conflicts", Counts::bankConflicts);
        share(parts, "segments of global memory", Counts::globalSegments);
        share(parts, "barriers", Counts::barriers);
        return bars("What the simulator counts after each step", "% of the largest", parts);
    }

    private void share(Map<String, ToDoubleFunction<Stage>> parts, String name, ToDoubleFunction<Counts> count) {
        double most = stages.stream()
                .mapToDouble(stage -> count.applyAsDouble(stage.counts()))
                .max()
                .orElse(0);
        parts.put(name, stage -> most == 0 ? 0 : 100 * count.applyAsDouble(stage.counts()) / most);
    }

    private CategoryChart bars(String title, String unit, Map<String, ToDoubleFunction<Stage>> parts) {
        List<String> names = stages.stream().map(Stage::name).toList();
        Map<String, double[]> amounts = new LinkedHashMap<>();
        parts.forEach((part, value) ->
                amounts.put(part, stages.stream().mapToDouble(value).toArray()));
        CategoryChart chart = Charts.breakdown(title, unit, names, amounts);
        chart.getStyler().setStacked(false);
        chart.getStyler().setLegendVisible(parts.size() > 1);
        return chart;
    }

    @Override
    public String toString() {
        return table().printAll();
    }
}
