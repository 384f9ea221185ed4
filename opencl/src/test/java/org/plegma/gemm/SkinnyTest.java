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
                    double sum = 0;
                    for (int p = 0; p < 2048; p++) {
                        sum += a.get(i, p) * b.get(p, j);
                    }
                    float expected = (float) sum;
                    double found = c.get(i, j);
                    double allowed = Float.isFinite(expected) ? roundings * Math.ulp(expected) : 0;
                    boolean right = Double.compare(expected, found) == 0 || Math.abs(found - expected) <= allowed;
                    assertTrue(right, "(" + i + ", " + j + "): expected " + expected + ", found " + found);
                }
            }
        }
    }

    /** True, and tested, on processors. */
    private static boolean isRefused(Gemm gemm) {
        if (session.device().kind() != Device.Kind.CPU) {
            return false;
        }
        Grid a = Grid.floats(2, 2);
        Throwable e = assertThrows(UnsupportedOperationException.class, () -> gemm.multiply(a, a));
        assertEquals(
                "Method skinny cannot compute this product on "
                        + session.device().name() + ": it is made for GPUs.",
                e.getMessage());
        return true;
    }
}
