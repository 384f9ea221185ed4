package org.plegma.gemm;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The kernels on other devices: Oclgrind finds nothing, and AMD's compiler needs no scratch memory. */
class GemmKernelsTest {

    /** Every method on tiny problems. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Gemm gemm = Gemm.of(session);
                for (String method : Gemm.methods()) {
                    if (Methods.find(method).refusal(session.device()).isEmpty()) {
                        for (Op op : Op.values()) {
                            GemmCase.plain(ElementType.FLOAT, 5, 18, 3)
                                    .ops(op, op)
                                    .padded(1)
                                    .scaled(1, 1)
                                    .layer(2, Activation.RELU)
                                    .check(session, gemm.method(method));
                        }
                        GemmCase.plain(ElementType.DOUBLE, 17, 2, 5).batch(2).check(session, gemm.method(method));
                    }
                }
                GemmCase.plain(ElementType.FLOAT, 17, 9, 20)
                        .check(session, gemm.by(BlockedMethodTest.forced(BlockedMethodTest.SPLIT, 1)));
            }
        }
    }

    @Test
    void cleanOnOclgrind() throws IOException {
        Oclgrind.assertClean(Main.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive.cl", "tiled-dynamic.cl", "tiled-static.cl", "sum-slices.cl", "pack.cl"})
    void fitsAmdDevices(String file) {
        for (String type : new String[] {"float", "double"}) {
            for (int transposed = 0; transposed <= 1; transposed++) {
                AmdTargets.assertFits(
                        Workshop.source(file),
                        "-DREAL=" + type,
                        "-DA_TRANSPOSED=" + transposed,
                        "-DB_TRANSPOSED=" + transposed,
                        "-DBIAS=1",
                        "-DACTIVATION=2");
            }
        }
    }

    @Test
    void skinnyFitsAmdDevices() {
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
            int vector = 16 / type.bytes();
            for (int transposed = 0; transposed <= 1; transposed++) {
                boolean wide = (transposed == 1) == (type == ElementType.FLOAT);
                AmdTargets.assertFits(
                        Workshop.source("skinny.cl"),
                        "-DREAL=" + type.openclName(),
                        "-DA_TRANSPOSED=" + transposed,
                        "-DB_TRANSPOSED=" + transposed,
                        "-DFEW=" + SkinnyMethod.OTHERS_MOST_FEW,
                        "-DTERMS=" + SkinnyMethod.OTHERS_TERMS,
                        "-DVECTOR=" + vector,
                        "-DWIDTH_B=" + (wide ? vector : 1),
                        "-DBIAS=1",
                        "-DACTIVATION=2");
            }
        }
    }
}
