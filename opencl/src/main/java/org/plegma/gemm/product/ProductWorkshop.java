package org.plegma.gemm.product;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** What products on a session share: compiled programs, and choices made once. Thread-safe. */
public final class ProductWorkshop {
    /** The shape of scratch arrays is of no importance, but each axis must fit an int. */
    private static final int SCRATCH_ROW = 1 << 10;

    private final Session session;
    private final Map<String, DeviceArray> scratch = new HashMap<>();
    private final Map<List<String>, Program> programs = new ConcurrentHashMap<>();
    private final Map<Object, Object> choices = new ConcurrentHashMap<>();

    public ProductWorkshop(Session session) {
        this.session = session;
    }

    public Session session() {
        return session;
    }

    public Device device() {
        return session.device();
    }

    /** A program from a resource of this package, compiled at the first request. */
    public Program program(String file, String... options) {
        List<String> key = Arrays.asList(Arrays.copyOf(options, options.length + 1));
        key.set(options.length, file);
        return programs.computeIfAbsent(key, k -> session.compile(source(file), options));
    }

    /** What has been compiled here. */
    public List<Program> programs() {
        return List.copyOf(programs.values());
    }

    /** An array of at least this length for one product at a time, kept for the next; its contents are undefined. */
    public synchronized DeviceArray scratch(String name, ElementType type, long length) {
        long bytes = Math.multiplyExact(length, type.bytes());
        DeviceArray kept = scratch.get(name + type);
        if (kept == null || kept.bytes() < bytes) {
            if (kept != null) {
                kept.close();
            }
            int rows = (int) (length / SCRATCH_ROW) + 1;
            kept = session.allocate(type, rows, SCRATCH_ROW).named(name);
            scratch.put(name + type, kept);
        }
        return kept;
    }

    /** Zeros, at least so many, for one product at a time, which leaves zeros behind. */
    public synchronized DeviceArray zeros(String name, int length) {
        DeviceArray before = scratch.get(name + ElementType.INT);
        DeviceArray array = scratch(name, ElementType.INT, length);
        if (array != before) {
            array.upload(new int[(int) array.length()]);
        }
        return array;
    }

    /** Frees the scratch arrays. */
    public synchronized void close() {
        scratch.values().forEach(DeviceArray::close);
        scratch.clear();
    }

    /** A value that is worked out at the first request for its key. */
    @SuppressWarnings("unchecked")
    public // a key is always asked for with the same type
    <T> T choice(Object key, Supplier<T> chooser) {
        return (T) choices.computeIfAbsent(key, k -> chooser.get());
    }

    /** Makes all choices anew. */
    public void forgetChoices() {
        choices.clear();
    }

    /** A resource of this package. */
    public static String source(String file) {
        return KernelSource.resource(ProductWorkshop.class, file);
    }
}
