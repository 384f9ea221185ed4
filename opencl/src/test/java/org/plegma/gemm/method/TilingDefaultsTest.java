package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.testing.ChildJvm;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.result.TuningResult;

/** Where tiles come from: shipped for the H200, its like, what was tuned here, modest ones for all others. */
class TilingDefaultsTest {
    private static final RegisterMethod REGISTER = new RegisterMethod(0, 0);
    private static final TensorMethod TENSOR = new TensorMethod(0, 0);
    private static final TilingLimits H200 = nvidia("NVIDIA H200", 132, 90);

    private static TilingLimits nvidia(String name, int units, int capability) {
        return limits(name, capability == 90 ? 227 << 10 : 48 << 10, 1024, 255, units, 32, capability);
    }

    private static TilingLimits limits(
            String name, long local, long workGroup, int registers, int units, int warp, int capability) {
        DeviceModel limits = new DeviceModel(
                name, name, "1", workGroup, new long[] {workGroup, workGroup, 64}, local, registers, 65_536);
        return new TilingLimits(limits, units, warp, capability);
    }

    /** As measured on the H200, with the rates of the cost model. */
    private static final List<ProductTiling> FLOAT = List.of(
            new ProductTiling(128, 128, 16, 16, 8, 2, 50),
            new ProductTiling(64, 128, 16, 8, 8, 2, 46),
            new ProductTiling(128, 64, 16, 8, 8, 2, 46),
            new ProductTiling(64, 128, 32, 8, 8, 3, 2, 44),
            new ProductTiling(128, 32, 16, 8, 4, 3, 42),
            new ProductTiling(32, 64, 16, 4, 4, 3, 30),
            new ProductTiling(32, 64, 32, 8, 4, 4, 4, 36),
            new ProductTiling(16, 128, 16, 4, 4, 3, 25),
            new ProductTiling(128, 16, 16, 4, 4, 3, 22));

    private static final List<ProductTiling> TENSOR_DOUBLE = List.of(
            new ProductTiling(128, 128, 16, 32, 64, 4, 56),
            new ProductTiling(128, 64, 16, 32, 32, 6, 43),
            new ProductTiling(64, 128, 16, 32, 32, 6, 41.5),
            new ProductTiling(64, 64, 16, 32, 16, 4, 33),
            new ProductTiling(32, 64, 16, 32, 16, 6, 26),
            new ProductTiling(128, 128, 8, 64, 32, 3, 48),
            new ProductTiling(128, 64, 8, 32, 32, 4, 41),
            new ProductTiling(64, 128, 8, 32, 32, 4, 39),
            new ProductTiling(64, 64, 16, 32, 16, 3, 32),
            new ProductTiling(32, 64, 16, 32, 16, 3, 24));

    private static final List<ProductTiling> TENSOR_FLOAT = List.of(
            new ProductTiling(128, 128, 16, 64, 32, 3, 72),
            new ProductTiling(128, 64, 16, 64, 32, 3, 66),
            new ProductTiling(64, 64, 16, 32, 32, 3, 60));

    @Test
    void theH200KeepsItsTilingsForEveryShape() {
        assertSame(REGISTER, ElementType.FLOAT, FLOAT);
        assertSame(TENSOR, ElementType.DOUBLE, TENSOR_DOUBLE);
        assertSame(TENSOR, ElementType.FLOAT, TENSOR_FLOAT);
    }

