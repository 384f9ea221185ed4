package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * Products of float in {@link Precision#TF32} and {@link Precision#BF16} by Hopper's {@code wgmma}, {@code tensor-packed.cl}: both
 * factors are first rounded and copied to the order in which the kernel reads them, so that how they lie makes no difference.
 */
final class PackedProduct {
    /** Products of elements below which launches cost more than is gained. */
    private static final double WORTH = 2e9;

    /** m*n/(m + n) below which copying the factors costs more than is gained. */
    private static final double SIDES_WORTH = 256;

    /** The part of the device's rate below which the kernel of small tiles, which can also slice the terms, is faster. */
    private static final double RATE_WORTH = 0.3;

    /** Terms whose products take as long as beginning and ending a tile. */
    private static final int TILE_START = 512;

    /** Lines of a block, and terms to whose multiples they are padded. */
    private static final int SIDE = 64;

    private static final int PACK_GROUP = 256;
    private static final int ALIGNED = 4;

    /** Tiles with the most stages that fit; the largest reads least. */
    static final List<Tile> TILES = List.of(
            new Tile(128, 256, 4, 1),
            new Tile(128, 192, 5, 0.97),
            new Tile(128, 128, 7, 0.72),
            new Tile(64, 128, 9, 0.5));

    private PackedProduct() {}

    /**
     * A tile of the result.
     *
     * @param rate that it has with all units at work, as a part of the largest tile's
     */
    record Tile(int rows, int columns, int stages, double rate) {
        int workItems() {
            return rows / 16 * 32 + 32;
        }

        int localBytes() {
            return stages * (rows + columns) * 128 + 2 * stages * Long.BYTES;
        }

        /** How many there are in a product. */
        int count(int m, int n) {
            return Math.multiplyExact(ceilDiv(m, rows), ceilDiv(n, columns));
        }

        /** Products of elements that one unit at full rate computes in the time that a batch of products takes. */
        double cost(int units, int m, int n, int k, int count) {
            double rounds = Math.ceil((double) count(m, n) * count / units);
            return rounds * rows * columns * ((double) k + TILE_START) / rate;
        }
    }

    /** Whether it is the best way for a product. */
    static boolean suits(Device device, Product product) {
        return isPossible(device, product)
                && isWorth(device.computeUnits(), product.m(), product.n(), product.k(), product.count());
    }

    /** Whether it is for a batch of products. */
    static boolean isWorth(int units, int m, int n, int k, int count) {
        double elements = (double) m * n;
        double work = elements * k * count;
        return work >= WORTH
                && elements >= SIDES_WORTH * ((double) m + n)
                && work >= RATE_WORTH * units * tile(units, m, n, k, count).cost(units, m, n, k, count);
    }

    /** Whether it can compute a product. */
    static boolean isPossible(Device device, Product product) {
        boolean precise = product.precision() == Precision.TF32 || product.precision() == Precision.BF16;
        long most = Math.max(
                packedLength(product, product.m()) * product.a().count(),
                packedLength(product, product.n()) * product.b().count());
        return precise
                && product.k() > 0
                && WarpgroupProduct.hasInstruction(device)
                && TILES.stream().allMatch(tile -> tile.localBytes() <= device.declaredLocalMemoryBytes())
                && most * Float.BYTES <= device.maxAllocationBytes();
    }

    /** The tile that takes least time for a batch of products. */
    static Tile tile(int units, int m, int n, int k, int count) {
        return TILES.stream()
                .min(Comparator.comparingDouble(tile -> tile.cost(units, m, n, k, count)))
                .orElseThrow();
    }

    static List<Event> run(Workshop workshop, Product product) {
        int units = workshop.device().computeUnits();
        return run(workshop, product, tile(units, product.m(), product.n(), product.k(), product.count()));
    }

    static List<Event> run(Workshop workshop, Product product, Tile tile) {
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = Factor.ofA(product);
            Factor b = Factor.ofB(product);
            Factor rows = packed(workshop, "tiles of rows", product, a);
            Factor columns = packed(workshop, "tiles of columns", product, b);
            // All is at hand before the first launch: the device waits for the second one otherwise.
            Kernel pack = pack(workshop, product, a, b).global((long) Math.addExact(groups(a), groups(b)) * PACK_GROUP);
            Object[] packed = {
                product.k(),
                groups(a),
                a.lines(),
                a.data(),
                a.offset(),
                a.leading(),
                a.step(),
                rows.data(),
                b.lines(),
                b.data(),
                b.offset(),
                b.leading(),
                b.step(),
                columns.data()
            };
            int groups = Math.min(
                    tile.count(product.m(), product.n()), workshop.device().computeUnits());
            Kernel multiply = kernel(workshop, product, tile)
                    .global((long) groups * tile.workItems(), 1, product.count())
                    .local(tile.workItems(), 1, 1);
            Object[] arguments = product.arguments();
            Slices.replaceFactors(arguments, product, rows, columns);
            return List.of(pack.local(PACK_GROUP).call(packed), multiply.call(arguments));
        }
    }

    private static Kernel kernel(Workshop workshop, Product product, Tile tile) {
        List<Object> key = List.of("tensor-packed.cl", tile, product.precision(), product.epilogueOptions());
        return workshop.choice(key, () -> {
            List<String> options = new ArrayList<>(product.epilogueOptions());
            options.addAll(List.of(
                    bf16(product),
                    "-DBM=" + tile.rows(),
                    "-DBN=" + tile.columns(),
                    "-DSTAGES=" + tile.stages(),
                    Session.PTX_TARGET + "sm_90a"));
            return workshop.program("tensor-packed.cl", options.toArray(new String[0]))
                    .kernel("gemm");
        });
    }

    /** One launch for both factors. */
    private static Kernel pack(Workshop workshop, Product product, Factor a, Factor b) {
        List<Object> key =
                List.of("pack-stages.cl", product.precision(), a.byTerm(), isAligned(a), b.byTerm(), isAligned(b));
        return workshop.choice(key, () -> workshop.program(
                        "pack-stages.cl",
                        bf16(product),
                        "-DTURNED_A=" + (a.byTerm() ? 1 : 0),
                        "-DTURNED_B=" + (b.byTerm() ? 1 : 0),
                        "-DALIGNED_A=" + (isAligned(a) ? 1 : 0),
                        "-DALIGNED_B=" + (isAligned(b) ? 1 : 0))
                .kernel("pack"));
    }

    private static String bf16(Product product) {
        return "-DBF16=" + (product.precision() == Precision.BF16 ? 1 : 0);
    }

    /** Whether four elements side by side begin at multiples of 16 bytes. */
    private static boolean isAligned(Factor factor) {
        return (factor.offset() | factor.leading() | factor.step()) % ALIGNED == 0;
    }

    private static int groups(Factor factor) {
        return Math.multiplyExact(
                Math.multiplyExact(ceilDiv(factor.lines(), SIDE), ceilDiv(factor.terms(), SIDE)), factor.count());
    }

    private static Factor packed(Workshop workshop, String name, Product product, Factor factor) {
        long step = packedLength(product, factor.lines());
        DeviceArray copy = workshop.scratch(name, product.type(), step * factor.count());
        long packedStep = factor.count() == 1 ? 0 : step;
        return new Factor(
                copy, 0, 0, packedStep, factor.lines(), factor.terms(), factor.count(), factor.byTerm(), 0, 0);
    }

    /** Floats that a packed factor takes, of one product. */
    private static long packedLength(Product product, int lines) {
        long elements = Kernel.roundUp(lines, SIDE) * Kernel.roundUp(product.k(), SIDE);
        return product.precision() == Precision.BF16 ? elements / 2 : elements;
    }

    private static int ceilDiv(int a, int b) {
        return -Math.floorDiv(-a, b);
    }
}
