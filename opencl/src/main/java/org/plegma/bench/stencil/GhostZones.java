package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.ChangeMeter;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Several steps a launch as the literature has them, as bench cases: a work-group takes a tile with a zone around it as wide as the steps
 * reach, and computes the zone as well (ghost zones: Meng and Skadron, 2009; overlapped tiles: Holewinski, Pouchet and Sadayappan, 2012).
 * The star of radius 1, float. The parameters {@code group_x}, {@code group_y} and {@code items} name the tile; a reader takes the fastest.
 */
final class GhostZones {
    private static final String NAME = "ghost-zones";

    /** Across the last axis and the one before, and cells of a work-item: along the first axis. */
    private static final int[][] FLAT = {{16, 16, 1}, {32, 16, 1}, {32, 32, 1}, {16, 16, 4}, {32, 16, 4}, {32, 8, 8}};

    private static final int[][] SOLID = {{16, 16, 16}, {32, 8, 16}, {32, 16, 16}};

    private GhostZones() {}

    /** One for each tile that the device can have. */
    static List<BenchCase> cases(String family, int[] shape, int steps, int[] together, Device device) {
        List<BenchCase> cases = new ArrayList<>();
        for (int k : together) {
            for (int[] tile : shape.length == 2 ? FLAT : SOLID) {
                boolean inner = shape.length == 2
                        ? tile[0] > 2 * k && tile[1] * tile[2] > 2 * k
                        : Arrays.stream(tile).allMatch(side -> side > 2 * k);
                long localBytes = 4L * tile[0] * tile[1] * tile[2];
                if (inner
                        && tile[0] * tile[1] <= device.maxWorkGroupSize()
                        && localBytes <= device.localMemoryBytes()) {
                    cases.add(of(family, shape, steps, k, tile));
                }
            }
        }
        return cases;
    }

    static BenchCase of(String family, int[] shape, int steps, int k, int[] tile) {
        Stencil star = Shapes.star(shape.length, 1);
        StencilSpec spec = star.spec();
        double cells = Arrays.stream(shape).asDoubleStream().reduce(steps, (a, b) -> a * b);
        return BenchCase.of(family, "star", NAME + "(" + k + ")")
                .type(ElementType.FLOAT)
                .shape(shape)
                .parameter("radius", 1)
                .parameter("steps", steps)
                .parameter("group_x", tile[0])
                .parameter("group_y", tile[1])
                .parameter("items", tile[2])
                .flops(cells * spec.cost().flops())
                .bytes(cells * spec.cost().bytes(Float.BYTES))
                .cells(cells)
                .tolerance(0x1p-24 * steps * (spec.cost().points() + 3))
                .prepare(buffers -> new Run(buffers, star, shape, steps, k, tile));
    }

    /** All steps, from the start to one array and back and forth between that and another. */
    private static final class Run implements Trial {
        private final Session session;
        private final Stencil star;
        private final int[] shape;
        private final int steps;
        private final int launches;
        private final DeviceArray start;
        private final DeviceArray[] ends;
        private final Kernel kernel;
        private final BoxCheck boxes;
        private final int together;

        Run(Buffers buffers, Stencil star, int[] shape, int steps, int k, int[] tile) {
            this.session = buffers.session();
            this.star = star;
            this.shape = shape;
            this.steps = steps;
            this.together = k;
            launches = steps / k;
            boolean flat = shape.length == 2;
            Program program = buffers.compile(
                    "#define WEIGHTS {" + PaddedStars.weights(star.spec(), 1) + "}\n"
                            + KernelSource.resource(GhostZones.class, "ghost-zones.cl"),
                    "-DGROUP_X=" + tile[0],
                    "-DGROUP_Y=" + tile[1],
                    "-DCELLS=" + tile[2],
                    "-DSTEPS=" + k);
            start = buffers.input(ElementType.FLOAT, shape);
            ends = new DeviceArray[] {
                buffers.scratch(ElementType.FLOAT, shape), buffers.scratch(ElementType.FLOAT, shape)
            };
            int last = shape.length - 1;
            long across = tiles(shape[last], tile[0] - 2 * k) * tile[0];
            kernel = flat
                    ? program.kernel("flat")
                            .global(across, tiles(shape[0], tile[1] * tile[2] - 2 * k) * tile[1])
                            .local(tile[0], tile[1])
                    : program.kernel("solid")
                            .global(
                                    across,
                                    tiles(shape[1], tile[1] - 2 * k) * tile[1],
                                    tiles(shape[0], tile[2] - 2 * k))
                            .local(tile[0], tile[1], 1);
            boxes = new BoxCheck(star.spec(), shape, k);
        }

        private static long tiles(int cells, int inner) {
            return (cells - 1L + inner) / inner;
        }

        private Event launch(DeviceArray from, DeviceArray to) {
            return shape.length == 2
                    ? kernel.launch(session.compute(), from, to, shape[0], shape[1])
                    : kernel.launch(session.compute(), from, to, shape[0], shape[1], shape[2]);
        }

        @Override
        public List<Event> run() {
            List<Event> events = new ArrayList<>(List.of(launch(start, ends[0])));
            for (int i = 1; i < launches; i++) {
                events.add(launch(ends[(i + 1) % 2], ends[i % 2]));
            }
            return events;
        }

        /** Of some cells after a launch the distance from the definition, and of all at the end from {@code direct}. */
        @Override
        public double error() {
            try (StencilPlan direct = star.on(session).method(Method.direct()).planRun(steps, shape);
                    ChangeMeter meter = new ChangeMeter(session, ElementType.FLOAT)) {
                start.copyTo(direct.state().current("u"));
                direct.launch(launches * together);
                double off =
                        meter.largest(ends[(launches - 1) % 2], direct.state().current("u"));
                launch(start, ends[0]);
                return Math.max(off, boxes.error(start, ends[0]));
            }
        }
    }
}
