package org.plegma.gemm.method;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** The kernels for tensor cores, on a processor that does what their instructions do; {@code TensorTest} runs them on a device. */
class EmulatedTensorTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = StandIn.runningAsH200();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static GemmMethod forced(ProductTiling tiling, int slices, double worthPacking) {
        return new TensorMethod(worthPacking, 0) {
            @Override
            Plan plan(ProductWorkshop workshop, Product product) {
                return new Plan(tiling, slices);
            }
        };
    }

    /** Two warps down and two across, as the factors lie, and more terms than are on their way. */
    @ParameterizedTest
    @EnumSource(names = "IEEE", mode = EnumSource.Mode.EXCLUDE)
    void everyPrecisionOfFloat(Precision precision) {
        GemmMethod method = forced(new ProductTiling(64, 64, 16, 32, 32, 3, 1), 1, Double.POSITIVE_INFINITY);
        try (Gemm gemm = Gemm.of(session).precision(precision).method(method)) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    GemmCase.plain(ElementType.FLOAT, 67, 33, 70)
                            .ops(opA, opB)
                            .padded(1)
                            .scaled(-1, 0.3)
                            .layer(1, Activation.RELU)
                            .check(session, gemm);
                }
            }
            GemmCase.plain(ElementType.FLOAT, 64, 64, 64).check(session, gemm);
        }
    }

    @Test
    void doubles() {
        ProductTiling tiling = new ProductTiling(64, 32, 16, 32, 16, 3, 1);
        for (double worthPacking : new double[] {Double.POSITIVE_INFINITY, 0}) {
            try (Gemm gemm = Gemm.of(session).method(forced(tiling, 1, worthPacking))) {
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        GemmCase.plain(ElementType.DOUBLE, 131, 37, 37)
                                .ops(opA, opB)
                                .padded(1)
                                .scaled(-1, 0.3)
                                .check(session, gemm);
                    }
                }
                GemmCase.plain(ElementType.DOUBLE, 64, 64, 64).batch(2).check(session, gemm);
            }
        }
    }

    /** Groups of one warp; a second time, as the first must leave the counts of arrivals as it found them. */
    @Test
    void slicesAreAdded() {
        ProductTiling tiling = new ProductTiling(32, 32, 16, 32, 32, 3, 1);
        for (int slices : new int[] {2, 3}) {
            try (Gemm gemm = Gemm.of(session).method(forced(tiling, slices, Double.POSITIVE_INFINITY))) {
                for (int time = 0; time < 2; time++) {
                    GemmCase.plain(ElementType.DOUBLE, 37, 35, 100)
                            .ops(Op.N, Op.T)
                            .scaled(-1, 0.3)
                            .batch(2)
                            .check(session, gemm);
                }
            }
        }
    }

    /** For 16 and 32 of the few lines; warps share the terms of floats for 16. In one slice: how slices are added needs a device. */
    @Test
    void fewLines() {
        try (Gemm gemm = Gemm.of(session).method("skinny")) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        GemmCase.plain(type, 12, 150, 101)
                                .ops(opA, opB)
                                .padded(1)
                                .scaled(-1, 0.3)
                                .layer(1, Activation.RELU)
                                .check(session, gemm);
                    }
                }
                GemmCase.plain(type, 16, 256, 128).check(session, gemm);
                GemmCase.plain(type, 130, 27, 99).ops(Op.T, Op.N).check(session, gemm);
                GemmCase.plain(type, 16, 40, 70).batch(3).check(session, gemm);
            }
        }
    }

    /** Tiles for ordinary instructions, and 16 lines of float, come by asynchronous copies, too. */
    @Test
    void asynchronousCopies() {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            GemmMethod method = new RegisterMethod(Double.POSITIVE_INFINITY, 0) {
                @Override
                Plan plan(ProductWorkshop workshop, Product product) {
                    return new Plan(new ProductTiling(32, 64, 16, 4, 4, 3, 1), 1);
                }
            };
            try (Gemm gemm = Gemm.of(session).method(method)) {
                for (Op op : Op.values()) {
                    GemmCase.plain(type, 67, 33, 70)
                            .ops(op, op)
                            .padded(1)
                            .scaled(-1, 0.3)
                            .check(session, gemm);
                    GemmCase.plain(type, 64, 64, 64).ops(op, op).check(session, gemm);
                }
            }
        }
    }
}
