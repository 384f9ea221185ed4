package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.gemm.method.SkinnyMethod;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;

/** Products with a factor of few lines and many terms, on any GPU; small ones are in {@link GemmTest}. */
class SkinnyTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** On NVIDIA's tensor cores the last group adds the slices; each launch leaves counts at zero for the next. */
    @Test
    void slicesInEveryLayout() {
        try (Gemm gemm = Gemm.of(session).method("skinny")) {
            if (isRefused(gemm)) {
                return;
            }
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                int most = type == ElementType.FLOAT ? 53 : 27;
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        GemmCase aligned = GemmCase.plain(type, 12, 272, 1100).ops(opA, opB);
                        aligned.check(session, gemm);
                        aligned.scaled(-1, 0.3).check(session, gemm);
                        GemmCase.plain(type, 140, most, 1099)
                                .ops(opA, opB)
                                .padded(1)
                                .layer(1, Activation.RELU)
                                .check(session, gemm);
                    }
                }
                GemmCase.plain(type, 16, 40, 700).batch(3).check(session, gemm);
                GemmCase.plain(type, 16, 600, 0).scaled(1, 1).check(session, gemm);
            }
        }
    }

    /** Up to 16 lines as in {@link Precision#IEEE}, then tiles for 32 and 64, in slices and not. */
    @Test
    void threeProductsInEveryLayout() {
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).method("skinny")) {
            if (isRefused(gemm)) {
                return;
            }
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    for (int few : new int[] {32, 64}) {
                        GemmCase.plain(ElementType.FLOAT, few, 400, 1100)
                                .ops(opA, opB)
                                .check(session, gemm);
                    }
                    GemmCase.plain(ElementType.FLOAT, 205, 53, 1099)
                            .ops(opA, opB)
                            .padded(1)
                            .scaled(-1, 0.3)
                            .layer(1, Activation.RELU)
                            .apart()
                            .check(session, gemm);
                }
            }
            GemmCase.plain(ElementType.FLOAT, 12, 400, 1100).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 17, 19, 5).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 33, 40, 700).batch(3).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 70, 300, 32).scaled(1, 1).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 20, 600, 0).scaled(1, 1).check(session, gemm);
        }
    }

    /** As {@link Precision#FP32_FAST} promises; that of other kernels is in {@code TensorTest}. */
    @Test
    void endsOfTheRangeOfFloat() {
        float[] factors = {Float.MAX_VALUE, 1.2345678f * 0x1p-113f, 0x1p-138f, Float.POSITIVE_INFINITY, Float.NaN, 3};
        Grid a = Grid.floats(20, 1);
        for (int i = 0; i < factors.length; i++) {
            a.set(factors[i], i, 0);
        }
        Grid b = Grid.generate(ElementType.FLOAT, j -> j[1] == 1 ? 2 : 1, 1, 30);
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).method("skinny")) {
            if (isRefused(gemm)) {
                return;
            }
            Grid c = gemm.multiply(a, b);
            assertEquals(Float.MAX_VALUE, c.get(0, 0), Float.MAX_VALUE * 0x1p-20);
            assertEquals(Double.POSITIVE_INFINITY, c.get(0, 1));
            assertEquals(factors[1], c.get(1, 0), factors[1] * 0x1p-20);
            assertEquals(0, c.get(2, 0), 0x1p-138);
            assertTrue(Double.isNaN(c.get(3, 0)) && Double.isNaN(c.get(4, 29)));
            assertEquals(3, c.get(5, 29));
            assertEquals(0, c.get(19, 0));
        }
    }

    /** NVIDIA's tensor cores multiply and add floats as doubles, and round once. */
    @Test
    void floatsAreRoundedOnce() {
        Grid a = Grid.random(ElementType.FLOAT, 1, 16, 2048);
        Grid b = Grid.random(ElementType.FLOAT, 2, 2048, 40);
        b.set(Double.POSITIVE_INFINITY, 3, 1);
        b.set(Double.NaN, 2000, 2);
        a.set(0x1p-130, 5, 7); // below the normal floats
        try (Gemm gemm = Gemm.of(session).method("skinny")) {
            if (isRefused(gemm)) {
                return;
            }
            // Elsewhere each of the terms is rounded.
            int roundings = SkinnyMethod.usesTensorCores(session.device(), ElementType.FLOAT) ? 1 : 2048;
            Grid c = gemm.multiply(a, b);
            for (int i = 0; i < 16; i++) {
                for (int j = 0; j < 40; j++) {
                    float expected = (float) ProductOracle.element(a, b, i, j);
                    double found = c.get(i, j);
                    double allowed = Float.isFinite(expected) ? roundings * Math.ulp(expected) : 0;
                    boolean right = Double.compare(expected, found) == 0 || Math.abs(found - expected) <= allowed;
                    assertTrue(right, "(" + i + ", " + j + "): expected " + expected + ", found " + found);
                }
            }
        }
    }

    /** True, and tested, on processors, and where the precision needs another device. */
    private static boolean isRefused(Gemm gemm) {
        boolean cpu = session.device().kind() == Device.Kind.CPU;
        boolean fast = gemm.precision() == Precision.FP32_FAST;
        if (!cpu
                && (!fast
                        || new SkinnyMethod()
                                .refusal(session.device(), ElementType.FLOAT, Precision.FP32_FAST)
                                .isEmpty())) {
            return false;
        }
        Grid a = Grid.floats(2, 2);
        Throwable e = assertThrows(UnsupportedOperationException.class, () -> gemm.multiply(a, a));
        String reason = cpu
                ? "it is made for GPUs"
                : "in precision fp32-fast it needs an NVIDIA device of compute capability 9.0";
        assertEquals(
                "Method skinny cannot compute this product on "
                        + session.device().name() + ": " + reason + ".",
                e.getMessage());
        return true;
    }
}
