package org.plegma.stencil.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.stencil.code.AsyncCopies;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.UniformParts;
import org.plegma.stencil.code.Variant;

/**
 * Writes a kernel that does several steps on the tiles of a box: a work-group copies a tile with all that the steps read
 * around it, computes each step on a smaller part of the copy, and writes what is left. Right for every cell and
 * boundary.
 *
 * <p>{@code gpu}: the work-items share the rows of a tile. {@code cpu}: a group is one work-item, with loops over rows
 * which the compiler vectorises.
 *
 * <p>Besides the arguments of all kernels it gets, for each axis, the first cell of the box, its end, the distance to a
 * second box of the same size (0 along all axes if there is none) and the size of a tile; then the cells of the largest
 * tile with its surroundings, the memory for it, and the number of the first tile.
 */
public final class TileGenerator {
    private final TileCode code;
    private final String kernel;
    private final int steps;
    private final boolean cpu;
    private final boolean async;

    /** @param async whether tiles, in local memory, are filled by {@link AsyncCopies} */
    public TileGenerator(TileCode code, String kernel, int steps, Variant variant, boolean async) {
        this.code = code;
        this.kernel = kernel;
        this.steps = steps;
        this.cpu = variant == Variant.CPU;
        this.async = async;
    }

    public String source() {
        StringBuilder body = new StringBuilder();
        body.append(eachAxis(
                a -> "    const int tiles%1$s = (end%1$s - first%1$s + tile%1$s - 1)/tile%1$s;\n".formatted(a)));
        body.append("    const int sides = %s != 0 ? 2 : 1;\n".formatted(list(" + ", a -> "other" + a)));
        String tile = place() + pointers() + copyIn() + computeSteps() + copyOut();
        if (code.space().equals("global")) {
            body.append("    room += (size_t)get_group_id(0)*%s*size;\n".formatted(TileCode.arrays(code.spec())));
        }
        if (cpu && code.space().equals("global")) {
            body.append("    const int tiles = sides*%s;\n".formatted(list("*", a -> "tiles" + a)));
            body.append("    for (int tile = from + get_group_id(0); tile < tiles; tile += get_num_groups(0)) {\n");
            body.append(tile.indent(8)).append("    }\n");
        } else {
            body.append("    const int tile = from + get_group_id(0);\n").append(tile.indent(4));
        }
        List<String> parameters = parameters(code.spec(), code.uniform(), code.real(), steps);
        for (String name : List.of("first", "end", "other", "tile")) {
            for (int axis = 0; axis < code.rank(); axis++) {
                parameters.add("const int " + name + axis);
            }
        }
        parameters.add("const int size");
        parameters.add(code.space() + " " + code.real() + " *room");
        parameters.add("const int from");
        String copies = async ? AsyncCopies.functions(code.prefix(), code.real(), code.bytes()) + "\n" : "";
        return "%s\nkernel void %s(%s) {\n%s}\n"
                .formatted(copies + code.functions(), kernel, String.join(", ", parameters), body);
    }

    /** The parameters of every kernel, see {@link StepCode}. */
    public static List<String> parameters(StencilSpec spec, UniformParts uniform, String real, int steps) {
        List<String> all = new ArrayList<>();
        int outputs = outputs(spec.depth(), steps);
        for (String field : spec.updatedFields()) {
            for (int age = 0; age < outputs; age++) {
                all.add("global " + real + " *restrict " + output(field, age));
            }
        }
        for (Field field : spec.fields()) {
            for (int age = 0; age < field.levels(); age++) {
                all.add("global const " + real + " *restrict " + CellCode.level(field.name(), -age));
            }
        }
        uniform.scalars().keySet().forEach(name -> all.add("const " + real + " " + name));
        IntStream.range(0, spec.rank()).forEach(axis -> all.add("const int n" + axis));
        return all;
    }

    /** How many levels steps done together write: all that the next step reads and that are new. */
    public static int outputs(int depth, int steps) {
        return Math.min(depth, steps);
    }

