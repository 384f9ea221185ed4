package org.plegma.expr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.expr.algebra.CoefficientArrays;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.algebra.NotLinearException;
import org.plegma.expr.algebra.Simplifier;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.tree.Cost;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Footprint;

/**
 * A stencil as it was written, understood: all that a generator needs, and nothing about data, boundaries or devices.
 * Immutable; what its updates read is gathered once. Formulas that differ in spelling only are not equal.
 */
public final class StencilSpec {
    private final List<String> axes;
    private final List<Field> fields;
    private final List<Parameter> params;
    private final List<Update> updates;
    private final Reads reads;
    /** Found when it is first asked for: generators ask again and again. */
    private volatile @Nullable LinearSystem linear;

    /**
     * A field of the stencil.
     *
     * @param levels how many time levels are read, the current one included; 1 or more
     */
    public record Field(String name, boolean updated, int levels) {}

    /** A scalar given at run time. */
    public record Parameter(String name, OptionalDouble defaultValue) {}

    /**
     * The next value of a field.
     *
     * @param written as the user wrote it, with sums unrolled and definitions put in
     * @param value simplified over the real numbers; if the update is linear with the same coefficients everywhere,
     *     the sum of its taps grouped by coefficient
     */
    public record Update(String field, Expr written, Expr value) {}

    /**
     * A stencil of parts that belong together; see the methods of their names.
     *
     * @param updates at least one
     */
    public StencilSpec(List<String> axes, List<Field> fields, List<Parameter> params, List<Update> updates) {
        this.axes = List.copyOf(axes);
        this.fields = List.copyOf(fields);
        this.params = List.copyOf(params);
        this.updates = List.copyOf(updates);
        this.reads = new Reads(axes.size(), updates);
    }

    /** The index names in array order, the last one contiguous; 1 to 3. */
    public List<String> axes() {
        return axes;
    }

    /** Updated fields in the order of their updates, then read-only ones. */
    public List<Field> fields() {
        return fields;
    }

    /** Scalars given at run time. */
    public List<Parameter> params() {
        return params;
    }

    /** One a field; all read the old levels. */
    public List<Update> updates() {
        return updates;
    }

    /**
     * Reads a formula in the language of the package description.
     *
     * @throws FormulaException with every problem that was found
     */
    public static StencilSpec parse(String source) {
        return parse(source, FormulaOptions.standard());
    }

    /**
     * The same with what the formula leaves open, such as the spacing of the grid.
     *
     * @throws FormulaException with every problem that was found
     */
    public static StencilSpec parse(String source, FormulaOptions options) {
        return FormulaReader.read(source, options);
    }

    /** A stencil made of trees; read-only fields and parameters are those that the trees read. */
    public static StencilSpec of(List<String> axes, Map<String, Expr> updates) {
        Set<String> params = new LinkedHashSet<>();
        updates.values().forEach(update -> params.addAll(Exprs.params(update)));
        return of(
                axes,
                updates,
                List.of(),
                params.stream()
                        .map(name -> new Parameter(name, OptionalDouble.empty()))
                        .toList());
    }

    /** The stencil {@code u = } linear form, for example one from {@link CoefficientArrays}. */
    public static StencilSpec of(List<String> axes, String field, LinearForm form) {
        return of(axes, Map.of(field, form.toExpr()));
    }

    static StencilSpec of(
            List<String> axes, Map<String, Expr> written, Collection<String> declaredReadOnly, List<Parameter> params) {
        check(axes, written);
        List<Update> updates = new ArrayList<>();
        written.forEach((field, e) -> updates.add(new Update(field, e, simplified(e, written.keySet()))));
        Map<String, Integer> levels = new LinkedHashMap<>();
        written.keySet().forEach(field -> levels.put(field, 1));
        declaredReadOnly.forEach(field -> levels.put(field, 1));
        for (Expr e : written.values()) {
            Exprs.accesses(e).forEach(access -> levels.merge(access.field(), 1 - access.level(), Math::max));
        }
        List<Field> fields = new ArrayList<>();
        levels.forEach((name, count) -> fields.add(new Field(name, written.containsKey(name), count)));
        return new StencilSpec(axes, fields, params, updates);
    }

    private static void check(List<String> axes, Map<String, Expr> written) {
        if (axes.isEmpty() || axes.size() > 3 || written.isEmpty()) {
            throw new IllegalArgumentException("A stencil has 1 to 3 axes and at least one update, found the axes "
                    + axes + " and the updates of " + written.keySet() + ".");
        }
        written.forEach((field, e) -> Exprs.forEach(e, node -> {
            if (node instanceof Access access && access.offset().rank() != axes.size()) {
                throw new IllegalArgumentException("The update of '" + field + "' reads '" + access.field() + "' with "
                        + access.offset().rank() + " indices, but there are " + axes.size() + " axes.");
            } else if (node instanceof Access access && access.level() < 0 && !written.containsKey(access.field())) {
                throw new IllegalArgumentException("The read-only field '" + access.field() + "' has no older levels.");
            } else if (node instanceof Expr.Local || node == e && e.isCondition()) {
                throw new IllegalArgumentException("The update of '" + field + "' is no complete number: " + node);
            }
        }));
    }

