package org.plegma.stencil;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.Expr;
import org.plegma.expr.Offset;

/**
 * Writes the function {@code together} of {@link DirectCpu}: one loop over vectors of a few rows together, where the rows are
 * whole vectors and what lies beside them in other rows is in the grid.
 *
 * <p>Each vector is loaded once, aligned, and serves all rows; its neighbours along the row are put together from two of
 * them, since a load across two cache lines costs as much as two. Beyond the ends of a row such a vector is made of the
 * boundary.
 */
final class CpuRows {
    static final String NAME = "together";

    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final List<Expr.Access> reads;
    /** The reads of all rows together, relative to the first, by the vector in their row that has none beside it. */
    private final Map<Expr.Access, SortedSet<Integer>> lines = new LinkedHashMap<>();

    CpuRows(CellCode code, CpuTile tile, List<Expr.Access> reads) {
        this.code = code;
        this.tile = tile;
        this.rank = code.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        this.reads = reads;
        for (int row = 0; row < tile.together(); row++) {
            for (Expr.Access read : reads) {
                Expr.Access moved = inRow(read, row);
                lines.computeIfAbsent(at(moved, 0), line -> new TreeSet<>())
                        .add(moved.offset().at(last));
            }
        }
    }

    String function() {
        StringBuilder before = new StringBuilder(strides());
        StringBuilder loads = new StringBuilder();
        StringBuilder shifts = new StringBuilder();
        StringBuilder turns = new StringBuilder();
        String i = "i" + last;
        before.append("%s p = %s;\n"
                .formatted(
                        code.index(), Places.linear(code.index(), rank, axis -> axis == last ? "start" : "i" + axis)));
        lines.forEach((line, steps) -> {
            String here = CellCode.readName(line);
            String behind = "before_" + here;
            String ahead = "after_" + here;
            boolean back = steps.first() < 0;
            boolean forth = steps.last() > 0;
            if (back) {
                before.append("%s %s = start > 0 ? %s : %s;\n"
                        .formatted(vectorType(), behind, load(line, -vector), edge(line, load(line, 0), true)));
                turns.append("%s = %s;\n".formatted(behind, here));
            }
            (forth ? before : loads)
                    .append("%s%s %s = %s;\n".formatted(forth ? "" : "const ", vectorType(), here, load(line, 0)));
            if (forth) {
                loads.append("const %s %s = %s < n%d - %d ? %s : %s;\n"
                        .formatted(vectorType(), ahead, i, last, vector, load(line, vector), edge(line, here, false)));
                turns.append("%s = %s;\n".formatted(here, ahead));
            }
            for (int step : steps) {
                if (step != 0) {
                    shifts.append("const %s %s = %s;\n"
                            .formatted(
                                    vectorType(),
                                    CellCode.readName(at(line, step)),
                                    step < 0 ? lanes(behind, here, vector + step) : lanes(here, ahead, step)));
                }
            }
        });
        StringBuilder body = new StringBuilder(prefetches()).append(loads).append(shifts);
        for (int row = 0; row < tile.together(); row++) {
            body.append("{\n").append(values(row)).append("}\n");
        }
        body.append(turns);
        String cell = IntStream.range(0, last)
                .mapToObj(axis -> "const int i" + axis + ", ")
                .collect(Collectors.joining());
        return """
                static __attribute__((always_inline))
                void %s(%s, %sconst int start, const int end) {
                %s    for (int %5$s = start; %5$s < end; %5$s += %6$d, p += %6$d) {
                %7$s    }
                }
                """
                .formatted(
                        NAME,
                        String.join(", ", code.parameters()).replace("*restrict ", "*"),
                        cell,
                        before.toString().indent(4),
                        i,
                        vector,
                        body.toString().indent(8));
    }

    /** A read as the row so many behind the first does it. */
    private Expr.Access inRow(Expr.Access read, int row) {
        return row == 0 ? read : moved(read, Offset.along(last - 1, row, rank));
    }

    private static Expr.Access moved(Expr.Access read, Offset by) {
        return new Expr.Access(read.field(), read.level(), read.offset().plus(by));
    }

    /** The read in the same row at this step. */
    private Expr.Access at(Expr.Access read, int step) {
        return moved(read, Offset.along(last, step - read.offset().at(last), rank));
    }

    private String load(Expr.Access line, int step) {
        return DirectCpu.at(pointer(line) + " + p" + Places.moved(at(line, step).offset(), "s"));
    }

