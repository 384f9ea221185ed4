package org.plegma.stencil.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.CommonSubexpressions;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.UniformParts;

/**
 * The code of one step of one cell of a tile, a box of cells whose updated fields were copied into other memory. Like
 * {@link CellCode} it has a function {@code …_inside} without tests and a function {@code …_edge} for any cell.
 *
 * <p>Names, besides those of {@link CellCode}: {@code t_u} the current level of field u in the tile, {@code t1_u} the
 * one before, {@code w_u} what is written; {@code c0 c1 c2} the tile's first cell, {@code w1 w2} its sizes, {@code q} the
 * cell's place in it. Read-only fields stay in global memory. Along a periodic axis a tile goes on beyond the grid with
 * copies of its cells, along others it ends with the grid.
 */
public final class TileCode {
    private final StencilInstance instance;
    private final StencilSpec spec;
    private final String prefix;
    private final String space;
    private final String index;
    private final Footprint footprint;
    private final UniformParts uniform;
    private final CommonSubexpressions trees;

    /**
     * @param prefix of the names of all functions, so that the code can stand beside other code
     * @param space the address space of tiles
     */
    public TileCode(StencilInstance instance, String prefix, String space) {
        this.instance = instance;
        this.space = space;
        this.spec = instance.spec();
        this.prefix = prefix;
        this.footprint = spec.footprint();
        this.index = DeviceLimits.needsWideIndex(instance.cells(), spec) ? "long" : "int";
        this.uniform =
                UniformParts.of(spec.updates().stream().map(Update::value).toList(), prefix);
        this.trees = CommonSubexpressions.eliminate(uniform.results(), "e");
    }

    int rank() {
        return spec.rank();
    }

    StencilSpec spec() {
        return spec;
    }

    String space() {
        return space;
    }

    String index() {
        return index;
    }

    String prefix() {
        return prefix;
    }

    /** Bytes of a value. */
    int bytes() {
        return instance.type().bytes();
    }

    String real() {
        return instance.type().openclName();
    }

    public UniformParts uniform() {
        return uniform;
    }

    boolean isPeriodic(int axis) {
        return instance.boundaries().get(axis).wraps();
    }

    /** How far one step reads along an axis, in either direction: folded reads turn round. */
    int radius(int axis) {
        return footprint.radius(axis);
    }

    private boolean readsOther() {
        return !spec.readOnlyFields().isEmpty();
    }

    /** Whether the next level of a field can take the place of its oldest one, which no other cell reads. */
    static boolean inPlace(StencilSpec spec, Field field) {
        int oldest = 1 - field.levels();
        return spec.updates().stream()
                .flatMap(update -> spec.accesses(update.field()).stream())
                .filter(access -> access.field().equals(field.name()) && access.level() == oldest)
                .allMatch(access -> access.offset().equals(Offset.zero(spec.rank())));
    }

    List<Field> updated() {
        return spec.fields().stream().filter(Field::updated).toList();
    }

    /** The levels of a field that have an array of their own in the tile, besides the one that is written. */
    int kept(Field field) {
        return field.levels() - (inPlace(spec, field) ? 1 : 0);
    }

    /** Arrays of a tile, all fields together. */
    public static int arrays(StencilSpec spec) {
        return spec.fields().stream()
                .filter(Field::updated)
                .mapToInt(field -> field.levels() + (inPlace(spec, field) ? 0 : 1))
                .sum();
    }

    static String tile(String field, int age) {
        return "t" + (age == 0 ? "" : age) + "_" + field;
    }

    /** The name of the pointer to a level of age 0 or more: the oldest may be the one that is written. */
    String pointer(Field field, int age) {
        return age < kept(field) ? tile(field.name(), age) : "w_" + field.name();
    }

    /** What a cell's functions take besides the tile and the cell. */
    private List<String> parameters() {
        List<String> all = new ArrayList<>();
        for (Field field : updated()) {
            all.add(space + " " + real() + " *restrict w_" + field.name());
            for (int age = 0; age < kept(field); age++) {
                all.add(space + " const " + real() + " *restrict " + tile(field.name(), age));
            }
        }
        spec.readOnlyFields()
                .forEach(name -> all.add("global const " + real() + " *restrict " + CellCode.level(name, 0)));
        uniform.scalars().keySet().forEach(name -> all.add("const " + real() + " " + name));
        for (String letter : List.of("n", "c", "w", "i")) {
            axes(axis -> "const int " + letter + axis).forEach(all::add);
        }
        return all;
    }

