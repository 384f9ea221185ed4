package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.device.source.WarpLanes;

/** The kernels for points of one type and number of axes, compiled when first asked for. */
final class SpaceCode implements AutoCloseable {
    static final int LEAF = 8;

    /** Numbers that an arranged point takes: three coordinates and its index. */
    static final int NUMBERS = 4;

    private static final int GROUP = 128;
    private static final int CPU_GROUP = 64;

    /**
     * How work-items run beside each other.
     *
     * @param source as that of {@link WarpLanes}; empty if they do not
     * @param options that it needs
     * @param group work-items of a group
     * @param wide whether each has vectors, for which coordinates of sorted points lie apart
     */
    record Lanes(String source, List<String> options, int group, boolean wide) {
        static Lanes of(Device device) {
            boolean processor = device.kind() == Device.Kind.CPU;
            return new Lanes(
                    device.hasSpeakingWarps() ? WarpLanes.source(device.hasReducingWarps()) : "",
                    List.of(),
                    processor ? CPU_GROUP : GROUP,
                    processor);
        }
    }

    private final Session session;
    private final ElementType type;
    private final int axes;
    private final Lanes lanes;
    private final Map<String, Program> programs = new HashMap<>();

    SpaceCode(Session session, ElementType type, int axes) {
        this(session, type, axes, Lanes.of(session.device()));
    }

    SpaceCode(Session session, ElementType type, int axes, Lanes lanes) {
        this.session = session;
        this.type = type;
        this.axes = axes;
        this.lanes = lanes;
    }

    Session session() {
        return session;
    }

    ElementType type() {
        return type;
    }

    int axes() {
        return axes;
    }

    /** Whether coordinates of sorted points lie apart, for vectors of a processor. */
    boolean isWide() {
        return lanes.wide();
    }

    /** The source of several files, one after the other. */
    static String source(String... files) {
        return Arrays.stream(files)
                .map(file -> KernelSource.resource(SpaceCode.class, file))
                .collect(Collectors.joining("\n"));
    }

    /** A kernel that prepares a search. */
    Kernel kernel(String name, String... files) {
        return kernel(name, List.of(), files);
    }

    /** A kernel with options of its own, of these files. */
    Kernel kernel(String name, List<String> more, String... files) {
        return kernel(name, more, "", files);
    }

    /** Whether work-items speak to their neighbours. */
    boolean hasLanes() {
        return !lanes.source().isEmpty();
    }

    /** A kernel whose work-items speak to their neighbours, where they can. */
    Kernel laneKernel(String name, List<String> more, String... files) {
        List<String> options = new ArrayList<>(more);
        options.addAll(lanes.options());
        return kernel(name, options, lanes.source(), files);
    }

    private Kernel kernel(String name, List<String> more, String before, String... files) {
        return programs.computeIfAbsent(List.of(files) + " " + more + " " + before.isEmpty(), key -> {
                    List<String> options = new ArrayList<>(more);
                    options.addAll(List.of(
                            "-DREAL=" + type.openclName(),
                            "-DWORD=" + (type == ElementType.FLOAT ? "uint" : "ulong"),
                            "-DSIGNED=" + (type == ElementType.FLOAT ? "int" : "long"),
                            "-DFIRST_NORMAL=" + (type == ElementType.FLOAT ? "0x00800000u" : "0x0010000000000000ul"),
                            "-DEPSILON=" + (type == ElementType.FLOAT ? "1.2e-7f" : "2.3e-16"),
                            "-DAXES=" + axes,
                            "-DLEAF=" + LEAF));
                    if (isWide()) {
                        options.add("-DWIDE");
                    }
                    return session.compile(before + source(files), options.toArray(String[]::new));
                })
                .kernel(name);
    }

    /** Work-items of a group. */
    int group() {
        return lanes.group();
    }

    /** Sized for one work-item each of so many; the kernel leaves out what is past the end. */
    Kernel forAll(Kernel kernel, int many) {
        return session.device().isOclgrind() && !hasLanes()
                ? kernel.global(many)
                : kernel.global(Kernel.roundUp(many, group())).local(group());
    }

    /** Numbers as a kernel's vector of four: float[4] or double[4]. */
    Object four(double x, double y, double z) {
        return type == ElementType.FLOAT
                ? (Object) new float[] {(float) x, (float) y, (float) z, 0}
                : (Object) new double[] {x, y, z, 0};
    }

    Object four(double[] xyz) {
        return four(xyz[0], xyz[1], xyz[2]);
    }

    /** A number in the points' type. */
    Number real(double value) {
        return type == ElementType.FLOAT ? (Number) (float) value : (Number) value;
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
    }
}
