package org.plegma.tune;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelParameter;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.space.Configuration;

/**
 * Copies of a kernel's arguments on the device, and what the arrays that it may write must hold after a run.
 *
 * <p>Before each check every such array is reset. One that the kernel overwrites without reading it, which {@link #learn}
 * finds out, is poisoned instead, so that what a candidate leaves unwritten cannot look right.
 */
final class KernelArguments implements AutoCloseable {
    private final Kernel kernel;
    private final Object[] given;
    private final double tolerance;
    private final List<Output> outputs = new ArrayList<>();
    private final Map<Object, DeviceArray> arrays = new IdentityHashMap<>();

    KernelArguments(Session session, Kernel kernel, Object[] given, Object[] expected, double tolerance) {
        this.kernel = kernel;
        this.given = given;
        this.tolerance = tolerance;
        List<KernelParameter> parameters = kernel.parameters();
        // A wrong number of arguments is refused by the first launch, in the device layer's words.
        for (int i = 0; i < Math.min(given.length, parameters.size()); i++) {
            Object host = hostArray(given[i]);
            if (!parameters.get(i).isPointer() || host == null) {
                continue;
            }
            DeviceArray array = arrays.get(given[i]);
            if (array == null) {
                array = session.upload(host).named(parameters.get(i).name() + " (tuning)");
                arrays.put(given[i], array);
            }
            if (!parameters.get(i).readOnly()) {
                outputs.add(new Output(parameters.get(i).name(), array, host, expected(i, host, expected[i])));
            }
        }
        if (outputs.isEmpty() && given.length == parameters.size()) {
            close();
            throw new IllegalArgumentException(kernel.name() + " writes no array, so that no candidate can be verified:"
                    + " every array parameter is const.");
        }
    }

    private @Nullable Object expected(int index, Object host, Object expected) {
        Object values = hostArray(expected);
        if (values != null
                && (values.getClass() != host.getClass() || Array.getLength(values) != Array.getLength(host))) {
            close();
            throw new IllegalArgumentException("What is expected of "
                    + kernel.parameters().get(index).name()
                    + " must have its type and length, " + host.getClass().getComponentType() + "["
                    + Array.getLength(host) + "], not " + values.getClass().getComponentType() + "["
                    + Array.getLength(values) + "].");
        }
        return values;
    }

    /** A primitive array with the contents of an argument; null if it is no array. */
    private static @Nullable Object hostArray(Object value) {
        if (value instanceof Grid grid) {
            return grid.data();
        }
        if (value instanceof DeviceArray array) {
            Object copy = Array.newInstance(array.type().javaType(), Math.toIntExact(array.length()));
            array.download(copy);
            return copy;
        }
        return value != null
                        && value.getClass().isArray()
                        && value.getClass().getComponentType().isPrimitive()
                ? value
                : null;
    }

    /** The arguments of a launch. */
    Object[] values(Configuration configuration) {
        Object[] values = new Object[given.length];
        for (int i = 0; i < values.length; i++) {
            Object value = given[i] instanceof ByConfiguration f ? f.of(configuration) : given[i];
            DeviceArray copy = arrays.get(value);
            values[i] = copy == null ? value : copy;
        }
        return values;
    }

    /** Local memory that the arguments of a launch ask for. */
    long localMemoryBytes(Configuration configuration) {
        return Arrays.stream(values(configuration))
                .filter(LocalMemory.class::isInstance)
                .mapToLong(local -> ((LocalMemory) local).bytes())
                .sum();
    }

    /** Numbers, lengths of arrays, what was said to be expected, and the tolerance: tells one tuning from another. */
    String describe(Configuration configuration) {
        StringBuilder text = new StringBuilder("tolerance ").append(tolerance);
        for (Object value : values(configuration)) {
            text.append(
                    value instanceof DeviceArray array
                            ? "array of " + array.length()
                            : Arrays.deepToString(new Object[] {value}));
        }
        for (Output output : outputs) {
            text.append(", ").append(output.expected == null ? "" : OutputCheck.hash(output.expected));
        }
        return text.toString();
    }

    /** Takes what the reference writes as right, and finds out which outputs it does not read. */
    void learn(Runnable reference) {
        reset();
        reference.run();
        for (Output output : outputs) {
            if (output.expected == null) {
                output.expected = output.download();
            }
        }
        for (Output output : outputs) {
            output.poisoned = true;
            reset();
            reference.run();
            output.poisoned = difference().isEmpty();
        }
    }

    /** Runs a candidate on fresh outputs and compares them. */
    Check check(Runnable candidate) {
        reset();
        candidate.run();
        return difference().map(Check::failed).orElse(Check.PASSED);
    }

    private void reset() {
        outputs.forEach(output ->
                output.array.upload(output.poisoned ? OutputCheck.poison(output.expected()) : output.original));
    }

    private Optional<String> difference() {
        return outputs.stream()
                .flatMap(o ->
                        OutputCheck.difference(o.name, o.expected(), o.download(), tolerance(o.array.type())).stream())
                .findFirst();
    }

    private double tolerance(ElementType type) {
        return Double.isNaN(tolerance) || !type.isFloating() ? OutputCheck.tolerance(type) : tolerance;
    }

    @Override
    public void close() {
        arrays.values().forEach(DeviceArray::close);
    }

    /** An array that the kernel may write. */
    private static final class Output {
        private final String name;
        private final DeviceArray array;
        private final Object original;
        private @Nullable Object expected;
        private boolean poisoned;

        Output(String name, DeviceArray array, Object original, @Nullable Object expected) {
            this.name = name;
            this.array = array;
            this.original = original;
            this.expected = expected;
        }

        /** Its contents as the reference leaves them, once that has run. */
        Object expected() {
            return Objects.requireNonNull(expected, name);
        }

        Object download() {
            Object copy = Array.newInstance(original.getClass().getComponentType(), Array.getLength(original));
            array.download(copy);
            return copy;
        }
    }
}
