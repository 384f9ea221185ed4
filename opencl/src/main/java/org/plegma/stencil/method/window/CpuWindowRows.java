package org.plegma.stencil.method.window;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.CpuLines;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.tile.CpuVectors;

/**
 * Writes the functions that {@link CpuWindowGenerator} calls for rows: {@code advance} computes a step of a few of them together,
 * {@code keep_u} and {@code ends} then do what the boundary asks for, {@code copy_in} and {@code copy_out} go from the
 * fields to rings and back.
 */
final class CpuWindowRows {
    /** Stands before loops over the few cells that vectors leave: to make vectors of them takes longer than they ever save. */
    static final String SCALAR = "#pragma clang loop vectorize(disable)";

    private final CellCode code;
    private final StencilSpec spec;
    private final CpuWindowTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final String real;
    private final CpuLines lines;

    CpuWindowRows(CellCode code, CpuWindowTile tile) {
        this.code = code;
        this.spec = code.spec();
        this.tile = tile;
        this.rank = spec.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        this.real = code.type().openclName();
        Set<Expr.Access> reads = new LinkedHashSet<>();
        spec.updates().forEach(update -> reads.addAll(spec.accesses(update.field())));
        this.lines = new CpuLines(real, rank, last - 1, vector, tile.together(), reads);
    }

    /** All functions, each followed by an empty line. */
    String functions() {
        return advance() + "\n" + keep() + ends() + "\n" + copyIn() + "\n" + copyOut() + "\n";
    }

    /** What the rows together read, relative to the first; the last arguments but scalars of {@code advance}. */
    Set<Expr.Access> lines() {
        return lines.lines();
    }

    /** Computes so many cells of the rows together. */
    private String advance() {
        List<String> parameters = new ArrayList<>();
        for (int row = 0; row < tile.together(); row++) {
            for (String field : spec.updatedFields()) {
                parameters.add("global " + real + " *" + written(field, row));
            }
        }
        lines.lines().forEach(line -> parameters.add("global const " + real + " *" + pointer(line)));
        code.uniform().scalars().keySet().forEach(name -> parameters.add("const " + real + " " + name));
        parameters.add("const int count");
        CpuLines.Text text = lines.text(new InRings(vector));
        StringBuilder body = new StringBuilder(text.loads());
        for (int i = 0; i < tile.together(); i++) {
            int row = i;
            String values = code.compute(vector, read -> lines.name(read, row), (field, value) -> "%s = (%s%s)(%s);"
                    .formatted(CpuVectors.written(written(field, row) + " + i"), real, vector, value));
            body.append("{\n").append(values).append("}\n");
        }
        body.append(text.turns());
        return function(
                "advance",
                parameters,
                "int i = 0;\n" + text.before() + "for (; i < count; i += " + vector + ") {\n"
                        + body.toString().indent(4) + "}\n");
    }

    static String written(String field, int row) {
        return "row" + row + "_" + field;
    }

    private static String pointer(Expr.Access line) {
        return "at_" + CellCode.readName(line);
    }

    /** For fields that keep values near a fixed boundary: puts those of the step before back. */
    private String keep() {
        StringBuilder out = new StringBuilder();
        for (String field : spec.updatedFields()) {
            if (keeps(field)) {
                String rows = code.keeps(field, axis -> axis != last, axis -> "i" + axis);
                StringBuilder body = new StringBuilder();
                if (!rows.isEmpty()) {
                    body.append(restored("c", "%s ? d : c".formatted(rows)));
                }
                if (code.boundary(last).keepsCells()) {
                    Footprint footprint = spec.footprint(field);
                    body.append(restored("c", "min(%s, d)".formatted(footprint.low(last))));
                    body.append(restored("max(n%s - %s, c)".formatted(last, footprint.high(last)), "d"));
                }
                List<String> parameters =
                        new ArrayList<>(List.of("global " + real + " *row", "global const " + real + " *old"));
                IntStream.range(0, last).forEach(axis -> parameters.add("const int i" + axis));
                parameters.addAll(List.of("const int c", "const int d"));
                IntStream.range(0, rank).forEach(axis -> parameters.add("const int n" + axis));
                out.append(function("keep_" + field, parameters, body.toString()))
                        .append('\n');
            }
        }
        return out.toString();
    }

    private static String restored(String from, String to) {
        return """
                for (int i = %s, end = %s; i < end; i++) {
                    row[i - c] = old[i - c];
                }
                """
                .formatted(from, to);
    }

