package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/** Products in TF32 and BF16 of packed factors where there is {@code wgmma}, and what is said where there is none. */
class PackedMethodTest {
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
    void tilesFillTheDevice() {
        int units = 132;
        List<PackedMethod.Tile> tiles = PackedMethod.TILES;
        for (int n : new int[] {2048, 4096, 8191, 8192}) {
            assertEquals(tiles.get(0), PackedMethod.tile(units, n, n, n, 1));
        }
        assertEquals(tiles.get(3), PackedMethod.tile(units, 1024, 1024, 1024, 1));
        assertEquals(tiles.get(4), PackedMethod.tile(units, 512, 512, 512, 1));
    }

    @Test
    void itsTilesAreCandidates() {
        List<String> launched = new ArrayList<>();
        try (Session elsewhere =
                StandIn.h200(launch -> launched.addAll(launch.kernel().program().options()), "REAL", "PACKS")) {
            Gemm gemm = Gemm.of(elsewhere).precision(Precision.TF32);
            Matrix matrix = Matrix.of(elsewhere.allocate(ElementType.FLOAT, 1024, 1024));
            Product product = gemm.product(1, matrix, Op.N, matrix, Op.N, 0, null, square(elsewhere));
            PackedMethod method = new PackedMethod();
            Space space = method.space(TilingLimits.of(elsewhere.device()), ElementType.FLOAT);
            assertEquals("TILE=64x128", method.sizes(gemm.workshop(), product).toString());
            for (PackedMethod.Tile tile : PackedMethod.TILES) {
                Configuration sizes = space.configuration("TILE", tile.name());
                assertEquals(
                        tile.localBytes(),
                        method.resources(sizes, ElementType.FLOAT).localMemoryBytes());
                launched.clear();
                method.run(gemm.workshop(), product, sizes);
                assertTrue(
                        launched.containsAll(List.of("-DBM=" + tile.rows(), "-DBN=" + tile.columns())),
                        sizes::toString);
            }
        }
    }

    private static Matrix square(Session elsewhere) {
        return Matrix.of(elsewhere.allocate(ElementType.FLOAT, 1024, 1024));
    }

    @Test
    void methodsOfWarpgroupsSayWhatTheyRefuse() {
        Device h200 = KnownDevices.h200();
        WarpgroupMethod warpgroup = new WarpgroupMethod();
        PackedMethod packed = new PackedMethod();
        assertEquals(
                Optional.of("it needs an NVIDIA device of compute capability 9.0"),
                warpgroup.refusal(KnownDevices.mi250()));
        assertEquals(
                Optional.of("it needs an NVIDIA device of compute capability 9.0 with 225 KiB of local memory"),
                packed.refusal(KnownDevices.mi250()));
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (Precision precision : Precision.values()) {
                boolean inFloat = type == ElementType.FLOAT;
                assertEquals(
                        inFloat && precision == Precision.FP32_FAST
                                ? Optional.empty()
                                : Optional.of("it is for float in precision fp32-fast"),
                        warpgroup.refusal(h200, type, precision));
                assertEquals(
                        inFloat && (precision == Precision.TF32 || precision == Precision.BF16)
                                ? Optional.empty()
                                : Optional.of("it is for float in precisions tf32 and bf16"),
                        packed.refusal(h200, type, precision));
            }
        }
        assertEquals(
                Optional.of("there are no terms to be copied"), packed.refusal(h200, product(5, 0, 1, Precision.TF32)));
        assertEquals(
                Optional.of("there are no terms to be copied"),
                warpgroup.refusal(h200, product(5, 0, 1, Precision.FP32_FAST)));
        // 139 GiB / 4 for one array: 9,327,083,520 floats.
        Optional<String> large = Optional.of("a copy of a factor is larger than an array of the device may be");
        assertEquals(Optional.empty(), packed.refusal(h200, product(1 << 15, 1 << 15, 8, Precision.TF32)));
        assertEquals(large, packed.refusal(h200, product(1 << 15, 1 << 15, 9, Precision.TF32)));
        assertEquals(Optional.empty(), packed.refusal(h200, product(1 << 15, 1 << 15, 17, Precision.BF16)));
        assertEquals(large, packed.refusal(h200, product(1 << 15, 1 << 15, 18, Precision.BF16)));
        assertEquals(Optional.empty(), warpgroup.refusal(h200, product(1 << 15, 1 << 15, 4, Precision.FP32_FAST)));
        assertEquals(large, warpgroup.refusal(h200, product(1 << 15, 1 << 15, 5, Precision.FP32_FAST)));
    }

    /** A batch of so many products of squares. */
    private static Product product(int lines, int terms, int count, Precision precision) {
        Matrix one = Matrix.of(session.allocate(ElementType.FLOAT, 0, 0)).batch(count, 1);
        return new Product(lines, lines, terms, 1, one, Op.N, one, Op.N, 0, one, one, Epilogue.NONE, precision);
    }

    /** A tile for all products. */
    private static GemmMethod packed(PackedMethod.Tile tile) {
        return by((workshop, product) -> PackedMethod.run(workshop, product, tile));
    }

    /** What still larger ones get. */
    private static GemmMethod packedBefore(PackedMethod.Tile tile) {
        return by((workshop, product) -> PackedMethod.runPacked(workshop, product, tile));
    }

    private static GemmMethod by(BiFunction<ProductWorkshop, Product, List<Event>> run) {
        return new GemmMethod() {
            @Override
            public String name() {
                return "packed by a certain tile";
            }

            @Override
            public String description() {
                return new PackedMethod().description();
            }

            @Override
            public Optional<String> refusal(Device device, Product product) {
                return new PackedMethod().refusal(device, product);
            }

            @Override
            public List<Event> run(ProductWorkshop workshop, Product product) {
                return run.apply(workshop, product);
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
        for (PackedMethod.Tile tile : PackedMethod.TILES) {
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
        PackedMethod.Tile small = PackedMethod.TILES.get(3);
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
        PackedMethod.Tile tile = PackedMethod.TILES.get(3);
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
        GemmMethod method = packed(PackedMethod.TILES.get(0));
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
            for (Gemm by : List.of(gemm, gemm.method(packed(PackedMethod.TILES.get(0))))) {
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
