package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.Footprint;

/** Writes the kernel that goes through a work-item's box row by row and calls the functions of {@link DirectCpu}. */
final class CpuLoops {
    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;

    CpuLoops(CellCode code, CpuTile tile) {
        this.code = code;
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
            body.append("    const int low%1$d = (int)get_global_id(%2$d)*%3$s;\n".formatted(axis, last - axis, count));
            body.append("    const int high%1$d = low%1$d < n%1$d - %2$s ? low%1$d + %2$s : n%1$d;\n"
                    .formatted(axis, count));
        }
        parameters.add("const int segment");
        body.append("    const int start = (int)get_global_id(0)*segment;\n");
        // The last segment takes what is left of the row.
        body.append("    const int end = start <= %1$s - 2*segment ? start + segment : %1$s;\n".formatted(size));
        String indent = "    ";
        for (int axis = 0; axis < last; axis++) {
            body.append("%sfor (int i%d = low%2$d; i%2$d < high%2$d; i%2$d++) {\n".formatted(indent, axis));
            indent += "    ";
        }
        body.append(row().indent(indent.length()));
        for (int axis = 0; axis < last; axis++) {
            indent = indent.substring(4);
            body.append(indent).append("}\n");
        }
        return "kernel void %s(%s) {\n%s}\n".formatted(DirectMethod.KERNEL, String.join(", ", parameters), body);
    }

    /** A row from start to end: its ends by vectors with gathered neighbours, what lies between at a stretch. */
    private String row() {
        int[] reach = code.reach();
        if (vector == 1) {
            return """
                    const int within = %1$s;
                    const int low = within ? clamp(%2$d, start, end) : end;
                    const int high = within ? clamp(n%3$d - %4$d, low, end) : end;
                    for (int i%3$d = start; i%3$d < low; i%3$d++) {
                        edge(%5$s, %6$s);
                    }
                    for (int i%3$d = low; i%3$d < high; i%3$d++) {
                        interior(%5$s, %6$s);
                    }
                    for (int i%3$d = high; i%3$d < end; i%3$d++) {
                        edge(%5$s, %6$s);
                    }
                    """
                    .formatted(code.inside(0, last), reach[0], last, reach[1], code.arguments(), code.cellArguments());
        }
        String before =
                IntStream.range(0, last).mapToObj(axis -> "i" + axis + ", ").collect(Collectors.joining());
        if (tile.whole() && rank == 1) {
            return "%s(%s, start, end);\n".formatted(CpuRows.NAME, code.arguments());
        }
        String at = "n%d - %d".formatted(last, vector);
        String outside = "i%d = outside(%s, %si%1$d, safe);".formatted(last, code.arguments(), before);
        String middle = tile.whole()
                ? outside + "\n"
                : """
                if (%s) {
                    i%d = inside(%s, %si%2$d, safe);
                } else {
                    %s
                }
                """
                        .formatted(code.inside(0, last), last, code.arguments(), before, outside);
        return (tile.whole() ? together(before) : "")
                + """
                int i%1$d = start;
                for (; i%1$d < end && i%1$d < %2$d; i%1$d += %3$d) {
                    beside(%4$s, %5$smin(i%1$d, %6$s));
                }
                const int safe = min(end - %7$d, n%1$d - %8$d);
                if (i%1$d <= safe) {
                %9$s}
                for (; i%1$d < end; i%1$d += %3$d) {
                    beside(%4$s, %5$smin(i%1$d, %6$s));
                }
                """
                        .formatted(
                                last,
                                reach[0],
                                vector,
                                code.arguments(),
                                before,
                                at,
                                vector,
                                vector + reach[1],
                                middle.indent(4));
    }

    /** Several rows together, if they are in the box and inside; some may be done already, as the box may not divide. */
    private String together(String before) {
        int axis = last - 1;
        int count = tile.together();
        Footprint footprint = code.spec().footprint();
        String low = footprint.low(axis) == 0 ? "low" + axis : "max(low%d, %d)".formatted(axis, footprint.low(axis));
        String high = footprint.high(axis) == 0
                ? "high" + axis
                : "min(high%1$d, n%1$d - %2$d)".formatted(axis, footprint.high(axis));
        String inside = axis == 0 ? "" : code.inside(0, axis) + " && ";
        return """
                const int first = min(i%1$d, %2$s - %3$d);
                if (%4$sfirst >= %5$s && i%1$d < first + %3$d) {
                    %6$s(%7$s, %8$sstart, end);
                    i%1$d = first + %9$d;
                    continue;
                }
                """
                .formatted(
                        axis,
                        high,
                        count,
                        inside,
                        low,
                        CpuRows.NAME,
                        code.arguments(),
                        before.replace("i" + axis + ",", "first,"),
                        count - 1);
    }
}
