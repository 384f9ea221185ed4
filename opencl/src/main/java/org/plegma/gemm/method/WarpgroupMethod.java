package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.choice.DeviceFigures;

/**
 * Large products of float in {@link Precision#FP32_FAST} by Hopper's {@code wgmma}, {@code tensor-wgmma.cl}: both factors are
 * first copied to the order in which the kernel reads them, so that how they lie makes no difference.
 */
public final class WarpgroupMethod implements CopyingMethod {
    /** The one architecture that has the instruction: PTX for {@code sm_90a} runs on no other. */
    private static final int HOPPER = 90;

    /** Products of elements below which copies and tiles that do not fill the device cost more than is gained. */
    private static final double WORTH = 2e10;

    private static final int TILE_ROWS = 192;
    private static final int TILE_COLUMNS = 128;
    private static final int WORK_ITEMS = TILE_ROWS / 16 * 32;
    private static final int SIDE = 32;

    /** Products of elements a second of one unit, on an H200. */
    private static final double RATE = 4.8e11;

    /** Terms whose products take as long as beginning and ending a tile. */
    private static final int TILE_START = 256;

    @Override
    public String name() {
        return "warpgroup";
    }

    @Override
    public String description() {
        return "Large products of float in precision " + Precision.FP32_FAST
                + ": four warps multiply together, from factors copied to tiles.";
    }

    /** Whether a device has {@code wgmma}. */
    static boolean hasInstruction(Device device) {
        return device.computeCapability() == HOPPER;
    }

    @Override
    public Optional<String> refusal(Device device) {
        return hasInstruction(device)
                ? Optional.empty()
                : Optional.of("it needs an NVIDIA device of compute capability 9.0");
    }

    @Override
    public Optional<String> refusal(Device device, ElementType type, Precision precision) {
        return refusal(device)
                .or(() -> type != ElementType.FLOAT || precision != Precision.FP32_FAST
                        ? Optional.of("it is for float in precision " + Precision.FP32_FAST)
                        : Optional.empty());
    }

    @Override
    public Optional<String> refusal(Device device, Product product) {
        return refusal(device, product.type(), product.precision()).or(() -> {
            long most = Math.max(
                    packedLength(product.m(), TILE_ROWS, product, 1)
                            * product.a().count(),
                    packedLength(product.n(), TILE_COLUMNS, product, 2)
                            * product.b().count());
            return refusalOfCopies(device, product, most);
        });
    }

    /** Why factors cannot be copied first, as the second half of a sentence; the larger copy has so many elements. */
    static Optional<String> refusalOfCopies(Device device, Product product, long most) {
        if (product.k() == 0) {
            return Optional.of("there are no terms to be copied");
        }
        return most * Float.BYTES > device.maxAllocationBytes()
                ? Optional.of("a copy of a factor is larger than an array of the device may be")
                : Optional.empty();
    }

    @Override
    public boolean suits(Device device, Product product) {
        return (double) product.m() * product.n() * product.k() >= WORTH
                && refusal(device, product).isEmpty();
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        DeviceFigures figures = costs.figures();
        double copied = (2.0 * product.m() * product.a().count()
                        + 3.0 * product.n() * product.b().count())
                * product.k()
                * Float.BYTES;
        double tiles = (double) ceilDiv(product.m(), TILE_ROWS) * ceilDiv(product.n(), TILE_COLUMNS) * product.count();
        double rounds = Math.ceil(tiles / costs.device().computeUnits());
        return 3 * figures.launchSeconds()
                + copied / figures.bytesPerSecond()
                + rounds * TILE_ROWS * TILE_COLUMNS * ((double) product.k() + TILE_START) / RATE;
    }

    @Override
    public Factor copyOfA(ProductWorkshop workshop, Product product, List<Event> commands) {
        Queue queue = workshop.session().compute();
        return pack(workshop, product, Factor.ofA(product), true, "tiles of rows", queue, commands);
    }

    @Override
    public void multiply(
            ProductWorkshop workshop, Product panel, Factor rows, int number, Queue queue, List<Event> commands) {
        Factor columns = pack(
                workshop,
                panel,
                Factor.ofB(panel),
                false,
                number == 0 ? "tiles of columns" : "tiles of columns " + number,
                queue,
                commands);
        Kernel kernel =
                workshop.choice(List.of("tensor-wgmma.cl", panel.epilogueOptions()), () -> program(workshop, panel));
        long tiles = (long) ceilDiv(panel.m(), TILE_ROWS) * ceilDiv(panel.n(), TILE_COLUMNS);
        commands.add(kernel.global(tiles * WORK_ITEMS, 1, panel.count())
                .local(WORK_ITEMS, 1, 1)
                .launch(queue, panel.arguments().factors(rows, columns).with()));
    }

    private static Kernel program(ProductWorkshop workshop, Product product) {
        List<String> options = new ArrayList<>(product.epilogueOptions());
        options.add(Session.PTX_TARGET + "sm_90a");
        return workshop.program("tensor-wgmma.cl", options.toArray(new String[0]))
                .kernel("gemm");
    }

    private static Factor pack(
            ProductWorkshop workshop,
            Product product,
            Factor factor,
            boolean rows,
            String name,
            Queue queue,
            List<Event> commands) {
        int tile = rows ? TILE_ROWS : TILE_COLUMNS;
        int copies = rows ? 1 : 2;
        long step = packedLength(factor.lines(), tile, product, copies);
        DeviceArray copy = workshop.scratch(name, product.type(), step * factor.count());
        Kernel pack = workshop.program(
                        "pack-tf32.cl",
                        "-DTILE=" + tile,
                        "-DSPLIT=" + (copies - 1),
                        "-DTURNED=" + (factor.byTerm() ? 1 : 0))
                .kernel("pack");
        commands.add(pack.global(
                        Kernel.roundUp(product.k(), SIDE),
                        Kernel.roundUp(factor.lines(), tile) / SIDE * 8,
                        factor.count())
                .local(SIDE, 8, 1)
                .launch(
                        queue,
                        factor.lines(),
                        factor.terms(),
                        factor.data(),
                        factor.offset(),
                        factor.leading(),
                        factor.step(),
                        copy));
        long packedStep = factor.count() == 1 ? 0 : step;
        return new Factor(
                copy, 0, 0, packedStep, factor.lines(), factor.terms(), factor.count(), factor.byTerm(), 0, 0);
    }

    /** Elements of a packed factor of one product. */
    private static long packedLength(int lines, int tile, Product product, int copies) {
        return Kernel.roundUp(lines, tile) * Kernel.roundUp(product.k(), SIDE) * copies;
    }

    private static int ceilDiv(int a, int b) {
        return -Math.floorDiv(-a, b);
    }
}
