package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.stencil.code.ClPrinter;

/**
 * Copies cell by cell, where vectors do not divide rows, so that rows begin anywhere. Each warp copies whole lines of a plane, and a work-item
 * the same columns of all of them, folded as the boundary says. Constants outside the grid are stored once in each place of local memory.
 */
record CellCopies(AsyncFeed feed) implements PlaneCopies {
    private static final int WARP = 32;

    private static final String OUTSIDE = "bring_outside";

    @Override
    public String copy() {
        String real = feed.real();
        return feed.ptx
                ? """
                // Copies the cell of a column, if that is not negative, while the work-item goes on.
                void copy_async(local %1$s *to, global const %1$s *from, const int column) {
                    asm volatile("{ .reg .pred q; setp.ge.s32 q, %%2, 0; @q cp.async.ca.shared.global [%%0], [%%1], %2$s; }"
                                 : : "r"((uint)(size_t)to), "l"(from + column), "r"(column) : "memory");
                }
                """
                        .formatted(real, feed.instance.type().bytes())
                : """
                void copy_async(local %1$s *to, global const %1$s *from, const int column) {
                    if (column >= 0) {
                        *to = from[column];
                    }
                }
                """
                        .formatted(real);
    }

    /** A function that stores the numbers outside the grid; it stays one for the sake of the loop. */
    @Override
    public String functions() {
        List<Integer> numbers = numbers().boxed().toList();
        if (numbers.isEmpty()) {
            return "";
        }
        List<String> names = List.of("plane", "row", "column");
        String value = numbers.stream()
                .limit(numbers.size() - 1L)
                .map(axis -> names.get(axis) + " < 0 ? " + number(axis) + " : ")
                .collect(Collectors.joining("", "", number(numbers.get(numbers.size() - 1))));
        return """
                // Stores what of a plane is a number outside the grid.
                %svoid %s(local %s *to, const int x0, const int y0, const int item, const int plane, const int n1, const int n2) {
                    for (int at = item; at < %s; at += %s) {
                        const int column = %s;
                        const int row = %s;
                        if (%s) {
                            to[at] = %s;
                        }
                    }
                }

                """
                .formatted(
                        feed.ptx ? "__attribute__((noinline)) " : "",
                        OUTSIDE,
                        feed.real(),
                        lines() * cells(),
                        feed.items(),
                        column("at % " + cells()),
                        row("at/" + cells()),
                        numbers.stream().map(axis -> names.get(axis) + " < 0").collect(Collectors.joining(" || ")),
                        value);
    }

    /** The axes beyond whose ends there is a number. */
    private IntStream numbers() {
        return IntStream.range(0, 3).filter(feed::isConstant);
    }

    private String number(int axis) {
        return ClPrinter.literal(feed.code.boundary(axis).value(), feed.code.type());
    }

    @Override
    public String shares() {
        StringBuilder out = new StringBuilder(
                "    // Which cells of a plane this work-item copies: columns of every %s. line.\n".formatted(warps()));
        out.append("    const int line = item/%s;\n    const int cell = item %% %1$s;\n".formatted(lanes()));
        for (int round = 0; round < columns(); round++) {
            String at = "cell" + (round == 0 ? "" : " + " + round * lanes());
            String column = column(at);
            out.append("    const int column%s = %s;\n"
                    .formatted(
                            round,
                            (round + 1) * lanes() <= cells()
                                    ? column
                                    : at + " < " + cells() + " ? " + column + " : -1"));
        }
        if (numbers().anyMatch(axis -> axis > 0)) {
            String outside = numbers()
                    .filter(axis -> axis > 0)
                    .mapToObj(axis -> axis == 1
                            ? "y0 < %s || y0 + %s > n1".formatted(feed.rowsBefore(), lines() - feed.rowsBefore())
                            : "x0 < %s || x0 + %s > n2".formatted(cellsBefore(), cells() - cellsBefore()))
                    .collect(Collectors.joining(" || "));
            out.append("    const int outside = %s;\n".formatted(outside));
            out.append("    // From here on the places outside hold what they shall.\n");
            out.append("    const int settled = max(%s, 0) + %s;\n".formatted(feed.lowest(), feed.planes()));
        }
        return out.toString();
    }

    @Override
    public String bring(String plane, String slot, boolean later) {
        String wide = "long".equals(feed.code.index()) ? "(long)" : "";
        StringBuilder copies =
                new StringBuilder("const %s from = %snext*n1*n2;\n#pragma unroll\n".formatted(feed.code.index(), wide));
        copies.append("for (int at = line; at < %s; at += %s) {\n    const int row = %s;\n"
                .formatted(lines(), warps(), row("at")));
        StringBuilder line = new StringBuilder();
        for (String level : feed.levels) {
            line.append("global const %s *const row_%s = %s + (from + %srow*n2);\n"
                    .formatted(feed.real(), level, feed.source(level), wide));
            line.append("local %s *const line_%s = (local %1$s *)(%s) + (at*%s + cell);\n"
                    .formatted(feed.real(), level, feed.plane(level, slot), cells()));
            for (int round = 0; round < columns(); round++) {
                line.append("copy_async(line_%s + %s, row_%1$s, column%s);\n".formatted(level, round * lanes(), round));
            }
        }
        copies.append((feed.isConstant(1)
                                ? "if (row >= 0) {\n" + line.toString().indent(4) + "}\n"
                                : line.toString())
                        .indent(4))
                .append("}\n");
        String outside =
                PlaneCopies.stores(numbers().anyMatch(axis -> axis > 0), later ? plane : "", feed.isConstant(0));
        String stores = feed.levels.stream()
                .map(level -> "    %s((local %s *)(%s), x0, y0, item, next, n1, n2);\n"
                        .formatted(OUTSIDE, feed.real(), feed.plane(level, slot)))
                .collect(Collectors.joining());
        return (feed.isConstant(0) ? "if (next >= 0) {\n" + copies.toString().indent(4) + "}\n" : copies)
                + (outside.isEmpty() ? "" : "if (%s) {\n%s}\n".formatted(outside, stores));
    }

    private String column(String at) {
        return feed.fold(2, "x0 + " + at + " - " + cellsBefore());
    }

    private String row(String at) {
        return feed.fold(1, "y0 + " + at + " - " + feed.rowsBefore());
    }

    private int cellsBefore() {
        return feed.vectorsBefore() * feed.vector;
    }

    /** Cells of a line. */
    private int cells() {
        return feed.width() * feed.vector;
    }

    private int lines() {
        return feed.count() / feed.width();
    }

    /** Work-items that copy a line together. */
    private int lanes() {
        return Math.min(WARP, feed.items());
    }

    private int warps() {
        return feed.items() / lanes();
    }

    /** Columns of a work-item. */
    private int columns() {
        return (cells() - 1) / lanes() + 1;
    }
}
