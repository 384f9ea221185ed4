package org.plegma.stencil.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;

/**
 * What a work-item reads for its block of cells, as aligned vectors along the last axis. A vector that several planes
 * need is kept in a queue of registers: it is loaded when the farthest plane comes and handed on from plane to plane.
 */
public final class DirectPieces {
    private final int rank;
    private final DirectTile tile;
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, Piece> byPlace = new HashMap<>();

    /**
     * A vector of a field, or one cell of it if no more is needed.
     *
     * @param row distance from the item's first row along the middle axis; 0 in 1-D and 2-D
     * @param vector distance from the item's own vector, in vectors
     * @param cell the only cell that is needed, as a distance from the item's first cell; unused if {@code whole}
     * @param last the nearest plane at which it is needed
     * @param first the farthest plane, at which it is loaded; the same if it is not kept
     */
    public record Piece(String field, int level, int row, int vector, boolean whole, int cell, int last, int first) {
        /** The variable that holds it at a plane. */
        public String name(int plane) {
            return String.join(
                    "_",
                    "r" + (level == 0 ? "" : -level),
                    field,
                    CellCode.name(plane),
                    CellCode.name(row),
                    CellCode.name(vector));
        }

        public int kept() {
            return first - last;
        }
    }

    private record Place(String field, int level, int row, int vector) {}

    private DirectPieces(StencilSpec spec, DirectTile tile) {
        this.rank = spec.rank();
        this.tile = tile;
        Map<Place, SortedSet<Integer>> planes = new java.util.LinkedHashMap<>();
        Map<Place, SortedSet<Integer>> cells = new HashMap<>();
        for (StencilSpec.Update update : spec.updates()) {
            for (Expr.Access access : spec.accesses(update.field())) {
                for (int row = 0; row < tile.rows(); row++) {
                    for (int cell = 0; cell < tile.vector(); cell++) {
                        int k = cell + along(access.offset(), rank - 1);
                        Place place = new Place(
                                access.field(),
                                access.level(),
                                row + row(access.offset()),
                                Math.floorDiv(k, tile.vector()));
                        planes.computeIfAbsent(place, p -> new TreeSet<>()).add(plane(access.offset()));
                        cells.computeIfAbsent(place, p -> new TreeSet<>()).add(k);
                    }
                }
            }
        }
        planes.forEach((place, at) -> add(place, at, Objects.requireNonNull(cells.get(place))));
    }

    public static DirectPieces of(StencilSpec spec, DirectTile tile) {
        return new DirectPieces(spec, tile);
    }

    private void add(Place place, SortedSet<Integer> planes, SortedSet<Integer> cells) {
        boolean own = place.vector == 0;
        boolean whole = tile.vector() > 1 && (own || cells.size() > 1);
        boolean kept = tile.queue() && planes.size() > 1;
        int ahead = kept && own && place.row >= 0 && place.row < tile.rows() ? tile.ahead() : 0;
        for (int plane : kept ? List.of(planes.first()) : planes) {
            Piece piece = new Piece(
                    place.field,
                    place.level,
                    place.row,
                    place.vector,
                    whole,
                    cells.first(),
                    plane,
                    kept ? planes.last() + ahead : plane);
            pieces.add(piece);
            for (int at = piece.last; at <= piece.first; at++) {
                byPlace.put(piece.name(at), piece);
            }
        }
    }

    /** All pieces, those that arrive from the farthest planes first. */
    public List<Piece> all() {
        Map<Integer, List<Piece>> byArrival = new TreeMap<>(java.util.Comparator.reverseOrder());
        pieces.forEach(piece ->
                byArrival.computeIfAbsent(piece.first, p -> new ArrayList<>()).add(piece));
        return byArrival.values().stream().flatMap(List::stream).toList();
    }

    /** What stands for a read of the cell at a row and place of the item's block. */
    public String value(Expr.Access access, int row, int cell) {
        int k = cell + along(access.offset(), rank - 1);
        int vector = Math.floorDiv(k, tile.vector());
        Piece wanted = new Piece(access.field(), access.level(), row + row(access.offset()), vector, false, 0, 0, 0);
        String name = wanted.name(plane(access.offset()));
        return Objects.requireNonNull(byPlace.get(name)).whole ? name + component(k - vector * tile.vector()) : name;
    }

    public static String component(int index) {
        return ".s" + index;
    }

    /** Values that are held at one time. */
    int values() {
        return pieces.stream()
                .mapToInt(piece -> (piece.whole ? tile.vector() : 1) * (tile.queue() ? piece.kept() + 1 : 1))
                .sum();
    }

    /** How far before its use the farthest plane is loaded. */
    public int highestPlane() {
        return pieces.stream().mapToInt(Piece::first).max().orElse(0);
    }

    private int plane(Offset offset) {
        return rank == 1 ? 0 : offset.at(0);
    }

    private int row(Offset offset) {
        return rank < 3 ? 0 : offset.at(1);
    }

    private static int along(Offset offset, int axis) {
        return offset.at(axis);
    }
}
