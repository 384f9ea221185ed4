package org.plegma.stencil;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.expr.Boundary;
import org.plegma.expr.CoefficientArrays;
import org.plegma.expr.Cost;
import org.plegma.expr.FormulaOptions;
import org.plegma.expr.LinearForm;
import org.plegma.expr.StencilSpec;

/**
 * How the next value of each cell of a grid comes from the values around it, with what a run needs unless it says
 * otherwise: boundary, element type, parameters. Immutable.
 *
 * <pre>{@code
 * Stencil heat = Stencil.parse("param alpha = 0.1\n u[x,y] = u + alpha*lap(u)");
 * Grid later = heat.on(session).boundary("reflect").run(grid, 100);
 * }</pre>
 */
public final class Stencil {
    private final StencilSpec spec;
    private final ElementType type;
    private final Boundary[] boundaries;
    private final Map<String, Double> parameters;
    private final Method method;
    private final String source;

    private Stencil(
            StencilSpec spec,
            ElementType type,
            Boundary[] boundaries,
            Map<String, Double> parameters,
            Method method,
            String source) {
        this.spec = spec;
        this.type = type;
        this.boundaries = boundaries;
        this.parameters = parameters;
        this.method = method;
        this.source = source;
    }

    /**
     * Reads a formula; the language is described in {@code docs/stencil-language.md}.
     *
     * @throws org.plegma.expr.FormulaException with every problem, each with line, column and cure
     */
    public static Stencil parse(String formula) {
        return parse(formula, FormulaOptions.standard());
    }

    /** Reads a formula with a spacing of the grid for the differences in it. */
    public static Stencil parse(String formula, FormulaOptions options) {
        return of(StencilSpec.parse(formula, options));
    }

    /** The stencil of a specification that was built as trees. */
    public static Stencil of(StencilSpec spec) {
        Boundary[] zero = new Boundary[spec.rank()];
        Arrays.fill(zero, Boundary.ZERO);
        return new Stencil(spec, null, zero, spec.defaults(), Method.auto(), null);
    }

    /** The weighted sum of the cells around, as a correlation; the middle entry belongs to the cell itself. */
    public static Stencil of(double[] coefficients) {
        return of(List.of("x"), CoefficientArrays.linearForm("u", coefficients));
    }

    /** The same along two axes. */
    public static Stencil of(double[][] coefficients) {
        return of(List.of("x", "y"), CoefficientArrays.linearForm("u", coefficients));
    }

    /** The same along three axes. */
    public static Stencil of(double[][][] coefficients) {
        return of(List.of("x", "y", "z"), CoefficientArrays.linearForm("u", coefficients));
    }

    private static Stencil of(List<String> axes, LinearForm form) {
        return of(StencilSpec.of(axes, "u", form));
    }

    /** With this element type in every run, whatever the grids are. */
    public Stencil withType(ElementType elementType) {
        return new Stencil(spec, elementType, boundaries, parameters, method, source);
    }

    /** With this boundary unless a run names another: one for all axes, or one for each in array order. */
    public Stencil withBoundary(Boundary... perAxis) {
        return new Stencil(spec, type, perAxis(perAxis), parameters, method, source);
    }

    /** With this value of a parameter unless a run names another. */
    public Stencil withParam(String name, double value) {
        Map<String, Double> all = new java.util.LinkedHashMap<>(parameters);
        all.put(requireParam(name), value);
        return new Stencil(spec, type, boundaries, all, method, source);
    }

    /** Computed in this way unless a run names another. */
    public Stencil withMethod(Method way) {
        return new Stencil(spec, type, boundaries, parameters, way, source);
    }

    /** With OpenCL C of one's own, see {@link BoundStencil#withSource}; it is checked on the device of each session. */
    public Stencil withSource(String openclC) {
        return new Stencil(spec, type, boundaries, parameters, method, openclC);
    }

    /** The OpenCL C that runs on the preferred device, see {@link BoundStencil#source()}. */
    public String source() {
        if (source != null) {
            return source;
        }
        try (Session session = Session.open(Devices.preferred())) {
            return on(session).source();
        }
    }

    /**
     * Which method is the fastest on the preferred device and why, see {@link BoundStencil#explain}; on another one
     * {@code on(session).explain()}.
     */
    public Explanation explain(int... shape) {
        try (Session session = Session.open(Devices.preferred())) {
            return on(session).explain(shape);
        }
    }

    /**
     * The stencil on the session's device.
     *
     * @throws RefusedSourceException if it has a source of one's own that is wrong there
     */
    public BoundStencil on(Session session) {
        Objects.requireNonNull(session, "A stencil runs on a session, but it is null: open one by Session.open().");
        BoundStencil bound = new BoundStencil(this, session, type, boundaries, parameters, method, null);
        return source == null ? bound : bound.withSource(source);
    }

    /**
     * The stencil that does so many steps at once, away from boundaries.
     *
     * @throws org.plegma.expr.NotLinearException if it is not linear with the same coefficients everywhere
     */
    public Stencil fused(int steps) {
        return new Stencil(spec.fused(steps), type, boundaries, parameters, method, null);
    }

    /** The simplified formula: as a text that {@link #parse} reads, and as LaTeX, which the notebook shows. */
    public Formula formula() {
        return new Formula(spec.formula(), spec.latex());
    }

    public StencilSpec spec() {
        return spec;
    }

    /** What a cell and step cost. */
    public Cost cost() {
        return spec.cost();
    }

    /** The element type of every run; empty if it is that of the grids. */
    public Optional<ElementType> type() {
        return Optional.ofNullable(type);
    }

    /** The values of the parameters that have one, by name. */
    public Map<String, Double> parameters() {
        return java.util.Collections.unmodifiableMap(parameters);
    }

    /** The boundary of each axis, in array order. */
    public List<Boundary> boundary() {
        return List.of(boundaries);
    }

    Boundary[] perAxis(Boundary... given) {
        if (given.length != 1 && given.length != spec.rank()) {
            throw new IllegalArgumentException("Wrong number of boundaries: expected 1 or " + spec.rank()
                    + ", one for each of the axes " + spec.axes() + ", found " + given.length + ".");
        }
        Boundary[] all = new Boundary[spec.rank()];
        for (int axis = 0; axis < all.length; axis++) {
            all[axis] = given[given.length == 1 ? 0 : axis];
        }
        return all;
    }

    String requireParam(String name) {
        if (spec.params().stream().noneMatch(param -> param.name().equals(name))) {
            throw new IllegalArgumentException("There is no parameter '" + name + "'. The parameters are "
                    + spec.params().stream().map(StencilSpec.Parameter::name).toList() + ".");
        }
        return name;
    }

    @Override
    public String toString() {
        return "Stencil of " + spec.updatedFields() + ", " + spec.footprint();
    }
}
