package org.plegma.stencil.method.window;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Expr;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.CpuVectors;
import org.plegma.stencil.tile.TileGenerator;

/**
 * Writes the CPU kernel of the method {@code blocked(k)}: a work-group streams through a box of the grid along the first
 * axis, and every step follows the one before by as many rows (2-D) or planes (3-D) as it reads ahead. So only a few of
 * them are kept of each step, in a ring, and what is computed again for other boxes is little.
 *
 * <p>How many steps is an argument: a compiler would only write them out one after the other, and so one program does for
 * all of {@code blocked(k)}, also for the steps that a run leaves over.
 *
 * <p>Boundaries cost nothing inside: rows outside the grid along the axes before the last are pointers to others, or to
 * a row of constants, and cells beyond the ends of a row are written beside it when it is done.
 *
 * <p>Names, besides those of {@link CellCode}: {@code a0 b0} the box along an axis, {@code c0 d0} with all that its steps
 * read; {@code x0 y0} what a step computes; {@code ring_u} a level of field u.
 */
final class CpuWindowGenerator {
    static final String KERNEL = "stencil_window";

    private final CellCode code;
    private final StencilSpec spec;
    private final int outputs;
    private final CpuWindowTile tile;
    private final CpuWindowTile.Task task;
    private final int rank;
    private final int last;
    private final int vector;
    private final int together;
    private final String real;
    private final CpuWindowRows rows;

    CpuWindowGenerator(StencilInstance instance, int steps, CpuWindowTile tile) {
        this.code = instance.cellCode();
        this.spec = instance.spec();
        this.outputs = TileGenerator.outputs(spec.depth(), steps);
        this.tile = tile;
        this.task = CpuWindowTile.Task.of(instance, steps);
        this.rank = spec.rank();
        this.last = rank - 1;
        this.vector = tile.vector();
        this.together = tile.together();
        this.real = code.type().openclName();
        this.rows = new CpuWindowRows(code, tile);
    }

    String source() {
        return CpuVectors.defined(code, vector)
                + CpuVectors.WRITTEN
                + (tile.streaming() ? CpuVectors.PREFETCHES : "")
                + "\n"
                + code.helpers()
                + code.vectorHelpers(vector)
                + rows.functions()
                + kernel();
    }

    private boolean periodic(int axis) {
        return code.boundary(axis).wraps();
    }

    private int radius(int axis) {
        return task.radii()[axis];
    }

    private List<String> scalars() {
        return List.copyOf(code.uniform().scalars().keySet());
    }

    private String kernel() {
        List<String> parameters = TileGenerator.parameters(spec, code.uniform(), real, outputs);
        parameters.addAll(List.of("const int steps", "const int chunk"));
        if (rank == 3) {
            parameters.addAll(List.of("const int rows", "const int high"));
        }
        parameters.addAll(List.of("const int segment", "const int wide"));
        if (task.others() > 0) {
            parameters.add("const int others");
        }
        parameters.add("global " + real + " *room");
        StringBuilder body = new StringBuilder("const int slab = %s;\n".formatted(rank == 3 ? "high*wide" : "wide"));
        int others = spec.readOnlyFields().size();
        body.append("const size_t rings = (size_t)(%s*%s%s)*slab;\n"
                .formatted(rings(spec.fields()), tile.slots(task), others == 0 ? "" : " + " + others + "*others"));
        body.append("room += get_group_id(0)*(rings + %s*wide);\n".formatted(last));
        for (int axis = 0; axis < last; axis++) {
            if (isConstant(axis)) {
                body.append(
                        """
                        global %1$s *outside%2$s = room + rings + %2$s*wide;
                        %4$s
                        for (int i = 0; i < wide; i++) {
                            outside%2$s[i] = %3$s;
                        }
                        """
                                .formatted(
                                        real,
                                        axis,
                                        ClPrinter.literal(code.boundary(axis).value(), code.type()),
                                        CpuWindowRows.SCALAR));
            }
        }
        String[] sizes = rank == 3 ? new String[] {"chunk", "rows", "segment"} : new String[] {"chunk", "segment"};
        for (int axis = 0; axis < rank; axis++) {
            body.append("const int boxes%1$s = (n%1$s + %2$s - 1)/%2$s;\n".formatted(axis, sizes[axis]));
        }
        StringBuilder box = new StringBuilder("int rest = box;\n");
        for (int axis = last; axis >= 0; axis--) {
            box.append("const int a%1$s = rest%%boxes%1$s*%2$s;\n".formatted(axis, sizes[axis]));
            box.append("const int b%1$s = min(a%1$s + %2$s, n%1$s);\n".formatted(axis, sizes[axis]));
            if (axis > 0) {
                box.append("rest /= boxes%s;\n".formatted(axis));
            }
            String reach = axis == last ? tile.beside("steps", radius(last)) : "steps*" + radius(axis);
            if (axis == last && periodic(last)) {
                box.append("const int c%1$s = boxes%1$s > 1 ? a%1$s - %2$s : 0;\n".formatted(axis, reach));
                box.append("const int d%1$s = boxes%1$s > 1 ? b%1$s + %2$s : n%1$s;\n".formatted(axis, reach));
            } else {
                box.append("const int c%s = %s;\n".formatted(axis, lower(axis, reach)));
                box.append("const int d%s = %s;\n".formatted(axis, upper(axis, reach)));
            }
        }
        box.append("for (int at = c0; at < b0 + steps*%s; at += %s) {\n".formatted(radius(0), tile.pace(rank)));
        box.append((levelsIn() + levels() + levelOut()).indent(4)).append("}\n");
        body.append("for (int box = get_group_id(0); box < %s; box += get_num_groups(0)) {\n"
                .formatted(IntStream.range(0, rank)
                        .mapToObj(axis -> "boxes" + axis)
                        .collect(Collectors.joining("*"))));
        body.append(box.toString().indent(4)).append("}\n");
        return "kernel void %s(%s) {\n%s}\n"
                .formatted(
                        KERNEL, String.join(", ", parameters), body.toString().indent(4));
    }

