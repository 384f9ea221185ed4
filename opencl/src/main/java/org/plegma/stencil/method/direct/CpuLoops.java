package org.plegma.stencil.method.direct;

import java.util.ArrayList;
import java.util.List;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.tile.CpuTile;

/** Writes the kernel that goes through a work-item's box row by row and calls the functions of {@link DirectCpu}. */
final class CpuLoops {
    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final CpuRows rows;

    CpuLoops(CellCode code, CpuTile tile, CpuRows rows) {
        this.code = code;
        this.rows = rows;
        this.tile = tile;
        this.rank = code.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
    }

    String kernel() {
        StringBuilder body = new StringBuilder();
        String size = "n" + last;
        List<String> parameters = new ArrayList<>(code.parameters());
        for (int axis = 0; axis < last; axis++) {
            String count = CpuTile.count(axis);
            parameters.add("const int " + count);
            body.append("    const int low%1$s = (int)get_global_id(%2$s)*%3$s;\n".formatted(axis, last - axis, count));
            body.append("    const int high%1$s = low%1$s < n%1$s - %2$s ? low%1$s + %2$s : n%1$s;\n"
                    .formatted(axis, count));
        }
        parameters.add("const int segment");
        body.append("    const int start = (int)get_global_id(0)*segment;\n");
        // The last segment takes what is left of the row.
        body.append("    const int end = start <= %1$s - 2*segment ? start + segment : %1$s;\n".formatted(size));
        body.append(loops().indent(4));
        return "kernel void %s(%s) {\n%s}\n".formatted(StepCode.ONE_STEP, String.join(", ", parameters), body);
    }

    private String loops() {
        if (rank > 1 && tile.whole()) {
            return loop(0, rank == 2 ? rowsTogether() : planesTogether());
        }
        String loops = rank == 1 && tile.whole() ? rows.call("", "") : row("i0");
        for (int axis = last - 1; axis >= 0; axis--) {
            loops = loop(axis, loops);
        }
        return loops;
    }

    /** Several rows together, if they are in the box and inside; some may be done already, as the box may not divide. */
    private String rowsTogether() {
        return several()
                + """
                if (several) {
                %s    i0 = first + %s;
                    continue;
                }
                """
                        .formatted(rows.call("first", tile.together() + "*n1").indent(4), tile.together() - 1)
                + row("i0");
    }

    /** The same of planes, row by row. */
    private String planesTogether() {
        String wide = "long".equals(code.index()) ? "(long)" : "";
        // At the end of the box, the first row of the next planes comes next.
        String ahead = "i1 < high1 - 1 ? n2 : %s(%s*n1 - i1 + low1)*n2".formatted(wide, tile.together());
        return several()
                + "const int through = several ? first + %s : i0;\n".formatted(tile.together() - 1)
                + loop(
                        1,
                        """
                        if (several && %s) {
                        %s    continue;
                        }
                        for (int plane = several ? first : i0; plane <= through; plane++) {
                        %s}
                        """
                                .formatted(
                                        code.inside(1, 2),
                                        rows.call("first", ahead).indent(4),
                                        row("plane").indent(4)))
                + "i0 = through;\n";
    }

    private String several() {
        Footprint footprint = code.spec().footprint();
        String low = footprint.low(0) == 0 ? "low0" : "max(low0, %s)".formatted(footprint.low(0));
        String high = footprint.high(0) == 0 ? "high0" : "min(high0, n0 - %s)".formatted(footprint.high(0));
        return """
                const int first = min(i0, %s - %s);
                const int several = first >= %s && i0 < first + %2$s;
                """
                .formatted(high, tile.together(), low);
    }

    private static String loop(int axis, String body) {
        return "for (int i%1$s = low%1$s; i%1$s < high%1$s; i%1$s++) {\n%2$s}\n".formatted(axis, body.indent(4));
    }

    /** A row from start to end: its ends by vectors with gathered neighbours, what lies between at a stretch. */
    private String row(String plane) {
        int[] reach = code.reach();
        if (vector == 1) {
            return """
                    const int within = %1$s;
                    const int low = within ? clamp(%2$s, start, end) : end;
                    const int high = within ? clamp(n%3$s - %4$s, low, end) : end;
                    for (int i%3$s = start; i%3$s < low; i%3$s++) {
                        edge(%5$s, %6$s);
                    }
                    for (int i%3$s = low; i%3$s < high; i%3$s++) {
                        interior(%5$s, %6$s);
                    }
                    for (int i%3$s = high; i%3$s < end; i%3$s++) {
                        edge(%5$s, %6$s);
                    }
                    """
                    .formatted(code.inside(0, last), reach[0], last, reach[1], code.arguments(), code.cellArguments());
        }
        String before = rank == 1 ? "" : plane + ", " + (rank == 3 ? "i1, " : "");
        String outside = "i%s = outside(%s, %si%1$s, safe);".formatted(last, code.arguments(), before);
        String middle = tile.whole()
                ? outside + "\n"
                : """
                if (%s) {
                    i%s = inside(%s, %si%2$s, safe);
                } else {
                    %s
                }
                """
                        .formatted(code.inside(0, last), last, code.arguments(), before, outside);
        // Each function is called in one place only, as compilers put its code into each.
        return """
                const int safe = min(end - %2$s, n%1$s - %3$s);
                for (int i%1$s = start; i%1$s < end;) {
                    if (i%1$s >= %4$s && i%1$s <= safe) {
                %5$s    } else {
                        beside(%6$s, %7$smin(i%1$s, n%1$s - %2$s));
                        i%1$s += %2$s;
                    }
                }
                """
                .formatted(last, vector, vector + reach[1], reach[0], middle.indent(8), code.arguments(), before);
    }
}
