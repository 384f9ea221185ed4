package org.plegma.stencil.method.partialsums;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies by vectors, where these divide rows. Constants outside the grid are stored by the work-items at the edges, once in each place of local
 * memory. What a row has beside it is copied by vectors where the grid wraps, and else cell by cell.
 *
 * @param corners whether cells are read that lie beside the group along both of the last axes
 */
record VectorCopies(AsyncFeed feed, boolean corners) implements PlaneCopies {
    private static final String OUTSIDE = "bring_outside";

    @Override
    public String copy() {
        String parameters = "local %s *to, global const %s *from, const %s plane, const %3$s place"
                .formatted(feed.cells, feed.real(), feed.code.index());
        boolean wide = "long".equals(feed.code.index());
        return feed.ptx
                ? """
                // Copies the vector at a place of a plane, if that is not negative, while the work-item goes on.
                void copy_async(%s) {
                    asm volatile("{ .reg .pred p; setp.ge.s%s p, %%2, 0; @p cp.async.cg.shared.global [%%0], [%%1], 16; }"
                                 : : "r"((uint)(size_t)to), "l"(from + (plane + place)), "%s"(place) : "memory");
                }
                """
                        .formatted(parameters, wide ? "64" : "32", wide ? "l" : "r")
                : """
                void copy_async(%s) {
                    if (place >= 0) {
                        *to = *(global const %s *)(from + (plane + place));
                    }
                }
                """
                        .formatted(parameters, feed.cells);
    }

    @Override
    public String functions() {
        return (hasOutside() ? outside() : "") + (copiesCells() ? beside().function() : "");
    }

    /**
     * A function that stores what is not copied. Few work-items call it, so it stays a function where the compiler would
     * write it out: in the loop it cost the others a tenth.
     */
    private String outside() {
        String inside =
                (feed.isConstant(0) ? "plane >= 0 && " : "") + (feed.isConstant(1) ? "row >= 0 && " : "") + "in";
        return """
                // Stores what of a plane lies outside the grid.
                %svoid %s(local %s *to, global const %s *from, const int x0, const int y0, const int item, const int plane,
                        const int n0, const int n1, const int n2) {
                    for (int at = item; at < %s; at += %s) {
                        const int gx = %s;
                        const int row = %s;
                        const int in = gx >= 0 && gx < n2;
                        if (!(%s)) {
                            to[at] = %s;
                        }
                    }
                }

                """
                .formatted(
                        feed.ptx ? "__attribute__((noinline)) " : "",
                        OUTSIDE,
                        feed.cells,
                        feed.real(),
                        feed.count(),
                        feed.items(),
                        foldedColumn("at"),
                        feed.row("at"),
                        inside,
                        feed.load("from", "plane", "row", "gx", "in"));
    }

    @Override
    public String declarations() {
        return copiesCells() ? beside().declarations() : "";
    }

    @Override
    public long localBytes() {
        return copiesCells() ? beside().localBytes() : 0;
    }

    private CellsBeside beside() {
        return new CellsBeside(feed, corners);
    }

    private int rounds() {
        return (feed.count() + feed.items() - 1) / feed.items();
    }

