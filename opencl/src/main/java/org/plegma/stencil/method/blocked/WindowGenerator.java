package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Expr;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.method.blocked.WindowStreams.Stream;
import org.plegma.stencil.tile.TileGenerator;

/**
 * Writes the GPU kernel of {@code blocked(k)} for any stencil in 2-D and 3-D: a work-group streams along the first axis with
 * a work-item for each cell of a plane of its tile. In every iteration each of the k steps computes a plane, from planes
 * that the step before computed in earlier iterations: one barrier a plane is enough for all. See {@link WindowStreams}.
 *
 * <p>Work-items near the sides of a tile compute what is not used. Along axes that are not periodic the box of results must
 * be k times the radius away from the edges.
 */
final class WindowGenerator {
    static final String KERNEL = "stencil_window";

    private final CellCode code;
    private final WindowStreams streams;
    private final int width;
    private final int height;
    private final List<Stream> published;

    /**
     * @param width work-items along the last axis
     * @param height work-items along the middle axis of three; 1 in 2-D
     */
    WindowGenerator(CellCode code, WindowStreams streams, int width, int height) {
        this.code = code;
        this.streams = streams;
        this.width = width;
        this.height = height;
        this.published = streams.published();
    }

    private List<Field> updated() {
        return code.spec().fields().stream().filter(Field::updated).toList();
    }

    private int reach(int axis) {
        return streams.steps() * code.spec().footprint().radius(axis);
    }

    /** Elements of local memory: planes with room for reads beyond their ends. */
    int localCells() {
        return published.isEmpty() ? 0 : margin() + published.size() * streams.planes() * pitch();
    }

    private int margin() {
        int last = code.rank() - 1;
        int rows = last == 2 ? code.spec().footprint().radius(1) * width : 0;
        return rows + code.spec().footprint().radius(last);
    }

    private int pitch() {
        return width * height + margin();
    }

    String source() {
        List<String> parameters = TileGenerator.parameters(code.spec(), code.uniform(), real(), streams.steps());
        for (String name : List.of("low", "high")) {
            IntStream.range(0, code.rank()).forEach(axis -> parameters.add("const int " + name + axis));
        }
        parameters.add("const int planes");
        StringBuilder body = new StringBuilder();
        if (!published.isEmpty()) {
            body.append("local %s room[%s];\n".formatted(real(), localCells()));
        }
        body.append(place()).append(variables());
        body.append("for (int z = start - %s; z < stop + %s; z++) {\n"
                .formatted(reach(0), streams.steps() * streams.lag()));
        body.append((load() + compute() + store() + publish() + shift()).indent(4));
        body.append("}\n");
        return "%skernel __attribute__((reqd_work_group_size(%s, %s, 1)))\nvoid %s(%s) {\n%s}\n"
                .formatted(
                        helpers(),
                        width,
                        height,
                        KERNEL,
                        String.join(", ", parameters),
                        body.toString().indent(4));
    }

    private String real() {
        return code.type().openclName();
    }

    private String helpers() {
        String own = code.helpers();
        // The cell code has those of boundaries that are read across only.
        return IntStream.range(0, code.rank())
                .mapToObj(code::boundary)
                .filter(Boundary::wraps)
                .map(Boundary::kind)
                .distinct()
                .sorted()
                .map(kind -> Folds.function("window_", kind) + "\n")
                .collect(Collectors.joining("", own, ""));
    }

    private boolean isPeriodic(int axis) {
        return code.boundary(axis).wraps();
    }

    /** A place in the grid for what may be a place outside: what is read there is not used unless periodic. */
    private String within(int axis, String at) {
        return isPeriodic(axis)
                ? Folds.index("window_", code.boundary(axis), at, axis)
                : "clamp(%s, 0, n%s - 1)".formatted(at, axis);
    }

    private String place() {
        int last = code.rank() - 1;
        StringBuilder out = new StringBuilder();
        out.append("const int me = %s + (int)get_local_id(1)*%s + (int)get_local_id(0);\n".formatted(margin(), width));
        List<String> inTile = new ArrayList<>();
        for (int axis = last; axis > 0; axis--) {
            int size = axis == last ? width : height;
            int id = last - axis;
            out.append("const int i%1$s = low%1$s - %2$s + (int)get_group_id(%3$s)*%4$s + (int)get_local_id(%3$s);\n"
                    .formatted(axis, reach(axis), id, size - 2 * reach(axis)));
            inTile.add("get_local_id(%s) >= %s && get_local_id(%1$s) < %s && i%s < high%4$s"
                    .formatted(id, reach(axis), size - reach(axis), axis));
        }
        out.append("const bool mine = %s;\n".formatted(String.join(" && ", inTile)));
        out.append("const int start = low0 + (int)get_group_id(%s)*planes;\n".formatted(last));
        out.append("const int stop = start < high0 - planes ? start + planes : high0;\n");
        return out.toString();
    }

    private String index(List<String> at) {
        return CellPlaces.linear(code.index(), code.rank(), axis -> within(axis, at.get(axis)));
    }

    private List<String> at(String plane) {
        return IntStream.range(0, code.rank())
                .mapToObj(axis -> axis == 0 ? plane : "i" + axis)
                .collect(Collectors.toList());
    }

