package org.plegma.stencil.method.direct;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.CpuLines;
import org.plegma.stencil.code.VectorPrinter;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.CpuVectors;

/**
 * Writes the function {@code together} of {@link DirectCpu}: one loop over vectors of a few rows together, one behind the
 * other along the first axis, where the rows are whole vectors and what lies beside them in other rows is in the grid.
 *
 * <p>Each vector is loaded once, aligned, and serves all rows; its neighbours along the row are put together from two of
 * them, since a load across two cache lines costs as much as two. Beyond the ends of a row such a vector is made of the
 * boundary.
 */
final class CpuRows {
    static final String NAME = "together";

    /** The parameter that says how far behind these rows in memory those lie that come next. */
    private static final String AHEAD = "ahead";

    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final CpuLines lines;

    CpuRows(CellCode code, CpuTile tile, List<Expr.Access> reads) {
        this.code = code;
        this.tile = tile;
        this.rank = code.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        this.lines = new CpuLines(code.type().openclName(), rank, 0, vector, tile.together(), reads);
    }

    String function() {
        String i = "i" + last;
        String before = "%s%s p = %s;\n"
                .formatted(
                        strides(),
                        code.index(),
                        CellPlaces.linear(code.index(), rank, axis -> axis == last ? "start" : "i" + axis));
        CpuLines.Text text = lines.text(new InMemory());
        StringBuilder body = new StringBuilder(prefetches()).append(text.loads());
        for (int row = 0; row < tile.together(); row++) {
            body.append("{\n").append(values(row)).append("}\n");
        }
        body.append(text.turns());
        String cell = IntStream.range(0, last)
                .mapToObj(axis -> "const int i" + axis + ", ")
                .collect(Collectors.joining());
        return """
                static __attribute__((always_inline))
                void %s(%s, %s%sconst int start, const int end) {
                %5$s    for (int %6$s = start; %6$s < end; %6$s += %7$s, p += %7$s) {
                %8$s    }
                }
                """
                .formatted(
                        NAME,
                        String.join(", ", code.parameters()).replace("*restrict ", "*"),
                        cell,
                        prefetching() ? "const " + code.index() + " " + AHEAD + ", " : "",
                        (before + text.before()).indent(4),
                        i,
                        vector,
                        body.toString().indent(8));
    }

    private boolean prefetching() {
        return tile.streaming() && rank > 1;
    }

    /**
     * The statement that computes the rows.
     *
     * @param first along the first axis
     * @param ahead how far behind them in memory those rows lie that come next
     */
    String call(String first, String ahead) {
        String cell = rank == 1 ? "" : first + ", " + (rank == 3 ? "i1, " : "");
        return "%s(%s, %s%sstart, end);\n".formatted(NAME, code.arguments(), cell, prefetching() ? ahead + ", " : "");
    }

    /** Lines in the fields, which the boundary goes on beyond the ends of rows. */
    private final class InMemory implements CpuLines.Source {
        @Override
        public String load(Expr.Access line, int step) {
            return CpuVectors.at(pointer(line) + " + p"
                    + CellPlaces.moved(lines.at(line, step).offset(), "s"));
        }

        @Override
        public String first(Expr.Access line) {
            return "start > 0 ? %s : %s".formatted(load(line, -vector), edge(line, load(line, 0), true));
        }

        @Override
        public String next(Expr.Access line, String here) {
            return "i%s < n%1$s - %s ? %s : %s".formatted(last, vector, load(line, vector), edge(line, here, false));
        }
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
            case NEAREST -> "(%s)(%s[%s])".formatted(vectorType(), end, first ? 0 : vector - 1);
            case REFLECT -> CpuLines.shuffled(
                    end, end, IntStream.range(0, vector).map(lane -> vector - 1 - lane));
            case MIRROR -> CpuLines.shuffled(
                    end,
                    end,
                    IntStream.range(0, vector)
                            .map(lane -> first ? (vector - lane) % vector : Math.max(0, vector - 2 - lane)));
            case PERIODIC -> {
                String size = "n" + last;
                String place = pointer(line) + " + p" + CellPlaces.moved(line.offset(), "s");
                yield CpuVectors.at(
                        first ? place + " + " + size + " - " + vector : place + " + " + vector + " - " + size);
            }
        };
    }

    /** What the rows that come next are the first to read, where arrays are larger than the caches. */
    private String prefetches() {
        if (!prefetching()) {
            return "";
        }
        Map<String, NavigableMap<Integer, Offset>> ends = new LinkedHashMap<>();
        lines.lines().forEach(line -> ends.computeIfAbsent(pointer(line), array -> new TreeMap<>())
                .merge(line.offset().at(0), line.offset(), (a, b) -> a.compareTo(b) > 0 ? a : b));
        StringBuilder all = new StringBuilder();
        ends.forEach((array, planes) -> planes.tailMap(planes.lastKey() - tile.together(), false)
                .values()
                .forEach(offset -> all.append("%s(%s + p + %s%s);\n"
                        .formatted(CpuVectors.PREFETCH, array, AHEAD, CellPlaces.moved(offset, "s")))));
        return all.toString();
    }

    private String values(int row) {
        String place = "p" + (row == 0 ? "" : CellPlaces.moved(Offset.along(0, row, rank), "s"));
        return code.compute(vector, read -> lines.name(read, row), (field, value) -> {
            String next = "(%s)(%s)".formatted(vectorType(), value);
            String old = CpuVectors.at(CellCode.level(field, 0) + " + " + place);
            return "const %s next_%s = %s;\n    %s"
                    .formatted(vectorType(), field, keptAtEnds(field, next, old), store(field, place));
        });
    }

    /** The value, or the old one in cells that keep it because the last axis is fixed. */
    String keptAtEnds(String field, String value, String old) {
        String lanes = IntStream.range(0, vector).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        String type = VectorPrinter.conditionType(code.type(), vector);
        String test = code.keeps(field, axis -> axis == last, axis -> "((%s)(%s) + i%s)".formatted(type, lanes, axis));
        return test.isEmpty() ? value : "select(%s, %s, %s)".formatted(value, old, test);
    }

    /** The statement that writes {@code next_u} of a field. */
    String store(String field, String place) {
        return tile.streaming()
                ? "__builtin_nontemporal_store(next_%s, (global %s *)(o_%1$s + %s));"
                        .formatted(field, vectorType(), place)
                : "%s = next_%s;".formatted(CpuVectors.written("o_" + field + " + " + place), field);
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
