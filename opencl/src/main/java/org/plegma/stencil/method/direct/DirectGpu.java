package org.plegma.stencil.method.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.PlanePart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.tile.DirectPieces;
import org.plegma.stencil.tile.DirectPieces.Piece;
import org.plegma.stencil.tile.DirectTile;

/**
 * Writes the GPU kernel of the method {@code direct}. A work-item computes a block of cells, a vector long, and streams
 * along the first axis; see {@link DirectTile}.
 *
 * <p>There are two loops over the planes, {@code inside} for blocks whose reads lie in the grid along the
 * first axes, and {@code outside}, which folds planes and rows as the boundaries say. Along the last axis both look where
 * a read goes, which costs next to nothing: a vector beside the item's own lies wholly inside or wholly outside, since
 * vectors divide rows.
 */
final class DirectGpu {
    private final CellCode code;
    /** Knows which cells keep their values. */
    private final CellCode fixed;

    private final boolean small;

    private final DirectTile tile;
    private final DirectPieces pieces;
    private final Optional<PlanePart> part;
    private final int rank;
    private final int last;
    private final int vector;
    /** Where no boundary's code is in the loop. */
    private final Optional<BesideRows> beside;
    /** Cells at the end of each row that are none of the grid's. */
    private final int pad;

    DirectGpu(StencilInstance instance, DirectTile tile) {
        this.fixed = instance.cellCode();
        // Small ones are no quicker with zeros and fewer tests, those of two fields slower.
        this.small = fixed.rank() < 3 && instance.spec().footprint().radius() < 2;
        this.code = small ? fixed : instance.withZerosBeyondFixedEnds().cellCode();
        this.part = instance.part();
        this.tile = tile;
        this.pieces = DirectPieces.of(code.spec(), tile);
        this.rank = code.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        this.pad = instance.pad();
        this.beside = BesideRows.of(instance, tile, pieces.all());
    }

    String source() {
        StringBuilder out = new StringBuilder(code.helpers());
        beside.ifPresent(each -> out.append(each.functions()));
        if (rank > 1) {
            out.append(stream(true)).append('\n').append(stream(false)).append('\n');
        }
        return out.append(kernel()).toString();
    }

    private String kernel() {
        StringBuilder body = new StringBuilder();
        body.append("    const int i%s = (int)get_global_id(0)%s;\n".formatted(last, times(vector)));
        if (rank == 1) {
            body.append("    if (i0 < n0) {\n        const int p = i0;\n")
                    .append(plane(true).indent(8))
                    .append("    }\n");
        } else {
            if (rank == 3) {
                body.append("    const int i1 = (int)get_global_id(1)%s;\n".formatted(times(tile.rows())));
            }
            body.append(chunk());
        }
        return "kernel __attribute__((reqd_work_group_size(%s, %s, 1)))\nvoid %s(%s) {\n%s}\n"
                .formatted(
                        tile.groupX(),
                        tile.groupY(),
                        StepCode.ONE_STEP,
                        String.join(", ", all(code.parameters())),
                        body);
    }

    /** Parameters with those of the part. */
    private List<String> all(List<String> parameters) {
        List<String> all = new ArrayList<>(parameters);
        part.ifPresent(each -> all.addAll(each.parameters(code.type().openclName())));
        return all;
    }

    /** The planes of a work-item; its block is inside if all that they read along the first axes lies in the grid. */
    private String chunk() {
        int before = code.spec().footprint().low(0);
        int after = Math.max(code.spec().footprint().high(0), pieces.highestPlane());
        return """
                    const int first = %1$s;
                    const int end = first < %9$s - %2$s ? first + %2$s : %9$s;
                    if (first < %9$s && %3$s) {
                        if (first >= %4$s && end <= n0 - %5$s%6$s) {
                            stream_inside(%7$s, first, end, %8$s);
                        } else {
                            stream_outside(%7$s, first, end, %8$s);
                        }
                    }
                """
                .formatted(
                        PlanePart.begin(part, "(int)get_global_id(%s)".formatted(rank - 1), tile.planes()),
                        tile.planes(),
                        IntStream.range(1, rank)
                                .mapToObj(axis -> "i" + axis + " < n" + axis)
                                .collect(Collectors.joining(" && ")),
                        before,
                        after,
                        rank == 3 ? rowsInside() : "",
                        CellCode.arguments(all(code.parameters())),
                        block(""),
                        PlanePart.end(part));
    }

