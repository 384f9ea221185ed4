package org.plegma.stencil.method.partialsums;

import java.util.stream.Collectors;

/**
 * Copies of the cells beside rows of the grid, for {@link VectorCopies}: groups at the ends of rows make them for each plane, and wait for
 * none. What a plane's copies need is worked out before the first plane, as all warps of a group wait for the slowest one.
 *
 * <p>Where rows are longer than what a group reads, each group has cells beside one end only. A work-item then has the same column of some
 * lines, one row below the other. Else, or where cells are read that lie beside rows and columns, their places stand in local memory: to fold
 * again took half as long as all else.
 *
 * @param corners whether cells are read that lie beside the group along both of the last axes
 */
record CellsBeside(AsyncFeed feed, boolean corners) {
    private static final String NAME = "bring_beside";

    /** The function that copies this work-item's cells of a plane. */
    String function() {
        return """
                // Copies the cells of a plane that lie beside rows of the grid.
                void %s(local %s *to, global const %2$s *from, %s) {
                    #pragma unroll
                    for (int round = 0; round < %s; round++) {
                %s    }
                }

                """
                .formatted(
                        NAME,
                        feed.real(),
                        hasOneEnd()
                                ? "const %s place, const int n2, const int lines".formatted(feed.code.index())
                                : "local const %s *places".formatted(feed.code.index()),
                        rounds(),
                        (hasOneEnd() ? copyOfALine() : copyOfATable()).indent(8));
    }

    private String copyOfALine() {
        String wide = isWide() ? "(long)" : "";
        String test = "round*%s < lines".formatted(linesAtOnce());
        String from = "from + (place + %sround*%s*n2)".formatted(wide, linesAtOnce());
        return feed.ptx
                ? copy("ge.s32", from, "r", "lines - 1 - round*" + linesAtOnce())
                : "if (%s) {\n    to[round*%s] = *(%s);\n}".formatted(test, step(), from);
    }

    private String copyOfATable() {
        String copied = feed.ptx
                ? copy(isWide() ? "ge.s64" : "ge.s32", "from + place", isWide() ? "l" : "r", "place")
                : "if (place >= 0) {\n    to[round*%s] = from[place];\n}".formatted(step());
        return "const %s place = places[round*%s];\n%s".formatted(feed.code.index(), feed.items(), copied);
    }

    private String copy(String test, String from, String register, String tested) {
        return """
                asm volatile("{ .reg .pred q; setp.%s q, %%2, 0; @q cp.async.ca.shared.global [%%0], [%%1], %s; }"
                             : : "r"((uint)(size_t)(to + round*%s)), "l"(%s), "%s"(%s) : "memory");"""
                .formatted(test, feed.instance.type().bytes(), step(), from, register, tested);
    }

    /** From a work-item's cell to its next one in local memory. */
    private int step() {
        return linesAtOnce() * feed.width() * feed.vector;
    }

    /** Its calls for a place in local memory, of a plane that begins at {@code from}. */
    String calls(String slot) {
        return feed.levels.stream()
                .map(level -> "    %s((local %s *)(%s) + beside, %s + from, %s);\n"
                        .formatted(
                                NAME,
                                feed.real(),
                                feed.plane(level, slot),
                                feed.source(level),
                                hasOneEnd() ? "place_beside, n2, lines_beside" : "places + item"))
                .collect(Collectors.joining());
    }

    /** Before the loop: where this work-item puts cells beside rows, -1 if it has none, and where they come from. */
    String shares() {
        return hasOneEnd() ? sharesOfALine() : sharesOfATable();
    }

    private String sharesOfALine() {
        return """
                    int beside = item %% %1$s + (x0 == 0 ? 0 : %2$s + n2 - x0);
                    const int line = item/%1$s;
                    const int lines_beside = min(%3$s, n1 - y0) - line;
                    const %4$s place_beside = %5$s(y0 + line)*n2 + %6$s;
                    beside = lines_beside > 0 && beside < (x0 == 0 ? %2$s : %7$s) ? beside + (line + %8$s)*%7$s : -1;
                """
                .formatted(
                        cellsAtOnce(),
                        before(),
                        lines(),
                        feed.code.index(),
                        isWide() ? "(long)" : "",
                        feed.fold(2, "x0 + beside - " + before()),
                        feed.width() * feed.vector,
                        feed.rowsBefore());
    }

    private String sharesOfATable() {
        String wide = isWide() ? "(long)" : "";
        return """
                    int beside = -1;
                    const int cell = item %% %1$s < %2$s ? item %% %1$s : item %% %1$s + min(%3$s, n2 - x0);
                    const int column = x0 + cell - %2$s;
                    if (column < 0 || column >= n2) {
                        beside = (item/%1$s%4$s)*%5$s + cell;
                        for (int round = 0; round < %6$s; round++) {
                            const int line = item/%1$s + round*%7$s;
                            const int row = %8$s;
                            places[round*%9$s + item] = line < %10$s%11$s ? %12$srow*n2 + %13$s : -1;
                        }
                    }
                """
                .formatted(
                        cellsAtOnce(),
                        before(),
                        ownCells(),
                        corners ? "" : " + " + feed.rowsBefore(),
                        feed.width() * feed.vector,
                        rounds(),
                        linesAtOnce(),
                        feed.fold(1, "y0 + line" + (corners ? " - " + feed.rowsBefore() : "")),
                        feed.items(),
                        lines(),
                        feed.isConstant(1) ? " && row >= 0" : "",
                        wide,
                        feed.fold(2, "column"));
    }

    String declarations() {
        return hasOneEnd() ? "" : "    local %s places[%s];\n".formatted(feed.code.index(), rounds() * feed.items());
    }

    long localBytes() {
        return hasOneEnd() ? 0 : rounds() * feed.items() * (isWide() ? 8L : 4L);
    }

    /** Whether no group has cells beside both ends of a row, and only the first ones have some before it. */
    private boolean hasOneEnd() {
        return !corners
                && before() <= ownCells()
                && feed.instance.shape()[2] >= ownCells() + Math.max(before(), after());
    }

    private boolean isWide() {
        return "long".equals(feed.code.index());
    }

    private int ownCells() {
        return feed.tile.groupX() * feed.vector;
    }

    private int before() {
        return feed.vectorsBefore() * feed.vector;
    }

    private int after() {
        return feed.width() * feed.vector - ownCells() - before();
    }

    /** Cells of a line that are copied at once, one by each work-item. */
    private int cellsAtOnce() {
        return hasOneEnd() ? Math.max(before(), after()) : before() + after();
    }

    private int linesAtOnce() {
        return feed.items() / cellsAtOnce();
    }

    private int rounds() {
        return (lines() - 1) / linesAtOnce() + 1;
    }

    /** Rows of a plane that are read beside the group's own columns. */
    private int lines() {
        return corners ? feed.count() / feed.width() : feed.tile.groupY() * feed.tile.rows();
    }
}
