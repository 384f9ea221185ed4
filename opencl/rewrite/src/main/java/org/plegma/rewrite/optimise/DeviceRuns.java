package org.plegma.rewrite.optimise;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.memory.LocalMemory;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.Launch;

/** Variants of a computation on a device, at one size: the arrays are there once for all of them. */
public final class DeviceRuns implements AutoCloseable {
    private final Session session;
    private final Map<String, Object> values;
    private final Map<String, DeviceArray> arrays = new LinkedHashMap<>();
    private final Map<String, DeviceArray> originals = new LinkedHashMap<>();
    private final List<Program> programs = new ArrayList<>();

    /** @param start the first variant, which has all arrays */
    public DeviceRuns(Session session, Computation start, long size, long seed) {
        this.session = session;
        this.values = start.values(size, seed);
        try {
            values.forEach((name, value) -> {
                if (value.getClass().isArray()) {
                    arrays.put(name, session.upload(value, Array.getLength(value)));
                    if (start.isChanged(name)) {
                        originals.put(name, session.upload(value, Array.getLength(value)));
                    }
                }
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What a variant leaves in the arrays of the result. */
    public Map<String, Object> results(Computation variant) {
        try (Program program = session.compile(variant.kernels())) {
            restore();
            run(variant, program);
            Map<String, Object> results = new LinkedHashMap<>();
            variant.results().forEach(name -> results.put(name, contents(name)));
            return results;
        }
    }

    /** The median time of so many runs, from the start of the first kernel to the end of the last. */
    public double seconds(Computation variant, int runs) {
        double[] seconds = new double[runs];
        try (Program program = session.compile(variant.kernels())) {
            for (int i = -1; i < runs; i++) {
                restore();
                List<Event> events = run(variant, program);
                if (i >= 0) {
                    long start = events.get(0).startedNanos();
                    seconds[i] = (events.get(events.size() - 1).endedNanos() - start) * 1e-9;
                }
            }
        }
        Arrays.sort(seconds);
        return seconds[runs / 2];
    }

    /** A variant to be run again and again, each time on the same input; gives the kernels' events. */
    public Supplier<List<Event>> ready(Computation variant) {
        Program program = session.compile(variant.kernels());
        programs.add(program);
        return () -> {
            restore();
            return run(variant, program);
        };
    }

    /** What is in an array now. */
    public Object contents(String name) {
        DeviceArray array = array(name);
        Object host = Array.newInstance(array.type().javaType(), Math.toIntExact(array.length()));
        array.download(host);
        return host;
    }

    /** The arrays and scalars as they were at first. */
    public Map<String, Object> values() {
        return values;
    }

    private void restore() {
        originals.forEach((name, original) -> original.copyTo(array(name)));
        session.finish();
    }

    private DeviceArray array(String name) {
        DeviceArray array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException(
                    "There is no array '" + name + "' on the device; there are " + arrays.keySet() + ".");
        }
        return array;
    }

    private List<Event> run(Computation variant, Program program) {
        Map<String, Kernel> compiled = new LinkedHashMap<>();
        List<Event> events = new ArrayList<>();
        for (Launch launch : HostCode.launches(variant.unit(), values)) {
            Kernel kernel = compiled.computeIfAbsent(launch.kernel(), program::kernel);
            List<String> types = variant.parameterTypes(launch.kernel());
            Object[] arguments = new Object[launch.arguments().size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = argument(launch.arguments().get(i), types.get(i));
            }
            events.add(kernel.global(longs(launch.global()))
                    .local(longs(launch.local()))
                    .launch(session.compute(), arguments));
        }
        session.finish();
        return events;
    }

    private Object argument(Object argument, String type) {
        if (argument instanceof String name) {
            return array(name);
        } else if (argument instanceof Launch.Local local) {
            return LocalMemory.of(ElementType.valueOf(type.toUpperCase(java.util.Locale.ROOT)), local.elements());
        }
        Number number = (Number) argument;
        return switch (type) {
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            case "long", "ulong" -> number.longValue();
            default -> number.intValue();
        };
    }

    private static long[] longs(List<Long> list) {
        return list.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void close() {
        programs.forEach(Program::close);
        arrays.values().forEach(DeviceArray::close);
        originals.values().forEach(DeviceArray::close);
    }
}
