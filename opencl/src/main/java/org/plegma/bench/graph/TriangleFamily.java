package org.plegma.bench.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Event;
import org.plegma.graph.Graph;
import org.plegma.graph.generate.Graphs;
import org.plegma.graph.triangles.MergedRows;
import org.plegma.graph.triangles.Triangles;
import org.plegma.graph.triangles.method.TriangleMethod;
import org.plegma.graph.triangles.method.TrianglePlan;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/**
 * The bench family {@code triangles}: kernels alone, with the graph on the device; by each method, and by one Java thread. The count
 * is compared with a closed form, or with plain Java where there is none. The limit is reading each edge and each row's begin once.
 */
public final class TriangleFamily implements BenchFamily {
    private static final int ROADS_SEED = 1;
    private static final int RMAT_SEED = 1;
    private static final int EDGES_PER_VERTEX = 16;

    @Override
    public String name() {
        return "triangles";
    }

    @Override
    public String description() {
        return "Triangles of a lattice, a square, a grid of roads and a graph with hubs.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean processor = device.kind() == Kind.CPU;
        int cube = processor ? 33 : 77;
        int side = processor ? 512 : 2048;
        int scale = processor ? 14 : 20;
        double c = cube - 1;
        List<Input> inputs = List.of(
                new Input(
                        "lattice",
                        new int[] {cube, cube, cube},
                        () -> Graphs.lattice(cube),
                        Optional.of(() -> Graphs.latticeTriangles(cube)),
                        3 * cube * c * (cube + c) + c * c * c),
                new Input(
                        "square",
                        new int[] {side, side},
                        () -> Graphs.square(side),
                        Optional.of(() -> Graphs.squareTriangles(side)),
                        3.0 * side * side - 4 * side + 1),
                new Input(
                        "roads",
                        new int[] {side, side},
                        () -> Graphs.roads(side, ROADS_SEED),
                        Optional.empty(),
                        Double.NaN),
                new Input(
                        "rmat",
                        new int[] {1 << scale, EDGES_PER_VERTEX},
                        () -> Graphs.rmat(scale, EDGES_PER_VERTEX, RMAT_SEED).graph(),
                        Optional.empty(),
                        Double.NaN));
        List<BenchCase> cases = new ArrayList<>();
        for (Input input : inputs) {
            boolean slow = input.name.equals("rmat")
                    && !processor; // 20 s a run by one thread, and by one group for the largest hub
            if (!slow) {
                cases.add(javaCase(input));
            }
            Triangles.METHODS.stream()
                    .filter(method -> processor || !method.name().equals("chunks"))
                    .filter(method -> !slow || !method.isSlowWithHubs())
                    .forEach(method -> cases.add(deviceCase(input, method)));
        }
        return cases;
    }

    /** A graph that is made when it is first needed, its triangles, and its edges if they have a closed form. */
    private static final class Input {
        private final String name;
        private final int[] shape;
        private final Supplier<Graph> maker;
        private final Optional<LongSupplier> closedForm;
        private final double edges;
        private @Nullable Graph graph;
        private long triangles = -1;

        Input(String name, int[] shape, Supplier<Graph> maker, Optional<LongSupplier> closedForm, double edges) {
            this.name = name;
            this.shape = shape;
            this.maker = maker;
            this.closedForm = closedForm;
            this.edges = edges;
        }

        synchronized Graph graph() {
            if (graph == null) {
                graph = maker.get();
            }
            return graph;
        }

        synchronized long triangles() {
            if (triangles < 0) {
                triangles = closedForm.map(LongSupplier::getAsLong).orElseGet(() -> new MergedRows(graph()).count());
            }
            return triangles;
        }

        private BenchCase.Builder of(String method) {
            double vertices = 1;
            for (int extent : shape) {
                vertices *= extent;
            }
            return BenchCase.of("triangles", name, method)
                    .type(ElementType.INT)
                    .shape(shape)
                    .cells(edges)
                    .bytes((vertices + 1 + edges) * Integer.BYTES);
        }
    }

    private static BenchCase deviceCase(Input input, TriangleMethod method) {
        return input.of(method.name()).prepare(buffers -> new Run(buffers, input, method));
    }

    private static BenchCase javaCase(Input input) {
        return input.of("java").prepare(buffers -> {
            MergedRows rows = new MergedRows(input.graph());
            long[] found = new long[1];
            return Trial.host(() -> found[0] = rows.count(), () -> Math.abs(found[0] - input.triangles()));
        });
    }

    private static final class Run implements Trial {
        private final TrianglePlan plan;
        private final Input input;

        Run(Buffers buffers, Input input, TriangleMethod method) {
            this.input = input;
            plan = method.plan(buffers.session(), input.graph());
            buffers.uses(plan.bytes());
            buffers.output(plan.result());
        }

        @Override
        public List<Event> run() {
            return plan.launch();
        }

        @Override
        public double error() {
            return Math.abs(plan.total() - input.triangles());
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