    private String rowsInside() {
        int before = code.spec().footprint().low(1);
        int after = code.spec().footprint().high(1) + tile.rows() - 1;
        return (before > 0 ? " && i1 >= " + before : "") + (after > 0 ? " && i1 < n1 - " + after : "");
    }

    /** The block of a work-item, but for the plane: as parameters or arguments. */
    private String block(String type) {
        return IntStream.range(1, rank).mapToObj(axis -> type + "i" + axis).collect(Collectors.joining(", "));
    }

    /** The loop over planes. */
    private String stream(boolean inside) {
        StringBuilder out = new StringBuilder();
        out.append("static __attribute__((always_inline))\nvoid stream_%s(%s, const int from, const int to, %s) {\n"
                .formatted(inside ? "inside" : "outside", parameters(), block("const int ")));
        String index = code.index();
        String wide = "long".equals(index) ? "(long)" : "";
        if (rank == 3) {
            out.append("    const %s s1 = n2;\n    const %1$s s0 = %sn1*n2;\n".formatted(index, wide));
            out.append("    %s p = (%sfrom*n1 + i1)*n2 + i2;\n".formatted(index, wide));
        } else {
            out.append("    const %s s0 = n1;\n    %1$s p = %sfrom*n1 + i1;\n".formatted(index, wide));
        }
        beside.ifPresent(each -> out.append(each.places(pieces.all())));
        List<Piece> queue =
                pieces.all().stream().filter(piece -> piece.kept() > 0).toList();
        if (!inside) {
            distinct(pieces.all().stream().map(Piece::row)).forEach(row -> out.append(folded("i1", 1, row)));
            distinct(queue.stream().flatMap(piece -> IntStream.range(piece.last(), piece.first())
                            .boxed()))
                    .forEach(plane -> out.append(folded("from", 0, plane)));
        }
        for (Piece piece : queue) {
            for (int plane = piece.last(); plane < piece.first(); plane++) {
                out.append("    %s %s = %s;\n"
                        .formatted(type(piece), piece.name(plane), load(piece, plane, inside, "from")));
            }
        }
        out.append("    #pragma unroll %s\n".formatted(inside ? tile.unroll() : 1));
        out.append("    for (int i0 = from; i0 < to; i0++) {\n");
        out.append(plane(inside).indent(8));
        for (Piece piece : queue) {
            for (int plane = piece.last(); plane < piece.first(); plane++) {
                out.append("        %s = %s;\n".formatted(piece.name(plane), piece.name(plane + 1)));
            }
        }
        return out.append("        p += s0;\n    }\n}\n").toString();
    }

    /** Those of the kernel; without {@code restrict}, whose marks in inlined functions Oclgrind does not know. */
    private String parameters() {
        return String.join(", ", all(code.parameters())).replace("*restrict ", "*");
    }

