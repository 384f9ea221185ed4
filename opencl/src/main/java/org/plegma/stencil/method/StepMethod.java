package org.plegma.stencil.method;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;

/**
 * A way to compute steps of a stencil, and all that the other rooms ask of one. A new one is a public class of this kind and a
 * line in {@code META-INF/services/org.plegma.stencil.method.StepMethod}; with that it is named, ranked, timed, tested and
 * measured like the others.
 *
 * <p>A {@link Method} is such a way with a number of steps done together and the number of a tile.
 */
public abstract class StepMethod {
    /** The boundaries that all code knows unless it says otherwise. A new one is not among them. */
    public static final Set<Boundary.Kind> USUAL = Collections.unmodifiableSet(EnumSet.of(
            Boundary.Kind.CONSTANT,
            Boundary.Kind.FIXED,
            Boundary.Kind.PERIODIC,
            Boundary.Kind.REFLECT,
            Boundary.Kind.MIRROR,
            Boundary.Kind.NEAREST));

    /** Of ways that compute each step. */
    static final int MOST_STEPS = 9999;

    private static final int[] STEPS_TOGETHER = {2, 3, 4, 6, 8, 10, 12, 16, 24};

    /** As users write it, in small letters with hyphens. */
    public abstract String name();

    /**
     * The code for an instance.
     *
     * @throws IllegalArgumentException if there is none, with the reason and a cure
     */
    public abstract StepCode code(StencilInstance instance, Method method);

    /**
     * The expected costs.
     *
     * @throws IllegalArgumentException if it makes no sense here, with the reason
     */
    public abstract Estimate estimate(CostModel model, Method method);

    /** The boundaries that its code knows: of one beyond {@link #USUAL}, those who wrote the code say so. */
    public Set<Boundary.Kind> boundaries() {
        return USUAL;
    }

    /** Fails for boundaries that the code does not know, which would be taken for others. */
    public final void requireKnown(List<Boundary> all) {
        for (Boundary boundary : all) {
            if (!boundaries().contains(boundary.kind())) {
                throw new IllegalArgumentException(
                        "The method " + name() + " does not know the boundary " + boundary + ". Use another method.");
            }
        }
    }

    /** Whether it does several steps together, so that its name has their number. */
    public boolean fuses() {
        return false;
    }

    /** Steps that it does together at most, if it {@link #fuses}. */
    public int mostSteps() {
        return MOST_STEPS;
    }

    /** The largest number of a tile that some instance may have; 0 if all have the usual one only. */
    public int mostTiles() {
        return 0;
    }

    /** Whether its kernels take axes of more than half the numbers of an int. */
    public boolean takesLongAxes() {
        return false;
    }

    /** Whether its code can compute a part of the planes, and send some of them to the neighbours. */
    public boolean takesParts(StencilInstance instance) {
        return false;
    }

    /** Whether that code can read the neighbours' planes where they write them. */
    public boolean takesPlanes(StencilInstance instance) {
        return false;
    }

    /** Whether it is made for the number of steps of a run, so that it is of no use where that is not told. */
    public boolean isForGivenSteps() {
        return false;
    }

    /** Whether OpenCL C of a user's own can stand in place of its code. */
    public boolean takesOwnSource() {
        return true;
    }

    /** Those that are ranked for a run of so many steps, and timed if they promise much. */
    public List<Method> candidates(StencilInstance instance, long steps) {
        return (fuses() ? IntStream.of(STEPS_TOGETHER) : IntStream.of(1))
                .mapToObj(k -> new Method(name(), k))
                .toList();
    }

    /**
     * Seconds by which the first use on a GPU waits longer than that of direct steps, above all for the compiler: as measured on an H200;
     * how much longer other devices take is learnt.
     */
    public double firstUseSeconds(StencilInstance instance, int steps) {
        return 0.1;
    }

    /** Seconds by which each plan on a GPU takes longer to make than that of direct steps: above all to write the source. */
    public double planSeconds(StencilInstance instance, int steps) {
        return 5e-3;
    }

    /** The code that users begin with who write their own: without what is made for a shape, as far as that can be. */
    public StepCode plain(StencilInstance instance, Method method) {
        return code(instance, method);
    }

    /** The code, compiled. @param single steps one by one, for what the code cannot do; not closed by the round */
    public Round round(
            Session session,
            StencilInstance instance,
            StepCode code,
            Map<String, Double> parameters,
            Supplier<CompiledStage> single) {
        return new CompiledStage(session, instance, code, parameters);
    }

    /** Device memory that its code needs besides the fields, in bytes. */
    public long scratchBytes(StepCode code, StencilInstance instance) {
        return CompiledStage.scratchBytes(code, instance.type());
    }

    /**
     * How many steps a run has at least that gains by copies of the fields whose rows are padded, so that vectors divide them; empty if none
     * gains.
     */
    public OptionalInt fewestOnPaddedRows(StencilInstance instance, Method method) {
        return OptionalInt.empty();
    }

    /** How so few steps are done together that a run leaves over; empty if one by one. */
    public Optional<Method> rest(int steps) {
        return fuses() ? Optional.of(new Method(name(), steps)) : Optional.empty();
    }

    /** How many of so many steps done together are compared with those of {@code direct}, or of an oracle. */
    public int stepsCompared(int steps) {
        return steps;
    }

    /** Of how many steps the products may be summed at once, which bounds rounding errors. */
    public int stepsMultipliedOut(int steps) {
        return steps;
    }

    /** Steps done together in benches of a hundred steps, by axes of the grid; empty if there are none. */
    public int[] stepsInBenches(int rank) {
        return fuses() ? new int[] {2, 4} : new int[0];
    }

    /** The same in benches of a long run of so many steps. */
    public int[] stepsInLongBenches(int rank, int steps) {
        return new int[0];
    }

    /** Steps done together that completion proposes. */
    public int[] examples() {
        return new int[] {2, 4, 8};
    }
}
