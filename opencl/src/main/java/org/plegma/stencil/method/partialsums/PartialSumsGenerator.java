package org.plegma.stencil.method.partialsums;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.PlanePart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.UniformParts;
import org.plegma.stencil.tile.DirectPieces;
import org.plegma.stencil.tile.DirectTile;

/** Writes the kernel of {@link PartialSums}. */
final class PartialSumsGenerator {
    private final StencilSpec spec;
    private final CellCode code;
    private final DirectTile tile;
    private final Map<String, LinearForm> forms;
    private final PlaneFeed feed;
    private final Optional<PlanePart> part;
    private final GroupPlaces groups;
    private final StoredCells stored;
    private final ElementType type;
    private final String cells;
    private final int vector;
    private final int low;
    private final int high;
    private final Map<Polynomial, String> names = new LinkedHashMap<>();
    /** What is added to the sums, by the vector that it is read from. */
    private final Map<Source, List<Term>> terms = new TreeMap<>(Source.ORDER);
    /** What is added last to a sum, while it moves on by a plane: a vector of the item's own cells. */
    private final Map<Sum, String> lastTerms = new LinkedHashMap<>();

    private final Set<Source> own = new TreeSet<>(Source.ORDER);

    /** A vector of a field's plane, by its distance from the item's first in rows and vectors. */
    private record Source(String level, int row, int vector) {
        static final Comparator<Source> ORDER =
                Comparator.comparing(Source::level).thenComparing(Source::row).thenComparing(Source::vector);
    }

    /** Something of a vector that belongs to a sum; {@code from} and {@code to} are components, -1 for all of them. */
    private record Term(String field, int row, int plane, String coefficient, int from, int to, boolean inPlane) {
        Sum sum() {
            return new Sum(field, row, plane);
        }
    }

    /** The sum of an item's row for the plane that is so many before the one that still adds to all of them. */
    private record Sum(String field, int row, int plane) {
        String name() {
            return "sum_" + field + "_" + row + "_" + plane;
        }
    }

    /** @param pieces what the groups compute, in their order; none if each has a chunk of the tile's planes */
    PartialSumsGenerator(
            StencilInstance instance,
            DirectTile tile,
            Map<String, LinearForm> forms,
            PlaneFeed feed,
            List<ColumnPieces.Piece> pieces) {
        this.groups = new GroupPlaces(instance, tile, List.copyOf(pieces));
        this.spec = instance.spec();
        this.code = instance.cellCode();
        this.tile = tile;
        this.forms = forms;
        this.feed = feed;
        this.part = instance.part();
        this.stored = new StoredCells(instance, tile);
        this.type = instance.type();
        this.vector = tile.vector();
        this.cells = type.openclName() + (vector == 1 ? "" : vector);
        this.low = spec.footprint().low(0);
        this.high = spec.footprint().high(0);
        forms.forEach(
                (field, form) -> form.taps().forEach((tap, coefficient) -> addTerms(field, tap, text(coefficient))));
        forms.values().forEach(form -> text(form.constant()));
        terms.forEach((source, all) -> {
            if (source.vector == 0) {
                all.removeIf(term -> isLast(source, term));
            }
            if (PartialSums.isAddedAlongRows(spec)) {
                // So that sums are the same by vectors of any length.
                all.sort(Comparator.comparingInt(term -> term.from - term.to));
            }
        });
    }

    /** Takes a term of an own vector out of the others, if it is the first such of its sum. */
    private boolean isLast(Source source, Term term) {
        boolean last =
                !term.inPlane && lastTerms.putIfAbsent(term.sum(), term.coefficient + "*" + variable(source)) == null;
        if (last) {
            own.add(source);
        }
        return last;
    }

    private void addTerms(String field, Expr.Access tap, String coefficient) {
        Offset offset = tap.offset();
        boolean aligned = Math.floorMod(offset.at(2), vector) == 0;
        for (int row = 0; row < tile.rows(); row++) {
            for (int cell = 0; cell < (aligned ? 1 : vector); cell++) {
                int at = cell + offset.at(2);
                Source source = new Source(
                        CellCode.level(tap.field(), tap.level()), row + offset.at(1), Math.floorDiv(at, vector));
                terms.computeIfAbsent(source, any -> new ArrayList<>())
                        .add(new Term(
                                field,
                                row,
                                high - offset.at(0),
                                coefficient,
                                aligned ? -1 : Math.floorMod(at, vector),
                                aligned ? -1 : cell,
                                offset.at(1) != 0 || offset.at(2) != 0));
            }
        }
    }

    private String text(Polynomial coefficient) {
        return coefficient
                .constant()
                .map(value -> ClPrinter.literal(new Expr.Num(value).toDouble(), type))
                .orElseGet(() -> names.computeIfAbsent(coefficient, any -> "k" + names.size()));
    }

