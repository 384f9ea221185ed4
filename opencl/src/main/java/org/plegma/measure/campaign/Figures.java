package org.plegma.measure.campaign;

import java.util.Collection;
import java.util.List;
import org.plegma.array.Preconditions;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** A table of measured figures. Three digits of each are shown, as a second run would not repeat more of them. */
public class Figures extends Table {
    Figures(String name, Collection<Column<?>> columns) {
        super(name, columns);
    }

    /** A table whose figures were measured. */
    public static Figures of(Table table) {
        Preconditions.notNull(table, "table");
        return new Figures(table.name(), table.columns());
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
