package org.plegma.stencil.method.direct;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectPieces.Piece;
import org.plegma.stencil.tile.DirectTile;

/**
 * Reads beside an item's own vector, where rows go on beyond their ends with whole vectors of their own: from the other end, turned round, or of
 * one cell. Where each of them lies is worked out before the loop over rows, so that no read in it waits for a branch.
 */
record BesideRows(String type, int vector, Boundary.Kind kind) {
    /** Of narrower stencils few reads lie beside the item's vector. */
    private static final int FEWEST_CELLS = 3;

    /** For this tile, if the stencil is wide and the rows are long enough for all that it reads. */
    static Optional<BesideRows> of(StencilInstance instance, DirectTile tile, List<Piece> pieces) {
        int[] shape = instance.shape();
        Boundary.Kind kind = instance.boundaries().get(shape.length - 1).kind();
        int reach = pieces.stream()
                .mapToInt(piece -> (Math.abs(piece.vector()) + 1) * tile.vector())
                .max()
                .orElse(0);
        return shape.length == 2
                        && tile.vector() > 1
                        && instance.spec().footprint().radius(1) >= FEWEST_CELLS
                        && shape[1] >= reach
                        && (kind == Boundary.Kind.PERIODIC
                                || kind == Boundary.Kind.REFLECT
                                || kind == Boundary.Kind.NEAREST)
                ? Optional.of(new BesideRows(instance.type().openclName() + tile.vector(), tile.vector(), kind))
                : Optional.empty();
    }

    private static boolean isBefore(Piece piece) {
        return piece.vector() < 0;
    }

    /** The distance of a piece's first cell from the item's, if it lies in the row. */
    private int cell(Piece piece) {
        return piece.whole() ? piece.vector() * vector : piece.cell();
    }

    private String name(Piece piece) {
        return (piece.whole() ? "vector_" : "cell_") + CellCode.name(cell(piece));
    }

    private String isBeyond(Piece piece) {
        return isBefore(piece) ? "i1 < " + -cell(piece) : "i1 >= n1 - " + cell(piece);
    }

    /** Before the loop: how far from the item's first cell each piece begins. */
    String places(List<Piece> pieces) {
        return pieces.stream()
                .filter(piece -> piece.vector() != 0)
                .collect(Collectors.toMap(this::name, this::place, (a, b) -> a, TreeMap::new))
                .entrySet()
                .stream()
                .map(each -> "    const int %s = %s;\n".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining());
    }

    private String place(Piece piece) {
        int cell = cell(piece);
        int length = piece.whole() ? vector : 1;
        String beyond =
                switch (kind) {
                    case PERIODIC -> isBefore(piece) ? "n1 - " + -cell : cell + " - n1";
                    case REFLECT -> isBefore(piece)
                            ? "%s - 2*i1".formatted(-length - cell)
                            : "2*(n1 - i1) - %s".formatted(length + cell);
                    default -> isBefore(piece) ? "-i1" : "n1 - i1 - " + length;
                };
        return "%s ? %s : %s".formatted(isBeyond(piece), beyond, cell);
    }

    /** @param row the place of the item's first cell in the piece's row */
    String read(Piece piece, String field, String row) {
        String there = "%s + (%s + %s)".formatted(field, row, name(piece));
        if (!piece.whole()) {
            return "*(" + there + ")";
        }
        String read = "*(global const %s *)(%s)".formatted(type, there);
        return kind == Boundary.Kind.PERIODIC
                ? read
                : "%s(%s, %s)".formatted(isBefore(piece) ? "at_begin" : "at_end", read, isBeyond(piece));
    }

    /** What becomes of a vector that stands for one beyond an end. */
    String functions() {
        return kind == Boundary.Kind.PERIODIC
                ? ""
                : function("at_begin", kind == Boundary.Kind.REFLECT ? turned() : "(%s)(v.s0)".formatted(type))
                        + function(
                                "at_end",
                                kind == Boundary.Kind.REFLECT ? turned() : "(%s)(v.s%s)".formatted(type, vector - 1));
    }

    private String turned() {
        return "v.s"
                + IntStream.range(0, vector)
                        .mapToObj(i -> Integer.toString(vector - 1 - i))
                        .collect(Collectors.joining());
    }

    private String function(String name, String beyond) {
        return """
                %1$s %2$s(const %1$s v, const int beyond) {
                    return beyond ? %3$s : v;
                }

                """
                .formatted(type, name, beyond);
    }
}