    /** Whether cells of a field keep their values because an axis is fixed. */
    boolean keeps(String field) {
        return !code.keeps(field, axis -> true, axis -> "").isEmpty();
    }

    /** Writes what lies beyond the ends of a row, or of the part of it from c to d, as the boundary says. */
    private String ends() {
        int[] reach = code.reach();
        String whole = periodic() ? "c == 0 && d == n" : "";
        StringBuilder body = new StringBuilder();
        String value = code.boundary(last).isNumber()
                ? ClPrinter.literal(code.boundary(last).value(), code.type())
                : null;
        String fold = Folds.name(code.boundary(last).kind());
        if (reach[0] > 0) {
            body.append(
                    """
                    if (%s) {
                        %s
                        for (int i = 1; i <= %s; i++) {
                            row[-i] = %s;
                        }
                    }
                    """
                            .formatted(
                                    whole.isEmpty() ? "c == 0" : whole,
                                    SCALAR,
                                    reach[0],
                                    value == null ? "row[" + fold + "(-i, n)]" : value));
        }
        if (reach[1] > 0) {
            body.append(
                    """
                    if (%s) {
                        %s
                        for (int i = n; i < n + %s; i++) {
                            row[i - c] = %s;
                        }
                    }
                    """
                            .formatted(
                                    whole.isEmpty() ? "d == n" : whole,
                                    SCALAR,
                                    reach[1],
                                    value == null ? "row[" + fold + "(i, n) - c]" : value));
        }
        return function(
                "ends",
                List.of("global " + real + " *row", "const int c", "const int d", "const int n"),
                body.toString());
    }

    private boolean periodic() {
        return code.boundary(last).wraps();
    }

    /** Copies the cells from c to d of a row; some may lie beyond periodic ends. */
    private String copyIn() {
        String fetch = tile.streaming() ? "    %s(from + i + ahead);\n".formatted(CpuVectors.PREFETCH) : "";
        String beyond = periodic() && spec.footprint().radius(last) > 0
                ? """
                %2$s
                for (i = c; i < 0; i++) {
                    row[i - c] = from[%1$s(i, n)];
                }
                %2$s
                for (i = n; i < d; i++) {
                    row[i - c] = from[%1$s(i, n)];
                }
                """
                        .formatted(Folds.name(code.boundary(last).kind()), SCALAR)
                : "";
        return function(
                "copy_in",
                List.of(
                        "global " + real + " *row",
                        "global const " + real + " *from",
                        "const " + code.index() + " ahead",
                        "const int c",
                        "const int d",
                        "const int n"),
                """
                const int end = min(d, n);
                int i = max(c, 0);
                for (; i <= end - %1$s; i += %1$s) {
                %2$s    INTO(row + i - c) = AT(from + i);
                }
                %4$s
                for (; i < end; i++) {
                    row[i - c] = from[i];
                }
                %3$sends(row, c, d, n);
                """
                        .formatted(vector, fetch, beyond, SCALAR));
    }

    private String copyOut() {
        String store = tile.streaming()
                ? "__builtin_nontemporal_store(AT(row + i), (global %s%s *)(to + i));".formatted(real, vector)
                : "INTO(to + i) = AT(row + i);";
        return function(
                "copy_out",
                List.of("global " + real + " *to", "global const " + real + " *row", "const int count"),
                """
                int i = 0;
                for (; i <= count - %1$s; i += %1$s) {
                    %2$s
                }
                %3$s
                for (; i < count; i++) {
                    to[i] = row[i];
                }
                """
                        .formatted(vector, store, SCALAR));
    }

    private static String function(String name, List<String> parameters, String body) {
        return "static __attribute__((always_inline))\nvoid %s(%s) {\n%s}\n"
                .formatted(name, String.join(", ", parameters), body.indent(4));
    }

    private static final class InRings implements CpuLines.Source {
        private final int vector;

        InRings(int vector) {
            this.vector = vector;
        }

        @Override
        public String load(Expr.Access line, int step) {
            return CpuVectors.at(pointer(line) + (step == 0 ? " + i" : " + i" + CellPlaces.signed(step)));
        }

        @Override
        public String first(Expr.Access line) {
            return CpuVectors.at(pointer(line) + CellPlaces.signed(-vector));
        }

        @Override
        public String next(Expr.Access line, String here) {
            return load(line, vector);
        }
    }
}
