package org.plegma.measure.campaign;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** A table of measured figures. Three digits of each are shown, as a second run would not repeat more of them. */
public class Figures extends Table {
    private static final Map<String, String> HEADINGS = Map.ofEntries(
            Map.entry("gflops", "GFLOP/s"),
            Map.entry("gbytes_per_s", "GB/s"),
            Map.entry("gcells_per_s", "GCell/s"),
            Map.entry("fraction_of_limit", "part of the limit"),
            Map.entry("seconds_median", "median, s"),
            Map.entry("seconds_min", "shortest, s"),
            Map.entry("seconds_max", "longest, s"),
            Map.entry("speedup", "speed-up"),
            Map.entry("weak_efficiency", "weak efficiency"));

    Figures(String name, Collection<Column<?>> columns) {
        super(name, columns);
    }

    /** A table whose figures were measured. */
    public static Figures of(Table table) {
        Preconditions.notNull(table, "table");
        return new Figures(table.name(), table.columns());
    }

    /** What a reader calls a column: {@code GFLOP/s} for {@code gflops}, {@code cublas GFLOP/s} for {@code cublas gflops}. */
    public static String heading(String column) {
        return Arrays.stream(Preconditions.notNull(column, "column").split(" ", -1))
                .map(word -> HEADINGS.getOrDefault(word, word))
                .collect(Collectors.joining(" "));
    }

    @Override
    public Figures copy() {
        return of(super.copy());
    }

    /** What Tablesaw fills when it sorts or selects rows. */
    @Override
    public Figures emptyCopy() {
        return of(super.emptyCopy());
    }

    @Override
    public Figures emptyCopy(int rows) {
        return of(super.emptyCopy(rows));
    }

    @Override
    public Figures selectColumns(String... names) {
        return new Figures(name(), List.copyOf(columns(names)));
    }
}