    private static void assertSame(BlockedMethod method, ElementType type, List<ProductTiling> measured) {
        List<ProductTiling> shipped = method.tiles().tilings(H200, type);
        assertEquals(texts(measured), texts(shipped));
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            int m = 1 + (int) Math.exp(random.nextDouble() * 9.2);
            int n = 1 + (int) Math.exp(random.nextDouble() * 9.2);
            int k = 1 + (int) Math.exp(random.nextDouble() * 9.2);
            TilePlan expected = method.tiles().plan(132, m, n, k, 1, measured);
            TilePlan found = method.tiles().plan(132, m, n, k, 1, shipped);
            assertEquals(text(expected.tiling()), text(found.tiling()), m + "x" + n + "x" + k);
            assertEquals(expected.slices(), found.slices(), m + "x" + n + "x" + k);
        }
    }

    private static List<String> texts(List<ProductTiling> tilings) {
        return tilings.stream().map(TilingDefaultsTest::text).toList();
    }

    private static String text(ProductTiling t) {
        return t.bm() + "x" + t.bn() + "x" + t.bk() + " " + t.tm() + "x" + t.tn() + " " + t.stages() + " " + t.split();
    }

    @Test
    void eachSizeClassHasItsTilingOnTheH200() {
        int[] sizes = {512, 1024, 2048, 4096, 8192};
        int[] ofFloat = {6, 3, 0, 0, 0};
        int[] ofDouble = {4, 1, 0, 0, 0};
        int[] ofFast = {2, 1, 0, 0, 0};
        for (int i = 0; i < sizes.length; i++) {
            assertEquals(text(FLOAT.get(ofFloat[i])), square(REGISTER, ElementType.FLOAT, sizes[i]));
            assertEquals(text(TENSOR_DOUBLE.get(ofDouble[i])), square(TENSOR, ElementType.DOUBLE, sizes[i]));
            assertEquals(text(TENSOR_FLOAT.get(ofFast[i])), square(TENSOR, ElementType.FLOAT, sizes[i]));
        }
    }

    private static String square(BlockedMethod method, ElementType type, int n) {
        TilePlan plan =
                method.tiles().plan(H200.units(), n, n, n, 1, method.tiles().tilings(H200, type));
        assertEquals(1, plan.slices());
        return text(plan.tiling());
    }

    @Test
    void itsLikeHaveTheSame() {
        TilingLimits other = nvidia("NVIDIA H100 PCIe", 114, 90);
        assertEquals(
                REGISTER.tiles().tilings(H200, ElementType.FLOAT),
                REGISTER.tiles().tilings(other, ElementType.FLOAT));
        assertEquals(
                TENSOR.tiles().tilings(H200, ElementType.DOUBLE), TENSOR.tiles().tilings(other, ElementType.DOUBLE));
    }

    @Test
    void anOlderDriverHasThoseThatItsLocalMemoryAdmits() {
        TilingLimits older = limits("NVIDIA H200", 48 << 10, 1024, 255, 132, 32, 90);
        assertEquals(texts(TENSOR_DOUBLE.subList(5, 10)), texts(TENSOR.tiles().tilings(older, ElementType.DOUBLE)));
        assertEquals(
                texts(FLOAT.stream().filter(t -> t.split() == 1).toList()),
                texts(REGISTER.tiles().tilings(older, ElementType.FLOAT)));
    }

    @Test
    void allOthersHaveOnesThatTheirLimitsAdmit() {
        List<TilingLimits> others = List.of(
                nvidia("Tesla V100", 80, 70),
                limits("gfx90a", 64 << 10, 256, 256, 104, 64, 0),
                limits("gfx1100", 64 << 10, 1024, 256, 48, 32, 0),
                limits("an integrated GPU", 32 << 10, 256, Integer.MAX_VALUE, 24, 0, 0));
        for (TilingLimits limits : others) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                List<ProductTiling> tilings = REGISTER.tiles().tilings(limits, type);
                assertFalse(tilings.isEmpty(), limits + " " + type);
                for (ProductTiling tiling : tilings) {
                    assertTrue(tiling.localBytes(type, 16 / type.bytes())
                            <= limits.device().localMemoryBytes());
                    assertEquals(0, tiling.parts() % Math.max(1, limits.warp()), tiling + " on " + limits);
                    REGISTER.space(limits, type)
                            .configuration(
                                    "BM",
                                    tiling.bm(),
                                    "BN",
                                    tiling.bn(),
                                    "BK",
                                    tiling.bk(),
                                    "TM",
                                    tiling.tm(),
                                    "TN",
                                    tiling.tn(),
                                    "STAGES",
                                    tiling.stages(),
                                    "SPLIT",
                                    tiling.split());
                }
            }
        }
    }

    /** Tunes by the user's store, in a process of its own. */
    static final class Tunes {
        private static final int N = 96;

        public static void main(String[] arguments) {
            try (Session session = Session.open();
                    Gemm gemm = Gemm.of(session).method("register");
                    DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, N, N));
                    DeviceArray d = session.allocate(ElementType.FLOAT, N, N)) {
                Matrix factor = Matrix.of(a);
                gemm.multiply(1, factor, Op.N, factor, Op.N, 0, Matrix.of(d)).await();
                Tunable tunable = gemm.tunable(factor, Op.N, factor, Op.N, Matrix.of(d));
                TuningResult result = Tuner.on(session.device()).trials(4).tune(tunable);
                ProductTiling winner = ProductTiling.of(result.winner().configuration(), 1);
                TilingLimits limits = TilingLimits.of(session.device());
                String untuned = text(REGISTER.tiles()
                        .plan(limits.units(), N / 16, N, N, 1, REGISTER.tiles().tilings(limits, ElementType.FLOAT))
                        .tiling());
                System.out.println(text(winner).equals(used(gemm, factor, Matrix.of(d), N)) + " "
                        + text(winner).equals(used(gemm, factor, Matrix.of(d), N / 3)) + " "
                        + untuned.equals(used(gemm, factor, Matrix.of(d), N / 16)));
            }
        }

        private static String used(Gemm gemm, Matrix a, Matrix d, int rows) {
            Product product = gemm.product(1, a.part(0, 0, rows, N), Op.N, a, Op.N, 0, null, d.part(0, 0, rows, N));
            return text(REGISTER.tiles().plan(gemm.workshop(), product).tiling());
        }
    }

    @Test
    void whatWasTunedIsUsedFromThenOnForAboutThatShape(@TempDir Path folder) {
        String output = ChildJvm.of(Tunes.class)
                .environment("PLEGMA_CACHE", folder.toString())
                .run()
                .assertSuccess()
                .output();
        assertEquals("true true true", output.strip());
    }
}