    private boolean isConstant(int axis) {
        return code.boundary(axis).isNumber() && radius(axis) > 0;
    }

    private String lower(int axis, String reach) {
        String text = "a" + axis + " - " + reach;
        return periodic(axis) ? text : "max(" + text + ", 0)";
    }

    private String upper(int axis, String reach) {
        String text = "b" + axis + " + " + reach;
        return periodic(axis) ? text : "min(" + text + ", n" + axis + ")";
    }

    private String loopOverRows(String from, String to, int by, String body) {
        return rank == 2
                ? body
                : "for (int i1 = %s1; i1 < %s1; i1 += %s) {\n%s}\n".formatted(from, to, by, body.indent(4));
    }

    /** The levels that a run starts from, and fields that are only read. */
    private String levelsIn() {
        int pace = tile.pace(rank);
        String place = CellPlaces.linear(
                code.index(),
                rank,
                axis -> axis == last
                        ? "0"
                        : periodic(axis) && radius(axis) > 0
                                ? Folds.index(code.boundary(axis), "i" + axis, axis)
                                : "i" + axis);
        String stride = rank == 2 ? "n1" : ("long".equals(code.index()) ? "(long)" : "") + "n1*n2";
        StringBuilder body = new StringBuilder("const %s p = %s;\n".formatted(code.index(), place));
        for (Field field : spec.fields()) {
            for (int age = 0; age < (field.updated() ? field.levels() : 1); age++) {
                body.append("copy_in(%s, %s + p, %s%s, c%s, d%5$s, n%5$s);\n"
                        .formatted(
                                place(ring(field, "0", age), field, "i0", "i1"),
                                CellCode.level(field.name(), -age),
                                pace > 1 ? pace + "*" : "",
                                stride,
                                last));
            }
        }
        return "for (int i0 = at; i0 < min(at + %s, d0); i0++) {\n%s}\n"
                .formatted(pace, loopOverRows("c", "d", 1, body.toString()).indent(4));
    }

    /** The ring of a level: of a field that is only read, there is one. */
    private String ring(Field field, String level, int age) {
        List<Field> before = spec.fields().subList(0, spec.fields().indexOf(field));
        if (!field.updated()) {
            long index = before.stream().filter(other -> !other.updated()).count();
            return "room + (%s*%s + %s*others)*slab".formatted(rings(spec.fields()), tile.slots(task), index);
        }
        String first = before.stream().anyMatch(Field::updated) ? " + " + rings(before) : "";
        int own = field.levels() - 1 - age;
        return "room + (%s%s%s)*%s*slab"
                .formatted(level, own == 0 ? "" : CellPlaces.signed(own), first, tile.slots(task));
    }

    /** How many levels the rings of those fields hold that are updated. */
    private static String rings(List<Field> fields) {
        List<Field> updated = fields.stream().filter(Field::updated).toList();
        int levels = updated.stream().mapToInt(Field::levels).sum();
        return "(%s + %ssteps)".formatted(levels, updated.size() == 1 ? "" : updated.size() + "*");
    }

    /** The first cell of a row in a ring. */
    private String place(String ring, Field field, String plane, String row) {
        String mask = field.updated() ? "" + (tile.slots(task) - 1) : "(others - 1)";
        return "%s + (%s & %s)*slab%s + %s"
                .formatted(
                        ring, plane, mask, rank == 3 ? " + (%s - c1 + %s)*wide".formatted(row, together) : "", vector);
    }