    private static SortedSet<Integer> distinct(Stream<Integer> steps) {
        return steps.filter(step -> step != 0).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The variable of an index moved by a step. */
    private static String moved(String index, int step) {
        return step == 0 ? index : index + "_" + CellCode.name(step);
    }

    private String folded(String index, int axis, int step) {
        if (code.spec().footprint().radius(axis) == 0) {
            // Nobody's neighbour, and not used if it is outside.
            return "    const int %s = min(%s + %s, n%s - 1);\n".formatted(moved(index, step), index, step, axis);
        }
        return "    const int %s = %s;\n"
                .formatted(moved(index, step), Folds.index(code.boundary(axis), index + CellPlaces.signed(step), axis));
    }

    /** Loads what arrives at a plane, computes the block's cells and stores them. */
    private String plane(boolean inside) {
        StringBuilder out = new StringBuilder();
        if (!inside) {
            distinct(pieces.all().stream().map(Piece::first))
                    .forEach(plane -> out.append(folded("i0", 0, plane).substring(4)));
        }
        for (Piece piece : pieces.all()) {
            out.append("const %s %s = %s;\n"
                    .formatted(type(piece), piece.name(piece.first()), load(piece, piece.first(), inside, "i0")));
        }
        for (int row = 0; row < tile.rows(); row++) {
            String cells = cells(row, inside);
            boolean mayMiss = !inside && row > 0;
            out.append(mayMiss ? "if (i1 < n1 - %s) {\n%s}\n".formatted(row, cells.indent(4)) : cells);
        }
        return out.toString();
    }

    private String cells(int row, boolean inside) {
        StringBuilder out = new StringBuilder();
        String at = "p" + (row == 0 ? "" : row == 1 ? " + s1" : " + " + row + "*s1");
        if (vector > 1) {
            code.spec()
                    .updatedFields()
                    .forEach(field -> out.append("%s %s;\n".formatted(vectorType(), next(field, row))));
        }
        for (int i = 0; i < vector; i++) {
            int cell = i;
            String value = code.compute(access -> pieces.value(access, row, cell), (field, text) -> "%s = %s;"
                    .formatted(
                            vector > 1
                                    ? next(field, row) + DirectPieces.component(cell)
                                    : "o_" + field + "[" + at + "]",
                            kept(field, text, row, cell, inside, at + (cell == 0 ? "" : " + " + cell))));
            out.append(code.hasLocals() ? "{\n" + value + "}\n" : value.indent(-4));
        }
        if (vector > 1) {
            code.spec().updatedFields().forEach(field -> out.append(pads(field, row))
                    .append("*(global %s *)(o_%s + %s) = %s;\n".formatted(vectorType(), field, at, next(field, row))));
        }
        if (vector == 1 && pad > 0 && fixed.boundary(last).isNumber()) {
            code.spec()
                    .updatedFields()
                    .forEach(field -> out.append("if (i%s >= n%1$s - %s) {\n    o_%s[%s] = %s;\n}\n"
                            .formatted(last, pad, field, at, outside())));
        }
        part.ifPresent(sends -> out.append(sends.send(copy -> sent(copy, row, at))));
        return out.toString();
    }

    private String sent(PlanePart.Copy copy, int row, String at) {
        StringBuilder out = new StringBuilder();
        int number = 0;
        for (String field : code.spec().updatedFields()) {
            String value = vector > 1 ? next(field, row) : "o_" + field + "[" + at + "]";
            out.append(copy.of(vectorType(), number++, at, value));
        }
        return out.toString();
    }

    private static String next(String field, int row) {
        return "next_" + field + "_" + row;
    }

    /** The value, or the old one where an axis is fixed and the update would read outside along it. */
    private String kept(String field, String value, int row, int cell, boolean inside, String at) {
        String first = fixed.keeps(
                field, axis -> axis != last && !inside, axis -> "i" + axis + (axis == 1 && row > 0 ? " + " + row : ""));
        String test = Stream.of(first, alongRow(field, cell))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(" || "));
        return test.isEmpty() ? value : "%s ? %s[%s] : (%s)".formatted(test, CellCode.level(field, 0), at, value);
    }

    /** Gives the cells of a row's vector that are none of the grid's what lies beyond its end. */
    private String pads(String field, int row) {
        return !fixed.boundary(last).isNumber()
                ? ""
                : IntStream.range(Math.max(0, vector - pad), vector)
                        .mapToObj(cell -> "%1$s = i%2$s < n%2$s - %3$s ? %1$s : %4$s;\n"
                                .formatted(
                                        next(field, row) + DirectPieces.component(cell), last, pad + cell, outside()))
                        .collect(Collectors.joining());
    }

    private String outside() {
        return ClPrinter.literal(fixed.boundary(last).value(), code.type());
    }

