package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.stencil.code.PlanePart;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * Which column and which planes a group of the kernel of {@link PartialSums} computes: a chunk by its number, or what a table has for it.
 *
 * @param pieces what the groups compute, in their order; none if each has a chunk of the tile's planes
 */
record GroupPlaces(StencilInstance instance, DirectTile tile, List<ColumnPieces.Piece> pieces) {
    /** The piece of each group: its place along the last axis and along rows, its first plane, and that after its last one. */
    String table() {
        if (pieces.isEmpty()) {
            return "";
        }
        int columns = (instance.shape()[2] - 1) / (tile.groupX() * tile.vector()) + 1;
        int below = instance.part()
                .filter(SlabPart.class::isInstance)
                .map(sends -> ((SlabPart) sends).below())
                .orElse(0);
        return pieces.stream()
                .map(piece -> "    {%s, %s, %s, %s}"
                        .formatted(
                                piece.column() % columns,
                                piece.column() / columns,
                                below + piece.first(),
                                below + piece.end()))
                .collect(Collectors.joining(",\n", "constant int pieces[][4] = {\n", "};\n\n"));
    }

    /** The first plane, and that after the last one. */
    String planes() {
        return pieces.isEmpty()
                ? """
                    const int first = %s;
                    const int end = first < %3$s - %2$s ? first + %2$s : %3$s;
                """
                        .formatted(
                                PlanePart.begin(instance.part(), number(2), tile.planes()),
                                tile.planes(),
                                PlanePart.end(instance.part()))
                : """
                    const int first = pieces[get_group_id(0)][2];
                    const int end = pieces[get_group_id(0)][3];
                """;
    }

    /** The number of the group along the last axis, along rows, and of its chunk. */
    String number(int axis) {
        if (!pieces.isEmpty()) {
            return "pieces[get_group_id(0)][" + axis + "]";
        }
        boolean spread = PartialSums.spreadsCuts(instance, tile);
        return "(int)get_group_id(%s)".formatted(spread ? (axis + 1) % 3 : axis);
    }
}
