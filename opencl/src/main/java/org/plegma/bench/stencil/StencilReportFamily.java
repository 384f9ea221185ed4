package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;

/**
 * The bench family {@code stencil-report}: what {@code notebooks/reports/stencils.ipynb} draws. What several steps at once
 * gain for three shapes in 3-D and a star in 2-D, and how the speed of a step falls with radius and density.
 */
public final class StencilReportFamily implements BenchFamily {
    private static final String FAMILY = "stencil-report";

    /** Divided by every number of steps done together, so that no run ends with single steps. */
    private static final int STEPS = 120;

    private static final int STEPS_ON_CPU = 8;

    /** More points than this make code that takes longer to compile than to run. */
    private static final int MOST_POINTS = 600;

    private static final int MOST_POINTS_ON_CPU = 45;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Stencils for the report: steps done together, radius, density; small on processors.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        List<BenchCase> cases = new ArrayList<>();
        int[] cube = cube(cpu ? 64 : 512);
        int[] together = cpu ? new int[] {2} : new int[] {2, 3, 4, 5, 6, 7, 8};
        int[] onChip = cpu ? new int[0] : new int[] {2, 3, 4, 6};
        fusing(cases, "flux-sum", Shapes.fluxSum(3, 1), cube, together, onChip, device);
        fusing(cases, "star", Shapes.star(3, 1), cube, together, onChip, device);
        fusing(cases, "box", Shapes.box(3, 1), cube, together, onChip, device);
        if (!cpu) {
            fusing(cases, "diagonal", Shapes.diagonal(3, 1), cube, together, onChip, device);
            // Folded they have up to 600 points, which take minutes to compile on a processor.
            fusing(cases, "star", Shapes.star(3, 2), cube, together, onChip, device);
            fusing(cases, "star", Shapes.star(3, 4), cube, together, new int[] {2}, device);
        }
        int[] square = cpu ? new int[] {512, 512} : new int[] {8192, 8192};
        int[] flat = cpu ? new int[] {2, 4} : new int[] {2, 3, 4, 5, 6, 7, 8, 12};
        fusing(cases, "star", Shapes.star(2, 1), square, flat, flat, device);
        if (!cpu) {
            fusing(cases, "box", Shapes.box(2, 1), square, flat, flat, device);
            cases.addAll(GhostZones.cases(FAMILY, square, STEPS, new int[] {2, 4, 5, 6}, device));
            cases.addAll(GhostZones.cases(FAMILY, cube, STEPS, new int[] {2, 3, 4}, device));
        }
        // The kernels of the literature are for GPUs: a processor has no local memory to keep planes in.
        List<String> single = cpu ? List.of("direct") : StencilFamily.oneStep();
        for (int radius : cpu ? new int[] {1, 2} : new int[] {1, 2, 3, 4, 6, 8}) {
            add(cases, "star", Map.of(), Shapes.star(3, radius), cube, 1, single, device);
            if (!cpu) {
                cases.addAll(PaddedStars.cases(FAMILY, radius, cube, device));
            }
        }
        for (int percent : cpu ? new int[] {5, 10} : new int[] {5, 10, 25, 50, 75, 100}) {
            Stencil stencil = Shapes.random(3, 2, percent / 100.0, 1);
            add(cases, "random", Map.of("density", percent), stencil, cube, 1, single, device);
        }
        return cases;
    }

    private static int[] cube(int side) {
        return new int[] {side, side, side};
    }

    private static void fusing(
            List<BenchCase> cases,
            String name,
            Stencil stencil,
            int[] shape,
            int[] composed,
            int[] blocked,
            Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        Stream<String> folded = IntStream.of(composed)
                .takeWhile(
                        k -> stencil.fused(k).spec().footprint().points() <= (cpu ? MOST_POINTS_ON_CPU : MOST_POINTS))
                .mapToObj(k -> "composed(" + k + ")");
        Stream<String> onChip = IntStream.of(blocked).mapToObj(k -> "blocked(" + k + ")");
        List<String> methods = Stream.of(Stream.of("direct"), folded, onChip)
                .flatMap(each -> each)
                .toList();
        int steps = cpu ? STEPS_ON_CPU : STEPS;
        add(cases, name, Map.of(), stencil, shape, steps, methods, device);
    }

    private static void add(
            List<BenchCase> cases,
            String name,
            Map<String, Object> parameters,
            Stencil stencil,
            int[] shape,
            int steps,
            List<String> methods,
            Device device) {
        StencilFamily.add(cases, FAMILY, name, parameters, stencil, ElementType.FLOAT, shape, steps, device, methods);
    }
}
