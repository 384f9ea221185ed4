package org.plegma.gemm.method;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.testing.Golden;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Space;

/**
 * What is planned for products of many shapes, on an H200 that is elsewhere and on processors: methods, tiles, slices and what
 * a tile takes, as recorded. After a wanted change rewrite the golden file with
 * {@code mvn -pl opencl test -Dtest=GemmPlansTest -Dplegma.golden=rewrite} and read the difference.
 */
class GemmPlansTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/gemm/method/plans.txt");
    private static final Device H200 = KnownDevices.h200();
    private static final RegisterMethod REGISTER = new RegisterMethod(0, 0);
    private static final TensorMethod TENSOR = new TensorMethod(0, 0);

    /** Rows, columns, terms. */
    private static final int[][] SHAPES = {
        {1, 1, 1},
        {1, 4096, 4096},
        {2, 9000, 700},
        {5, 512, 4096},
        {9, 8192, 8192},
        {16, 1024, 1024},
        {17, 2048, 2048},
        {4096, 33, 4096},
        {3000, 64, 5000},
        {65, 65, 65},
        {100, 100, 100_000},
        {128, 8192, 512},
        {256, 256, 256},
        {500, 510, 520},
        {1024, 1024, 1024},
        {1500, 1500, 1500},
        {1023, 2049, 4097},
        {2048, 2048, 2048},
        {4096, 4096, 4096},
        {8192, 8192, 8192},
        {20_000, 300, 70}
    };

    private record Setting(ElementType type, Precision precision) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting(ElementType.FLOAT, Precision.IEEE),
            new Setting(ElementType.FLOAT, Precision.FP32_FAST),
            new Setting(ElementType.FLOAT, Precision.TF32),
            new Setting(ElementType.FLOAT, Precision.BF16),
            new Setting(ElementType.DOUBLE, Precision.IEEE));

    @Test
    void plansAreAsRecorded() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Session session = Session.open()) {
            for (Setting setting : SETTINGS) {
                try (DeviceArray array = session.allocate(setting.type(), 2, 2)) {
                    for (int[] shape : SHAPES) {
                        for (Op op : Op.values()) {
                            onH200(text, setting, product(Matrix.of(array), op, shape, setting.precision()));
                        }
                    }
                }
            }
        }
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (int[] shape : SHAPES) {
                onProcessors(text, type, shape);
            }
            tilings(text, type);
            spaces(text, type);
        }
        Golden.check(GOLDEN, text);
    }

    /** A product of a shape that its matrices do not have: nothing is computed. */
    private static Product product(Matrix matrix, Op opB, int[] shape, Precision precision) {
        return new Product(
                shape[0],
                shape[1],
                shape[2],
                1,
                matrix,
                Op.N,
                matrix,
                opB,
                0,
                matrix,
                matrix,
                Epilogue.NONE,
                precision);
    }

    private static void onH200(StringBuilder text, Setting setting, Product product) {
        GemmMethod method = GemmMethods.choose(H200, product).method();
        text.append(setting.type().openclName() + " " + setting.precision() + " "
                + shape(product.m(), product.n(), product.k()) + " " + product.opB() + ": " + method.name());
        if (method instanceof BlockedMethod blocked) {
            TilingLimits limits = TilingLimits.of(H200);
            for (int count : new int[] {1, 20}) {
                TilePlan plan = blocked.tiles()
                        .plan(
                                limits.units(),
                                product.m(),
                                product.n(),
                                product.k(),
                                count,
                                blocked.tiles().tilings(limits, setting.type()));
                text.append("; " + tiling(plan.tiling()) + " in " + plan.slices());
            }
        }
        PackedMethod.Tile tile = PackedMethod.tile(132, product.m(), product.n(), product.k(), 1);
        text.append("; " + tile.rows() + "x" + tile.columns() + "\n");
    }

    private static void onProcessors(StringBuilder text, ElementType type, int[] shape) {
        text.append(type.openclName() + " " + shape(shape[0], shape[1], shape[2]) + " on processors:");
        for (long local : new long[] {9 << 10, 32 << 10, 1 << 20}) {
            CpuMethod.Panels panels = CpuMethod.Panels.of(local, type.bytes());
            for (int cores : new int[] {1, 6, 64}) {
                CpuMethod.Blocks blocks = CpuMethod.Blocks.of(cores, panels, shape[0], shape[1], shape[2], 1);
                text.append(" " + shape(blocks.rows(), blocks.columns(), blocks.depth()));
            }
        }
        text.append('\n');
    }

    /** What the tilings take of which plans are made. */
    private static void tilings(StringBuilder text, ElementType type) {
        DeviceModel amd = new DeviceModel("AMD", "AMD", "1", 256, new long[] {256, 256, 256}, 64 << 10, 256, 65_536);
        for (BlockedMethod method : List.of(REGISTER, TENSOR)) {
            for (TilingLimits limits : List.of(TilingLimits.of(H200), new TilingLimits(amd, 110, 64, 0))) {
                if (method == TENSOR && limits.capability() == 0) {
                    continue;
                }
                String name = method.name() + " " + type.openclName() + " on "
                        + limits.device().name();
                text.append(name + "\n");
                for (ProductTiling tiling : method.tiles().tilings(limits, type)) {
                    Resources taken = method.resources(tiling, type);
                    text.append("  " + tiling(tiling) + ": " + method.workItems(tiling) + " work-items, "
                            + taken.localMemoryBytes() + " bytes, " + taken.registers() + " registers "
                            + method.moreOptions(H200, type, Precision.IEEE, tiling) + "\n");
                }
            }
        }
    }

    /** How many configurations a tuner may try, and how many have each value. */
    private static void spaces(StringBuilder text, ElementType type) {
        DeviceModel amd = new DeviceModel("AMD", "AMD", "1", 256, new long[] {256, 256, 256}, 64 << 10, 256, 65_536);
        for (TunedMethod method : List.of(REGISTER, TENSOR, new PromotedMethod(0, 0), new CpuMethod())) {
            for (TilingLimits limits : List.of(TilingLimits.of(H200), new TilingLimits(amd, 110, 64, 0))) {
                Map<String, Integer> counts = new TreeMap<>();
                Space space = method.space(limits, type);
                space.all()
                        .filter(configuration -> space.violated(configuration).isEmpty())
                        .forEach(configuration -> configuration
                                .values()
                                .forEach((name, value) -> counts.merge(name + "=" + value, 1, Integer::sum)));
                text.append("space of " + method.name() + " " + type.openclName() + " on "
                        + limits.device().name() + ": " + counts + "\n");
            }
        }
    }

    private static String tiling(ProductTiling t) {
        return shape(t.bm(), t.bn(), t.bk()) + "/" + t.tm() + "x" + t.tn() + "/" + t.stages() + "/" + t.split();
    }

    private static String shape(int m, int n, int k) {
        return m + "x" + n + "x" + k;
    }
}
