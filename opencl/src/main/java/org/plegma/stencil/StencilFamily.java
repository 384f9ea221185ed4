package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Trial;
import org.plegma.stencil.StepCode.Launch;

/** The bench family {@code stencil}: one step of the usual stencils in 2-D and 3-D, from grids beyond every cache. */
public final class StencilFamily implements BenchFamily {
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
        return "stencil";
    }

    @Override
    public String description() {
        return "One step of stencils in 2-D and 3-D; the limit is a copy of the grid.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        List<ElementType> types =
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT);
        for (ElementType type : types) {
            cases.add(singleStep("2d-5-point", FIVE_POINT, type, device));
            cases.add(singleStep("2d-9-point", NINE_POINT, type, device));
            cases.add(singleStep("3d-7-point", SEVEN_POINT, type, device));
            for (int radius : new int[] {2, 4, 8}) {
                cases.add(singleStep("3d-star-radius-" + radius, star(radius), type, device));
            }
        }
        return cases;
    }

    /** A star in 3-D with another coefficient for each distance. */
    private static String star(int radius) {
        String distances = IntStream.rangeClosed(1, radius)
                .mapToObj(i -> "1/" + 8 * radius * (i + 1))
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        return """
                coef c = [1/4, %s]
                u[x,y,z] = c[0]*u + sum(i=1..%d, c[i]*(u[x-i,y,z] + u[x+i,y,z] + u[x,y-i,z] + u[x,y+i,z]
                    + u[x,y,z-i] + u[x,y,z+i]))
                """
                .formatted(distances, radius);
    }

    /** A square or cube whose side is a power of two, far larger than the caches and a small part of the memory. */
    static int[] shape(Device device, int rank, ElementType type) {
        boolean cpu = device.kind() == Kind.CPU;
        long wanted = cpu ? Math.max(64L << 20, 2 * device.cacheBytes()) : 4L << 30;
        long most = Math.min(device.globalMemoryBytes() / 8, device.maxAllocationBytes());
        long cells = Math.min(wanted, most) / type.bytes();
        int side = Integer.highestOneBit((int) Math.pow(cells * (1 + 1e-9), 1.0 / rank));
        int[] shape = new int[rank];
        Arrays.fill(shape, side);
        return shape;
    }

    private static BenchCase singleStep(String name, String formula, ElementType type, Device device) {
        Stencil stencil = Stencil.parse(formula);
        StencilSpec spec = stencil.spec();
        int[] shape = shape(device, spec.rank(), type);
        double cells = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
        StepCode code =
                Method.direct().code(new Setting(spec, stencil.boundary(), type, shape, device, Variant.of(device)));
        Launch launch = code.launches().get(0);
        BoxCheck check = new BoxCheck(spec, shape);
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        return BenchCase.of("stencil", name, "direct")
                .type(type)
                .shape(shape)
                .flops(cells * spec.cost().flops())
                .bytes(cells * spec.cost().bytes(type.bytes()))
                .cells(cells)
                // All terms are positive, so that the error of the sum is relative to it.
                .tolerance(unit * (spec.cost().points() + 3))
                .prepare(buffers -> {
                    DeviceArray in = buffers.input(type, shape);
                    DeviceArray out = buffers.output(type, shape);
                    Kernel kernel = buffers.compile(code.source())
                            .kernel(launch.kernel())
                            .global(launch.global())
                            .local(launch.local());
                    List<Object> arguments = new ArrayList<>(List.of(out, in));
                    Arrays.stream(shape).forEach(arguments::add);
                    arguments.addAll(launch.extra());
                    return Trial.launch(() -> kernel.call(arguments.toArray()), () -> check.error(in, out));
                });
    }
}
