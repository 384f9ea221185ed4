package org.plegma.fft.pass;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.pass.PassStep.Slot;

/** The device memory of a plan: factors, and intermediate values that its transforms share. */
public final class Workspace implements AutoCloseable {
    private static final String SCRATCH = "scratch";
    private static final int ROW = 1024;

    private final Session session;
    private final ElementType type;
    private final FactorTables tables;
    private final Map<String, DeviceArray> arrays = new HashMap<>();

    /** Memory for all these steps, of which only one runs at a time. */
    public Workspace(Session session, ElementType type, PassCompiler compiler, List<PassStep> steps) {
        this.session = session;
        this.type = type;
        this.tables = new FactorTables(session, type);
        Map<String, Long> reals = new TreeMap<>();
        for (PassStep step : steps) {
            for (Slot slot : List.of(step.from(), step.to())) {
                if (slot.isOwn()) {
                    reals.merge(slot.name(), slot.reals(), Math::max);
                }
            }
        }
        PassStep.passes(steps).stream()
                .mapToLong(compiler::scratch)
                .filter(size -> size > 0)
                .forEach(size -> reals.merge(SCRATCH, size, Math::max));
        try {
            reals.forEach((name, size) -> arrays.put(name, reserve("fft " + name, size)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private DeviceArray reserve(String name, long reals) {
        // In rows, as a size of an array is an int.
        return session.allocate(type, Math.toIntExact((reals + ROW - 1) / ROW), ROW)
                .named(name);
    }

    FactorTables tables() {
        return tables;
    }

    /** What passes need besides their arrays, or null. */
    @Nullable
    DeviceArray scratch() {
        return arrays.get(SCRATCH);
    }

    public DeviceArray array(Slot slot) {
        return Objects.requireNonNull(arrays.get(slot.name()), slot.name());
    }

    public long bytes() {
        return tables.bytes()
                + arrays.values().stream().mapToLong(DeviceArray::bytes).sum();
    }

    @Override
    public void close() {
        arrays.values().forEach(DeviceArray::close);
        tables.close();
    }
}