    /** What the host computes before a run. */
    UniformParts uniform() {
        Map<String, Expr> scalars = new LinkedHashMap<>();
        names.forEach((coefficient, name) -> scalars.put(name, coefficient.toExpr()));
        return new UniformParts(scalars, List.of());
    }

    /** The fields' levels that are read. */
    static List<String> levels(Map<String, LinearForm> forms) {
        return forms.values().stream()
                .flatMap(form -> form.taps().keySet().stream())
                .map(tap -> CellCode.level(tap.field(), tap.level()))
                .distinct()
                .sorted()
                .toList();
    }

    String source() {
        StringBuilder out =
                new StringBuilder(feed.folds()).append(feed.functions()).append(groups.table());
        out.append("kernel __attribute__((reqd_work_group_size(%s, %s, 1)))\nvoid %s(%s) {\n"
                .formatted(tile.groupX(), tile.groupY(), StepCode.ONE_STEP, parameters()));
        out.append(feed.declarations());
        out.append(
                """
                    const int tx = get_local_id(0);
                    const int ty = get_local_id(1);
                    const int x0 = %s*%s;
                    const int y0 = %s*%s;
                    const int x = x0 + tx%s;
                    const int y = y0 + ty%s;
                """
                        .formatted(
                                groups.number(0),
                                tile.groupX() * vector,
                                groups.number(1),
                                tile.groupY() * tile.rows(),
                                PlaneFeed.times(vector),
                                PlaneFeed.times(tile.rows())));
        out.append(groups.planes());
        part.ifPresent(each -> out.append(each.orNone()));
        out.append(feed.start()).append(stored.before());
        out.append("    // The sums of the planes that are not complete.\n");
        forms.forEach((field, form) -> sums(form, field, out));
        out.append("    int now = 0;\n    #pragma unroll %s\n".formatted(tile.unroll()));
        out.append("    for (int z = first - %s; z < end + %s; z++) {\n".formatted(low, high));
        out.append(feed.arrive())
                .append(feed.near())
                .append(own())
                .append(adds())
                .append(keeps())
                .append(stores())
                .append(moves());
        return out.append(feed.advance()).append("    }\n}\n").toString();
    }

    private String parameters() {
        List<String> all = new ArrayList<>();
        String real = type.openclName();
        spec.updatedFields().forEach(name -> all.add("global " + real + " *restrict o_" + name));
        for (StencilSpec.Field field : spec.fields()) {
            for (int level = 0; level < field.levels(); level++) {
                all.add("global const " + real + " *restrict " + CellCode.level(field.name(), -level));
            }
        }
        names.values().forEach(name -> all.add("const " + real + " " + name));
        all.addAll(List.of("const int n0", "const int n1", "const int n2"));
        part.ifPresent(sends -> all.addAll(sends.parameters(real)));
        return String.join(", ", all);
    }

    private void sums(LinearForm form, String field, StringBuilder out) {
        for (int row = 0; row < tile.rows(); row++) {
            for (int plane = 0; plane < low + high; plane++) {
                out.append(
                        "    %s %s = %s;\n".formatted(cells, new Sum(field, row, plane).name(), text(form.constant())));
            }
        }
    }

    /** The item's own vectors that are added last, and the sums that begin with this plane. */
    private String own() {
        StringBuilder out = new StringBuilder();
        own.forEach(source -> out.append(read(source)));
        forms.forEach((field, form) -> {
            for (int row = 0; row < tile.rows(); row++) {
                out.append("        %s %s = %s;\n"
                        .formatted(cells, new Sum(field, row, low + high).name(), text(form.constant())));
            }
        });
        return out.toString();
    }

    private String read(Source source) {
        return "        const %s %s = %s;\n"
                .formatted(cells, variable(source), near(source.level, source.row, source.vector));
    }

    /** A vector of the plane at hand, by its distance from the item's first one. */
    private String near(String level, int row, int at) {
        return "near_%s[%s]".formatted(level, (feed.rowsBefore() + row) * feed.width() + feed.vectorsBefore() + at);
    }

    private static String variable(Source source) {
        return "v_" + source.level + "_" + CellCode.name(source.row) + "_" + CellCode.name(source.vector);
    }

    /** Adds a plane to the sums. Of a star, what lies in the plane concerns one sum, which need not be in this chunk. */
    private String adds() {
        boolean star =
                terms.values().stream().flatMap(List::stream).allMatch(term -> !term.inPlane || term.plane == high);
        if (!star) {
            return adds(term -> true);
        }
        return adds(term -> term.plane != high)
                + "        if (z >= first && z < end) {\n"
                + adds(term -> term.plane == high).indent(4)
                + "        }\n";
    }

