package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.campaign.Scaling;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.MethodCatalogue;
import org.plegma.stencil.method.StepMethod;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bench family {@code stencil}: one step, and {@value #STEPS}, of the usual stencils in 2-D and 3-D by each method that
 * can do them, on grids beyond every cache; and {@value #STEPS_OF_A_LONG_RUN} with each kind of boundary.
 */
public final class StencilFamily implements BenchFamily {
    private static final Logger LOG = LoggerFactory.getLogger(StencilFamily.class);
    private static final String FAMILY = "stencil";
    private static final int STEPS = 100;
    private static final int STEPS_OF_A_LONG_RUN = 1000;
    private static final List<Boundary> BOUNDARIES_OF_LONG_RUNS =
            List.of(Boundary.ZERO, Boundary.PERIODIC, Boundary.REFLECT, Boundary.MIRROR, Boundary.NEAREST);
    private static final String FIVE_POINT = "u[x,y] = 0.5*u + 0.125*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1])";
    private static final String NINE_POINT =
            """
            coef w = [1/4, 1/8, 1/16]
            u[x,y] = sum(i=-1..1, j=-1..1, w[abs(i) + abs(j)]*u[x+i,y+j])
            """;
    private static final String SEVEN_POINT =
            "u[x,y,z] = 0.4*u + 0.1*(u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1])";

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Stencils in 2-D and 3-D, one step and many, by each method, or slabs on several devices; the limit is a copy of"
                + " the grid a step.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        List<ElementType> types =
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT);
        for (ElementType type : types) {
            single(cases, "5-point", FIVE_POINT, type, 16384, device);
            single(cases, "9-point", NINE_POINT, type, 16384, device);
            single(cases, "7-point", SEVEN_POINT, type, type == ElementType.FLOAT ? 1024 : 512, device);
            for (int radius : new int[] {2, 4, 8}) {
                single(cases, "star", star(radius), type, 512, device);
            }
        }
        for (ElementType type : types) {
            many(cases, "5-point", Stencil.parse(FIVE_POINT), type, 16384, device);
            many(cases, "7-point", Stencil.parse(SEVEN_POINT), type, type == ElementType.FLOAT ? 768 : 512, device);
        }
        many(cases, "flux-sum", Shapes.fluxSum(3, 1), ElementType.FLOAT, 512, device);
        many(cases, "diagonal", Shapes.diagonal(3, 1), ElementType.FLOAT, 512, device);
        many(cases, "star", Shapes.star(3, 1), ElementType.FLOAT, 512, device);
        many(cases, "box", Shapes.box(3, 1), ElementType.FLOAT, 512, device);
        for (ElementType type : types) {
            for (Boundary boundary : BOUNDARIES_OF_LONG_RUNS) {
                longRun(cases, "5-point", FIVE_POINT, type, 16384, boundary, device);
                longRun(cases, "7-point", SEVEN_POINT, type, 512, boundary, device);
            }
        }
        return cases;
    }

    /** On several devices together: slabs, against one of the devices. */
    @Override
    public List<BenchCase> cases(List<Device> devices) {
        return devices.size() == 1 ? cases(devices.get(0)) : SlabCases.of(FAMILY, devices);
    }

    @Override
    public List<String> remarks(List<Measurement> measurements) {
        return Scaling.remarks(measurements);
    }

    private static void longRun(
            List<BenchCase> cases,
            String name,
            String formula,
            ElementType type,
            int side,
            Boundary boundary,
            Device device) {
        Stencil stencil = Stencil.parse(formula).withBoundary(boundary);
        int rank = stencil.spec().rank();
        int[] shape = shape(device, rank, type, side);
        if (device.kind() == Kind.CPU) {
            Arrays.setAll(shape, axis -> shape[axis] / 4);
        }
        Map<String, Object> parameters = Map.of("boundary", boundary.toString());
        List<String> methods = together(way -> way.stepsInLongBenches(rank, STEPS_OF_A_LONG_RUN))
                .toList();
        add(cases, FAMILY, name, parameters, stencil, type, shape, STEPS_OF_A_LONG_RUN, device, methods);
    }

    private static void single(
            List<BenchCase> cases, String name, String formula, ElementType type, int side, Device device) {
        Stencil stencil = Stencil.parse(formula);
        add(
                cases,
                FAMILY,
                name,
                Map.of(),
                stencil,
                type,
                shape(device, stencil.spec().rank(), type, side),
                1,
                device,
                oneStep());
    }

    private static void many(
            List<BenchCase> cases, String name, Stencil stencil, ElementType type, int side, Device device) {
        int rank = stencil.spec().rank();
        int[] shape = shape(device, rank, type, side);
        add(
                cases,
                FAMILY,
                name,
                Map.of(),
                stencil,
                type,
                shape,
                STEPS,
                device,
                Stream.concat(Stream.of("direct"), together(way -> way.stepsInBenches(rank)))
                        .toList());
    }

    /** A case for each of these methods that can do the stencil; radius and steps come to its parameters. */
    public static void add(
            List<BenchCase> cases,
            String family,
            String name,
            Map<String, Object> parameters,
            Stencil stencil,
            ElementType type,
            int[] shape,
            int steps,
            Device device,
            List<String> methods) {
        StencilInstance instance =
                new StencilInstance(stencil.spec(), stencil.boundary(), type, shape, device, Variant.of(device));
        for (String text : methods) {
            Method method = Method.parse(text);
            try {
                if (!method.isAuto()) {
                    method.code(instance);
                }
                cases.add(new StencilCase(stencil, type, shape, steps, method).named(family, name, parameters));
            } catch (IllegalArgumentException e) {
                LOG.debug("no case {} of {}: {}", text, name, e.getMessage());
            }
        }
    }

    /** Those of the catalogue that do one step at a time. */
    static List<String> oneStep() {
        return MethodCatalogue.ALL.stream()
                .filter(way -> !way.fuses())
                .map(StepMethod::name)
                .toList();
    }

    /** Those that do several together, each with the numbers of steps that it says, and auto. */
    private static Stream<String> together(Function<StepMethod, int[]> steps) {
        return Stream.concat(
                MethodCatalogue.ALL.stream().filter(StepMethod::fuses).flatMap(way -> Arrays.stream(steps.apply(way))
                        .mapToObj(k -> new Method(way.name(), k).toString())),
                Stream.of(Method.auto().toString()));
    }

    /** A star in 3-D with another coefficient for each distance. */
    private static String star(int radius) {
        String distances = IntStream.rangeClosed(1, radius)
                .mapToObj(i -> "1/" + 8 * radius * (i + 1))
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        return """
                coef c = [1/4, %s]
                u[x,y,z] = c[0]*u + sum(i=1..%s, c[i]*(u[x-i,y,z] + u[x+i,y,z] + u[x,y-i,z] + u[x,y+i,z]
                    + u[x,y,z-i] + u[x,y,z+i]))
                """
                .formatted(distances, radius);
    }

    /** The side that is asked for, on CPUs and small devices a shorter one. */
    private static int[] shape(Device device, int rank, ElementType type, int side) {
        int[] shape = shape(device, rank, type);
        if (device.kind() != Kind.CPU) {
            Arrays.fill(shape, Math.min(side, shape[0]));
        }
        return shape;
    }

    /**
     * A square or cube whose side is a power of two, far larger than the caches and a small part of the memory; on a CPU
     * with too little memory for that, half as long again as the power of two below.
     */
    static int[] shape(Device device, int rank, ElementType type) {
        boolean cpu = device.kind() == Kind.CPU;
        long wanted = cpu ? Math.max(64L << 20, 2 * device.cacheBytes()) : 4L << 30;
        long most = Math.min(device.globalMemoryBytes() / 8, device.maxAllocationBytes());
        long cells = Math.min(wanted, most) / type.bytes();
        int side = Integer.highestOneBit((int) Math.pow(cells * (1 + 1e-9), 1.0 / rank));
        if (cpu && Math.pow(side, rank) < 0.9 * cells) {
            side = Math.pow(2.0 * side, rank) * type.bytes() <= most ? 2 * side : 3 * side / 2;
        }
        int[] shape = new int[rank];
        Arrays.fill(shape, side);
        return shape;
    }
}
