package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.network.Network;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The kernels on other devices: Oclgrind finds nothing, and AMD's compiler needs no scratch memory. */
@Tag("optimized")
class GemmKernelsTest {
    private static final int AMD_LOCAL_MEMORY = 64 << 10;

    /** Every method on tiny problems. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Gemm gemm = Gemm.of(session);
                for (GemmMethod method : GemmMethods.ALL) {
                    if (!isInPtx(method)) {
                        check(session, gemm.method(anywhere(method)));
                        System.out.println("ran " + method.name());
                    }
                }
                GemmCase odd = GemmCase.plain(ElementType.FLOAT, 17, 9, 20);
                odd.check(session, gemm.method(BlockedMethodTest.forced(BlockedMethodTest.SPLIT, 1)));
                odd.ops(Op.T, Op.N).check(session, gemm.method(BlockedMethodTest.forced(BlockedMethodTest.SPLIT, 2)));
            }
        }

        /** More terms than a tile has, so that a second one comes where the first was read. */
        private static void check(Session session, Gemm gemm) {
            for (Op op : Op.values()) {
                GemmCase.plain(ElementType.FLOAT, 5, 18, 19)
                        .ops(op, op)
                        .padded(1)
                        .scaled(1, 1)
                        .layer(2, Activation.RELU)
                        .check(session, gemm);
            }
            GemmCase.plain(ElementType.DOUBLE, 17, 2, 19).batch(2).check(session, gemm);
        }

        /** Without a word on whether the device, which is no processor to Plegma, is one for it. */
        private static GemmMethod anywhere(GemmMethod method) {
            return new GemmMethod() {
                @Override
                public String name() {
                    return method.name();
                }

                @Override
                public String description() {
                    return method.description();
                }

                @Override
                public List<Event> run(ProductWorkshop workshop, Product product) {
                    return method.run(workshop, product);
                }
            };
        }
    }

    private static boolean isInPtx(GemmMethod method) {
        return method.refusal(KnownDevices.mi250()).isPresent()
                && method.refusal(KnownDevices.processor()).isPresent();
    }

    @Test
    void cleanOnOclgrind() throws IOException {
        String output = Oclgrind.assertClean(AMD_LOCAL_MEMORY, Main.class);
        GemmMethods.ALL.stream()
                .filter(method -> !isInPtx(method))
                .forEach(method -> assertTrue(output.contains("ran " + method.name() + "\n"), output));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive.cl", "tiled-dynamic.cl", "tiled-static.cl", "sum-slices.cl", "pack.cl"})
    void fitsAmdDevices(String file) {
        for (String type : new String[] {"float", "double"}) {
            for (int transposed = 0; transposed <= 1; transposed++) {
                AmdTargets.assertFits(
                        ProductWorkshop.source(file),
                        "-DREAL=" + type,
                        "-DA_TRANSPOSED=" + transposed,
                        "-DB_TRANSPOSED=" + transposed,
                        "-DBIAS=1",
                        "-DACTIVATION=2");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"float", "double"})
    void whatServesProductsFitsAmdDevices(String type) {
        AmdTargets.assertFits(ProductWorkshop.source("sample.cl"), "-DREAL=" + type);
        AmdTargets.assertFits(KernelSource.resource(Network.class, "network.cl"), "-DREAL=" + type);
    }

    @Test
    void skinnyFitsAmdDevices() {
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
            int vector = 16 / type.bytes();
            for (int transposed = 0; transposed <= 1; transposed++) {
                boolean wide = (transposed == 1) == (type == ElementType.FLOAT);
                AmdTargets.assertFits(
                        ProductWorkshop.source("skinny.cl"),
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
