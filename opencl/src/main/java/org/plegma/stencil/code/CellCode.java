package org.plegma.stencil.code;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.CommonSubexpressions;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Offset;

/**
 * The code that computes one cell, whatever loop is around it: a function {@code interior} without any test for cells
 * whose reads all lie in the grid, and a function {@code edge} for all others, which is right for every cell of every
 * grid, also one smaller than the radius.
 *
 * <p>Names: {@code f_u} the current level of field u, {@code f1_u} the one before, {@code o_u} the next; {@code i0 i1
 * i2} the cell, {@code n0 n1 n2} the sizes, {@code p} the cell's place; {@code p_a} a parameter, {@code k0} a value made
 * of parameters, {@code e0} a common subexpression.
 */
public final class CellCode {
    private final StencilSpec spec;
    private final Boundary[] boundaries;
    private final ElementType type;
    private final String index;
    private final VectorFunctions functions;
    private final UniformParts uniform;
    private final CommonSubexpressions trees;

    /**
     * @param boundaries one for each axis
     * @param wide whether places need 64 bits
     * @param functions which may be called with vectors
     */
    public CellCode(
            StencilSpec spec, Boundary[] boundaries, ElementType type, boolean wide, VectorFunctions functions) {
        this.spec = spec;
        this.boundaries = boundaries.clone();
        this.type = type;
        this.index = wide ? "long" : "int";
        this.functions = functions;
        this.uniform =
                UniformParts.of(spec.updates().stream().map(Update::value).toList());
        this.trees = CommonSubexpressions.eliminate(uniform.results(), "e");
    }

    public int rank() {
        return spec.rank();
    }

    public StencilSpec spec() {
        return spec;
    }

    public ElementType type() {
        return type;
    }

    public Boundary boundary(int axis) {
        return boundaries[axis];
    }

    /** The integer type of places: {@code int}, or {@code long} for many cells. */
    public String index() {
        return index;
    }

    /** What the host computes before a run and gives as arguments. */
    public UniformParts uniform() {
        return uniform;
    }

    public static String level(String field, int level) {
        return "f" + (level == 0 ? "" : -level) + "_" + field;
    }

    /** The parameters of kernel and functions: next levels, levels, scalars, sizes. */
    public List<String> parameters() {
        List<String> all = new ArrayList<>();
        String real = type.openclName();
        spec.updatedFields().forEach(name -> all.add("global " + real + " *restrict o_" + name));
        for (StencilSpec.Field field : spec.fields()) {
            for (int level = 0; level < field.levels(); level++) {
                all.add("global const " + real + " *restrict " + level(field.name(), -level));
            }
        }
        uniform.scalars().keySet().forEach(name -> all.add("const " + real + " " + name));
        axes(axis -> "const int n" + axis).forEach(all::add);
        return all;
    }

    /** The same names as arguments of a call. */
    public String arguments() {
        return arguments(parameters());
    }

    /** The names of parameters as arguments of a call. */
    public static String arguments(List<String> parameters) {
        return parameters.stream()
                .map(parameter ->
                        parameter.substring(parameter.lastIndexOf(' ') + 1).replace("*", ""))
                .collect(Collectors.joining(", "));
    }

    /** The cell as parameters of a function. */
    String cell() {
        return String.join(", ", axes(axis -> "const int i" + axis));
    }

    /** The cell as arguments. */
    public String cellArguments() {
        return String.join(", ", axes(axis -> "i" + axis));
    }

    /** The condition that all reads of the cell lie in the grid, along these axes; {@code 1} if they always do. */
    public String inside(int firstAxis, int endAxis) {
        Footprint footprint = spec.footprint();
        List<String> tests = new ArrayList<>();
        for (int axis = firstAxis; axis < endAxis; axis++) {
            tests.addAll(outside(footprint, axis, "i" + axis + " >= ", "i" + axis + " < n" + axis + " - "));
        }
        return tests.isEmpty() ? "1" : String.join(" && ", tests);
    }

    public static List<String> outside(Footprint footprint, int axis, String low, String high) {
        List<String> tests = new ArrayList<>();
        if (footprint.low(axis) > 0) {
            tests.add(low + footprint.low(axis));
        }
        if (footprint.high(axis) > 0) {
            tests.add(high + footprint.high(axis));
        }
        return tests;
    }