    private String adds(Predicate<Term> wanted) {
        StringBuilder out = new StringBuilder();
        terms.forEach((source, all) -> {
            List<Term> some = all.stream().filter(wanted).toList();
            if (some.isEmpty()) {
                return;
            }
            if (!own.contains(source)) {
                out.append(read(source));
            }
            for (Term term : some) {
                boolean part = vector > 1 && term.from >= 0;
                out.append("        %s%s += %s*%s%s;\n"
                        .formatted(
                                term.sum().name(),
                                part ? DirectPieces.component(term.to) : "",
                                term.coefficient,
                                variable(source),
                                part ? DirectPieces.component(term.from) : ""));
            }
        });
        return out.toString();
    }

    /** Stores the cells of the plane at hand that keep their values. */
    private String keeps() {
        String some = stored.keeps("z");
        String stores = stores(row -> "", (field, row, write) -> stored.old(field, old(field, row), write));
        return some.isEmpty()
                ? ""
                : "        if (z >= first && z < end && x < n2 && (%s)) {\n            const int i0 = z;\n%s        }\n"
                        .formatted(some, stores);
    }

    private String stores() {
        Written sums = (field, row, write) ->
                stored.computed(field, row, StoredCells.Values.of(new Sum(field, row, 0).name(), tile), write);
        return "        const int i0 = z - %s;\n        if (i0 >= first && x < n2) {\n%s        }\n"
                .formatted(high, stores(this::complete, sums));
    }

    private String complete(int row) {
        return forms.keySet().stream()
                .map(field -> new Sum(field, row, 0))
                .map(sum -> "%s = %s;\n%s".formatted(sum.name(), withLast(sum), stored.pads(sum.name())))
                .collect(Collectors.joining());
    }

    /** What is written of a field's row. */
    @FunctionalInterface
    private interface Written {
        String of(String field, int row, StoredCells.Write write);
    }

    /** What is sent is stored after all else, so that few planes see a branch: stores between branches would wait for each other. */
    private String stores(IntFunction<String> before, Written written) {
        StringBuilder out = new StringBuilder();
        out.append(rows(row -> before.apply(row)
                + forms.keySet().stream()
                        .map(field -> written.of(field, row, (type, at, value) -> "*(global %s *)(o_%s + %s) = %s;\n"
                                .formatted(type, field, at, value)))
                        .collect(Collectors.joining())));
        part.ifPresent(sends -> out.append(
                sends.send(copy -> rows(row -> sent(copy, row, written)).indent(-12))
                        .indent(12)));
        return out.toString();
    }

    private String sent(PlanePart.Copy copy, int row, Written written) {
        List<String> fields = List.copyOf(spec.updatedFields());
        return IntStream.range(0, fields.size())
                .mapToObj(number ->
                        written.of(fields.get(number), row, (type, at, value) -> copy.of(type, number, at, value)))
                .collect(Collectors.joining());
    }

    /** The cells of a field's row in the plane at hand, from local memory if it is there. */
    private StoredCells.Values old(String field, int row) {
        String level = CellCode.level(field, 0);
        String near = near(level, row, 0);
        return levels(forms).contains(level)
                ? StoredCells.Values.of(near, tile)
                : new StoredCells.Values(
                        "*(global const %s *)(%s + p)".formatted(cells, level), at -> level + "[p + " + at + "]");
    }

    /** Does something with each of an item's rows that lies in the grid; {@code p} is the place of its first cell. */
    private String rows(IntFunction<String> body) {
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < tile.rows(); row++) {
            String y = y(row);
            out.append("            if (%s < n1) {\n".formatted(y));
            out.append("                const %s p = %s;\n"
                    .formatted(
                            code.index(),
                            CellPlaces.linear(
                                    code.index(),
                                    3,
                                    axis -> axis == 0 ? "i0" : axis == 1 ? (y.equals("y") ? y : "(" + y + ")") : "x")));
            out.append(body.apply(row).indent(16)).append("            }\n");
        }
        return out.toString();
    }

    private static String y(int row) {
        return "y" + (row == 0 ? "" : " + " + row);
    }

    private String withLast(Sum sum) {
        String last = lastTerms.get(sum);
        return last == null ? sum.name() : sum.name() + " + " + last;
    }

    /**
     * Each sum becomes that of the plane before. In this order, and while something is added, that costs no instruction: a
     * sum is written to the register of one that is not read any more.
     */
    private String moves() {
        StringBuilder out = new StringBuilder();
        for (int plane = 0; plane < low + high; plane++) {
            for (String field : forms.keySet()) {
                for (int row = 0; row < tile.rows(); row++) {
                    out.append("        %s = %s;\n"
                            .formatted(new Sum(field, row, plane).name(), withLast(new Sum(field, row, plane + 1))));
                }
            }
        }
        return out.toString();
    }
}
