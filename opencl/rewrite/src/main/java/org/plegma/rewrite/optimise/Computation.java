package org.plegma.rewrite.optimise;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.simulator.Counts;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.Simulation;
import org.plegma.rewrite.simulator.WarpTrace;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Kernels, the host code that launches them, and what is needed to try them: how long the arrays are for a problem of a size,
 * and which of them hold the result. Immutable; optimisations make others with other code.
 *
 * <pre>{@code
 * Computation.of("sum", source)
 *         .array("x", n -> n).temporary("partial", n -> (n + 255) / 256).result("result", n -> 1)
 *         .scalar("n", n -> n).tolerance(1e-5)
 * }</pre>
 */
public final class Computation {
    private final String name;
    private final Tree unit;
    private final Map<String, Extent> arrays;
    private final Map<String, LongUnaryOperator> scalars;
    private final Optional<ComputationProblem> problem;
    private final double tolerance;
    private final List<Long> sizes;

    private enum Role {
        INPUT,
        TEMPORARY,
        RESULT
    }

    private record Extent(Role role, LongUnaryOperator length) {}

    private Computation(
            String name,
            Tree unit,
            Map<String, Extent> arrays,
            Map<String, LongUnaryOperator> scalars,
            Optional<ComputationProblem> problem,
            double tolerance,
            List<Long> sizes) {
        this.name = name;
        this.unit = unit;
        this.arrays = arrays;
        this.scalars = scalars;
        this.problem = problem;
        this.tolerance = tolerance;
        this.sizes = List.copyOf(sizes);
    }

