package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** NVIDIA's tensor cores where there are some, and what is said where there are none. Double is in {@link GemmTest}. */
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
                assertRefused(gemm, precision);
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

    private static void assertRefused(Gemm gemm, Precision precision) {
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
    static List<Tiling> tilingsOfDouble() {
        return hopper
                ? new TensorMethod(0, 0).tilings(Target.of(session.device()), ElementType.DOUBLE)
                : List.of(new Tiling(64, 64, 16, 32, 16, 3, 1));
    }

    /**
     * All layouts, whole tiles and cut ones, as they lie and packed where that changes anything. For tiles whose elements are far
     * apart only the type of an offset differs, so that cut tiles as they lie are enough. The driver compiles one program after the
     * other, whoever asks, and these are 15 a tiling.
     */
    @ParameterizedTest
    @MethodSource("tilingsOfDouble")
    void everyTilingOfDouble(Tiling tiling) {
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
        try (Gemm gemm = Gemm.of(session).by(method)) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    for (GemmCase each : cases) {
                        each.ops(opA, opB).check(session, gemm);
                    }
                }
            }
        }
    }

    private static GemmMethod forced(Tiling tiling, boolean far, double worthPacking) {
        return new TensorMethod(worthPacking, 0) {
            @Override
            Plan plan(Workshop workshop, Product product) {
                return new Plan(tiling, 1);
            }

            @Override
            List<String> moreOptions(Device device, ElementType type, Precision precision, Tiling tiling) {
                List<String> options = new ArrayList<>(super.moreOptions(device, type, precision, tiling));
                if (far) {
                    options.add("-DFAR=1");
                }
                return options;
            }
        };
    }

    /** What large products get, for any size. */
    private static final GemmMethod WARPGROUPS = new TensorMethod(0, 0) {
        @Override
        public List<Event> run(Workshop workshop, Product product) {
            return product.k() == 0 ? super.run(workshop, product) : WarpgroupProduct.run(workshop, product);
        }
    };

    @Test
    void warpgroupsComputeAnyShape() {
        GemmCase small = GemmCase.plain(ElementType.FLOAT, 5, 3, 7);
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST).by(WARPGROUPS)) {
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

    @Test
    void largeProductsAreCopiedFirstInTilesThatFillTheDevice() {
        int units = 132;
        List<PackedProduct.Tile> tiles = PackedProduct.TILES;
        for (int n : new int[] {2048, 4096, 8191, 8192}) {
            assertTrue(PackedProduct.isWorth(units, n, n, n, 1));
            assertEquals(tiles.get(0), PackedProduct.tile(units, n, n, n, 1));
        }
        assertTrue(PackedProduct.isWorth(units, 1024, 1024, 1024, 1));
        assertEquals(tiles.get(3), PackedProduct.tile(units, 1024, 1024, 1024, 1));
        assertTrue(PackedProduct.isWorth(units, 512, 512, 512, 1));
        assertEquals(tiles.get(4), PackedProduct.tile(units, 512, 512, 512, 1));
        assertFalse(PackedProduct.isWorth(units, 256, 256, 256, 1));
        assertTrue(PackedProduct.isWorth(units, 512, 512, 512, 16));
        assertFalse(PackedProduct.isWorth(units, 64, 8192, 8192, 1));
        assertFalse(PackedProduct.isWorth(units, 512, 512, 8192, 1));
        assertFalse(PackedProduct.isWorth(units, 8192, 8192, 0, 1));
    }

    /** What large products get, for any size, in a tile. */
    private static GemmMethod packed(PackedProduct.Tile tile) {
        return new TensorMethod(0, 0) {
            @Override
            public List<Event> run(Workshop workshop, Product product) {
                assertTrue(PackedProduct.isPossible(workshop.device(), product));
                return PackedProduct.run(workshop, product, tile);
            }
        };
    }

    /** What still larger ones get. */
    private static GemmMethod packedBefore(PackedProduct.Tile tile) {
        return new TensorMethod(0, 0) {
            @Override
            public List<Event> run(Workshop workshop, Product product) {
                return PackedProduct.runPacked(workshop, product, tile);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"TF32", "BF16"})
    void packedFactorsOfAnyShape(Precision precision) {
        if (!hopper) {
            assertRefused(Gemm.of(session).precision(precision), precision);
            return;
        }
        for (PackedProduct.Tile tile : PackedProduct.TILES) {
            try (Gemm gemm = Gemm.of(session).precision(precision).by(packed(tile))) {
                GemmCase.plain(ElementType.FLOAT, 5, 3, 7)
                        .padded(3)
                        .scaled(0.3, -1)
                        .check(session, gemm);
                GemmCase.plain(ElementType.FLOAT, 193, 261, 100).ops(Op.T, Op.N).check(session, gemm);
                GemmCase.plain(ElementType.FLOAT, 256, 768, 192).ops(Op.N, Op.T).check(session, gemm);
                GemmCase.plain(ElementType.FLOAT, 200, 260, 33).batch(3).check(session, gemm);
            }
        }
        PackedProduct.Tile small = PackedProduct.TILES.get(3);
        try (Gemm gemm = Gemm.of(session).precision(precision).by(packed(small));
                Gemm before = Gemm.of(session).precision(precision).by(packedBefore(small))) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    GemmCase odd =
                            GemmCase.plain(ElementType.FLOAT, 129, 67, 65).ops(opA, opB);
                    odd.padded(3).scaled(0.3, -1).check(session, gemm);
                    odd.layer(2, Activation.SIGMOID).check(session, gemm);
                    GemmCase whole =
                            GemmCase.plain(ElementType.FLOAT, 128, 384, 128).ops(opA, opB);
                    whole.layer(1, Activation.RELU).check(session, gemm);
                    odd.check(session, before);
                    whole.check(session, before);
                }
            }
            GemmCase.plain(ElementType.FLOAT, 400, 140, 1000).apart().check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 384, 1152, 64)
                    .padded(4)
                    .scaled(2, 1)
                    .check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 1, 1, 1).check(session, gemm);
        }
    }

    /** More tiles than units: groups compute several, one after the other, and the ring of stages goes on. */
    @ParameterizedTest
    @EnumSource(names = {"TF32", "BF16"})
    void packedFactorsOfManyTiles(Precision precision) {
        if (!hopper) {
            assertRefused(Gemm.of(session).precision(precision), precision);
            return;
        }
        PackedProduct.Tile tile = PackedProduct.TILES.get(3);
        try (Gemm gemm = Gemm.of(session).precision(precision).by(packed(tile));
                Gemm before = Gemm.of(session).precision(precision).by(packedBefore(tile))) {
            GemmCase.plain(ElementType.FLOAT, 900, 2500, 40).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 900, 2500, 330).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 900, 2500, 330).check(session, before);
        }
    }

    /** One matrix for all of a batch, as A and as B. */
    @Test
    void packedOnceForABatch() {
        if (!hopper) {
            return; // refused by name: see above
        }
        int n = 96;
        Grid one = Grid.random(ElementType.FLOAT, 1, n, n);
        Grid two = Grid.random(ElementType.FLOAT, 2, 2 * n, n);
        GemmMethod method = packed(PackedProduct.TILES.get(0));
        try (Gemm gemm = Gemm.of(session).precision(Precision.BF16).by(method);
                DeviceArray single = session.upload(one);
                DeviceArray several = session.upload(two);
                DeviceArray left = session.allocate(ElementType.FLOAT, 2 * n, n);
                DeviceArray right = session.allocate(ElementType.FLOAT, 2 * n, n);
                DeviceArray expected = session.allocate(ElementType.FLOAT, n, n)) {
            Matrix a = Matrix.of(single);
            Matrix b = Matrix.of(several, 0, n, n, n).batch(2, n * n);
            gemm.multiply(
                    1, a, Op.N, b, Op.T, 0, null, Matrix.of(left, 0, n, n, n).batch(2, n * n));
            gemm.multiply(
                    1, b, Op.T, a, Op.N, 0, null, Matrix.of(right, 0, n, n, n).batch(2, n * n));
            for (int s = 0; s < 2; s++) {
                Matrix part = Matrix.of(several, (long) s * n * n, n, n, n);
                gemm.multiply(1, a, Op.N, part, Op.T, 0, null, Matrix.of(expected));
                assertArrayEquals(expected.download().floats(), part(left, s, n * n));
                gemm.multiply(1, part, Op.T, a, Op.N, 0, null, Matrix.of(expected));
                assertArrayEquals(expected.download().floats(), part(right, s, n * n));
            }
        }
    }

    private static float[] part(DeviceArray array, int s, int length) {
        return Arrays.copyOfRange(array.download().floats(), s * length, (s + 1) * length);
    }

    /** Rounded to nearest at any size, by both kernels; what is not a number or infinite stays so. */
    @ParameterizedTest
    @EnumSource(names = {"TF32", "BF16"})
    void factorsAreRounded(Precision precision) {
        try (Gemm gemm = Gemm.of(session).precision(precision)) {
            if (!hopper) {
                assertRefused(gemm, precision);
                return;
            }
            float unit = precision == Precision.TF32 ? 0x1p-10f : 0x1p-7f;
            for (Gemm by : List.of(gemm, gemm.by(packed(PackedProduct.TILES.get(0))))) {
                assertEquals(1 + unit, product(by, 1 + 0.75f * unit, 1));
                assertEquals(1, product(by, 1, 1 + 0.25f * unit));
                assertEquals(-3 - 2 * unit, product(by, 3 + 1.75f * unit, -1));
                assertEquals(0x1p127f, product(by, 0x1p127f, 1));
                assertEquals(0x1p-126f, product(by, 0x1p-126f, 1));
                assertEquals(Float.POSITIVE_INFINITY, product(by, Float.POSITIVE_INFINITY, 2));
                assertEquals(Float.NEGATIVE_INFINITY, product(by, Float.MAX_VALUE, -1));
                assertTrue(Float.isNaN(product(by, Float.POSITIVE_INFINITY, 0)));
                assertTrue(Float.isNaN(product(by, Float.NaN, 1)));
                assertTrue(Float.isNaN(product(by, 1, Float.intBitsToFloat(0x7fffffff))));
            }
        }
    }

    /** As {@link Precision#FP32_FAST} promises, by both kernels. */
    @Test
    void endsOfTheRangeOfFloat() {
        try (Gemm gemm = Gemm.of(session).precision(Precision.FP32_FAST)) {
            if (!hopper) {
                assertRefused(gemm, Precision.FP32_FAST);
                return;
            }
            for (Gemm by : List.of(gemm, gemm.by(WARPGROUPS))) {
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

    private static float product(Gemm gemm, float a, float b) {
        return (float) gemm.multiply(Grid.of(new float[][] {{a}}), Grid.of(new float[][] {{b}}))
                .get(0, 0);
    }
}