    @Override
    public String shares() {
        StringBuilder out = new StringBuilder();
        out.append("    // Which vectors of a plane this work-item copies%s.\n"
                .formatted(itemsHaveOutside() ? ", and whether it has to store some besides" : ""));
        if (itemsHaveOutside()) {
            out.append("    int outside = 0;\n");
        }
        String wide = "long".equals(feed.code.index()) ? "(long)" : "";
        for (int round = 0; round < rounds(); round++) {
            String at = "at" + round;
            out.append("    const int %s = item%s;\n".formatted(at, round == 0 ? "" : " + " + round * feed.items()));
            out.append("    const int gx%s = %s;\n".formatted(round, foldedColumn(at)));
            out.append("    const int row%s = %s;\n".formatted(round, feed.row(at)));
            String partly = (round + 1) * feed.items() > feed.count() ? "%s < %s".formatted(at, feed.count()) : "";
            if (itemsHaveOutside()) {
                out.append("    const int in%s = %s;\n".formatted(round, inGrid(round)));
                out.append("    outside |= %s!in%s;\n".formatted(partly.isEmpty() ? "" : partly + " && ", round));
            }
            String copied = Stream.of(itemsHaveOutside() ? "in" + round : "", partly, corners ? "" : besideOnce(at))
                    .filter(test -> !test.isEmpty())
                    .collect(Collectors.joining(" && "));
            out.append("    const %s place%s = %s%srow%2$s*n2 + gx%2$s%s;\n"
                    .formatted(
                            feed.code.index(),
                            round,
                            copied.isEmpty() ? "" : copied + " ? ",
                            wide,
                            copied.isEmpty() ? "" : " : -1"));
        }
        if (itemsHaveOutside()) {
            out.append("    // From here on the places outside hold what they shall.\n");
            out.append("    const int settled = max(%s, 0) + %s;\n".formatted(feed.lowest(), feed.planes()));
        }
        if (copiesCells()) {
            out.append(beside().shares());
        }
        return out.toString();
    }

    /** Whether the vector of a round lies in the grid. */
    private String inGrid(int round) {
        String column = feed.code.boundary(2).wraps() ? "" : "gx%1$s >= 0 && gx%1$s < n2".formatted(round);
        String row = feed.isConstant(1) ? "row" + round + " >= 0" : "";
        return column + (column.isEmpty() || row.isEmpty() ? "" : " && ") + row;
    }

    /** The first cell of a vector of the plane; where the grid wraps, that is the place of a whole vector. */
    private String foldedColumn(String at) {
        return feed.code.boundary(2).wraps() ? feed.fold(2, feed.column(at)) : feed.column(at);
    }

    /** That a vector is not beside the group along both axes. */
    private String besideOnce(String at) {
        return "((uint)(%1$s %% %2$s - %3$s) < %4$su || (uint)(%1$s/%2$s - %5$s) < %6$su)"
                .formatted(
                        at,
                        feed.width(),
                        feed.vectorsBefore(),
                        feed.tile.groupX(),
                        feed.rowsBefore(),
                        feed.tile.groupY() * feed.tile.rows());
    }

    /** Whether some work-items store what does not come from the grid, or in the first planes what lies beside it. */
    private boolean itemsHaveOutside() {
        return feed.isConstant(1) || !feed.code.boundary(2).wraps();
    }

    private boolean hasOutside() {
        return itemsHaveOutside() || feed.isConstant(0);
    }

    /** Whether what lies beside a row is neither a number nor a vector of the row. */
    private boolean copiesCells() {
        return !feed.isConstant(2) && !feed.code.boundary(2).wraps() && feed.width() > feed.tile.groupX();
    }

    @Override
    public String bring(String plane, String slot, boolean later) {
        String wide = "long".equals(feed.code.index()) ? "(long)" : "";
        StringBuilder copies = new StringBuilder("const %s from = %snext*n1*n2;\n".formatted(feed.code.index(), wide));
        for (String level : feed.levels) {
            for (int round = 0; round < rounds(); round++) {
                copies.append("copy_async(%s + at%s, %s, from, place%2$s);\n"
                        .formatted(feed.plane(level, slot), round, feed.source(level)));
            }
        }
        if (copiesCells() && later) {
            copies.append("if (beside >= 0 && %s >= settled) {\n%s}\n".formatted(plane, beside().calls(slot)));
        }
        String outside = PlaneCopies.stores(itemsHaveOutside(), later ? plane : "", feed.isConstant(0));
        return (feed.isConstant(0) ? "if (next >= 0) {\n" + copies.toString().indent(4) + "}\n" : copies)
                + (outside.isEmpty() ? "" : "if (%s) {\n%s}\n".formatted(outside, calls(OUTSIDE, slot)));
    }

    private String calls(String function, String slot) {
        return feed.levels.stream()
                .map(level -> "    %s(%s, %s, x0, y0, item, next, n0, n1, n2);\n"
                        .formatted(function, feed.plane(level, slot), feed.source(level)))
                .collect(Collectors.joining());
    }
}