    /** The call of one of the functions; its arguments have the names of the parameters. */
    String call(String name) {
        return prefix + name + "(" + CellCode.arguments(parameters()) + ")";
    }

    /** The condition that the cell reads in the grid only, along the axes before one; {@code 1} if all do. */
    String inside(int endAxis) {
        List<String> tests = new ArrayList<>();
        for (int axis = 0; axis < endAxis; axis++) {
            if (isPeriodic(axis) && readsOther()) {
                tests.add("i" + axis + " >= " + radius(axis));
                tests.add("i" + axis + " < n" + axis + " - " + radius(axis));
            } else if (!isPeriodic(axis)) {
                if (footprint.low(axis) > 0) {
                    tests.add("i" + axis + " >= " + footprint.low(axis));
                }
                if (footprint.high(axis) > 0) {
                    tests.add("i" + axis + " < n" + axis + " - " + footprint.high(axis));
                }
            }
        }
        return tests.isEmpty() ? "1" : String.join(" && ", tests);
    }

    /** How many cells at both ends of a row are not inside. */
    int[] margins() {
        int last = rank() - 1;
        if (isPeriodic(last)) {
            int margin = readsOther() ? radius(last) : Integer.MIN_VALUE;
            return new int[] {margin, margin};
        }
        return new int[] {footprint.low(last), footprint.high(last)};
    }

    /** The place in the fields of a cell which may lie beyond a periodic end. */
    String place() {
        return CellPlaces.linear(index, rank(), axis -> isPeriodic(axis) ? index(axis, "i" + axis) : "i" + axis);
    }

    /** The cell's place in the tile. */
    String placeInTile() {
        return linearInTile(axis -> "i" + axis + " - c" + axis);
    }

    private String linearInTile(IntFunction<String> at) {
        String text = rank() == 1 ? at.apply(0) : "(" + at.apply(0) + ")";
        for (int axis = 1; axis < rank(); axis++) {
            text = (axis > 1 ? "(" + text + ")" : text) + "*w" + axis + " + (" + at.apply(axis) + ")";
        }
        return text;
    }

    /** Both functions and what they need. */
    String functions() {
        StringBuilder out = new StringBuilder();
        SortedSet<Integer> powers = new TreeSet<>();
        List<Expr> all = new ArrayList<>(trees.results());
        all.addAll(trees.locals().values());
        for (Expr tree : all) {
            ClPrinter printer = printer(access -> "");
            printer.print(tree);
            powers.addAll(printer.powers());
        }
        powers.forEach(power -> out.append(ClPrinter.powerFunction(prefix, power, instance.type()))
                .append('\n'));
        Set<Boundary.Kind> kinds = new TreeSet<>();
        instance.boundaries().forEach(boundary -> kinds.add(boundary.kind()));
        kinds.forEach(kind -> out.append(Folds.function(prefix, kind)).append('\n'));
        return out.append(inside()).append('\n').append(edge()).toString();
    }

    private ClPrinter printer(java.util.function.Function<Expr.Access, String> reads) {
        return new ClPrinter(instance.type(), reads, prefix);
    }

    private String inside() {
        StringBuilder body = new StringBuilder("    const int q = " + placeInTile() + ";\n");
        if (rank() > 1) {
            body.append("    const int q%s = w%s;\n".formatted(rank() - 2, rank() - 1));
        }
        if (rank() > 2) {
            body.append("    const int q0 = w1*w2;\n");
        }
        if (readsOther()) {
            body.append(
                    "    const %s p = %s;\n".formatted(index, CellPlaces.linear(index, rank(), axis -> "i" + axis)));
            for (int axis = 0; axis < rank() - 1; axis++) {
                String wide = "long".equals(index) ? "(long)" : "";
                body.append("    const %s s%s = %s;\n"
                        .formatted(index, axis, axis == rank() - 2 ? "n" + (rank() - 1) : wide + "n1*n2"));
            }
        }
        body.append(update(
                printer(access -> isTiled(access)
                        ? pointer(spec.field(access.field()), -access.level()) + "[q"
                                + CellPlaces.moved(access.offset(), "q") + "]"
                        : CellCode.level(access.field(), 0) + "[p" + CellPlaces.moved(access.offset(), "s") + "]"),
                false));
        return function("inside", body.toString());
    }

