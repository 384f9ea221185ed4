package org.plegma.measure;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Ceilings.Limit;

/** Arithmetic rates ({@code fma.cl}), and rates over operational intensity ({@code intensity.cl}). */
final class ArithmeticCases {

    private static final String FMA = KernelSource.resource(ArithmeticCases.class, "fma.cl");
    private static final String INTENSITY = KernelSource.resource(ArithmeticCases.class, "intensity.cl");
    private static final int UNROLL = 16;
    private static final int SEEDS = 16;

    private ArithmeticCases() {}

    /** Vector width, independent chains, rounds and sizes of a launch. */
    private record Variant(ElementType type, int width, int chains, int rounds, int items, int group) {
        String real() {
            return type.openclName() + (width == 1 ? "" : width);
        }

        String method() {
            return real() + ", " + chains + " chains";
        }

        long steps() {
            return (long) rounds * UNROLL;
        }
    }

    static List<BenchCase> rates(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        variants(device, ElementType.FLOAT).forEach(v -> cases.add(rate(Limit.FMA_FLOAT, v, "fma(x,a,b)")));
        if (device.supportsDouble()) {
            variants(device, ElementType.DOUBLE).forEach(v -> cases.add(rate(Limit.FMA_DOUBLE, v, "fma(x,a,b)")));
        }
        variants(device, ElementType.INT).forEach(v -> cases.add(rate(Limit.MAD_INT, v, "((x)*(a)+(b))")));
        return cases;
    }

    /** CPUs: vectors of a register's size and twice that. GPUs: scalars, since each work-item is a lane. */
    private static List<Variant> variants(Device device, ElementType type) {
        if (!CeilingCases.isCpu(device)) {
            int items = device.computeUnits() * 8192;
            return List.of(new Variant(type, 1, 8, 512, items, 256), new Variant(type, 1, 16, 256, items, 256));
        }
        int items = device.computeUnits() * 8;
        int wide = 64 / type.bytes();
        return List.of(
                new Variant(type, wide, 12, 10_000, items, 1), new Variant(type, wide / 2, 12, 20_000, items, 1));
    }

    private static BenchCase rate(Limit limit, Variant v, String mad) {
        double flops = 2.0 * v.items() * v.width() * v.chains() * v.steps();
        return CeilingCases.of(limit, v.method())
                .type(v.type())
                .shape(v.items())
                .flops(flops)
                .inCache()
                .prepare(buffers -> {
                    DeviceArray out = buffers.output(v.type(), v.items(), v.width());
                    Kernel kernel = buffers.compile(
                                    FMA,
                                    "-DSCALAR=" + v.type().openclName(),
                                    "-DREAL=" + v.real(),
                                    "-DCHAINS=" + v.chains(),
                                    "-DMAD(x,a,b)=" + mad)
                            .kernel("fma_chains")
                            .global(v.items())
                            .local(v.group());
                    Object one = v.type() == ElementType.DOUBLE ? (Object) 1.0 : v.type() == ElementType.INT ? 1 : 1f;
                    Grid expected = Grid.generate(v.type(), i -> expected(v, i[0]), v.items(), v.width());
                    return Trial.launch(
                            () -> kernel.call(out, one, one, v.rounds()),
                            () -> Errors.largest(out.download(), expected));
                });
    }

    /** Chain k of an item starts at its seed plus k, and each step adds one. Exact: the sums stay below 2^24. */
    private static double expected(Variant v, int item) {
        double sum = 0;
        for (int k = 0; k < v.chains(); k++) {
            sum += item % SEEDS + k + v.steps();
        }
        return sum;
    }

    /** From one multiply-add an element (a quarter FLOP a byte) to 512. */
    static List<BenchCase> sweep(Device device) {
        boolean cpu = CeilingCases.isCpu(device);
        int n = cpu ? MemoryCases.floats(device) / 2 : MemoryCases.floats(device) / 4;
        int width = cpu ? 16 : 4;
        int elements = cpu ? 8 : 4;
        int group = cpu ? 1 : 256;
        List<BenchCase> cases = new ArrayList<>();
        for (int fmas = 1; fmas <= 512; fmas *= 2) {
            cases.add(intensity(device, n, fmas, width, elements, group));
        }
        return cases;
    }

    private static BenchCase intensity(Device device, int n, int fmas, int width, int elements, int group) {
        return BenchCase.of(CeilingCases.FAMILY, CeilingCases.SWEEP + " " + fmas + " FMA", "float" + width)
                .type(ElementType.FLOAT)
                .shape(n)
                .flops(2.0 * fmas * n)
                .bytes(2.0 * n * Float.BYTES)
                .cells(n)
                // Each step rounds a number of at most fmas + 1 to 24 bits.
                .tolerance(fmas * (fmas + 1) * 0x1p-24)
                .prepare(buffers -> {
                    DeviceArray in = buffers.input(ElementType.FLOAT, n);
                    DeviceArray out = buffers.output(ElementType.FLOAT, n);
                    Program program = buffers.compile(
                            INTENSITY,
                            BufferKernels.blocks(device),
                            "-DREAL=float" + width,
                            "-DELEMENTS=" + elements,
                            "-DFMAS=" + fmas);
                    Kernel kernel = program.kernel("intensity")
                            .global(n / width / elements)
                            .local(group);
                    Kernel verify = BufferKernels.start(program.kernel("intensity_verify"), device, n);
                    return Trial.launch(() -> kernel.call(in, out, 1f, 1f), () -> {
                        int[] worst = {0};
                        verify.call(in, out, (long) n, (float) fmas, worst).await();
                        return Float.intBitsToFloat(worst[0]);
                    });
                });
    }
}
