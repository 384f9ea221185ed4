package org.plegma.bench.stencil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.ResourceUsage;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Writes the kernels whose registers and traffic the report on stencils shows, as the driver has compiled them, with what is
 * needed to launch them without OpenCL: on NVIDIA's devices these are PTX, which {@code stencil_counters.py} runs under a profiler.
 *
 * <p>A line of {@code launches.csv} has a kernel's file, sizes and arguments, and {@code NAME.cells} some cells that it must compute,
 * far from all edges.
 */
public final class StencilPrograms {
    private static final int CELLS = 64;

    private final Session session;
    private final Path folder;
    private final int[] shape;
    private final List<String> lines = new ArrayList<>();

    StencilPrograms(Session session, Path folder, int side) {
        this.session = session;
        this.folder = folder;
        this.shape = new int[] {side, side, side};
        lines.add("file,shape,radius,method,kernel,registers,spilled,local bytes,model MB,group,global,arguments");
    }

    /** @param arguments the folder, which is made, and the side of the cubic grid */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        try (Session session = Session.open()) {
            StencilPrograms programs = new StencilPrograms(session, folder, Integer.parseInt(arguments[1]));
            programs.add("flux sum", Shapes.fluxSum(3, 1), "direct composed(2) composed(4) composed(8) blocked(4)");
            programs.add(
                    "star", Shapes.star(3, 1), "direct micikevicius partial-sums composed(2) composed(4) blocked(4)");
            programs.add("star", Shapes.star(3, 2), "direct micikevicius partial-sums composed(2) blocked(2)");
            programs.add("star", Shapes.star(3, 4), "direct micikevicius partial-sums composed(2)");
            programs.add("box", Shapes.box(3, 1), "direct partial-sums composed(2) blocked(4)");
            programs.write();
        }
    }

    void write() throws IOException {
        Files.write(folder.resolve("launches.csv"), lines);
    }

    void add(String name, Stencil stencil, String methods) throws IOException {
        Device device = session.device();
        StencilInstance instance = new StencilInstance(
                stencil.spec(), stencil.boundary(), ElementType.FLOAT, shape, device, Variant.of(device));
        for (String method : methods.split(" ")) {
            add(name, stencil, Method.parse(method), instance);
        }
    }

    private void add(String name, Stencil stencil, Method method, StencilInstance instance) throws IOException {
        int radius = stencil.spec().footprint().radius();
        StepCode code = method.code(instance);
        Launch launch = code.launches().get(0);
        String file = name.replace(" ", "-") + radius + "-" + method;
        try (Program program = code.compile(session)) {
            Files.write(folder.resolve(file + ".ptx"), program.binary().orElse(new byte[0]));
            ResourceUsage needs = program.resources(launch.kernel()).orElseThrow();
            List<String> values = new ArrayList<>(List.of("out", "in"));
            launch.uniform().orElse(code.uniform()).values(stencil.parameters()).forEach(v -> values.add("f" + v));
            Arrays.stream(shape).forEach(n -> values.add("i" + n));
            launch.extra().forEach(extra -> values.add((extra instanceof Long ? "l" : "i") + extra));
            lines.add(String.join(
                    ",",
                    file,
                    name,
                    Integer.toString(radius),
                    method.toString(),
                    launch.kernel(),
                    text(needs.registers()),
                    text(needs.spillBytes()),
                    Long.toString(needs.localBytes()),
                    String.format(Locale.ROOT, "%.0f", megabytes(instance, method)),
                    text(launch.local()),
                    text(launch.global()),
                    String.join(" ", values)));
        }
        Files.write(folder.resolve(file + ".cells"), cells(stencil, method, code.steps()));
    }

    /** What the cost model counts of the launch: bytes between memory and the chip. That of a folded step has launches at edges, too. */
    private static double megabytes(StencilInstance instance, Method method) {
        Machine machine = Machine.of(instance);
        Method counted = method.name().equals("composed") ? Method.direct() : method;
        return new CostModel(instance, machine).of(counted).memory()
                * counted.steps()
                * machine.bytesPerSecond()
                * CostModel.MEMORY_REACHED
                * 1e-6;
    }

    private static String text(long[] sizes) {
        return LongStream.of(sizes).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
    }

    /** Some cells after a launch, of those that no edge can reach: their place in the array and their value. */
    private List<String> cells(Stencil stencil, Method method, int steps) {
        try (StencilPlan plan =
                stencil.on(session).type(ElementType.FLOAT).method(method).plan(shape)) {
            float[] values = new float[shape[0] * shape[1] * shape[2]];
            for (int i = 0; i < values.length; i++) {
                values[i] = (i * 0x9e3779b1 >>> 8) * 0x1p-24f;
            }
            plan.state().current("u").upload(Grid.of(values, shape));
            plan.launch(steps);
            session.compute().finish();
            float[] found = plan.state().current("u").download().floats();
            Random random = new Random(1);
            int edge = shape[0] / 4;
            return random.ints(CELLS, 0, edge * 2)
                    .map(i -> ((i + edge) * shape[1] + edge + random.nextInt(2 * edge)) * shape[2]
                            + edge
                            + random.nextInt(2 * edge))
                    .mapToObj(i -> i + " " + found[i])
                    .toList();
        }
    }
}
