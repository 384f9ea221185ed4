package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.ProductOracle;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** Floats as doubles on NVIDIA's tensor cores where these are fast, and what is said elsewhere. */
class PromotedTest {
    private static final int TERMS = 1000;

    private static Session session;
    private static boolean fast;

    @BeforeAll
    static void open() {
        session = Session.open();
        fast = new PromotedMethod(0, 0).refusal(session.device()).isEmpty();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** All that the device can choose among; one that cannot be run where floats are not promoted. */
    static List<ProductTiling> tilings() {
        return fast
                ? new PromotedMethod(0, 0).tiles().tilings(TilingLimits.of(session.device()), ElementType.FLOAT)
                : List.of(new ProductTiling(64, 64, 32, 32, 32, 3, 1));
    }

    private static GemmMethod forced(ProductTiling tiling, int slices, double worthPacking) {
        return new PromotedMethod(worthPacking, 0) {
            @Override
            TilePlan plan(ProductWorkshop workshop, Product product) {
                return new TilePlan(tiling, slices);
            }
        };
    }

    @ParameterizedTest
    @MethodSource("tilings")
    void everyTilingInEveryLayout(ProductTiling tiling) {
        GemmCase odd = GemmCase.plain(ElementType.FLOAT, 131, 67, 75).scaled(-1, 0.3);
        GemmCase whole = GemmCase.plain(ElementType.FLOAT, 256, 128, 128);
        if (!fast) {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> odd.check(session, Gemm.of(session).method(forced(tiling, 1, 0))));
            return;
        }
        check(forced(tiling, 1, 0), odd, whole);
        check(forced(tiling, 1, Double.POSITIVE_INFINITY), odd, whole);
        check(forced(tiling, 3, Double.POSITIVE_INFINITY), odd.batch(2).layer(1, Activation.RELU), whole.apart());
    }

    private static void check(GemmMethod method, GemmCase... cases) {
        try (Gemm gemm = Gemm.of(session).method(method)) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    for (GemmCase each : cases) {
                        each.ops(opA, opB).check(session, gemm);
                    }
                }
            }
        }
    }

    @Test
    void aSumIsRoundedOnceAndAlikeEachTime() {
        Grid a = Grid.random(ElementType.FLOAT, 1, 300, TERMS);
        Grid b = Grid.random(ElementType.FLOAT, 2, TERMS, 260);
        a.set(0x1p-130, 5, 7); // below the normal floats
        for (int p = 0; p < TERMS; p++) {
            a.set(p == 0 ? Float.MAX_VALUE : p == 1 ? -Float.MAX_VALUE : 0, 6, p);
        }
        for (int j = 0; j < 260; j++) { // so that row 6 exceeds float, but on its way only
            b.set(8, 0, j);
            b.set(8, 1, j);
        }
        b.set(Double.POSITIVE_INFINITY, 3, 1);
        b.set(Double.NaN, 900, 2);
        try (Gemm gemm = Gemm.of(session).method("promoted")) {
            if (!fast) {
                var error = assertThrows(UnsupportedOperationException.class, () -> gemm.multiply(a, b));
                assertEquals(
                        "Method promoted cannot compute this product on "
                                + session.device().name()
                                + ": it needs an NVIDIA device of compute capability 9.0 that is as fast in double as in float.",
                        error.getMessage());
                return;
            }
            Grid c = gemm.multiply(a, b);
            for (int i = 0; i < 300; i += 3) {
                for (int j = 0; j < 260; j++) {
                    double sum = ProductOracle.element(a, b, i, j);
                    double found = c.get(i, j);
                    boolean right = Double.isNaN(sum)
                            ? Double.isNaN(found)
                            : found == (float) sum || Math.abs(found - sum) <= Math.ulp((float) sum);
                    assertTrue(right, "(" + i + ", " + j + "): expected " + sum + ", found " + found);
                }
            }
            for (int time = 0; time < 10; time++) {
                assertArrayEquals(c.floats(), gemm.multiply(a, b).floats());
            }
        }
    }

    @Test
    void itIsChosenWhereItIsFast() {
        try (Gemm gemm = Gemm.of(session)) {
            for (int n : new int[] {512, 700}) {
                Matrix matrix = Matrix.of(session.allocate(ElementType.FLOAT, n, n));
                Product product = gemm.product(
                        1, matrix, Op.N, matrix, Op.N, 0, null, Matrix.of(session.allocate(ElementType.FLOAT, n, n)));
                String name =
                        GemmMethods.choose(session.device(), product).method().name();
                assertEquals(fast && n == 700, name.equals("promoted"), name);
            }
        }
    }
}
