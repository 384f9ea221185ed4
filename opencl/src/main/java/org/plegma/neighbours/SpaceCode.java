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

    private final Session session;
    private final ElementType type;
    private final int axes;
    private final Map<String, Program> programs = new HashMap<>();

    SpaceCode(Session session, ElementType type, int axes) {
        this.session = session;
        this.type = type;
        this.axes = axes;
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
        return session.device().kind() == Device.Kind.CPU;
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

    /** A kernel whose work-items speak to their neighbours, where there are {@link WarpLanes}. */
    Kernel laneKernel(String name, List<String> more, String... files) {
        return kernel(name, more, session.device().hasSpeakingWarps() ? WarpLanes.source() : "", files);
    }

    private Kernel kernel(String name, List<String> more, String before, String... files) {
        return programs.computeIfAbsent(List.of(files) + " " + more + " " + before.isEmpty(), key -> {
                    List<String> options = new ArrayList<>(more);
                    options.addAll(List.of(
                            "-DREAL=" + type.openclName(),
                            "-DWORD=" + (type == ElementType.FLOAT ? "uint" : "ulong"),
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

    /** Sized for one work-item each of so many; the kernel leaves out what is past the end. */
    Kernel forAll(Kernel kernel, int many) {
        int group = isWide() ? CPU_GROUP : GROUP;
        return session.device().isOclgrind()
                ? kernel.global(many)
                : kernel.global(Kernel.roundUp(many, group)).local(group);
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
