package org.plegma.rewrite.simulator;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.rewrite.term.Term;

/**
 * A program of kernels and host code run in the simulator.
 *
 * <p>Source: the rules of coalescing, banks and divergence are those of NVIDIA, "CUDA C++ Best Practices Guide", and of M.
 * Harris, "Optimizing parallel reduction in CUDA" (2007).
 */
public final class Simulation {
    private final Map<String, Counts> byKernel;
    private final List<Finding> findings;

    private Simulation(Map<String, Counts> byKernel, List<Finding> findings) {
        this.byKernel = byKernel;
        this.findings = findings;
    }

    /**
     * Runs the launches of {@link HostCode} one after the other.
     *
     * @param values arrays ({@code float[]}, {@code double[]}, {@code int[]}, {@code long[]}), which are changed, and scalars, by name
     * @throws SimulatorException if the simulator does not know what a kernel does
     */
    public static Simulation run(Term unit, Map<String, ?> values) {
        return run(unit, values, Integer.MAX_VALUE, Optional.empty());
    }

    /** @param recorder writes down what one warp does */
    static Simulation run(Term unit, Map<String, ?> values, WarpRecorder recorder) {
        return run(unit, values, Integer.MAX_VALUE, Optional.of(recorder));
    }

    /**
     * What the launches cost, from so many groups of each, evenly spread: for problems that are too large to simulate. The
     * arrays hold nothing of use afterwards. Where groups do the same, whatever the data, it is exact.
     *
     * @param groups the most groups of a launch that are simulated
     */
    public static Counts estimate(Term unit, Map<String, ?> values, int groups) {
        return run(unit, values, groups, Optional.empty()).counts();
    }

    private static Simulation run(Term unit, Map<String, ?> values, int mostGroups, Optional<WarpRecorder> recorder) {
        Map<String, Term> functions = HostCode.functions(unit);
        Map<String, Memory> memories = new HashMap<>();
        Map<String, Counts> counts = new LinkedHashMap<>();
        Map<String, Integer> turns = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (Launch launch : HostCode.launches(unit, values)) {
            Term kernel = functions.get(launch.kernel());
            if (kernel == null) {
                throw new SimulatorException("There is no kernel '" + launch.kernel() + "' to launch.");
            }
            int turn = turns.merge(launch.kernel(), 1, Integer::sum) - 1;
            Optional<WarpRecorder> recorded =
                    recorder.filter(warp -> warp.kernel.equals(launch.kernel()) && warp.launch == turn);
            Watch watch = new Watch();
            double share = run(functions, kernel, launch, memories, values, watch, recorded, mostGroups);
            counts.merge(launch.kernel(), watch.counts().launched(1 / share), Counts::plus);
            watch.findings().stream().filter(each -> !findings.contains(each)).forEach(findings::add);
        }
        if (mostGroups == Integer.MAX_VALUE) {
            values.forEach((name, value) ->
                    Optional.ofNullable(memories.get(name)).ifPresent(memory -> writeBack(memory, value)));
        }
        return new Simulation(counts, findings);
    }

    /** Gives the share of the groups that were run. */
    private static double run(
            Map<String, Term> functions,
            Term kernel,
            Launch launch,
            Map<String, Memory> memories,
            Map<String, ?> values,
            Watch watch,
            Optional<WarpRecorder> recorder,
            int mostGroups) {
        long[] local = three(launch.local());
        long[] groups = three(launch.global());
        for (int d = 0; d < 3; d++) {
            groups[d] /= local[d];
        }
        int items = Math.toIntExact(local[0] * local[1] * local[2]);
        List<? extends Term> parameters = kernel.child(2).children();
        if (parameters.size() != launch.arguments().size()) {
            throw new SimulatorException(launch.kernel() + " has " + parameters.size()
                    + " parameters, and the host gives " + launch.arguments().size() + " arguments.");
        }
        memories.values().forEach(Memory::forget);
        int[] intervals = new int[2];
        int all = Math.toIntExact(groups[0] * groups[1] * groups[2]);
        int run = Math.min(all, mostGroups);
        for (int i = 0; i < run; i++) {
            int number = (int) ((long) i * all / run);
            List<Lanes> arguments = new ArrayList<>();
            for (int p = 0; p < parameters.size(); p++) {
                arguments.add(argument(parameters.get(p), launch.arguments().get(p), memories, values, items, watch));
            }
            watch.record(recorder, number);
            long[] group = {number % groups[0], number / groups[0] % groups[1], number / (groups[0] * groups[1])};
            new WorkGroup(functions, group, number, local, groups, intervals, watch).kernel(kernel, arguments);
        }
        return run / (double) all;
    }

    private static Lanes argument(
            Term parameter,
            Object argument,
            Map<String, Memory> memories,
            Map<String, ?> values,
            int items,
            Watch watch) {
        Term type = parameter.child(0);
        ScalarType scalar = WorkGroup.type(type);
        if (argument instanceof Number number) {
            return Lanes.number(scalar, number, items);
        }
        int width = WorkGroup.width(type);
        Memory memory;
        if (argument instanceof Launch.Local local) {
            String name = parameter.child(1).child(0).text();
            memory = new Memory(name, Memory.Space.LOCAL, scalar, local.elements() * width);
            watch.local(memory.length * scalar.bytes);
        } else {
            memory = memories.computeIfAbsent((String) argument, name -> read(name, scalar, values));
        }
        return Lanes.pointer(memory, scalar, width, new long[items]);
    }

    private static Memory read(String name, ScalarType type, Map<String, ?> values) {
        Object array = values.get(name);
        if (array == null || !array.getClass().isArray()) {
            throw new IllegalArgumentException("The array '" + name + "' has no value.");
        }
        Memory memory = new Memory(name, Memory.Space.GLOBAL, type, Array.getLength(array));
        for (int i = 0; i < memory.length; i++) {
            Number value = (Number) Array.get(array, i);
            memory.set(i, value.doubleValue(), value.longValue());
        }
        return memory;
    }

    private static void writeBack(Memory memory, Object array) {
        for (int i = 0; i < memory.length; i++) {
            if (array instanceof float[] floats) {
                floats[i] = (float) memory.real(i);
            } else if (array instanceof double[] doubles) {
                doubles[i] = memory.real(i);
            } else if (array instanceof int[] ints) {
                ints[i] = (int) memory.whole(i);
            } else if (array instanceof long[] longs) {
                longs[i] = memory.whole(i);
            } else {
                throw new IllegalArgumentException("The simulator does not take a "
                        + array.getClass().getSimpleName() + " for '" + memory.name + "'.");
            }
        }
    }

    private static long[] three(List<Long> sizes) {
        long[] all = {1, 1, 1};
        for (int d = 0; d < sizes.size(); d++) {
            all[d] = sizes.get(d);
        }
        return all;
    }

    /** What all launches cost together. */
    public Counts counts() {
        return byKernel.values().stream().reduce(Counts.NONE, Counts::plus);
    }

    /** What the launches of each kernel cost. */
    public Map<String, Counts> byKernel() {
        return Map.copyOf(byKernel);
    }

    /** Races, accesses out of bounds and divergent barriers; empty if all is well. */
    public List<Finding> findings() {
        return findings;
    }
}
