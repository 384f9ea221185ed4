package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.Boundary;
import org.plegma.expr.Expr;
import org.plegma.expr.Exprs;
import org.plegma.expr.Offset;
import org.plegma.expr.StencilSpec;

/**
 * Writes the CPU kernel of the method {@code direct}: explicit vectors of cells along rows, since PoCL vectorises across
 * work-items poorly; see {@link CpuTile}.
 *
 * <p>Three functions compute a vector or a row of them. {@code inside}: all reads lie in the grid. {@code outside}: along
 * the last axis they do, planes and rows are folded as the boundaries say. {@code beside}: near an end of the row, where
 * what is read beside the cells is first gathered cell by cell. Rows shorter than two cells, and sources for
 * users, have {@link CellCode}'s functions for single cells instead.
 */
final class DirectCpu {
    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final List<Expr.Access> reads = new ArrayList<>();

    private enum Place {
        INSIDE,
        OUTSIDE,
        BESIDE;

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    DirectCpu(CellCode code, CpuTile tile) {
        this.code = code;
        this.tile = tile;
        this.rank = code.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        for (StencilSpec.Update update : code.spec().updates()) {
            for (Expr.Access access : Exprs.accesses(update.value())) {
                if (!reads.contains(access)) {
                    reads.add(access);
                }
            }
        }
    }

    String source() {
        StringBuilder out = new StringBuilder();
        if (vector == 1) {
            out.append(code.functions()).append('\n');
        } else {
            out.append(code.helpers()).append(code.vectorHelpers(vector));
            for (Place place : Place.values()) {
                out.append(function(place)).append('\n');
            }
        }
        return out.append(kernel()).toString();
    }

    private String kernel() {
        StringBuilder body = new StringBuilder();
        String size = "n" + last;
        List<String> parameters = new ArrayList<>(code.parameters());
        for (int axis = 0; axis < last; axis++) {
            String count = CpuTile.count(axis);
            parameters.add("const int " + count);
            body.append("    const int low%1$d = (int)get_global_id(%2$d)*%3$s;\n".formatted(axis, last - axis, count));
            body.append("    const int high%1$d = low%1$d < n%1$d - %2$s ? low%1$d + %2$s : n%1$d;\n"
                    .formatted(axis, count));
        }
        parameters.add("const int segment");
        body.append("    const int start = (int)get_global_id(0)*segment;\n");
        // The last segment takes what is left of the row.
        body.append("    const int end = start <= %1$s - 2*segment ? start + segment : %1$s;\n".formatted(size));
        String indent = "    ";
        for (int axis = 0; axis < last; axis++) {
            body.append("%sfor (int i%d = low%2$d; i%2$d < high%2$d; i%2$d++) {\n".formatted(indent, axis));
            indent += "    ";
        }
        body.append(row().indent(indent.length()));
        for (int axis = 0; axis < last; axis++) {
            indent = indent.substring(4);
            body.append(indent).append("}\n");
        }
        return "kernel void %s(%s) {\n%s}\n".formatted(DirectMethod.KERNEL, String.join(", ", parameters), body);
    }

    /** A row from start to end: its ends by vectors with gathered neighbours, what lies between at a stretch. */
    private String row() {
        int[] reach = code.reach();
        if (vector == 1) {
            return """
                    const int within = %1$s;
                    const int low = within ? clamp(%2$d, start, end) : end;
                    const int high = within ? clamp(n%3$d - %4$d, low, end) : end;
                    for (int i%3$d = start; i%3$d < low; i%3$d++) {
                        edge(%5$s, %6$s);
                    }
                    for (int i%3$d = low; i%3$d < high; i%3$d++) {
                        interior(%5$s, %6$s);
                    }
                    for (int i%3$d = high; i%3$d < end; i%3$d++) {
                        edge(%5$s, %6$s);
                    }
                    """
                    .formatted(code.inside(0, last), reach[0], last, reach[1], code.arguments(), code.cellArguments());
        }
        String before =
                IntStream.range(0, last).mapToObj(axis -> "i" + axis + ", ").collect(Collectors.joining());
        String at = "n%d - %d".formatted(last, vector);
        return """
                int i%1$d = start;
                for (; i%1$d < end && i%1$d < %2$d; i%1$d += %3$d) {
                    beside(%4$s, %5$smin(i%1$d, %6$s));
                }
                const int safe = min(end - %7$d, n%1$d - %8$d);
                if (i%1$d <= safe) {
                    if (%9$s) {
                        i%1$d = inside(%4$s, %5$si%1$d, safe);
                    } else {
                        i%1$d = outside(%4$s, %5$si%1$d, safe);
                    }
                }
                for (; i%1$d < end; i%1$d += %3$d) {
                    beside(%4$s, %5$smin(i%1$d, %6$s));
                }
                """
                .formatted(
                        last,
                        reach[0],
                        vector,
                        code.arguments(),
                        before,
                        at,
                        vector,
                        vector + reach[1],
                        code.inside(0, last));
    }