    private String variables() {
        StringBuilder out = new StringBuilder();
        streams.ages().forEach((stream, ages) -> {
            int from = WindowStreams.first(stream, ages) + (stream.isOwn() ? 0 : 1);
            for (int age = from; age <= ages.last(); age++) {
                out.append("%s %s = 0;\n".formatted(real(), stream.name(age)));
            }
        });
        String first = index(at("start - " + reach(0)));
        updated()
                .forEach(field -> out.append("%s next_%s = %s[%s];\n"
                        .formatted(real(), field.name(), CellCode.level(field.name(), 0), first)));
        for (int plane = 0; !published.isEmpty() && plane < streams.planes(); plane++) {
            out.append("int at%s = %s;\n".formatted(plane, plane * pitch()));
        }
        return out.toString();
    }

    /** The plane of level 0, loaded an iteration before it is needed. */
    private String load() {
        StringBuilder out = new StringBuilder();
        String index = index(at("z + 1"));
        out.append("const %s p = %s;\n".formatted(code.index(), index));
        for (Field field : updated()) {
            out.append("const %s v0_%s = next_%2$s;\n".formatted(real(), field.name()));
            out.append("next_%s = %s[p];\n".formatted(field.name(), CellCode.level(field.name(), 0)));
        }
        return out.toString();
    }

    private String compute() {
        StringBuilder out = new StringBuilder();
        streams.ages().forEach((stream, ages) -> {
            if (!stream.isOwn()) {
                int age = ages.first();
                out.append("const %s %s = room[%s];\n".formatted(real(), stream.name(age), place(stream, age)));
            }
        });
        for (int step = 1; step <= streams.steps(); step++) {
            int now = step;
            for (Field field : updated()) {
                out.append("%s v%s_%s;\n".formatted(real(), step, field.name()));
            }
            String cell = code.compute(
                    access -> read(access, now), (field, value) -> "v" + now + "_" + field + " = " + value + ";");
            out.append("{\n").append(cell).append("}\n");
        }
        return out.toString();
    }

    private String place(Stream stream, int age) {
        int array = published.indexOf(new Stream(stream.level(), stream.field(), List.of()));
        int rank = code.rank();
        int step = stream.beside().get(rank - 2) + (rank == 3 ? stream.beside().get(0) * width : 0);
        return "me + at%s + %s".formatted(age, array * streams.planes() * pitch() + step);
    }

    private String read(Expr.Access access, int step) {
        if (streams.isStreamed(access, step)) {
            return WindowStreams.stream(access, step).name(streams.age(access));
        }
        boolean updated = code.spec().field(access.field()).updated();
        int level = updated ? WindowStreams.level(access, step) : 0;
        List<String> at = at("z - " + step * streams.lag());
        for (int axis = 0; axis < at.size(); axis++) {
            int offset = access.offset().at(axis);
            at.set(axis, at.get(axis) + (offset == 0 ? "" : CellPlaces.signed(offset)));
        }
        return CellCode.level(access.field(), level) + "[" + index(at) + "]";
    }

    private String store() {
        StringBuilder out = new StringBuilder();
        for (int age = 0; age < TileGenerator.outputs(code.spec().depth(), streams.steps()); age++) {
            int level = streams.steps() - age;
            int now = age;
            String plane = "z - " + level * streams.lag();
            String stores = updated().stream()
                    .filter(field -> now < field.levels())
                    .map(field -> "    %s[%s] = v%s_%s;\n"
                            .formatted(
                                    TileGenerator.output(field.name(), now),
                                    CellPlaces.linear(code.index(), code.rank(), axis -> at("(" + plane + ")")
                                            .get(axis)),
                                    level,
                                    field.name()))
                    .collect(Collectors.joining());
            if (!stores.isEmpty()) {
                out.append("if (mine && %1$s >= start && %1$s < stop) {\n%2$s}\n".formatted(plane, stores));
            }
        }
        return out.toString();
    }

    private String publish() {
        StringBuilder out = new StringBuilder();
        for (int array = 0; array < published.size(); array++) {
            Stream stream = published.get(array);
            out.append("room[me + at0 + %s] = v%s_%s;\n"
                    .formatted(array * streams.planes() * pitch(), stream.level(), stream.field()));
        }
        if (!published.isEmpty()) {
            out.append("barrier(CLK_LOCAL_MEM_FENCE);\n");
        }
        return out.toString();
    }

    /** All values become an iteration older. */
    private String shift() {
        StringBuilder out = new StringBuilder();
        streams.ages().forEach((stream, ages) -> {
            for (int age = ages.last(); age > WindowStreams.first(stream, ages); age--) {
                out.append("%s = %s;\n".formatted(stream.name(age), stream.name(age - 1)));
            }
            if (stream.isOwn()) {
                out.append("%s = v%s_%s;\n".formatted(stream.name(1), stream.level(), stream.field()));
            }
        });
        int planes = streams.planes();
        if (!published.isEmpty()) {
            out.append("const int oldest = at%s;\n".formatted(planes - 1));
            for (int plane = planes - 1; plane > 0; plane--) {
                out.append("at%s = at%s;\n".formatted(plane, plane - 1));
            }
            out.append("at0 = oldest;\n");
        }
        return out.toString();
    }
}