    private boolean isTiled(Expr.Access access) {
        return spec.field(access.field()).updated();
    }

    private String edge() {
        StringBuilder body = new StringBuilder("    const int q = " + placeInTile() + ";\n");
        SortedSet<String> folds = new TreeSet<>();
        SortedSet<String> reads = new TreeSet<>();
        for (Update update : spec.updates()) {
            for (Expr.Access access : spec.accesses(update.field())) {
                for (int axis = 0; axis < rank(); axis++) {
                    int step = access.offset().at(axis);
                    if (step != 0 && !isPeriodic(axis) || isPeriodic(axis) && !isTiled(access)) {
                        String at = "i" + axis + (step == 0 ? "" : CellPlaces.signed(step));
                        folds.add("    const int %s = %s;\n".formatted(folded(axis, step), index(axis, at)));
                    }
                }
                reads.add("    const %s %s = %s;\n".formatted(real(), CellCode.readName(access), guarded(access)));
            }
        }
        folds.forEach(body::append);
        reads.forEach(body::append);
        return function("edge", body + update(printer(CellCode::readName), true));
    }

    private String guarded(Expr.Access access) {
        StringBuilder guard = new StringBuilder();
        for (int axis = 0; axis < rank(); axis++) {
            int step = access.offset().at(axis);
            if (step != 0) {
                guard.append(Folds.guard(instance.boundaries().get(axis), folded(axis, step), instance.type()));
            }
        }
        if (!isTiled(access)) {
            String where = CellPlaces.linear(
                    index, rank(), axis -> folded(axis, access.offset().at(axis)));
            return guard + CellCode.level(access.field(), 0) + "[" + where + "]";
        }
        String where = linearInTile(axis -> {
            int step = access.offset().at(axis);
            return (isPeriodic(axis) ? "i" + axis + (step == 0 ? "" : CellPlaces.signed(step)) : folded(axis, step))
                    + " - c" + axis;
        });
        return guard + pointer(spec.field(access.field()), -access.level()) + "[" + where + "]";
    }

    /** Computes all values, then writes them: one may replace what another reads. */
    private String update(ClPrinter printer, boolean edge) {
        ElementType type = instance.type();
        StringBuilder out = new StringBuilder();
        trees.locals()
                .forEach((local, value) -> out.append("    const %s %s = %s;\n"
                        .formatted(
                                local.isCondition() ? "bool" : type.openclName(), local.name(), printer.print(value))));
        for (int i = 0; i < spec.updates().size(); i++) {
            String field = spec.updates().get(i).field();
            String value = printer.print(trees.results().get(i));
            out.append("    const %s v_%s = %s;\n".formatted(real(), field, edge ? orKept(field, value) : value));
        }
        updated().forEach(field -> out.append("    w_%s[q] = v_%1$s;\n".formatted(field.name())));
        return out.toString();
    }

    private String orKept(String field, String value) {
        List<String> tests = new ArrayList<>();
        for (int axis = 0; axis < rank(); axis++) {
            if (instance.boundaries().get(axis).keepsCells()) {
                tests.addAll(CellCode.outside(
                        spec.footprint(field), axis, "i" + axis + " < ", "i" + axis + " >= n" + axis + " - "));
            }
        }
        return tests.isEmpty()
                ? value
                : "%s ? %s[q] : (%s)".formatted(String.join(" || ", tests), pointer(spec.field(field), 0), value);
    }

    private String function(String name, String body) {
        return "void %s%s(%s) {\n%s}\n".formatted(prefix, name, String.join(", ", parameters()), body);
    }

    private String index(int axis, String at) {
        return Folds.index(prefix, instance.boundaries().get(axis), at, axis);
    }

    private String folded(int axis, int step) {
        return step == 0 && !isPeriodic(axis) ? "i" + axis : "i" + axis + "_" + CellCode.name(step);
    }

    private List<String> axes(IntFunction<String> text) {
        return IntStream.range(0, rank()).mapToObj(text).toList();
    }
}
