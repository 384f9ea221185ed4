package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.ChangeMeter;
import org.plegma.stencil.plan.StencilPlan;

/**
 * The kernels of the literature at their best, as bench cases: a step of {@link Shapes#star} in 3-D, float, on arrays with room for
 * what lies beyond the grid, in work-groups of several sizes. The parameters {@code group_x} and {@code group_y} name the size; a reader takes the fastest.
 */
final class PaddedStars {
    /** Across the last axis and the one before. */
    private static final int[][] GROUPS = {{16, 16}, {32, 16}, {32, 32}};

    /** Cells before and after a row, as in the kernels. */
    private static final int ROOM = 32;

    private static final int PLANES = 64;

    private PaddedStars() {}

    /** One for each scheme and size of group that the device and the grid can have; both axes must be multiples of a group. */
    static List<BenchCase> cases(String family, int radius, int[] shape, Device device) {
        List<BenchCase> cases = new ArrayList<>();
        for (String scheme : List.of("micikevicius", "partial-sums")) {
            for (int[] group : GROUPS) {
                long localBytes = 4L * (group[0] + 2 * radius) * (group[1] + 2 * radius);
                boolean divides = shape[2] % group[0] == 0 && shape[1] % group[1] == 0;
                boolean fits = group[0] * group[1] <= device.maxWorkGroupSize()
                        && localBytes <= device.localMemoryBytes()
                        && radius <= Math.min(group[1], ROOM);
                if (divides && fits) {
                    cases.add(of(family, scheme, radius, shape, group));
                }
            }
        }
        return cases;
    }

    private static BenchCase of(String family, String scheme, int radius, int[] shape, int[] group) {
        Stencil star = Shapes.star(3, radius);
        StencilSpec spec = star.spec();
        double cells = (double) shape[0] * shape[1] * shape[2];
        return BenchCase.of(family, "star", scheme + ", padded")
                .type(ElementType.FLOAT)
                .shape(shape)
                .parameter("radius", radius)
                .parameter("steps", 1)
                .parameter("group_x", group[0])
                .parameter("group_y", group[1])
                .flops(cells * spec.cost().flops())
                .bytes(cells * spec.cost().bytes(Float.BYTES))
                .cells(cells)
                .tolerance(0x1p-24 * (spec.cost().points() + 3))
                .prepare(buffers -> new Run(buffers, star, scheme.replace('-', '_'), radius, shape, group));
    }

    /** Of the cell itself, and of those 1, 2, … away. */
    static String weights(StencilSpec spec, int radius) {
        LinearForm form = LinearForm.of(spec.update("u").value(), spec.updatedFields());
        return IntStream.rangeClosed(0, radius)
                .mapToObj(r -> form.coefficient(new Expr.Access("u", 0, Offset.along(spec.rank() - 1, r, spec.rank()))))
                .map(weight -> weight.constant().orElseThrow().floatValue() + "f")
                .collect(Collectors.joining(", "));
    }

    /** A step from one padded array to another. */
    private static final class Run implements Trial {
        private final Session session;
        private final Stencil star;
        private final int[] shape;
        private final DeviceArray start;
        private final DeviceArray in;
        private final DeviceArray out;
        private final Kernel step;
        private final Kernel unpad;
        private final BoxCheck boxes;

        Run(Buffers buffers, Stencil star, String scheme, int radius, int[] shape, int[] group) {
            this.session = buffers.session();
            this.star = star;
            this.shape = shape;
            Program program = buffers.compile(
                    "#define WEIGHTS {" + weights(star.spec(), radius) + "}\n"
                            + KernelSource.resource(PaddedStars.class, "padded-stars.cl"),
                    "-DRADIUS=" + radius,
                    "-DGROUP_X=" + group[0],
                    "-DGROUP_Y=" + group[1],
                    "-DPLANES=" + PLANES);
            start = buffers.input(ElementType.FLOAT, shape);
            int[] padded = {shape[0] + 2 * radius, shape[1] + 2 * radius, shape[2] + 2 * ROOM};
            in = buffers.scratch(ElementType.FLOAT, padded);
            out = buffers.scratch(ElementType.FLOAT, padded);
            in.fill(0);
            all(program.kernel("pad")).call(start, in, shape[0], shape[1], shape[2]);
            unpad = all(program.kernel("unpad"));
            step = program.kernel(scheme)
                    .global(shape[2], shape[1], (shape[0] + PLANES - 1L) / PLANES)
                    .local(group[0], group[1], 1);
            boxes = new BoxCheck(star.spec(), shape, 1);
        }

        private Kernel all(Kernel kernel) {
            return kernel.global(shape[2], shape[1], shape[0]);
        }

        @Override
        public List<Event> run() {
            return List.of(step.launch(session.compute(), in, out, shape[0], shape[1], shape[2]));
        }

        /** Of some cells the distance from the definition, and of all from {@code direct}. */
        @Override
        public double error() {
            try (DeviceArray found = session.allocate(ElementType.FLOAT, shape);
                    StencilPlan direct =
                            star.on(session).method(Method.direct()).planRun(1, shape);
                    ChangeMeter meter = new ChangeMeter(session, ElementType.FLOAT)) {
                unpad.call(out, found, shape[0], shape[1], shape[2]);
                start.copyTo(direct.state().current("u"));
                direct.launch(1);
                double off = meter.largest(found, direct.state().current("u"));
                return Math.max(off, boxes.error(start, found));
            }
        }
    }
}