    /** How far the reads reach along the last axis: cells before, and after. */
    public int[] reach() {
        int last = rank() - 1;
        return new int[] {spec.footprint().low(last), spec.footprint().high(last)};
    }

    /** Both functions and what they need. */
    public String functions() {
        return helpers() + interior() + "\n" + edge();
    }

    /** The functions that {@link #edge} and {@link #compute} call, each followed by an empty line. */
    public String helpers() {
        StringBuilder out = new StringBuilder(powerFunctions());
        folds().forEach(kind -> out.append(Folds.function(kind)).append('\n'));
        return out.toString();
    }

    /** The functions that {@link #compute} calls. */
    public String powerFunctions() {
        StringBuilder out = new StringBuilder();
        powers().forEach(power ->
                out.append(ClPrinter.powerFunction(power, type)).append('\n'));
        return out.toString();
    }

    /** The functions that {@link #compute} calls for vectors, besides those of {@link #helpers}. */
    public String vectorHelpers(int vector) {
        StringBuilder out = new StringBuilder();
        String real = type.openclName() + vector;
        powers().forEach(power -> out.append(ClPrinter.powerFunction(VectorPrinter.PREFIX, power, real))
                .append('\n'));
        VectorPrinter printer = new VectorPrinter(type, vector, functions, access -> "");
        printAll(printer);
        printer.laneByLane().forEach(function -> out.append(VectorPrinter.laneByLaneFunction(function, type, vector))
                .append('\n'));
        return out.toString();
    }

    private SortedSet<Integer> powers() {
        ClPrinter printer = new ClPrinter(type, access -> "");
        printAll(printer);
        return printer.powers();
    }

    /** Has a printer see all trees, to learn which functions their code calls. */
    private void printAll(ClPrinter printer) {
        trees.results().forEach(printer::print);
        trees.locals().values().forEach(printer::print);
    }

    private SortedSet<Boundary.Kind> folds() {
        SortedSet<Boundary.Kind> kinds = new TreeSet<>();
        for (int axis = 0; axis < rank(); axis++) {
            if (spec.footprint().radius(axis) > 0) {
                kinds.add(boundaries[axis].kind());
            }
        }
        return kinds;
    }

    private String interior() {
        StringBuilder body = new StringBuilder();
        body.append(place());
        for (int axis = 0; axis < rank() - 1; axis++) {
            if (spec.footprint().radius(axis) > 0) {
                int first = axis + 1;
                String stride = IntStream.range(first, rank())
                        .mapToObj(a -> (a == first && "long".equals(index) ? "(long)" : "") + "n" + a)
                        .collect(Collectors.joining("*"));
                body.append("    const %s s%s = %s;\n".formatted(index, axis, stride));
            }
        }
        ClPrinter printer = new ClPrinter(
                type,
                access -> level(access.field(), access.level()) + "[p" + CellPlaces.moved(access.offset(), "s") + "]");
        body.append(locals(printer));
        for (int i = 0; i < spec.updates().size(); i++) {
            body.append("    o_%s[p] = %s;\n"
                    .formatted(
                            spec.updates().get(i).field(),
                            printer.print(trees.results().get(i))));
        }
        return function("interior", body.toString());
    }

    private String edge() {
        StringBuilder body = new StringBuilder();
        body.append(place());
        SortedSet<Offset> offsets = spec.footprint().offsets();
        for (int axis = 0; axis < rank(); axis++) {
            int a = axis;
            for (int step : new TreeSet<>(offsets.stream().map(o -> o.at(a)).toList())) {
                if (step != 0) {
                    String at = "i" + axis + CellPlaces.signed(step);
                    body.append("    const int %s = %s;\n"
                            .formatted(folded(axis, step), Folds.index(boundaries[axis], at, axis)));
                }
            }
        }
        String real = type.openclName();
        SortedSet<String> reads = new TreeSet<>();
        ClPrinter printer = new ClPrinter(type, CellCode::readName);
        for (Update update : spec.updates()) {
            for (Expr.Access access : spec.accesses(update.field())) {
                reads.add("    const %s %s = %s;\n".formatted(real, readName(access), guardedRead(access)));
            }
        }
        reads.forEach(body::append);
        body.append(locals(printer));
        for (int i = 0; i < spec.updates().size(); i++) {
            String field = spec.updates().get(i).field();
            String value = printer.print(trees.results().get(i));
            body.append("    o_%s[p] = %s;\n".formatted(field, kept(field, value)));
        }
        return function("edge", body.toString());
    }

