package org.plegma.stencil;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.expr.FormulaOptions;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.CoefficientArrays;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Cost;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.source.RefusedSourceException;

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
    private final StencilSettings settings;

    private Stencil(StencilSettings settings) {
        this.settings = settings;
    }

    /**
     * Reads a formula; the language is described in {@code docs/stencil-language.md}.
     *
     * @throws org.plegma.expr.syntax.FormulaException with every problem, each with line, column and cure
     */
    public static Stencil parse(String formula) {
        Preconditions.notNull(formula, "formula");
        return parse(formula, FormulaOptions.standard());
    }

    /** Reads a formula with a spacing of the grid for the differences in it. */
    public static Stencil parse(String formula, FormulaOptions options) {
        Preconditions.notNull(formula, "formula");
        Preconditions.notNull(options, "options");
        return of(StencilSpec.parse(formula, options));
    }

    /** The stencil of a specification that was built as trees. */
    public static Stencil of(StencilSpec spec) {
        Preconditions.notNull(spec, "spec");
        return new Stencil(StencilSettings.of(spec));
    }

    /** The weighted sum of the cells around, as a correlation; the middle entry belongs to the cell itself. */
    public static Stencil of(double[] coefficients) {
        Preconditions.notNull(coefficients, "coefficients");
        return of(List.of("x"), CoefficientArrays.linearForm(coefficients));
    }

    /** The same along two axes. */
    public static Stencil of(double[][] coefficients) {
        Preconditions.notNull(coefficients, "coefficients");
        return of(List.of("x", "y"), CoefficientArrays.linearForm(coefficients));
    }

    /** The same along three axes. */
    public static Stencil of(double[][][] coefficients) {
        Preconditions.notNull(coefficients, "coefficients");
        return of(List.of("x", "y", "z"), CoefficientArrays.linearForm(coefficients));
    }

    private static Stencil of(List<String> axes, LinearForm form) {
        return of(StencilSpec.of(axes, "u", form));
    }

    /** With this element type in every run, whatever the grids are. */
    public Stencil withType(ElementType elementType) {
        Preconditions.notNull(elementType, "elementType");
        return new Stencil(settings.withType(elementType));
    }

    /** With this boundary unless a run names another: one for all axes, or one for each in array order. */
    public Stencil withBoundary(Boundary... perAxis) {
        Preconditions.notNull(perAxis, "perAxis");
        return new Stencil(settings.withBoundary(perAxis));
    }

    /** With this value of a parameter unless a run names another. */
    public Stencil withParam(String name, double value) {
        Preconditions.notNull(name, "name");
        return new Stencil(settings.withParam(name, value));
    }

    /** Computed in this way unless a run names another. */
    public Stencil withMethod(Method way) {
        Preconditions.notNull(way, "way");
        return new Stencil(settings.withMethod(way));
    }

    /** With OpenCL C of one's own, see {@link BoundStencil#withSource}; it is checked on the device of each session. */
    public Stencil withSource(String openclC) {
        Preconditions.notNull(openclC, "openclC");
        return new Stencil(settings.withSource(openclC));
    }

    /** The OpenCL C that runs on the preferred device, see {@link BoundStencil#source(int...)}. */
    public String source() {
        if (settings.source() != null) {
            return settings.source();
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
        Preconditions.notNull(shape, "shape");
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
        BoundStencil bound = new BoundStencil(this, session, settings.withSource(null));
        return settings.source() == null ? bound : bound.withSource(settings.source());
    }

    /**
     * The stencil that does so many steps at once, away from boundaries.
     *
     * @throws org.plegma.expr.algebra.NotLinearException if it is not linear with the same coefficients everywhere
     */
    public Stencil fused(int steps) {
        return new Stencil(settings.withSpec(spec().fused(steps)).withSource(null));
    }

    /** The simplified formula: as a text that {@link #parse} reads, and as LaTeX, which the notebook shows. */
    public Formula formula() {
        return new Formula(spec().formula(), spec().latex());
    }

    /** The stencil as it was understood: its axes, fields, parameters and updates. */
    public StencilSpec spec() {
        return settings.spec();
    }

    /** What a cell and step cost. */
    public Cost cost() {
        return spec().cost();
    }

    /** The element type of every run; empty if it is that of the grids. */
    public Optional<ElementType> type() {
        return Optional.ofNullable(settings.type());
    }

    /** How it is computed unless a run names another way. */
    public Method method() {
        return settings.method();
    }

    /** Whether it has OpenCL C of one's own in place of the generated. */
    public boolean hasOwnSource() {
        return settings.source() != null;
    }

    /** The values of the parameters that have one, by name. */
    public Map<String, Double> parameters() {
        return settings.parameters();
    }

    /** The boundary of each axis, in array order. */
    public List<Boundary> boundary() {
        return settings.boundaries();
    }

    @Override
    public String toString() {
        return "Stencil of " + spec().updatedFields() + ", " + spec().footprint();
    }
}
