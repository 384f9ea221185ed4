package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the kernel of the method {@code direct}: one step a launch, each value read from memory through the caches.
 *
 * <p>{@code gpu}: a work-item computes a column of {@code planes} cells along the first axis; neighbours along the last
 * axis are neighbouring work-items, so that reads coalesce. {@code cpu}: a work-item computes {@code rows} rows, or
 * segments of them, in a plain loop over the last axis, which the compiler vectorises: PoCL does so poorly across
 * work-items.
 */
final class DirectCpu {
    private final CellCode code;

    DirectCpu(CellCode code) {
        this.code = code;
    }

    String source() {
        int rank = code.rank();
        int last = rank - 1;
        int[] reach = code.reach();
        String size = "n" + last;
        StringBuilder body = new StringBuilder();
        body.append("    const int start = (int)get_global_id(0)*segment;\n");
        body.append("    const int end = start < %s - segment ? start + segment : %1$s;\n".formatted(size));
        List<String> extra = new ArrayList<>(List.of("const int segment"));
        String indent = "    ";
        if (rank > 1) {
            extra.add("const int rows");
            body.append(
                    """
                        const %1$s first = (%1$s)get_global_id(1)*rows;
                        const %1$s count = %2$s;
                        const %1$s stop = first < count - rows ? first + rows : count;
                        for (%1$s row = first; row < stop; row++) {
                    """
                            .formatted(code.index(), rank == 2 ? "n0" : "(" + code.index() + ")n0*n1"));
            body.append(
                    rank == 2
                            ? "        const int i0 = row;\n"
                            : """
                            const int i0 = row/n1;
                            const int i1 = row - (%s)i0*n1;
                    """
                                    .formatted(code.index()));
            indent = "        ";
        }
        body.append(
                """
                // Cells from low to high have all that they read in the grid.
                const int inside = %s;
                const int low = inside ? clamp(%d, start, end) : end;
                const int high = inside ? clamp(%s - %d, low, end) : end;
                for (int i%d = start < low ? start : high; i%5$d < end; i%5$d = i%5$d + 1 == low ? high : i%5$d + 1) {
                    edge(%s, %s);
                }
                for (int i%5$d = low; i%5$d < high; i%5$d++) {
                    interior(%6$s, %7$s);
                }
                """
                        .formatted(
                                code.inside(0, last),
                                reach[0],
                                size,
                                reach[1],
                                last,
                                code.arguments(),
                                code.cellArguments())
                        .indent(indent.length()));
        if (rank > 1) {
            body.append("    }\n");
        }
        return program(extra, body.toString());
    }

    private String program(List<String> extra, String body) {
        List<String> parameters = new ArrayList<>(code.parameters());
        parameters.addAll(extra);
        return "%s\nkernel void %s(%s) {\n%s}\n"
                .formatted(code.functions(), DirectMethod.KERNEL, String.join(", ", parameters), body);
    }
}