    /**
     * Statements that compute the next values of a cell.
     *
     * @param reads what stands for a field read
     * @param store writes the statement that takes the value of a field
     */
    public String compute(Function<Expr.Access, String> reads, BiFunction<String, String, String> store) {
        return compute(new ClPrinter(type, reads), type.openclName(), "bool", store);
    }

    /** The same for a vector of cells along the last axis, each read being one. */
    public String compute(int vector, Function<Expr.Access, String> reads, BiFunction<String, String, String> store) {
        return compute(
                new VectorPrinter(type, vector, functions, reads),
                type.openclName() + vector,
                VectorPrinter.conditionType(type, vector),
                store);
    }

    private String compute(ClPrinter printer, String real, String condition, BiFunction<String, String, String> store) {
        StringBuilder out = new StringBuilder(locals(printer, real, condition));
        for (int i = 0; i < spec.updates().size(); i++) {
            String value = printer.print(trees.results().get(i));
            out.append("    ")
                    .append(store.apply(spec.updates().get(i).field(), value))
                    .append('\n');
        }
        return out.toString();
    }

    /** The value, or the old one where an axis is fixed and the update would read outside along it. */
    private String kept(String field, String value) {
        String test = keeps(field, axis -> true, axis -> "i" + axis);
        return test.isEmpty() ? value : "%s ? %s[p] : (%s)".formatted(test, level(field, 0), value);
    }

    /**
     * The condition that a cell keeps its value of a field because an axis is fixed; empty if none is.
     *
     * @param tested the axes to look at
     * @param at the cell's index along an axis
     */
    public String keeps(String field, IntPredicate tested, IntFunction<String> at) {
        List<String> tests = new ArrayList<>();
        for (int axis = 0; axis < rank(); axis++) {
            if (boundaries[axis].keepsCells() && tested.test(axis)) {
                String i = at.apply(axis);
                tests.addAll(outside(spec.footprint(field), axis, i + " < ", i + " >= n" + axis + " - "));
            }
        }
        return String.join(" || ", tests);
    }

    /** Whether {@link #compute} declares variables. */
    public boolean hasLocals() {
        return !trees.locals().isEmpty();
    }

    private String guardedRead(Expr.Access access) {
        StringBuilder guard = new StringBuilder();
        for (int axis = 0; axis < rank(); axis++) {
            int step = access.offset().at(axis);
            if (step != 0) {
                guard.append(Folds.guard(boundaries[axis], folded(axis, step), type));
            }
        }
        String where = linear(axis -> folded(axis, access.offset().at(axis)));
        return guard + level(access.field(), access.level()) + "[" + where + "]";
    }

    private String locals(ClPrinter printer) {
        return locals(printer, type.openclName(), "bool");
    }

    private String locals(ClPrinter printer, String real, String condition) {
        StringBuilder out = new StringBuilder();
        trees.locals()
                .forEach((local, value) -> out.append("    const %s %s = %s;\n"
                        .formatted(local.isCondition() ? condition : real, local.name(), printer.print(value))));
        return out.toString();
    }

    private String function(String name, String body) {
        return "void %s(%s, %s) {\n%s}\n".formatted(name, String.join(", ", parameters()), cell(), body);
    }

    private String place() {
        return "    const %s p = %s;\n".formatted(index, linear(axis -> "i" + axis));
    }

    /** The place of a cell in row-major order. */
    private String linear(Function<Integer, String> at) {
        return CellPlaces.linear(index, rank(), at);
    }

    private static String folded(int axis, int step) {
        return step == 0 ? "i" + axis : "i" + axis + "_" + name(step);
    }

    public static String name(int step) {
        return step < 0 ? "m" + -step : step == 0 ? "0" : "p" + step;
    }

    public static String readName(Expr.Access access) {
        StringJoiner out = new StringJoiner("_");
        out.add("r" + (access.level() == 0 ? "" : -access.level())).add(access.field());
        for (int axis = 0; axis < access.offset().rank(); axis++) {
            out.add(name(access.offset().at(axis)));
        }
        return out.toString();
    }

    private List<String> axes(Function<Integer, String> text) {
        return IntStream.range(0, rank()).boxed().map(text).toList();
    }
}