    private static Expr simplified(Expr written, Set<String> updated) {
        try {
            LinearForm form = LinearForm.of(written, updated);
            if (form.hasUniformCoefficients()) {
                return form.toExpr();
            }
        } catch (NotLinearException e) {
            return Simplifier.real(written);
        }
        return Simplifier.real(written);
    }

    /** How many axes its fields have. */
    public int rank() {
        return axes.size();
    }

    /** The names of the updated fields in order. */
    public Set<String> updatedFields() {
        Set<String> names = new LinkedHashSet<>();
        updates.forEach(update -> names.add(update.field()));
        return names;
    }

    /** The names of the fields that are only read. */
    public List<String> readOnlyFields() {
        return fields.stream()
                .filter(field -> !field.updated())
                .map(Field::name)
                .toList();
    }

    /** A field by its name. */
    public Field field(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no field '" + name + "'. The fields are "
                        + fields.stream().map(Field::name).toList() + "."));
    }

    /** The update of a field. */
    public Update update(String field) {
        return updates.stream()
                .filter(update -> update.field().equals(field))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "No update writes '" + field + "'. The updated fields are " + updatedFields() + "."));
    }

    /** The most time levels that any field is read at: 1 if only the current one. */
    public int depth() {
        return fields.stream().mapToInt(Field::levels).reduce(1, Math::max);
    }

    /** The defaults of all parameters that have one. */
    public Map<String, Double> defaults() {
        Map<String, Double> values = new LinkedHashMap<>();
        params.forEach(param -> param.defaultValue().ifPresent(value -> values.put(param.name(), value)));
        return values;
    }

    /** All reads of the update of a field, each once, in the order in which the update does them. */
    public Set<Access> accesses(String updatedField) {
        return reads.of(update(updatedField));
    }

    /** The cells that the update of a field reads, in whatever field. */
    public Footprint footprint(String updatedField) {
        return reads.footprint(update(updatedField));
    }

    /** All cells that any update reads. */
    public Footprint footprint() {
        return reads.footprint();
    }

    /** The updates as linear forms, or empty if one is not linear. */
    public Optional<LinearSystem> linear() {
        try {
            return Optional.of(linearSystem());
        } catch (NotLinearException e) {
            return Optional.empty();
        }
    }

    /** Why {@link #linear} is empty, in one sentence. */
    public Optional<String> whyNotLinear() {
        try {
            linearSystem();
            return Optional.empty();
        } catch (NotLinearException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private LinearSystem linearSystem() {
        LinearSystem known = linear;
        if (known == null) {
            Map<String, LinearForm> forms = new LinkedHashMap<>();
            for (Update update : updates) {
                forms.put(update.field(), LinearForm.of(update.written(), updatedFields()));
            }
            known = new LinearSystem(rank(), forms);
            linear = known;
        }
        return known;
    }

    /**
     * The stencil that does {@code steps} steps at once, away from boundaries.
     *
     * @throws NotLinearException if the stencil is not linear with the same coefficients everywhere, or reads older
     *     levels (then use {@link LinearSystem#unrolled})
     */
    public StencilSpec fused(int steps) {
        if (depth() > 1) {
            throw new NotLinearException("A stencil that reads older levels cannot be folded into one update: each "
                    + "launch has to compute " + depth() + " levels.");
        }
        List<Update> fused = new ArrayList<>();
        linearSystem().fused(steps).forms().forEach((field, form) -> {
            Expr value = form.toExpr();
            fused.add(new Update(field, value, value));
        });
        return new StencilSpec(axes, fields, params, fused);
    }

    /** What a cell and step cost when the simplified updates are computed as they stand. */
    public Cost cost() {
        return Cost.of(updates.stream().map(Update::value).toList());
    }

    /** The stencil with its simplified updates in place of the written ones. */
    public StencilSpec simplified() {
        List<Update> all = updates.stream()
                .map(update -> new Update(update.field(), update.value(), update.value()))
                .toList();
        return new StencilSpec(axes, fields, params, all);
    }

    /** The simplified stencil in the formula language; it can be parsed. */
    public String formula() {
        return SpecPrinter.formula(this);
    }

    /** The simplified updates as LaTeX, a line each; the new level is marked t+1. Sums beyond 24 terms are cut. */
    public String latex() {
        return latex(24);
    }

    /** The same with sums of at most {@code maxTerms} terms. */
    public String latex(int maxTerms) {
        return SpecPrinter.latex(this, maxTerms);
    }

    private List<Object> parts() {
        return List.of(axes, fields, params, updates);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StencilSpec that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return formula();
    }
}