    public static String output(String field, int age) {
        return "o" + (age == 0 ? "" : age) + "_" + field;
    }

    /** The tile from a to b, and from c to d with what the steps read around it. */
    private String place() {
        StringBuilder out = new StringBuilder();
        out.append("const int side = tile % sides;\nint rest = tile/sides;\n");
        for (int a = code.rank() - 1; a >= 0; a--) {
            int reach = steps * code.radius(a);
            out.append("const int a%1$s = first%1$s + rest%%tiles%1$s*tile%1$s + side*other%1$s;\n".formatted(a));
            out.append("const int b%1$s = min(a%1$s + tile%1$s, end%1$s + side*other%1$s);\n".formatted(a));
            out.append("const int c%s = %s;\n".formatted(a, lower(a, "" + reach)));
            out.append("const int d%s = %s;\n".formatted(a, upper(a, "" + reach)));
            out.append("const int w%1$s = d%1$s - c%1$s;\n".formatted(a));
            if (a > 0) {
                out.append("rest /= tiles%s;\n".formatted(a));
            }
        }
        return out.toString();
    }

    private String lower(int axis, String reach) {
        String text = "a" + axis + " - " + reach;
        return code.isPeriodic(axis) ? text : "max(" + text + ", 0)";
    }

    private String upper(int axis, String reach) {
        String text = "b" + axis + " + " + reach;
        return code.isPeriodic(axis) ? text : "min(" + text + ", n" + axis + ")";
    }

    private String pointers() {
        StringBuilder out = new StringBuilder();
        int array = 0;
        for (Field field : code.updated()) {
            out.append(pointer("w_" + field.name(), array++));
            for (int age = 0; age < code.kept(field); age++) {
                out.append(pointer(TileCode.tile(field.name(), age), array++));
            }
        }
        return out.toString();
    }

    private String pointer(String name, int array) {
        return "%s %s *%s = room + %s*size;\n".formatted(code.space(), code.real(), name, array);
    }

    private String copyIn() {
        StringBuilder cell = new StringBuilder(
                "const int q = %s;\nconst %s p = %s;\n".formatted(code.placeInTile(), code.index(), code.place()));
        for (Field field : code.updated()) {
            for (int age = 0; age < field.levels(); age++) {
                String to = code.pointer(field, age);
                String from = CellCode.level(field.name(), -age);
                cell.append(
                        async
                                ? "%scopy_async(%s + q, %s + p);\n".formatted(code.prefix(), to, from)
                                : "%s[q] = %s[p];\n".formatted(to, from));
            }
        }
        return cells("c", "d", cell.toString()) + (async ? code.prefix() + "await_copies();\n" : "") + barrier();
    }

    private String computeSteps() {
        StringBuilder body = new StringBuilder();
        for (int axis = 0; axis < code.rank(); axis++) {
            String reach = "left*" + code.radius(axis);
            body.append("const int x%s = %s;\n".formatted(axis, lower(axis, reach)));
            body.append("const int y%s = %s;\n".formatted(axis, upper(axis, reach)));
        }
        body.append(
                cpu
                        ? row()
                        : cells(
                                "x",
                                "y",
                                """
                                if (%s) {
                                    %s;
                                } else {
                                    %s;
                                }
                                """
                                        .formatted(code.inside(code.rank()), code.call("inside"), code.call("edge"))));
        body.append(barrier());
        for (Field field : code.updated()) {
            int kept = code.kept(field);
            if (kept > 0) {
                String name = field.name();
                body.append("%s %s *written_%s = w_%3$s;\n".formatted(code.space(), code.real(), name));
                body.append("w_%s = %s;\n".formatted(name, TileCode.tile(name, kept - 1)));
                for (int age = kept - 1; age > 0; age--) {
                    body.append("%s = %s;\n".formatted(TileCode.tile(name, age), TileCode.tile(name, age - 1)));
                }
                body.append("%s = written_%s;\n".formatted(TileCode.tile(name, 0), name));
            }
        }
        return "for (int left = %s; left >= 0; left--) {\n%s}\n"
                .formatted(steps - 1, body.toString().indent(4));
    }

