package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;

/**
 * The bench family {@code stencil-frequency}: from which radius, density and number of steps on {@code fft(k)} is faster than
 * steps on the grid. Stars and boxes by radius, and a box of radius 4 whose corners are cut, in 2-D and 3-D.
 *
 * <p>A case of {@code fft(k)} is a run of k steps, which reach {@code reach} cells; of other methods it is a run of
 * {@value #STEPS} steps, with {@code reach} 0. Setting up is no part of it and has cases of its own.
 */
public final class StencilFrequencyFamily implements BenchFamily {
    private static final String FAMILY = "stencil-frequency";

    /** Divided by every number of steps done together. */
    private static final int STEPS = 24;

    /** More points than this make code that takes longer to compile than to run. */
    private static final int MOST_POINTS = 400;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Stencils by radius and density: steps by fft(k) beside steps on the grid; small on processors.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        List<BenchCase> cases = new ArrayList<>();
        for (Boundary boundary : List.of(Boundary.PERIODIC, Boundary.ZERO)) {
            for (int rank : new int[] {2, 3}) {
                for (int radius : cpu ? new int[] {1, 2} : new int[] {1, 2, 4, 8, 16}) {
                    add(cases, "star", 0, Shapes.star(rank, radius).withBoundary(boundary), device);
                }
                for (int radius : cpu ? new int[] {1} : rank == 2 ? new int[] {1, 2, 4, 8} : new int[] {1, 2, 4}) {
                    add(cases, "box", 100, Shapes.box(rank, radius).withBoundary(boundary), device);
                }
                int radius = cpu ? 2 : 4;
                IntStream cuts = rank == 2 ? IntStream.of(radius, radius + 1) : IntStream.of(radius, 3 * radius / 2);
                int cells = (int) Math.pow(2 * radius + 1, rank);
                cuts.mapToObj(distance -> Shapes.cut(rank, radius, distance).withBoundary(boundary))
                        .forEach(cut -> add(
                                cases,
                                "cut",
                                Math.round(100f * cut.spec().cost().points() / cells),
                                cut,
                                device));
            }
        }
        return cases;
    }

    private static void add(List<BenchCase> cases, String name, int density, Stencil stencil, Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        int rank = stencil.spec().rank();
        int radius = stencil.spec().footprint().radius();
        int side = rank == 2 ? (cpu ? 512 : 4096) : (cpu ? 64 : 256);
        int[] shape = IntStream.generate(() -> side).limit(rank).toArray();
        Stream<String> folded = IntStream.of(2, 3, 4)
                .takeWhile(k -> points(rank, radius * k, name) <= (cpu ? 45 : MOST_POINTS))
                .mapToObj(k -> "composed(" + k + ")");
        Stream<String> onChip = IntStream.of(2, 4, 8)
                .filter(k -> !cpu || k == 2)
                .filter(k -> k * radius <= 8 && (rank == 2 || k < 8))
                .mapToObj(k -> "blocked(" + k + ")");
        List<String> onTheGrid = Stream.of(Stream.of("direct"), folded, onChip)
                .flatMap(each -> each)
                .toList();
        ElementType type = ElementType.FLOAT;
        StencilFamily.add(
                cases, FAMILY, name, parameters(stencil, density, 0), stencil, type, shape, STEPS, device, onTheGrid);
        CostModel model = new CostModel(
                new StencilInstance(stencil.spec(), stencil.boundary(), type, shape, device, Variant.of(device)),
                Machine.of(device));
        for (int reach : cpu ? new int[] {16} : new int[] {16, 32, 48, 64}) {
            int steps = reach / radius;
            Method method = Method.parse("fft(" + steps + ")");
            if (isOfUse(model, method)) {
                Map<String, Object> parameters = parameters(stencil, density, reach);
                StencilFamily.add(
                        cases,
                        FAMILY,
                        name,
                        parameters,
                        stencil,
                        type,
                        shape,
                        steps,
                        device,
                        List.of(method.toString()));
                if (reach == 32 && radius == 4) {
                    cases.add(SetUpCase.of(FAMILY, name, parameters, stencil, type, shape, steps, method));
                }
            }
        }
    }

    private static Map<String, Object> parameters(Stencil stencil, int density, int reach) {
        return Map.of("density", density, "boundary", stencil.boundary().get(0).toString(), "reach", reach);
    }

    /** Cells of a box or a star so far; of those between, and of folded stars, a box is the bound. */
    private static double points(int rank, int reach, String name) {
        double box = Math.pow(2.0 * reach + 1, rank);
        // A folded star is at most a diamond.
        return name.equals("star") ? box / (rank == 2 ? 2 : 6) : box;
    }

    /** Whether some cells are farther from the edges than the steps reach. */
    private static boolean isOfUse(CostModel model, Method method) {
        try {
            model.of(method);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