    /** Whether a cell of a vector keeps its value for the sake of the last axis; since vectors divide rows, not each of them can. */
    private String alongRow(String field, int cell) {
        if (!fixed.boundary(last).keepsCells()) {
            return "";
        }
        int low = code.spec().footprint(field).low(last);
        int high = code.spec().footprint(field).high(last) + pad;
        String at = "i" + last + (cell == 0 ? "" : " + " + cell);
        return Stream.of(
                        low > 0 && (small || cell < low) ? "%s < %s".formatted(at, low) : "",
                        high > 0 && (small || cell >= vector - high) ? "%s >= n%s - %s".formatted(at, last, high) : "")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(" || "));
    }

    private String load(Piece piece, int plane, boolean inside, String planes) {
        String field = CellCode.level(piece.field(), piece.level());
        String row = inside ? strided(plane, piece.row()) : rowStart(plane, piece.row(), planes) + " + i" + last;
        int cell = piece.whole() ? piece.vector() * vector : piece.cell();
        String there = field + (piece.whole() ? " + " : "[") + row + (cell == 0 ? "" : CellPlaces.signed(cell));
        String read = piece.whole() ? "*(global const %s *)(%s)".formatted(vectorType(), there) : there + "]";
        if (piece.vector() != 0 && beside.isPresent()) {
            read = beside.get().read(piece, field, row);
        } else if (piece.vector() != 0) {
            read = "i%s %s ? %s : %s"
                    .formatted(
                            last,
                            cell < 0 ? ">= " + -cell : "< n" + last + " - " + cell,
                            read,
                            beyond(piece, field, inside ? row + " - i" + last : rowStart(plane, piece.row(), planes)));
        }
        return inside ? read : guarded(piece, plane, planes, read);
    }

    /** What a piece is that lies wholly outside along the last axis. */
    private String beyond(Piece piece, String field, String start) {
        if (code.boundary(last).isNumber()) {
            return inLanes(piece, ClPrinter.literal(code.boundary(last).value(), code.type()));
        }
        IntStream cells = piece.whole()
                ? IntStream.range(piece.vector() * vector, (piece.vector() + 1) * vector)
                : IntStream.of(piece.cell());
        return inLanes(
                piece,
                cells.mapToObj(cell -> "i" + last + CellPlaces.signed(cell))
                        .map(at -> "%s[%s + %s]".formatted(field, start, Folds.index(code.boundary(last), at, last)))
                        .collect(Collectors.joining(", ")));
    }

    private String inLanes(Piece piece, String values) {
        return piece.whole() ? "(" + vectorType() + ")(" + values + ")" : values;
    }

    /** The value of the boundary in place of a read from a plane or a row outside; the first axis decides. */
    private String guarded(Piece piece, int plane, String planes, String read) {
        StringBuilder out = new StringBuilder();
        UnaryOperator<String> written = value -> inLanes(piece, value);
        if (plane != 0) {
            out.append(Folds.guard(code.boundary(0), moved(planes, plane), code.type(), written));
        }
        if (piece.row() != 0) {
            out.append(Folds.guard(code.boundary(1), moved("i1", piece.row()), code.type(), written));
        }
        return out + read;
    }

    private String strided(int plane, int row) {
        return rank == 1
                ? "p"
                : "p" + CellPlaces.moved(rank == 2 ? Offset.of(plane, 0) : Offset.of(plane, row, 0), "s");
    }

    /** The place of the first cell of a row, by folded indices. */
    private String rowStart(int plane, int row, String planes) {
        String wide = "long".equals(code.index()) ? "(long)" : "";
        String at = wide + moved(planes, plane) + "*n1";
        return rank == 2 ? at : "(" + at + " + " + moved("i1", row) + ")*n2";
    }

    private String type(Piece piece) {
        return piece.whole() ? vectorType() : code.type().openclName();
    }

    private String vectorType() {
        return code.type().openclName() + (vector == 1 ? "" : vector);
    }

    private static String times(int count) {
        return count == 1 ? "" : "*" + count;
    }
}