    /** Rows of a work-item, whose middle part has no tests. */
    private String row() {
        int last = code.rank() - 1;
        int[] margins = code.margins();
        String inner =
                """
                const int inside = %1$s;
                const int low = inside ? clamp(%2$s, x%3$s, y%3$s) : y%3$s;
                const int high = inside ? clamp(%4$s, low, y%3$s) : y%3$s;
                for (int i%3$s = x%3$s < low ? x%3$s : high; i%3$s < y%3$s; i%3$s = i%3$s + 1 == low ? high : i%3$s + 1) {
                    %5$s;
                }
                for (int i%3$s = low; i%3$s < high; i%3$s++) {
                    %6$s;
                }
                """
                        .formatted(
                                code.inside(last),
                                margins[0] == Integer.MIN_VALUE ? "x" + last : margins[0],
                                last,
                                margins[1] == Integer.MIN_VALUE ? "y" + last : "n" + last + " - " + margins[1],
                                code.call("edge"),
                                code.call("inside"));
        return last == 0 ? inner : loops(last, "x", "y", inner);
    }

    private String copyOut() {
        StringBuilder cell = new StringBuilder("const int q = %s;\nconst %s p = %s;\n"
                .formatted(
                        code.placeInTile(),
                        code.index(),
                        CellPlaces.linear(code.index(), code.rank(), axis -> "i" + axis)));
        for (Field field : code.updated()) {
            for (int age = 0; age < outputs(field.levels(), steps); age++) {
                cell.append("%s[p] = %s[q];\n".formatted(output(field.name(), age), code.pointer(field, age)));
            }
        }
        return cells("a", "b", cell.toString());
    }

    private String barrier() {
        return cpu ? "" : "barrier(CLK_%s_MEM_FENCE);\n".formatted(code.space().toUpperCase(java.util.Locale.ROOT));
    }

    /** What is done for all cells from one corner to another. */
    private String cells(String from, String to, String body) {
        if (cpu) {
            return loops(code.rank(), from, to, body);
        }
        int last = code.rank() - 1;
        String row =
                "for (int i%1$s = %2$s%1$s + (int)get_local_id(0); i%1$s < %3$s%1$s; i%1$s += get_local_size(0)) {\n%4$s}\n"
                        .formatted(last, from, to, body.indent(4));
        if (last == 0) {
            return row;
        }
        if (last == 1) {
            return "for (int i0 = %1$s0 + (int)get_local_id(1); i0 < %2$s0; i0 += get_local_size(1)) {\n%3$s}\n"
                    .formatted(from, to, row.indent(4));
        }
        return """
                // The rows of all planes in turn, without a division.
                for (int i0 = %1$s0, i1 = %1$s1 + (int)get_local_id(1); ; i1 += get_local_size(1)) {
                    for (; i1 >= %2$s1 && i0 < %2$s0; i0++) {
                        i1 -= %2$s1 - %1$s1;
                    }
                    if (i0 >= %2$s0) {
                        break;
                    }
                %3$s}
                """
                .formatted(from, to, row.indent(4));
    }

    private static String loops(int axes, String from, String to, String body) {
        String all = body;
        for (int axis = axes - 1; axis >= 0; axis--) {
            all = "for (int i%1$s = %2$s%1$s; i%1$s < %3$s%1$s; i%1$s++) {\n%4$s}\n"
                    .formatted(axis, from, to, all.indent(4));
        }
        return all;
    }

    private String eachAxis(IntFunction<String> text) {
        return list("", text);
    }

    private String list(String between, IntFunction<String> text) {
        return IntStream.range(0, code.rank()).mapToObj(text).collect(Collectors.joining(between));
    }
}
