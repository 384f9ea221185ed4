package org.plegma.stencil.method.partialsums;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectPieces;
import org.plegma.stencil.tile.DirectTile;

/**
 * Cells near a fixed end, which keep their values. On NVIDIA's they are stored over what was computed, in a branch that most planes of most
 * groups do not take: with a test and a read for each cell the loop took up to 70% longer. A step that sends what it computes has the tests.
 * As a call the branch took longer than these in two of 13 cases.
 */
record KeptCells(StencilInstance instance, DirectTile tile) {
    private static final String[] INDICES = {"i0", "y", "x"};

    private boolean isApart() {
        return instance.sending().isEmpty() && instance.device().isNvidia();
    }

    private CellCode code() {
        return instance.cellCode();
    }

    /** Those of the updated fields of which there are some. */
    private Stream<String> fields() {
        return instance.spec().updatedFields().stream()
                .filter(field -> isApart()
                        && !code().keeps(field, axis -> true, axis -> "").isEmpty());
    }

    /** Before a cell is stored: its old value instead of what was computed, if it keeps that; empty if it never does, or a function sees to it. */
    String instead(String field, String y, String at, String inRow, String computed) {
        String test = isApart() ? "" : tests(field, y, "x" + at);
        return test.isEmpty()
                ? ""
                : "                %s%s = %s ? %s[p%s] : %2$s;\n"
                        .formatted(inRow, computed, test, CellCode.level(field, 0), at);
    }

    private String tests(String field, String y, String x) {
        return code().keeps(field, axis -> true, axis -> axis == 0 ? INDICES[0] : axis == 1 ? y : x);
    }

    /** The functions that store them. */
    String functions() {
        return fields().map(this::function).collect(Collectors.joining());
    }

    private String function(String field) {
        String type = instance.type().openclName();
        int vector = tile.vector();
        boolean ragged = instance.shape()[2] % vector > 0;
        String cells = type + (vector == 1 ? "" : vector);
        StringBuilder loads = new StringBuilder();
        StringBuilder stores = new StringBuilder();
        for (int cell = 0; cell < vector; cell++) {
            String at = cell == 0 ? "" : " + " + cell;
            String inRow = ragged && cell > 0 ? "x%s < n2".formatted(at) : "";
            String component = vector == 1 ? "" : DirectPieces.component(cell);
            if (ragged) {
                loads.append("            %swas[row]%s = from[p%s];\n"
                        .formatted(inRow.isEmpty() ? "" : "if (" + inRow + ") ", component, at));
            }
            stores.append("            if (%s(%s)) {\n                to[p%s] = was[row]%s;\n            }\n"
                    .formatted(
                            inRow.isEmpty() ? "" : inRow + " && ", tests(field, "y + row", "x" + at), at, component));
        }
        if (!ragged) {
            loads.append("            was[row] = *(global const %s *)(from + p);\n".formatted(cells));
        }
        return """
                // Stores the old values of those cells that keep them.
                void keep_%s(global %s *restrict to, global const %2$s *restrict from, const int i0, const int x,
                        const int y, const int n0, const int n1, const int n2) {
                    %s was[%s];
                    #pragma unroll
                    for (int row = 0; row < %4$s; row++) {
                        if (y + row < n1) {
                            const %s p = %s;
                %s        }
                    }
                    #pragma unroll
                    for (int row = 0; row < %4$s; row++) {
                        if (y + row < n1) {
                            const %5$s p = %6$s;
                %s        }
                    }
                }

                """
                .formatted(
                        field,
                        type,
                        cells,
                        tile.rows(),
                        code().index(),
                        CellPlaces.linear(
                                code().index(), 3, axis -> axis == 0 ? INDICES[0] : axis == 1 ? "(y + row)" : "x"),
                        loads,
                        stores);
    }

    /** Before the loop: whether some of this work-item's cells keep their values in every plane. */
    String before() {
        return fields().map(field -> "    const int keeps_%s = %s;\n"
                        .formatted(
                                field,
                                IntStream.of(1, 2)
                                        .mapToObj(axis -> inAll(field, axis))
                                        .filter(test -> !test.isEmpty())
                                        .collect(Collectors.collectingAndThen(
                                                Collectors.joining(" || "), test -> test.isEmpty() ? "0" : test))))
                .collect(Collectors.joining());
    }

    /** Whether the first of an item's cells along an axis is at the lower end, or the last one at the upper end. */
    private String inAll(String field, int axis) {
        int count = axis == 1 ? tile.rows() : tile.vector();
        String test = code().keeps(field, each -> each == axis, each -> INDICES[axis]);
        return test.replace(INDICES[axis] + " >=", "%s + %s >=".formatted(INDICES[axis], count - 1));
    }

    /** After what was computed is stored: their stores. */
    String calls() {
        return fields().map(field -> {
                    String plane = code().keeps(field, axis -> axis == 0, axis -> INDICES[0]);
                    return "            if (keeps_%1$s%2$s) {\n                keep_%1$s(o_%1$s, %3$s, i0, x, y, n0, n1, n2);\n            }\n"
                            .formatted(field, plane.isEmpty() ? "" : " || " + plane, CellCode.level(field, 0));
                })
                .collect(Collectors.joining());
    }
}