    private String function(Place place) {
        boolean beside = place == Place.BESIDE;
        String real = code.type().openclName();
        String i = "i" + last;
        StringBuilder out = new StringBuilder();
        String cell = IntStream.range(0, last)
                .mapToObj(axis -> "const int i" + axis + ", ")
                .collect(Collectors.joining());
        out.append("static __attribute__((always_inline))\n%s %s(%s, %s%s) {\n"
                .formatted(
                        beside ? "void" : "int",
                        place.text(),
                        String.join(", ", code.parameters()).replace("*restrict ", "*"),
                        cell,
                        beside ? "const int " + i : "const int from, const int safe"));
        if (place != Place.INSIDE) {
            for (int axis = 0; axis < last; axis++) {
                int a = axis;
                SortedSet<Integer> steps = new TreeSet<>(
                        reads.stream().map(read -> read.offset().at(a)).toList());
                steps.remove(0);
                for (int step : steps) {
                    out.append("    const int %s = %s(i%d%s, n%3$d);\n"
                            .formatted(folded(axis, step), fold(axis), axis, Places.signed(step)));
                }
            }
        }
        String body = loads(place) + values(place);
        if (beside) {
            out.append(gathers()).append(body.indent(4));
        } else {
            out.append("    int %s = from;\n    for (; %1$s <= safe; %1$s += %d) {\n%s    }\n    return %1$s;\n"
                    .formatted(i, vector, body.indent(8)));
        }
        return out.append("}\n").toString();
    }

    private boolean gathered(Expr.Access read) {
        return read.offset().at(last) != 0;
    }

    /** The vector of each row that is read beside it, with the cells around it, which may lie outside, as arrays. */
    private String gathers() {
        int[] reach = code.reach();
        StringBuilder out = new StringBuilder();
        SortedSet<String> done = new TreeSet<>();
        for (Expr.Access read : reads) {
            String array = array(read);
            if (gathered(read) && done.add(array)) {
                String cell = "%s(i%d + i, n%2$d)".formatted(fold(last), last);
                String there = pointer(read) + "[" + inRow(read, "at") + "]";
                boolean constant = code.boundary(last).kind() == Boundary.Kind.CONSTANT;
                String value = guarded(read, (constant ? "at < 0 ? " + literal(last) + " : " : "") + there, "%s");
                String middle = guarded(
                        read,
                        "vload%d(0, %s + %s)".formatted(vector, pointer(read), inRow(read, "i" + last)),
                        "(" + vectorType() + ")(%s)");
                out.append(
                        """
                            %1$s %2$s[%3$d];
                            vstore%7$d(%8$s, 0, %2$s + %4$d);
                            for (int k = 0; k < %5$d; k++) {
                                const int i = k < %4$d ? k - %4$d : k + %9$d;
                                const int at = %6$s;
                                %2$s[i + %4$d] = %10$s;
                            }
                        """
                                .formatted(
                                        code.type().openclName(),
                                        array,
                                        reach[0] + vector + reach[1],
                                        reach[0],
                                        reach[0] + reach[1],
                                        cell,
                                        vector,
                                        middle,
                                        vector - reach[0],
                                        value));
            }
        }
        return out.toString();
    }

