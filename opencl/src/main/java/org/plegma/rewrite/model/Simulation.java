package org.plegma.rewrite.model;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.rewrite.Term;

/**
 * A program of kernels and host code run in the simulator.
 *
 * <p>Source: the rules of coalescing, banks and divergence are those of NVIDIA, "CUDA C++ Best Practices Guide", and of M.
 * Harris, "Optimizing parallel reduction in CUDA" (2007).
 */
public final class Simulation {
    private final Map<String, Counts> byKernel = new LinkedHashMap<>();
    private final List<Finding> findings;

    private Simulation(Map<String, Watch> watches, List<Finding> findings) {
        watches.forEach((kernel, watch) -> byKernel.put(kernel, watch.counts()));
        this.findings = findings;
    }

    /**
     * Runs the launches of {@link HostCode} one after the other.
     *
     * @param values arrays ({@code float[]}, {@code double[]}, {@code int[]}, {@code long[]}), which are changed, and scalars, by name
     * @throws ModelException if the simulator does not know what a kernel does
     */
    public static Simulation run(Term unit, Map<String, ?> values) {
        return run(unit, values, null);
    }

    /** @param recorder writes down what one warp does; may be null */
    static Simulation run(Term unit, Map<String, ?> values, WarpRecorder recorder) {
        Map<String, Term> functions = HostCode.functions(unit);
        Map<String, Memory> memories = new HashMap<>();
        Map<String, Watch> watches = new LinkedHashMap<>();
        Map<String, Integer> turns = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (Launch launch : HostCode.launches(unit, values)) {
            Term kernel = functions.get(launch.kernel());
            if (kernel == null) {
                throw new ModelException("There is no kernel '" + launch.kernel() + "' to launch.");
            }
            Watch watch = watches.computeIfAbsent(launch.kernel(), name -> new Watch());
            int turn = turns.merge(launch.kernel(), 1, Integer::sum) - 1;
            boolean recorded = recorder != null && recorder.kernel.equals(launch.kernel()) && recorder.launch == turn;
            run(functions, kernel, launch, memories, values, watch, recorded ? recorder : null);
            watch.findings().stream().filter(each -> !findings.contains(each)).forEach(findings::add);
        }
        memories.forEach((name, memory) -> writeBack(memory, values.get(name)));
        return new Simulation(watches, findings);
    }

    private static void run(
            Map<String, Term> functions,
            Term kernel,
            Launch launch,
            Map<String, Memory> memories,
            Map<String, ?> values,
            Watch watch,
            WarpRecorder recorder) {
        long[] local = three(launch.local());
        long[] groups = three(launch.global());
        for (int d = 0; d < 3; d++) {
            groups[d] /= local[d];
        }
        int items = Math.toIntExact(local[0] * local[1] * local[2]);
        List<? extends Term> parameters = kernel.child(2).children();
        if (parameters.size() != launch.arguments().size()) {
            throw new ModelException(launch.kernel() + " has " + parameters.size() + " parameters, and the host gives "
                    + launch.arguments().size() + " arguments.");
        }
        memories.values().forEach(Memory::forget);
        watch.launch();
        int[] intervals = new int[2];
        int number = 0;
        for (long z = 0; z < groups[2]; z++) {
            for (long y = 0; y < groups[1]; y++) {
                for (long x = 0; x < groups[0]; x++) {
                    List<Lanes> arguments = new ArrayList<>();
                    for (int i = 0; i < parameters.size(); i++) {
                        arguments.add(
                                argument(parameters.get(i), launch.arguments().get(i), memories, values, items, watch));
                    }
                    watch.record(recorder, number);
                    new WorkGroup(functions, new long[] {x, y, z}, number++, local, groups, intervals, watch)
                            .kernel(kernel, arguments);
                }
            }
        }
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
            memory = memories.computeIfAbsent((String) argument, name -> read(name, scalar, values.get(name)));
        }
        return Lanes.pointer(memory, scalar, width, new long[items]);
    }

    private static Memory read(String name, ScalarType type, Object array) {
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
