package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.GemmExplanation;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.gemm.product.SampledCheck;
import org.plegma.testing.AmdTargets;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/** What small products do not show: every tiling, sliced sums, packed factors. */
class BlockedMethodTest {
    private static final ElementType[] TYPES = {ElementType.FLOAT, ElementType.DOUBLE};

    /** One whose work-items share tiles, as no shipped one for other devices than NVIDIA's does. */
    static final ProductTiling SPLIT = new ProductTiling(16, 64, 16, 2, 4, 2, 2, 1);

    /** Always packs, with this tiling and so many slices. */
    static RegisterMethod forced(ProductTiling tiling, int slices) {
        return new RegisterMethod(0, 0) {
            @Override
            TilePlan plan(ProductWorkshop workshop, Product product) {
                return new TilePlan(tiling, slices);
            }
        };
    }

    /** Known rates are read from files, which takes some milliseconds: no product of several devices may wait for that again and again. */
    @Test
    void ratesOfSizesThatAnotherDeviceChoseAreLookedUpOnce() {
        int[] asked = {0};
        RegisterMethod counting = new RegisterMethod(0, 0) {
            @Override
            public Space space(TilingLimits limits, ElementType type) {
                asked[0]++;
                return super.space(limits, type);
            }
        };
        try (Session session = Session.open();
                DeviceArray array = session.allocate(ElementType.FLOAT, 64, 64);
                DeviceArray result = session.allocate(ElementType.FLOAT, 64, 64)) {
            ProductWorkshop workshop = new ProductWorkshop(session);
            Matrix factor = Matrix.of(array);
            Product product = Gemm.of(session).product(1, factor, Op.N, factor, Op.N, 0, null, Matrix.of(result));
            Configuration sizes = counting.sizes(workshop, product);
            TilePlan first = counting.tiles().plan(workshop, product, sizes);
            int before = asked[0];
            assertEquals(first, counting.tiles().plan(workshop, product, sizes));
            assertEquals(before, asked[0]);
            assertTrue(before > 0);
        }
    }

