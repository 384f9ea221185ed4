package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** NVIDIA's tensor cores where there are some, and what is said where there are none. Double is in {@code GemmTest}. */
class TensorTest {
    private static Session session;
    private static boolean hopper;

    @BeforeAll
    static void open() {
        session = Session.open();
        hopper = TensorMethod.isHopper(session.device());
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest
    @EnumSource(names = "IEEE", mode = EnumSource.Mode.EXCLUDE)
    void everyPrecisionIsExactToItsBoundOrRefused(Precision precision) {
        try (Gemm gemm = Gemm.of(session).precision(precision)) {
            if (!hopper) {
                assertRefused(session, gemm, precision);
                return;
            }
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    GemmCase.plain(ElementType.FLOAT, 67, 33, 70)
                            .ops(opA, opB)
                            .padded(1)
                            .scaled(-1, 0.3)
                            .layer(1, Activation.RELU)
                            .check(session, gemm);
                    for (int n : new int[] {128, 132}) { // whole tiles, and not
                        GemmCase.plain(ElementType.FLOAT, 128, n, 64)
                                .ops(opA, opB)
                                .check(session, gemm);
                    }
                }
            }
            GemmCase.plain(ElementType.FLOAT, 20, 36, 40).batch(2).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 1, 1, 0).scaled(1, 1).check(session, gemm);
        }
    }

    static void assertRefused(Session session, Gemm gemm, Precision precision) {
        Grid a = Grid.floats(2, 2);
        Throwable e = assertThrows(UnsupportedOperationException.class, () -> gemm.multiply(a, a));
        assertEquals(
                "No gemm method computes in precision " + precision + " on "
                        + session.device().name() + ": use ieee.",
                e.getMessage());
        e = assertThrows(
                UnsupportedOperationException.class, () -> gemm.method("tensor").multiply(a, a));
        assertEquals(
                "Method tensor cannot compute this product on "
                        + session.device().name()
                        + ": it needs an NVIDIA device of compute capability 9.0 or higher.",
                e.getMessage());
    }

    /** All that the device can choose among; one that cannot be run where there are no tensor cores. */
    static List<ProductTiling> tilingsOfDouble() {
        return hopper
                ? new TensorMethod(0, 0).tiles().tilings(TilingLimits.of(session.device()), ElementType.DOUBLE)
                : List.of(new ProductTiling(64, 64, 16, 32, 16, 3, 1));
    }

    /**
     * All layouts, whole tiles and cut ones, as they lie and packed where that changes anything. For tiles whose elements are far
     * apart only the type of an offset differs, so that cut tiles as they lie are enough. The driver compiles one program after the
     * other, whoever asks, and these are 15 a tiling.
     */
    @ParameterizedTest
    @MethodSource("tilingsOfDouble")
    void everyTilingOfDouble(ProductTiling tiling) {
        GemmCase odd = GemmCase.plain(ElementType.DOUBLE, 131, 67, 37).scaled(-1, 0.3);
        GemmCase whole = GemmCase.plain(ElementType.DOUBLE, 256, 128, 64);
        if (!hopper) {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> odd.check(session, Gemm.of(session).method("tensor")));
            return;
        }
        check(forced(tiling, false, 0), odd, whole);
        check(forced(tiling, false, Double.POSITIVE_INFINITY), odd, whole);
        check(forced(tiling, true, Double.POSITIVE_INFINITY), odd);
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

    private static GemmMethod forced(ProductTiling tiling, boolean far, double worthPacking) {
        return new TensorMethod(worthPacking, 0) {
            @Override
            TilePlan plan(ProductWorkshop workshop, Product product) {
                return new TilePlan(tiling, 1);
            }

            @Override
            List<String> moreOptions(Device device, ElementType type, Precision precision, ProductTiling tiling) {
                List<String> options = new ArrayList<>(super.moreOptions(device, type, precision, tiling));
                if (far) {
                    options.add("-DFAR=1");
                }
                return options;
            }
        };
    }

    @Test
    void warpgroupsComputeAnyShape() {
        GemmCase small = GemmCase.plain(ElementType.FLOAT, 5, 3, 7);
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).method("warpgroup")) {
            if (!hopper) {
                assertThrows(UnsupportedOperationException.class, () -> small.check(session, gemm));
                return;
            }
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    small.ops(opA, opB).padded(3).scaled(0.3, -1).check(session, gemm);
                    GemmCase.plain(ElementType.FLOAT, 193, 129, 100)
                            .ops(opA, opB)
                            .layer(2, Activation.SIGMOID)
                            .check(session, gemm);
                }
            }
            GemmCase.plain(ElementType.FLOAT, 200, 260, 33).batch(3).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 400, 140, 1000).apart().check(session, gemm);
        }
    }

    /** As {@link Precision#FP32_FAST} promises, by both kernels. */
    @Test
    void endsOfTheRangeOfFloat() {
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST)) {
            if (!hopper) {
                assertRefused(session, gemm, Precision.FP32_FAST);
                return;
            }
            for (Gemm by : List.of(gemm, gemm.method("warpgroup"))) {
                float large = Float.MAX_VALUE;
                assertEquals(large, product(by, large, 1), large * 0x1p-20);
                assertEquals(Float.POSITIVE_INFINITY, product(by, large, 2));
                assertEquals(large / 3 * 0.75f, product(by, large / 3, 0.75f), large * 0x1p-21);
                float small = 1.2345678f * 0x1p-113f;
                assertEquals(small, product(by, small, 1), small * 0x1p-20);
                assertEquals(0, product(by, 0x1p-138f, 1), 0x1p-138);
                assertTrue(Float.isNaN(product(by, Float.POSITIVE_INFINITY, 1)));
                assertTrue(Float.isNaN(product(by, Float.NaN, 1)));
                assertEquals(0, product(by, 0, 5));
            }
        }
    }

    static float product(Gemm gemm, float a, float b) {
        return (float) gemm.multiply(Grid.of(new float[][] {{a}}), Grid.of(new float[][] {{b}}))
                .get(0, 0);
    }
}
