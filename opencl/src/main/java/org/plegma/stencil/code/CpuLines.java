package org.plegma.stencil.code;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;

/**
 * What a few rows that are computed together read: lines of vectors, each loaded once, aligned, for all rows. Neighbours
 * along the row are put together from two vectors of a line, since a load across two cache lines costs as much as two.
 */
public final class CpuLines {
    private final int rank;
    private final int last;
    private final int axis;
    private final int vector;
    private final String vectorType;
    /** Where each line is read along the row; a line is its read at step 0, relative to the first row. */
    private final Map<Expr.Access, SortedSet<Integer>> lines = new LinkedHashMap<>();

    /**
     * @param real the type of cells
     * @param axis along which the rows lie one behind the other
     * @param together as many rows
     * @param reads of a cell, which reach along the row as far as a vector is long at most
     */
    public CpuLines(String real, int rank, int axis, int vector, int together, Iterable<Expr.Access> reads) {
        this.rank = rank;
        this.last = rank - 1;
        this.axis = axis;
        this.vector = vector;
        this.vectorType = real + vector;
        for (int row = 0; row < together; row++) {
            for (Expr.Access read : reads) {
                Expr.Access moved = inRow(read, row);
                lines.computeIfAbsent(at(moved, 0), line -> new TreeSet<>())
                        .add(moved.offset().at(last));
            }
        }
    }

    /** Where vectors come from. */
    public interface Source {
        /** The vector of a line so many cells after the loop's place. */
        String load(Expr.Access line, int step);

        /** The vector before that where the loop starts. */
        String first(Expr.Access line);

        /** The vector after that at the loop's place, which has the name {@code here}. */
        String next(Expr.Access line, String here);
    }

    /**
     * Statements that make all reads variables, named as {@link #name} says.
     *
     * @param before the loop
     * @param loads at the start of its body
     * @param turns at the end of its body
     */
    public record Text(String before, String loads, String turns) {}

    public Text text(Source source) {
        StringBuilder before = new StringBuilder();
        StringBuilder loads = new StringBuilder();
        StringBuilder shifts = new StringBuilder();
        StringBuilder turns = new StringBuilder();
        lines.forEach((line, steps) -> {
            String here = CellCode.readName(line);
            String behind = "before_" + here;
            String ahead = "after_" + here;
            boolean back = steps.first() < 0;
            boolean forth = steps.last() > 0;
            if (back) {
                before.append("%s %s = %s;\n".formatted(vectorType, behind, source.first(line)));
                turns.append("%s = %s;\n".formatted(behind, here));
            }
            (forth ? before : loads)
                    .append("%s%s %s = %s;\n".formatted(forth ? "" : "const ", vectorType, here, source.load(line, 0)));
            if (forth) {
                loads.append("const %s %s = %s;\n".formatted(vectorType, ahead, source.next(line, here)));
                turns.append("%s = %s;\n".formatted(here, ahead));
            }
            for (int step : steps) {
                if (step != 0) {
                    shifts.append("const %s %s = %s;\n"
                            .formatted(
                                    vectorType,
                                    CellCode.readName(at(line, step)),
                                    step < 0 ? lanes(behind, here, vector + step) : lanes(here, ahead, step)));
                }
            }
        });
        return new Text(before.toString(), loads.append(shifts).toString(), turns.toString());
    }

    public Set<Expr.Access> lines() {
        return lines.keySet();
    }

    /** The variable that holds a read of one of the rows. */
    public String name(Expr.Access read, int row) {
        return CellCode.readName(inRow(read, row));
    }

    /** A read as the row so many behind the first does it. */
    private Expr.Access inRow(Expr.Access read, int row) {
        return row == 0 ? read : moved(read, Offset.along(axis, row, rank));
    }

    /** The read in the same row at this step. */
    public Expr.Access at(Expr.Access read, int step) {
        return moved(read, Offset.along(last, step - read.offset().at(last), rank));
    }

    private static Expr.Access moved(Expr.Access read, Offset by) {
        return new Expr.Access(read.field(), read.level(), read.offset().plus(by));
    }

    /** As many lanes of two vectors, one after the other, from one on. */
    private String lanes(String left, String right, int from) {
        return shuffled(left, right, IntStream.range(from, from + vector));
    }

    public static String shuffled(String left, String right, IntStream lanes) {
        return "__builtin_shufflevector(%s, %s, %s)"
                .formatted(left, right, lanes.mapToObj(Integer::toString).collect(Collectors.joining(", ")));
    }
}