    @Test
    void everyTilingWithSlicesAndPackedFactors() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session)) {
            for (ElementType type : TYPES) {
                for (ProductTiling tiling :
                        new RegisterMethod(0, 0).tiles().tilings(TilingLimits.of(session.device()), type)) {
                    for (int slices : new int[] {1, 3}) {
                        Gemm by = gemm.method(forced(tiling, slices));
                        for (Op opA : Op.values()) {
                            for (Op opB : Op.values()) {
                                // Factors are packed alike for any number of slices.
                                if (slices > 1 && opA == opB) {
                                    continue;
                                }
                                GemmCase.plain(type, 67, 33, 70)
                                        .ops(opA, opB)
                                        .padded(1)
                                        .scaled(-1, 0.3)
                                        .layer(1, Activation.RELU)
                                        .check(session, by);
                            }
                        }
                        GemmCase.plain(type, 20, 36, 40).batch(2).check(session, by);
                        GemmCase.plain(type, 1, 1, 0).scaled(1, 1).check(session, by);
                    }
                }
            }
            assertTrue(session.memoryInUse() > 0, "scratch memory is kept for the next product");
            gemm.close();
            assertEquals(0, session.memoryInUse(), "and given back");
        }
    }

    @Test
    void partsOfAGroupShareATile() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session)) {
            GemmCase odd = GemmCase.plain(ElementType.FLOAT, 37, 67, 41).scaled(-1, 0.3);
            odd.check(session, gemm.method(forced(SPLIT, 1)));
            odd.ops(Op.T, Op.T).check(session, gemm.method(forced(SPLIT, 3)));
            GemmCase.plain(ElementType.DOUBLE, 37, 67, 41)
                    .check(session, gemm.method(forced(new ProductTiling(16, 32, 16, 4, 4, 2, 4, 1), 1)));
        }
    }

    @Test
    void flatProductsTakeFlatTilesAndSquareOnesNoSlices() {
        RegisterMethod method = new RegisterMethod(4e9, 1024);
        List<ProductTiling> tilings =
                List.of(new ProductTiling(64, 64, 16, 4, 4, 2, 4), new ProductTiling(16, 64, 16, 2, 4, 2, 2));
        assertEquals(
                tilings.get(1), method.tiles().plan(2, 16, 64, 8192, 1, tilings).tiling());
        assertEquals(new TilePlan(tilings.get(0), 1), method.tiles().plan(2, 512, 512, 512, 1, tilings));
    }

    @Test
    void tilesCanBeTuned() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, 32, 16));
                DeviceArray b = session.upload(Grid.random(ElementType.FLOAT, 2, 16, 48));
                DeviceArray d = session.allocate(ElementType.FLOAT, 32, 48)) {
            Tunable tunable = gemm.method("register").tunable(Matrix.of(a), Op.N, Matrix.of(b), Op.N, Matrix.of(d));
            TuningResult result = Tuner.on(DeviceModel.of(session.device()))
                    .withoutStore()
                    .trials(2)
                    .tune(tunable);
            assertTrue(result.winner().ok(), () -> "no configuration was right: " + result);
            assertArrayEquals(new long[] {32, 48, 16}, tunable.size());
            assertEquals(Map.of("GFLOP/s", 2e-9 * 32 * 48 * 16 / 0.5), tunable.rates(0.5));
            UnsupportedOperationException e =
                    assertThrows(UnsupportedOperationException.class, () -> gemm.method("naive")
                            .tunable(Matrix.of(a), Op.N, Matrix.of(b), Op.N, Matrix.of(d)));
            assertEquals("Method naive has no sizes to be tuned.", e.getMessage());
        }
    }

    @Test
    void tuningWritesNothingAroundTheResult() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, 5, 5));
                DeviceArray all = session.allocate(ElementType.FLOAT, 9, 8)) {
            all.fill(-7);
            Matrix part = Matrix.of(all).part(2, 1, 5, 5);
            Tunable tunable = gemm.method("register").tunable(Matrix.of(a), Op.N, Matrix.of(a), Op.T, part);
            assertTrue(Tuner.on(DeviceModel.of(session.device()))
                    .withoutStore()
                    .trials(1)
                    .tune(tunable)
                    .winner()
                    .ok());
            Grid result = all.download();
            for (int i = 0; i < 9; i++) {
                for (int j = 0; j < 8; j++) {
                    boolean inside = i >= 2 && i < 7 && j >= 1 && j < 6;
                    assertEquals(inside, result.get(i, j) != -7, i + ", " + j);
                }
            }
        }
    }

    @Test
    void explanationsTellTheChosenMethodAndTheReasonsAgainstOthers() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, 40, 30));
                DeviceArray d = session.allocate(ElementType.FLOAT, 40, 40);
                DeviceArray none = session.allocate(ElementType.FLOAT, 0, 0);
                DeviceArray narrow = session.allocate(ElementType.FLOAT, 0, 3)) {
            Matrix factor = Matrix.of(a);
            GemmExplanation explanation = gemm.explain(factor, Op.N, factor, Op.T, Matrix.of(d));
            assertEquals(
                    gemm.methodFor(factor, Op.N, factor, Op.T, Matrix.of(d)),
                    explanation.method(),
                    explanation::toString);
            assertTrue(explanation.title().startsWith("40 x 30 * 40 x 30' in float on "), explanation::title);
            assertEquals(
                    Set.copyOf(Gemm.methods()),
                    explanation.rows().stream().map(Choice.Row::method).collect(Collectors.toSet()));
            assertFalse(explanation.programs().isEmpty());
            for (Choice.Row<String> row : explanation.rows()) {
                assertEquals(row.measured().isEmpty(), row.why().startsWith("cannot be used: "), row::toString);
                assertEquals(row.measured().isEmpty(), row.predicted().isEmpty(), row::toString);
                assertEquals(row.measured().isEmpty(), explanation.gflops(row).isEmpty(), row::toString);
            }
            assertEquals(explanation.method(), explanation.rows().get(0).method());
            assertEquals("chosen, timed now", explanation.rows().get(0).why());
            GemmExplanation asked = gemm.method("naive").explain(factor, Op.N, factor, Op.T, Matrix.of(d));
            assertEquals("naive", asked.method());
            assertEquals("chosen, asked for", asked.rows().get(0).why());
            Matrix empty = Matrix.of(narrow);
            assertThrows(IllegalArgumentException.class, () -> gemm.explain(empty, Op.N, empty, Op.T, Matrix.of(none)));
        }
    }

    @Test
    void elementsOfATileAreFarApartFrom32BitsOn() {
        for (boolean byTerm : new boolean[] {false, true}) {
            int least = 1 << 25; // 128 of them
            assertFalse(TileLaunch.isFar(factor(least - 1, byTerm), byTerm ? 64 : 128, byTerm ? 128 : 64));
            assertTrue(TileLaunch.isFar(factor(least, byTerm), byTerm ? 64 : 128, byTerm ? 128 : 64));
        }
    }

    private static Factor factor(int leading, boolean byTerm) {
        return new Factor(null, 0, leading, 0, 1, 1, 1, byTerm, 1, 1);
    }

    @Test
    void sampledCheckFindsAWrongElementAndAcceptsARightOne() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, 40, 50));
                DeviceArray b = session.upload(Grid.random(ElementType.FLOAT, 2, 50, 30));
                DeviceArray d = gemm.multiply(a, b)) {
            Product product = gemm.product(1, Matrix.of(a), Op.N, Matrix.of(b), Op.N, 0, null, Matrix.of(d));
            SampledCheck check = new SampledCheck(gemm.workshop(), product);
            assertTrue(check.error() <= check.bound(), () -> "right, but an error of " + check.error());
            Grid wrong = d.download();
            wrong.set(wrong.get(39, 29) * (1 + 1e-4), 39, 29);
            d.upload(wrong);
            assertTrue(check.error() > check.bound(), () -> "wrong, but an error of " + check.error());
            wrong.set(Double.NaN, 0, 0);
            d.upload(wrong);
            assertTrue(Double.isNaN(check.error()), "NaN");
        }
    }

    @Test
    void registerKernelFitsAmdDevices() {
        for (ElementType type : TYPES) {
            List<ProductTiling> tilings = new ArrayList<>(RegisterMethod.OTHERS);
            tilings.add(SPLIT);
            for (ProductTiling tiling : tilings) {
                for (int transposed = 0; transposed <= 1; transposed++) {
                    int vector = Math.min(16 / type.bytes(), Math.min(tiling.tm(), tiling.tn()));
                    AmdTargets.assertFits(
                            ProductWorkshop.source("register.cl"),
                            "-DREAL=" + type.openclName(),
                            "-DA_TRANSPOSED=" + transposed,
                            "-DB_TRANSPOSED=" + transposed,
                            "-DBM=" + tiling.bm(),
                            "-DBN=" + tiling.bn(),
                            "-DBK=" + tiling.bk(),
                            "-DTM=" + tiling.tm(),
                            "-DTN=" + tiling.tn(),
                            "-DSTAGES=" + tiling.stages(),
                            "-DSPLIT=" + tiling.split(),
                            "-DVECTOR=" + vector,
                            "-DLANES=8",
                            "-DBIAS=1",
                            "-DACTIVATION=2");
                }
            }
        }
    }
}
