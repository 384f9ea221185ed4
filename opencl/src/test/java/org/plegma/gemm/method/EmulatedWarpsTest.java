package org.plegma.gemm.method;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** Kernels in which some warps copy what others multiply, in turns: see {@code EmulatedTurns}. */
class EmulatedWarpsTest {
    /** More steps than stages, tiles that are whole and others, and with one launch or two. */
    @ParameterizedTest
    @CsvSource({
        "TF32, 64, 64, 3, false",
        "BF16, 64, 128, 3, true",
        "TF32, 128, 192, 2, true",
        "BF16, 128, 256, 2, false"
    })
    void packed(Precision precision, int rows, int columns, int stages, boolean atOnce) {
        GemmMethod method = packedBy(new PackedMethod.Tile(rows, columns, stages, 1), atOnce);
        try (Session session = StandIn.runningAsH20();
                Gemm gemm = Gemm.of(session).precision(precision).method(method)) {
            GemmCase rest = GemmCase.plain(ElementType.FLOAT, 131, 203, 300)
                    .ops(Op.N, Op.T)
                    .padded(1);
            rest.scaled(-1, 0.3).layer(1, Activation.RELU).check(session, gemm);
            GemmCase whole = GemmCase.plain(ElementType.FLOAT, 128, 256, 70).ops(Op.T, Op.N);
            (atOnce ? whole : whole.batch(2)).layer(1, Activation.RELU).check(session, gemm);
        }
    }

    /** More tiles than groups, and than a band has side by side. */
    @Test
    void groupsStayForSeveralTiles() {
        GemmMethod method = packedBy(new PackedMethod.Tile(64, 64, 3, 1), false);
        try (Session session = StandIn.runningAsH20();
                Gemm gemm = Gemm.of(session).precision(Precision.BF16).method(method)) {
            GemmCase.plain(ElementType.FLOAT, 8 * 64, 11 * 64 - 3, 20).check(session, gemm);
        }
    }

    private static GemmMethod packedBy(PackedMethod.Tile tile, boolean atOnce) {
        return new TensorMethod(0, 0) {
            @Override
            public List<Event> run(ProductWorkshop workshop, Product product) {
                return atOnce
                        ? PackedMethod.runAtOnce(workshop, product, tile)
                        : PackedMethod.runPacked(workshop, product, tile);
            }
        };
    }

    /** More steps than stages; of the long ones several slices are added, twice, as the first must leave the counts as it found them. */
    @Test
    void fewLines() {
        try (Session session = StandIn.runningAsH200();
                Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).method("skinny")) {
            for (Op op : Op.values()) {
                GemmCase.plain(ElementType.FLOAT, 20, 200, 470)
                        .ops(op, op)
                        .padded(1)
                        .scaled(-1, 0.3)
                        .layer(1, Activation.RELU)
                        .check(session, gemm);
                GemmCase.plain(ElementType.FLOAT, 64, 192, 400).ops(op, op).check(session, gemm);
            }
            GemmCase.plain(ElementType.FLOAT, 210, 40, 99)
                    .ops(Op.T, Op.N)
                    .batch(2)
                    .check(session, gemm);
            for (int time = 0; time < 2; time++) {
                GemmCase.plain(ElementType.FLOAT, 70, 200, 530).check(session, gemm);
            }
        }
    }
}
