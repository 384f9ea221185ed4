package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** Products in TF32 and BF16 of packed factors where there is {@code wgmma}, and what is said where there is none. */
class PackedProductTest {
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
            public List<Event> run(ProductWorkshop workshop, Product product) {
                assertTrue(PackedProduct.isPossible(workshop.device(), product));
                return PackedProduct.run(workshop, product, tile);
            }
        };
    }

    /** What still larger ones get. */
    private static GemmMethod packedBefore(PackedProduct.Tile tile) {
        return new TensorMethod(0, 0) {
            @Override
            public List<Event> run(ProductWorkshop workshop, Product product) {
                return PackedProduct.runPacked(workshop, product, tile);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"TF32", "BF16"})
    void packedFactorsOfAnyShape(Precision precision) {
        if (!hopper) {
            TensorTest.assertRefused(session, Gemm.of(session).precision(precision), precision);
            return;
        }
        for (PackedProduct.Tile tile : PackedProduct.TILES) {
            try (Gemm gemm = Gemm.of(session).precision(precision).method(packed(tile))) {
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
        try (Gemm gemm = Gemm.of(session).precision(precision).method(packed(small));
                Gemm before = Gemm.of(session).precision(precision).method(packedBefore(small))) {
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
            TensorTest.assertRefused(session, Gemm.of(session).precision(precision), precision);
            return;
        }
        PackedProduct.Tile tile = PackedProduct.TILES.get(3);
        try (Gemm gemm = Gemm.of(session).precision(precision).method(packed(tile));
                Gemm before = Gemm.of(session).precision(precision).method(packedBefore(tile))) {
            GemmCase.plain(ElementType.FLOAT, 650, 1700, 40).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 650, 1700, 330).check(session, gemm);
            GemmCase.plain(ElementType.FLOAT, 650, 1700, 130).check(session, before);
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
        try (Gemm gemm = Gemm.of(session).precision(Precision.BF16).method(method);
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
                TensorTest.assertRefused(session, gemm, precision);
                return;
            }
            float unit = precision == Precision.TF32 ? 0x1p-10f : 0x1p-7f;
            for (Gemm by : List.of(gemm, gemm.method(packed(PackedProduct.TILES.get(0))))) {
                assertEquals(1 + unit, TensorTest.product(by, 1 + 0.75f * unit, 1));
                assertEquals(1, TensorTest.product(by, 1, 1 + 0.25f * unit));
                assertEquals(-3 - 2 * unit, TensorTest.product(by, 3 + 1.75f * unit, -1));
                assertEquals(0x1p127f, TensorTest.product(by, 0x1p127f, 1));
                assertEquals(0x1p-126f, TensorTest.product(by, 0x1p-126f, 1));
                assertEquals(Float.POSITIVE_INFINITY, TensorTest.product(by, Float.POSITIVE_INFINITY, 2));
                assertEquals(Float.NEGATIVE_INFINITY, TensorTest.product(by, Float.MAX_VALUE, -1));
                assertTrue(Float.isNaN(TensorTest.product(by, Float.POSITIVE_INFINITY, 0)));
                assertTrue(Float.isNaN(TensorTest.product(by, Float.NaN, 1)));
                assertTrue(Float.isNaN(TensorTest.product(by, 1, Float.intBitsToFloat(0x7fffffff))));
            }
        }
    }
}
