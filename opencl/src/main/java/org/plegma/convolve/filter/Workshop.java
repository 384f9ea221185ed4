package org.plegma.convolve.filter;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** What the executables of a session share: compiled programs, and the kind of code that suits the device. Thread-safe. */
public final class Workshop {
    private static final Map<String, String> SOURCES = new ConcurrentHashMap<>();
    /** What every device offers as constant memory. */
    private static final long CONSTANT_BYTES = 64 << 10;

    private final Session session;
    private final boolean cpu;
    private final Map<List<String>, Program> programs;
    /** What executables share that run in turn; null if each has its own. */
    private final @Nullable Map<List<Object>, AutoCloseable> shared;

    public Workshop(Session session) {
        this(session, session.device().kind() == Kind.CPU && !session.device().isOclgrind());
    }

    /** With the code for one kind of device whatever the device is. */
    public Workshop(Session session, boolean cpu) {
        this(session, cpu, new ConcurrentHashMap<>(), null);
    }

    private Workshop(
            Session session,
            boolean cpu,
            Map<List<String>, Program> programs,
            @Nullable Map<List<Object>, AutoCloseable> shared) {
        this.session = session;
        this.cpu = cpu;
        this.programs = programs;
        this.shared = shared;
    }

    /**
     * The same programs, for executables that run one after the other and so share their device memory. They are closed
     * together: what closes one takes the memory of all.
     */
    public Workshop inTurn() {
        return new Workshop(session, cpu, programs, new ConcurrentHashMap<>());
    }

    public Session session() {
        return session;
    }

    public Device device() {
        return session.device();
    }

    public boolean isForCpu() {
        return cpu;
    }

    /** A program of the session, compiled at the first request; the session closes it. */
    public Program program(String source, String... options) {
        List<String> key = Arrays.asList(Arrays.copyOf(options, options.length + 1));
        key.set(options.length, source);
        return programs.computeIfAbsent(key, k -> session.compile(source, options));
    }

    /** A resource of this package; read once, as it takes as long as a launch. */
    public static String source(String file) {
        return SOURCES.computeIfAbsent(file, name -> KernelSource.resource(Workshop.class, name));
    }

    /** Taps on the device, in the order of the kernels. */
    public DeviceArray taps(double[] taps, ElementType type) {
        return part(DeviceArray.class, key("taps", type, taps), () -> session.upload(
                        Grid.of(taps, taps.length).to(type))
                .named("taps"));
    }

    /**
     * An array for what lies between two launches. In turn it is the one that another executable has at this place if that is
     * large enough, so that the largest should be made first.
     */
    public DeviceArray between(int place, ElementType type, int... size) {
        Supplier<DeviceArray> own = () -> session.allocate(type, size).named("between passes");
        if (shared == null) {
            return own.get();
        }
        long cells = Window.count(size);
        return (DeviceArray) shared.compute(
                List.of("between", type, place),
                (key, held) -> held instanceof DeviceArray array && array.length() >= cells ? array : own.get());
    }

    /** A part of an executable that is the same for others with this key; in turn it is made once. */
    public <T extends AutoCloseable> T part(Class<T> kind, List<Object> key, Supplier<T> maker) {
        return shared == null ? maker.get() : kind.cast(shared.computeIfAbsent(key, k -> maker.get()));
    }

    /** A key that is another one if a bit of the taps is. */
    public static List<Object> key(String what, ElementType type, double[] taps, int... more) {
        LongBuffer bits = LongBuffer.wrap(
                Arrays.stream(taps).mapToLong(Double::doubleToRawLongBits).toArray());
        return List.of(what, type, bits, IntBuffer.wrap(more));
    }

    /** Where kernels find taps: constant memory is small. */
    public static String tapsSpace(long count, ElementType type) {
        return count * type.bytes() <= CONSTANT_BYTES ? "constant" : "global";
    }

    /** Taps as a list of literals, for kernels that are compiled for them. */
    public static String literals(double[] taps, ElementType type) {
        return Arrays.stream(taps)
                .mapToObj(tap -> type == ElementType.FLOAT
                        ? literal((float) tap, Float.toString((float) tap) + "f")
                        : literal(tap, Double.toString(tap)))
                .collect(Collectors.joining(","));
    }

    private static String literal(double value, String text) {
        return Double.isNaN(value) ? "NAN" : Double.isInfinite(value) ? (value < 0 ? "-" : "") + "INFINITY" : text;
    }

    /** A Float or a Double, as a kernel with elements of this type takes it. */
    public static Object number(double value, ElementType type) {
        return type == ElementType.FLOAT ? (Object) (float) value : value;
    }
}
