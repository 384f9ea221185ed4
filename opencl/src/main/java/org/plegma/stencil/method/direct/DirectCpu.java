package org.plegma.stencil.method.direct;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.CpuVectors;

/**
 * Writes the CPU kernel of the method {@code direct}: explicit vectors of cells along rows, since PoCL vectorises across
 * work-items poorly; see {@link CpuTile}.
 *
 * <p>Functions compute a vector or a row of them. {@code inside}: all reads lie in the grid. {@code outside}: along
 * the last axis they do, planes and rows are folded as the boundaries say. {@code beside}: near an end of the row, where
 * what is read beside the cells is first gathered cell by cell. Where rows are whole vectors, {@code together} of
 * {@link CpuRows} stands in place of {@code inside}, and for the ends of its rows too. Rows shorter than two cells, and
 * sources for users, have {@link CellCode}'s functions for single cells instead.
 */
final class DirectCpu {
    private final CellCode code;
    private final CpuTile tile;
    private final int rank;
    private final int last;
    private final int vector;
    private final CpuRows together;
    private final List<Expr.Access> reads;

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
        Set<Expr.Access> all = new LinkedHashSet<>();
        code.spec().updates().forEach(update -> all.addAll(code.spec().accesses(update.field())));
        this.reads = List.copyOf(all);
        this.together = new CpuRows(code, tile, reads);
    }

    String source() {
        StringBuilder out = new StringBuilder();
        if (vector == 1) {
            out.append(code.functions()).append('\n');
        } else {
            out.append(definitions()).append(code.helpers()).append(code.vectorHelpers(vector));
            for (Place place : Place.values()) {
                if (place == Place.INSIDE && tile.whole()) {
                    out.append(together.function()).append('\n');
                } else if (!tile.whole() || rank > 1) {
                    out.append(function(place)).append('\n');
                }
            }
        }
        return out.append(new CpuLoops(code, tile, together).kernel()).toString();
    }

    private String definitions() {
        String out = CpuVectors.defined(code, vector);
        if (!tile.streaming()) {
            out += CpuVectors.WRITTEN;
        } else if (rank > 1 && tile.whole()) {
            out += CpuVectors.PREFETCHES;
        }
        return out + "\n";
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
                    String at = "i" + axis + CellPlaces.signed(step);
                    out.append("    const int %s = %s;\n"
                            .formatted(folded(axis, step), Folds.index(code.boundary(axis), at, axis)));
                }
            }
        }
        String body = loads(place) + values(place);
        if (beside) {
            out.append(gathers()).append(body.indent(4));
        } else {
            out.append("    int %s = from;\n    for (; %1$s <= safe; %1$s += %s) {\n%s    }\n    return %1$s;\n"
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
                String cell = Folds.index(code.boundary(last), "i" + last + " + i", last);
                String there = pointer(read) + "[" + inRow(read, "at") + "]";
                String value = guarded(
                        read, Folds.guard(code.boundary(last), "at", code.type()) + there, UnaryOperator.identity());
                String middle =
                        guarded(read, CpuVectors.at(pointer(read) + " + " + inRow(read, "i" + last)), this::inAllLanes);
                out.append(
                        """
                            %1$s %2$s[%3$s];
                            vstore%7$s(%8$s, 0, %2$s + %4$s);
                            for (int k = 0; k < %5$s; k++) {
                                const int i = k < %4$s ? k - %4$s : k + %9$s;
                                const int at = %6$s;
                                %2$s[i + %4$s] = %10$s;
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
                value = "vload%s(0, %s + %s)"
                        .formatted(vector, array(read), before + read.offset().at(last));
            } else {
                String at = place == Place.INSIDE
                        ? "p" + CellPlaces.moved(read.offset(), "s")
                        : inRow(read, "i" + last + step(read.offset().at(last)));
                value = CpuVectors.at(pointer(read) + " + " + at);
                if (place != Place.INSIDE) {
                    value = guarded(read, value, this::inAllLanes);
                }
            }
            out.append("const %s %s = %s;\n".formatted(vectorType(), name(read), value));
        }
        String p =
                "const %s p = %s;\n".formatted(code.index(), CellPlaces.linear(code.index(), rank, axis -> "i" + axis));
        return p + (place == Place.INSIDE ? together.strides() : "") + out;
    }

    private String values(Place place) {
        return code.compute(vector, DirectCpu::name, (field, value) -> "const %s next_%s = %s;\n    %s"
                        .formatted(vectorType(), field, kept(field, value, place), together.store(field, "p")))
                .indent(-4);
    }

    /** The value, or the old one in cells that keep it because an axis is fixed. */
    private String kept(String field, String value, Place place) {
        String kept = "(%s)(%s)".formatted(vectorType(), value);
        String old = CpuVectors.at(CellCode.level(field, 0) + " + p");
        if (place == Place.BESIDE) {
            kept = together.keptAtEnds(field, kept, old);
        }
        String test = place == Place.INSIDE ? "" : code.keeps(field, axis -> axis != last, axis -> "i" + axis);
        return test.isEmpty() ? kept : "%s ? %s : %s".formatted(test, old, kept);
    }

    private String inAllLanes(String value) {
        return "(" + vectorType() + ")(" + value + ")";
    }

    /** The value of the boundary in place of a read from a plane or a row outside; the first axis decides. */
    private String guarded(Expr.Access read, String value, UnaryOperator<String> constant) {
        StringBuilder out = new StringBuilder();
        for (int axis = 0; axis < last; axis++) {
            int step = read.offset().at(axis);
            if (step != 0) {
                out.append(Folds.guard(code.boundary(axis), folded(axis, step), code.type(), constant));
            }
        }
        return out + value;
    }

    /** A place in the row of a read, by folded indices. */
    private String inRow(Expr.Access read, String at) {
        Offset offset = read.offset();
        return CellPlaces.linear(code.index(), rank, axis -> axis == last ? at : folded(axis, offset.at(axis)));
    }

    private static String folded(int axis, int step) {
        return "i" + axis + (step == 0 ? "" : "_" + CellCode.name(step));
    }

    private static String step(int step) {
        return step == 0 ? "" : CellPlaces.signed(step);
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
