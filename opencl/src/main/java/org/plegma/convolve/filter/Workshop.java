package org.plegma.convolve.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
    private final Map<List<String>, Program> programs = new ConcurrentHashMap<>();

    public Workshop(Session session) {
        this(session, session.device().kind() == Kind.CPU && !session.device().isOclgrind());
    }

    /** With the code for one kind of device whatever the device is. */
    public Workshop(Session session, boolean cpu) {
        this.session = session;
        this.cpu = cpu;
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
        return session.upload(Grid.of(taps, taps.length).to(type)).named("taps");
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

    public static Object number(double value, ElementType type) {
        return type == ElementType.FLOAT ? (Object) (float) value : value;
    }
}
