package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
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
            TilePlan plan(ProductWorkshop workshop, Product product) {
                return new TilePlan(tiling, slices);
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
        // More tiles across than a band has.
        ProductTiling small = new ProductTiling(32, 32, 16, 32, 32, 3, 1);
        try (Gemm gemm = Gemm.of(session).method(forced(small, 1, Double.POSITIVE_INFINITY))) {
            GemmCase.plain(ElementType.DOUBLE, 70, 300, 20).ops(Op.T, Op.N).check(session, gemm);
            for (Op op : Op.values()) {
                GemmCase.plain(ElementType.DOUBLE, 64, 64, 64).ops(Op.T, op).check(session, gemm);
            }
        }
    }

    /** Of a device whose tensor cores do not serve few lines: both factors come by asynchronous copies. */
    @Test
    void fewLinesByOrdinaryInstructions() {
        try (Session slow = StandIn.runningAsH20();
                Gemm gemm = Gemm.of(slow).method("skinny")) {
            for (Op op : Op.values()) {
                GemmCase.plain(ElementType.FLOAT, 12, 270, 110)
                        .ops(op, op)
                        .padded(1)
                        .scaled(-1, 0.3)
                        .check(slow, gemm);
                GemmCase.plain(ElementType.FLOAT, 16, 256, 96).ops(op, op).check(slow, gemm);
            }
            GemmCase.plain(ElementType.FLOAT, 5, 130, 75).check(slow, gemm);
        }
    }

    /** Three warpgroups; more steps than there are stages, and two tiles in each direction. */
    @Test
    void warpgroups() {
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).method("warpgroup")) {
            GemmCase.plain(ElementType.FLOAT, 193, 129, 100)
                    .padded(1)
                    .scaled(-1, 0.3)
                    .layer(1, Activation.RELU)
                    .check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 20, 30, 33)
                    .ops(Op.T, Op.T)
                    .batch(2)
                    .check(session, gemm);
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
                // More steps than are on their way, and too few terms for slices.
                int terms = type == ElementType.FLOAT ? 345 : 175;
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        GemmCase.plain(type, 12, 150, terms)
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
                TilePlan plan(ProductWorkshop workshop, Product product) {
                    return new TilePlan(new ProductTiling(32, 64, 16, 4, 4, 3, 1), 1);
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

    /**
     * Both factors in blocks of 64 lines of 128 bytes, rounded, as {@code pack-blocks.cl} says: read in fours and one by one, as they
     * lie and turned, with blocks that are whole and others.
     */
    @ParameterizedTest
    @CsvSource({"false, false, false", "false, true, true", "true, false, true", "true, true, false"})
    void factorsAreCutIntoBlocks(boolean bf16, boolean turned, boolean aligned) {
        int offset = aligned ? 4 : 3;
        int leading = 204;
        int step = leading * leading;
        int[] lines = {130, 70};
        int terms = 200;
        Grid source = Grid.random(ElementType.FLOAT, 1, 2 * step + offset);
        int partsA = 3 * 4 * 2;
        int partsB = 2 * 4 * 2;
        int words = 64 * 64 / (bf16 ? 2 : 1);
        ProductWorkshop workshop = new ProductWorkshop(session);
        try (DeviceArray data = session.upload(source);
                DeviceArray toA = session.allocate(ElementType.FLOAT, partsA * words);
                DeviceArray toB = session.allocate(ElementType.FLOAT, partsB * words)) {
            List<String> options = new ArrayList<>(List.of("-DBF16=" + (bf16 ? 1 : 0)));
            for (String factor : List.of("A", "B")) {
                options.add("-DTURNED_" + factor + "=" + (turned ? 1 : 0));
                options.add("-DALIGNED_" + factor + "=" + (aligned ? 1 : 0));
            }
            Object[] from = {data, (long) offset, leading, (long) step};
            List<Object> arguments = new ArrayList<>(List.of(terms, partsA, lines[0]));
            arguments.addAll(List.of(from));
            arguments.addAll(List.of(toA, lines[1]));
            arguments.addAll(List.of(from));
            arguments.add(toB);
            workshop.program("pack-stages.cl", options.toArray(String[]::new))
                    .kernel("pack")
                    .global((partsA + partsB) * 256L)
                    .local(256)
                    .call(arguments.toArray());
            for (int factor = 0; factor < 2; factor++) {
                float[] found = (factor == 0 ? toA : toB).download().floats();
                int blocks = (lines[factor] + 63) / 64;
                for (int s = 0; s < 2; s++) {
                    for (int line = 0; line < 64 * blocks; line++) {
                        for (int term = 0; term < 256; term++) {
                            int at = turned ? term * leading + line : line * leading + term;
                            boolean inside = line < lines[factor] && term < terms;
                            float value = inside ? (float) source.at(offset + s * step + at) : 0;
                            long begin = (long) (s * blocks + line / 64) * 4 + term / 64;
                            int place = factor == 0 ? line % 64 : line % 64 / 16 * 16 + COLUMNS.indexOf(line % 16);
                            String where = "factor " + factor + ", " + s + ": " + line + ", " + term;
                            if (bf16) {
                                int word = (int) begin * words
                                        + place * 32
                                        + (term % 64 / 8 ^ place % 8) * 4
                                        + term % 8 / 2;
                                int both = Float.floatToRawIntBits(found[word]);
                                assertEquals(roundedToBf16(value), term % 2 == 0 ? both & 0xffff : both >>> 16, where);
                            } else {
                                int word = (int) begin * words
                                        + term % 64 / 32 * 64 * 32
                                        + place * 32
                                        + (term % 32 / 4 ^ place % 8) * 4
                                        + term % 4;
                                int rounded = Float.floatToRawIntBits(value) + 0x1000 & 0xffffe000;
                                assertEquals(rounded, Float.floatToRawIntBits(found[word]), where);
                            }
                        }
                    }
                }
            }
        }
        workshop.close();
    }

    /** In which order 16 columns of the product lie. */
    private static final List<Integer> COLUMNS = List.of(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);

    private static int roundedToBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        int down = bits >>> 16;
        int rest = bits & 0xffff;
        return rest > 0x8000 || rest == 0x8000 && down % 2 == 1 ? down + 1 : down;
    }
}