    private static String pointer(Expr.Access read) {
        return CellCode.level(read.field(), read.level());
    }

    /** What the boundary puts before the first vector of a row, or after its last; cells that nothing reads are any. */
    private String edge(Expr.Access line, String end, boolean first) {
        return switch (code.boundary(last).kind()) {
            case CONSTANT -> "(%s)(%s)"
                    .formatted(
                            vectorType(), ClPrinter.literal(code.boundary(last).value(), code.type()));
            case FIXED -> end;
            case NEAREST -> "(%s)(%s[%d])".formatted(vectorType(), end, first ? 0 : vector - 1);
            case REFLECT -> shuffled(end, end, IntStream.range(0, vector).map(lane -> vector - 1 - lane));
            case MIRROR -> shuffled(
                    end,
                    end,
                    IntStream.range(0, vector)
                            .map(lane -> first ? (vector - lane) % vector : Math.max(0, vector - 2 - lane)));
            case PERIODIC -> {
                String size = "n" + last;
                String place = pointer(line) + " + p" + Places.moved(line.offset(), "s");
                yield DirectCpu.at(
                        first ? place + " + " + size + " - " + vector : place + " + " + vector + " - " + size);
            }
        };
    }

    /** As many lanes of two vectors, one after the other, from one on. */
    private String lanes(String left, String right, int from) {
        return shuffled(left, right, IntStream.range(from, from + vector));
    }

    private static String shuffled(String left, String right, IntStream lanes) {
        return "__builtin_shufflevector(%s, %s, %s)"
                .formatted(left, right, lanes.mapToObj(Integer::toString).collect(Collectors.joining(", ")));
    }

    /** What the next rows are the first to read of each array, where arrays are larger than the caches. */
    private String prefetches() {
        Map<String, Offset> ahead = new LinkedHashMap<>();
        if (!tile.streaming() || rank == 1) {
            return "";
        }
        lines.keySet().forEach(line -> ahead.merge(pointer(line), line.offset(), (a, b) -> a.compareTo(b) > 0 ? a : b));
        List<String> all = new ArrayList<>();
        ahead.forEach((array, offset) -> {
            for (int row = 1; row <= tile.together(); row++) {
                all.add("%s(%s + p%s);\n"
                        .formatted(
                                DirectCpu.PREFETCH,
                                array,
                                Places.moved(offset.plus(Offset.along(last - 1, row, rank)), "s")));
            }
        });
        return String.join("", all);
    }

    private String values(int row) {
        String place = "p" + (row == 0 ? "" : Places.moved(Offset.along(last - 1, row, rank), "s"));
        return code.compute(vector, read -> CellCode.readName(inRow(read, row)), (field, value) -> {
            String next = "(%s)(%s)".formatted(vectorType(), value);
            String old = DirectCpu.at(CellCode.level(field, 0) + " + " + place);
            return "const %s next_%s = %s;\n    %s"
                    .formatted(vectorType(), field, keptAtEnds(field, next, old), store(field, place));
        });
    }

    /** The value, or the old one in cells that keep it because the last axis is fixed. */
    String keptAtEnds(String field, String value, String old) {
        String lanes = IntStream.range(0, vector).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        String type = VectorPrinter.conditionType(code.type(), vector);
        String test = code.keeps(field, axis -> axis == last, axis -> "((%s)(%s) + i%d)".formatted(type, lanes, axis));
        return test.isEmpty() ? value : "select(%s, %s, %s)".formatted(value, old, test);
    }

    /** The statement that writes {@code next_u} of a field. */
    String store(String field, String place) {
        return tile.streaming()
                ? "__builtin_nontemporal_store(next_%s, (global %s *)(o_%1$s + %s));"
                        .formatted(field, vectorType(), place)
                : "%s = next_%s;".formatted(DirectCpu.written("o_" + field + " + " + place), field);
    }

    /** The distances in memory between planes, and between rows. */
    String strides() {
        String wide = "long".equals(code.index()) ? "(long)" : "";
        return switch (rank) {
            case 1 -> "";
            case 2 -> "const %s s0 = n1;\n".formatted(code.index());
            default -> "const %1$s s1 = n2;\nconst %1$s s0 = %2$sn1*n2;\n".formatted(code.index(), wide);
        };
    }

    private String vectorType() {
        return code.type().openclName() + vector;
    }
}