    /**
     * Kernels and a function {@code host}, as {@link HostCode} says.
     *
     * @throws IllegalArgumentException if there is no such function
     */
    public static Computation of(String name, String source) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(source, "source");
        return checked(name, source, Optional.empty());
    }

    /**
     * The same with all that it is tried on.
     *
     * @param problem gives the parameters their values; its results are compared with those that the computation has at first
     */
    public static Computation of(String name, String source, ComputationProblem problem) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(source, "source");
        Preconditions.notNull(problem, "problem");
        return checked(name, source, Optional.of(problem));
    }

    private static Computation checked(String name, String source, Optional<ComputationProblem> problem) {
        Computation made = new Computation(
                name, Code.opencl(source), Map.of(), Map.of(), problem, 0, List.of(1L, 37L, 1000L, 4099L));
        made.host();
        return made;
    }

    private Computation with(String array, Role role, LongUnaryOperator length) {
        parameter(array);
        Map<String, Extent> more = new LinkedHashMap<>(arrays);
        more.put(array, new Extent(role, length));
        return new Computation(name, unit, more, scalars, problem, tolerance, sizes);
    }

    /** With an array of random numbers, so long for a problem of a size. */
    public Computation array(String array, LongUnaryOperator length) {
        Preconditions.notNull(array, "array");
        Preconditions.notNull(length, "length");
        return with(array, Role.INPUT, length);
    }

    /** With an array whose contents do not matter, before or after. */
    public Computation temporary(String array, LongUnaryOperator length) {
        Preconditions.notNull(array, "array");
        Preconditions.notNull(length, "length");
        return with(array, Role.TEMPORARY, length);
    }

    /** With an array that holds the result, or part of it, afterwards, and random numbers before. */
    public Computation result(String array, LongUnaryOperator length) {
        Preconditions.notNull(array, "array");
        Preconditions.notNull(length, "length");
        return with(array, Role.RESULT, length);
    }

    /** With a whole number that depends on the size. */
    public Computation scalar(String scalar, LongUnaryOperator value) {
        Preconditions.notNull(scalar, "scalar");
        Preconditions.notNull(value, "value");
        parameter(scalar);
        Map<String, LongUnaryOperator> more = new LinkedHashMap<>(scalars);
        more.put(scalar, value);
        return new Computation(name, unit, arrays, more, problem, tolerance, sizes);
    }

    /** With the relative difference of results that counts as none; 0, as at first, asks for the same bits. */
    public Computation tolerance(double relative) {
        return new Computation(name, unit, arrays, scalars, problem, relative, sizes);
    }

    /** With the sizes at which it is tried, from small to large; the others are 1, 37, 1000 and 4099. */
    public Computation sizes(long... some) {
        Preconditions.notNull(some, "some");
        return new Computation(
                name,
                unit,
                arrays,
                scalars,
                problem,
                tolerance,
                java.util.Arrays.stream(some).boxed().toList());
    }

    /** With other code for the same task. */
    public Computation with(Term other) {
        Preconditions.notNull(other, "other");
        return new Computation(name, (Tree) other, arrays, scalars, problem, tolerance, sizes);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Kernels and host code. */
    public Tree unit() {
        return unit;
    }

    /** Kernels and host code as source. */
    public String source() {
        return Code.print(unit);
    }

    /** The kernels without the host code, as a device compiles them. */
    public String kernels() {
        return Code.print(
                unit.children().stream().filter(part -> part != host()).toList());
    }

    /** The relative difference of results that counts as none. */
    public double tolerance() {
        return tolerance;
    }

    /** The sizes at which it is tried. */
    public List<Long> sizes() {
        return sizes;
    }

    /** The arrays that hold the result. */
    public List<String> results() {
        if (problem.isPresent()) {
            return problem.get().results();
        }
        return arrays.entrySet().stream()
                .filter(array -> array.getValue().role == Role.RESULT)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether an array must be as it was at first when the host code runs again. */
    boolean isChanged(String array) {
        if (problem.isPresent()) {
            return problem.get().results().contains(array);
        }
        Extent extent = arrays.get(array);
        return extent != null && extent.role == Role.RESULT && extent.length.applyAsLong(1 << 20) > 1;
    }

    /** Values for the parameters of the host code: random arrays, the same for the same seed, and scalars. */
    public Map<String, Object> values(long size, long seed) {
        if (problem.isPresent()) {
            return new LinkedHashMap<>(problem.get().values(size, seed));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Term parameter : host().child(2).children()) {
            String each = parameter.child(1).child(0).text();
            if (parameter.child(1).text().contains("*")) {
                Extent extent = arrays.get(each);
                if (extent == null) {
                    throw new IllegalArgumentException("Nothing is known of the array '" + each + "' of " + name
                            + ". Say how long it is by array(…), temporary(…) or result(…).");
                }
                int length = Math.toIntExact(extent.length.applyAsLong(size));
                values.put(each, random(parameter.child(0).text(), length, seed + each.hashCode(), extent.role));
            } else if (scalars.containsKey(each)) {
                values.put(each, (int) scalars.get(each).applyAsLong(size));
            } else {
                throw new IllegalArgumentException(
                        "The scalar '" + each + "' of " + name + " has no value. Give it one by scalar(…).");
            }
        }
        return values;
    }

    /** The right results for {@link #values}, as another program tells; empty if there is none. */
    public Map<String, Object> expected(long size, long seed) {
        return problem.map(other -> other.expected(size, seed)).orElse(Map.of());
    }

    /** Reals from 0 to 1, whole numbers of all sizes. What is temporary is NaN or the smallest number. */
    private static Object random(String type, int length, long seed, Role role) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean poison = role == Role.TEMPORARY;
        switch (type) {
            case "float":
                float[] floats = new float[length];
                for (int i = 0; i < length; i++) {
                    floats[i] = poison ? Float.NaN : (random.nextInt() >>> 8) * 0x1p-24f;
                }
                return floats;
            case "double":
                return poison
                        ? random.doubles(length).map(x -> Double.NaN).toArray()
                        : random.doubles(length).toArray();
            case "int", "uint":
                return poison
                        ? random.ints(length).map(x -> Integer.MIN_VALUE).toArray()
                        : random.ints(length).toArray();
            case "long":
                return random.longs(length).toArray();
            default:
                throw new IllegalArgumentException(
                        "Random numbers of type " + type + " are not known; there are float, double, int and long.");
        }
    }

    /** What the first warp of the first group does in the first launch of a kernel, at the largest size that is simulated. */
    public WarpTrace warp(String kernel) {
        Preconditions.notNull(kernel, "kernel");
        return warp(kernel, 0, 0, 0);
    }

    /**
     * What a warp does.
     *
     * @param launch of the launches of that kernel, counted from 0
     * @param group the group of it
     * @param warp the warp of that
     */
    public WarpTrace warp(String kernel, int launch, int group, int warp) {
        Preconditions.notNull(kernel, "kernel");
        Term read = Code.opencl(source()); // so that lines are those of source()
        return WarpTrace.of(read, values(simulated(), 1), kernel, launch, group, warp);
    }

    /** What the simulator estimates a problem of a size to cost, by {@link Counts#cost}; large ones from a few groups. */
    public double cost(long size) {
        return Simulation.estimate(unit, values(size, 1), size <= Prover.MOST_SIMULATED ? Integer.MAX_VALUE - 1 : 8)
                .cost();
    }

    /** The largest of its sizes that is simulated; above that it takes seconds. */
    long simulated() {
        return sizes.stream()
                .filter(size -> size <= Prover.MOST_SIMULATED)
                .reduce((a, b) -> b)
                .orElseThrow(() -> new IllegalArgumentException("None of the sizes " + sizes + " of " + name
                        + " can be simulated. Give sizes(…) one of at most " + Prover.MOST_SIMULATED + "."));
    }

    /** Where two results differ by more than the tolerance; empty if nowhere. */
    public String difference(Map<String, Object> expected, Map<String, Object> found) {
        Preconditions.notNull(expected, "expected");
        Preconditions.notNull(found, "found");
        for (String array : results()) {
            Object a = expected.get(array);
            Object b = found.get(array);
            if (b == null) {
                return "the result " + array + " is not computed any more";
            }
            for (int i = 0; i < Array.getLength(a); i++) {
                double x = ((Number) Array.get(a, i)).doubleValue();
                double y = ((Number) Array.get(b, i)).doubleValue();
                boolean same =
                        Double.compare(x, y) == 0 || Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y));
                if (!same) {
                    return array + "[" + i + "] is " + Array.get(b, i) + " instead of " + Array.get(a, i);
                }
            }
        }
        return "";
    }

    Term host() {
        return function(HostCode.NAME)
                .orElseThrow(() -> new IllegalArgumentException("The source of " + name + " has no function '"
                        + HostCode.NAME + "' that launches its kernels."));
    }

    /** The types of the parameters of a kernel, as in {@code float} for {@code global float* x}. */
    List<String> parameterTypes(String kernel) {
        return function(kernel).orElseThrow().child(2).children().stream()
                .map(parameter -> parameter.child(0).text())
                .toList();
    }

    private Optional<Term> function(String wanted) {
        return unit.children().stream()
                .filter(part -> part.is(Kind.FUNCTION) && part.child(1).is(Kind.NAME, wanted))
                .<Term>map(part -> part)
                .findFirst();
    }

    private void parameter(String wanted) {
        List<String> names = new ArrayList<>();
        host().child(2)
                .children()
                .forEach(parameter -> names.add(parameter.child(1).child(0).text()));
        if (!names.contains(wanted)) {
            throw new IllegalArgumentException(
                    "The host code of " + name + " has no parameter '" + wanted + "'; it has " + names + ".");
        }
    }

    @Override
    public String toString() {
        return name + ":\n" + source();
    }
}