    private String levels() {
        StringBuilder bounds = new StringBuilder("const int left = steps - level;\n");
        bounds.append("const int i0 = at - level*%s;\n".formatted(radius(0)));
        for (int axis = 0; axis < last; axis++) {
            bounds.append("const int x%s = %s;\n".formatted(axis, lower(axis, "left*" + radius(axis))));
            bounds.append("const int y%s = %s;\n".formatted(axis, upper(axis, "left*" + radius(axis))));
        }
        return "for (int level = 1; level <= steps; level++) {\n%s}\n"
                .formatted((bounds
                                + "if (i0 + %s <= x0 || i0 >= y0) {\n    continue;\n}\n".formatted(tile.pace(rank))
                                + loopOverRows("x", "y", together, step()))
                        .indent(4));
    }

    /** One step of rows together. */
    private String step() {
        StringBuilder out = new StringBuilder();
        for (int axis = 0; axis < last; axis++) {
            if (!periodic(axis) && radius(axis) > 0) {
                int a = axis;
                SortedSet<Integer> all = new TreeSet<>(
                        rows.lines().stream().map(line -> line.offset().at(a)).toList());
                for (int step : all) {
                    String at = "i" + axis + (step == 0 ? "" : CellPlaces.signed(step));
                    out.append("const int %s = %s;\n"
                            .formatted(folded(axis, step), Folds.index(code.boundary(axis), at, axis)));
                }
            }
        }
        List<String> arguments = new ArrayList<>();
        StringBuilder after = new StringBuilder();
        for (int row = 0; row < together; row++) {
            for (String name : spec.updatedFields()) {
                Field field = spec.field(name);
                String pointer = CpuWindowRows.written(name, row);
                String plane = rank == 2 && row > 0 ? "(i0 + " + row + ")" : "i0";
                String middle = rank == 3 && row > 0 ? "i1 + " + row : "i1";
                out.append("global %s *%s = %s;\n"
                        .formatted(real, pointer, place(ring(field, "level", 0), field, plane, middle)));
                arguments.add(pointer);
                if (rows.keeps(name)) {
                    after.append("keep_%s(%s, %s, %s, c%s, d%5$s, %s);\n"
                            .formatted(
                                    name,
                                    pointer,
                                    place(ring(field, "level", 1), field, plane, middle),
                                    rank == 2 ? plane : plane + ", " + middle,
                                    last,
                                    sizes()));
                }
                after.append("ends(%s, c%s, d%2$s, n%2$s);\n".formatted(pointer, last));
            }
        }
        for (Expr.Access line : rows.lines()) {
            arguments.add(place(line));
        }
        arguments.addAll(scalars());
        arguments.add("d%s - c%1$s".formatted(last));
        return out + "advance(%s);\n".formatted(String.join(",\n    ", arguments)) + after;
    }

    private String sizes() {
        return IntStream.range(0, rank).mapToObj(axis -> "n" + axis).collect(Collectors.joining(", "));
    }

    /** Where a line is that the rows read; the first axis along which it lies outside decides. */
    private String place(Expr.Access line) {
        IntFunction<String> at = axis -> folded(axis, line.offset().at(axis));
        StringBuilder outside = new StringBuilder();
        for (int axis = 0; axis < last; axis++) {
            if (isConstant(axis)) {
                outside.append("%s < 0 ? outside%s + %s : ".formatted(at.apply(axis), axis, vector));
            }
        }
        Field field = spec.field(line.field());
        return outside
                + place(ring(field, "level", 1 - line.level()), field, at.apply(0), rank == 3 ? at.apply(1) : "");
    }

    /** The index of a row that is read, in the grid unless the axis is periodic. */
    private String folded(int axis, int step) {
        boolean variable = !periodic(axis) && radius(axis) > 0;
        return variable
                ? "i" + axis + "_" + CellCode.name(step)
                : step == 0 ? "i" + axis : "(i" + axis + CellPlaces.signed(step) + ")";
    }

    private String levelOut() {
        String place = CellPlaces.linear(code.index(), rank, axis -> (axis == last ? "a" : "i") + axis);
        StringBuilder body = new StringBuilder("const %s p = %s;\n".formatted(code.index(), place));
        for (Field field : spec.fields()) {
            if (field.updated()) {
                for (int age = 0; age < Math.min(field.levels(), outputs); age++) {
                    body.append("copy_out(%s + p, %s + a%s - c%3$s, b%3$s - a%3$s);\n"
                            .formatted(
                                    TileGenerator.output(field.name(), age),
                                    place(ring(field, age == 0 ? "steps" : "steps - " + age, 0), field, "i0", "i1"),
                                    last));
                }
            }
        }
        String from = "at - steps*" + radius(0);
        return "for (int i0 = max(%s, a0); i0 < min(%s + %s, b0); i0++) {\n%s}\n"
                .formatted(
                        from,
                        from,
                        tile.pace(rank),
                        loopOverRows("a", "b", 1, body.toString()).indent(4));
    }
}