    private String loads(Place place) {
        StringBuilder out = new StringBuilder();
        int before = code.reach()[0];
        for (Expr.Access read : reads) {
            String value;
            if (place == Place.BESIDE && gathered(read)) {
                value = "vload%d(0, %s + %d)"
                        .formatted(vector, array(read), before + read.offset().at(last));
            } else {
                String at = place == Place.INSIDE
                        ? "p" + Places.moved(read.offset(), "s")
                        : inRow(read, "i" + last + step(read.offset().at(last)));
                value = "vload%d(0, %s + %s)".formatted(vector, pointer(read), at);
                if (place != Place.INSIDE) {
                    value = guarded(read, value, "(" + vectorType() + ")(%s)");
                }
            }
            out.append("const %s %s = %s;\n".formatted(vectorType(), name(read), value));
        }
        String p = "const %s p = %s;\n".formatted(code.index(), Places.linear(code.index(), rank, axis -> "i" + axis));
        return p + (place == Place.INSIDE ? strides() : "") + out;
    }

    private String strides() {
        String wide = "long".equals(code.index()) ? "(long)" : "";
        return switch (rank) {
            case 1 -> "";
            case 2 -> "const %s s0 = n1;\n".formatted(code.index());
            default -> "const %1$s s1 = n2;\nconst %1$s s0 = %2$sn1*n2;\n".formatted(code.index(), wide);
        };
    }

    private String values(Place place) {
        return code.compute(vector, DirectCpu::name, (field, value) -> {
                    String next = "const %s next_%s = %s;".formatted(vectorType(), field, kept(field, value, place));
                    String store = tile.streaming()
                            ? "__builtin_nontemporal_store(next_%s, (global %s *)(o_%1$s + p));"
                                    .formatted(field, vectorType())
                            : "vstore%d(next_%s, 0, o_%2$s + p);".formatted(vector, field);
                    return next + "\n    " + store;
                })
                .indent(-4);
    }

    /** The value, or the old one in cells that keep it because an axis is fixed. */
    private String kept(String field, String value, Place place) {
        String kept = "(%s)(%s)".formatted(vectorType(), value);
        String old = "vload%d(0, %s + p)".formatted(vector, CellCode.level(field, 0));
        if (place == Place.BESIDE) {
            String lanes =
                    IntStream.range(0, vector).mapToObj(Integer::toString).collect(Collectors.joining(", "));
            String type = VectorPrinter.conditionType(code.type(), vector);
            String test =
                    code.keeps(field, axis -> axis == last, axis -> "((%s)(%s) + i%d)".formatted(type, lanes, axis));
            kept = test.isEmpty() ? kept : "select(%s, %s, %s)".formatted(kept, old, test);
        }
        String test = place == Place.INSIDE ? "" : code.keeps(field, axis -> axis != last, axis -> "i" + axis);
        return test.isEmpty() ? kept : "%s ? %s : %s".formatted(test, old, kept);
    }

    /** The value of the boundary in place of a read from a plane or a row outside; the first axis decides. */
    private String guarded(Expr.Access read, String value, String constant) {
        StringBuilder out = new StringBuilder();
        for (int axis = 0; axis < last; axis++) {
            int step = read.offset().at(axis);
            if (step != 0 && code.boundary(axis).kind() == Boundary.Kind.CONSTANT) {
                out.append("%s < 0 ? %s : ".formatted(folded(axis, step), constant.formatted(literal(axis))));
            }
        }
        return out + value;
    }

    private String literal(int axis) {
        return ClPrinter.literal(code.boundary(axis).value(), code.type());
    }

    /** A place in the row of a read, by folded indices. */
    private String inRow(Expr.Access read, String at) {
        Offset offset = read.offset();
        return Places.linear(code.index(), rank, axis -> axis == last ? at : folded(axis, offset.at(axis)));
    }

    private String fold(int axis) {
        return Folds.name(code.boundary(axis).kind());
    }

    private static String folded(int axis, int step) {
        return "i" + axis + (step == 0 ? "" : "_" + CellCode.name(step));
    }

    private static String step(int step) {
        return step == 0 ? "" : Places.signed(step);
    }

    private static String pointer(Expr.Access read) {
        return CellCode.level(read.field(), read.level());
    }

    private static String name(Expr.Access read) {
        return CellCode.readName(read);
    }

    /** The array around the vector in the row of a read. */
    private String array(Expr.Access read) {
        int[] steps = read.offset().toArray();
        String row = IntStream.range(0, last)
                .mapToObj(axis -> "_" + CellCode.name(steps[axis]))
                .collect(Collectors.joining());
        return "row" + (read.level() == 0 ? "" : -read.level()) + "_" + read.field() + row;
    }

    private String vectorType() {
        return code.type().openclName() + vector;
    }
}
