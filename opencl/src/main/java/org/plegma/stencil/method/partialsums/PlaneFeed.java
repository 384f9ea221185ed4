package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * The part of the kernel of {@link PartialSums} that brings planes of the fields to local memory, each with the cells around
 * the group's own that these read, boundaries applied. In the kernel {@code plane_LEVEL[now]} is the plane at hand.
 */
public abstract class PlaneFeed {
    protected final StencilInstance instance;
    protected final CellCode code;
    protected final DirectTile tile;
    /** The fields' levels that are read. */
    protected final List<String> levels;

    protected final String cells;
    protected final int vector;
    private final Footprint footprint;

    PlaneFeed(StencilInstance instance, DirectTile tile, List<String> levels) {
        this.instance = instance.withZerosBeyondFixedEnds();
        this.code = this.instance.cellCode();
        this.tile = tile;
        this.levels = levels;
        this.vector = tile.vector();
        this.cells = type(instance, tile);
        this.footprint = instance.spec().footprint();
    }

    /** The type of a vector of cells. */
    static String type(StencilInstance instance, DirectTile tile) {
        return instance.type().openclName() + (tile.vector() == 1 ? "" : tile.vector());
    }

    /** The type of a cell. */
    String real() {
        return instance.type().openclName();
    }

    /** Planes in local memory at once. */
    abstract int planes();

    /** Functions of its own, besides those that fold indices. */
    abstract String functions();

    /** Before the loop: the first planes are on their way. */
    abstract String start();

    /** At the top of the loop over {@code z}: the plane at hand has come for the whole group, later ones are on their way. */
    abstract String arrive();

    /**
     * The first vector of the plane at hand that a work-item may read, from which all others have a distance that is a
     * number: of indices NVIDIA's compiler keeps each in registers of its own, 25 of them for a star of radius 8.
     */
    String near() {
        return levels.stream()
                .map(level -> "        local const %s *near_%s = %s + (ty*%s + tx);\n"
                        .formatted(cells, level, plane(level, "now"), tile.rows() * width()))
                .collect(Collectors.joining());
    }

    /** Where a plane begins in local memory. */
    protected String plane(String level, String slot) {
        return "plane_%s[%s]".formatted(level, slot);
    }

    /** At the end of the loop's body: the next plane is at hand. */
    abstract String advance();

    /** The functions that fold indices. */
    String folds() {
        return IntStream.range(0, 3)
                .mapToObj(axis -> code.boundary(axis).kind())
                .distinct()
                .sorted()
                .map(kind -> Folds.function(kind) + "\n")
                .collect(Collectors.joining());
    }

    String declarations() {
        return levels.stream()
                .map(level -> "    local %s plane_%s[%s][%s];\n".formatted(cells, level, planes(), count()))
                .collect(Collectors.joining());
    }

    /** Bytes of all levels' planes in local memory. */
    long localBytes() {
        return planes() * bytesOfAPlane();
    }

    long bytesOfAPlane() {
        return (long) levels.size() * count() * vector * instance.type().bytes();
    }

    /** Vectors of a plane. */
    int count() {
        return width() * (tile.groupY() * tile.rows() + footprint.low(1) + footprint.high(1));
    }

    /** Vectors of a row of a plane. */
    int width() {
        return tile.groupX() + vectorsBefore() + (footprint.high(2) + vector - 1) / vector;
    }

    /** Vectors of a row before those of the group's own cells. */
    int vectorsBefore() {
        return (footprint.low(2) + vector - 1) / vector;
    }

    int rowsBefore() {
        return footprint.low(1);
    }

    /** Work-items of a group. */
    int items() {
        return tile.groupX() * tile.groupY();
    }

    /** The first cell of a vector of the plane. */
    String column(String at) {
        return "x0 + (%s %% %s - %s)%s".formatted(at, width(), vectorsBefore(), times(vector));
    }

    /** The folded row of a vector of the plane. */
    String row(String at) {
        return fold(1, "y0 + " + at + "/" + width() + " - " + rowsBefore());
    }

    String fold(int axis, String index) {
        return Folds.index(code.boundary(axis), index, axis);
    }

    /**
     * What a place of the plane holds.
     *
     * @param plane the folded index of the plane
     * @param row the same of the row
     * @param column the first cell along the last axis; already folded if there is one only
     * @param inside whether that lies in the grid
     */
    String load(String level, String plane, String row, String column, String inside) {
        String start = place(plane, row, column);
        String read = vector == 1
                ? constant(2, column) + level + "[" + start + "]"
                : "%s ? *(global const %s *)(%s + %s) : %s"
                        .formatted(inside, cells, level, start, beside(level, plane, row, column));
        return constant(0, plane) + constant(1, row) + read;
    }

    /** A vector beside a row: since vectors divide rows, each is wholly inside or outside. */
    String beside(String level, String plane, String row, String column) {
        if (code.boundary(2).isNumber()) {
            return constant(2);
        }
        return IntStream.range(0, vector)
                .mapToObj(cell -> level + "[" + place(plane, row, fold(2, column + " + " + cell)) + "]")
                .collect(Collectors.joining(", ", "(" + cells + ")(", ")"));
    }

    String place(String plane, String row, String column) {
        return CellPlaces.linear(code.index(), 3, axis -> axis == 0 ? plane : axis == 1 ? row : column);
    }

    /** The value of the boundary, where a folded index says that the cell is outside. */
    private String constant(int axis, String folded) {
        return isConstant(axis) ? folded + " < 0 ? " + constant(axis) + " : " : "";
    }

    boolean isConstant(int axis) {
        return code.boundary(axis).isNumber();
    }

    private String constant(int axis) {
        return "(%s)(%s)".formatted(cells, ClPrinter.literal(code.boundary(axis).value(), code.type()));
    }

    static String times(int count) {
        return count == 1 ? "" : "*" + count;
    }
}
