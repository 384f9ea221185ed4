package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.method.ProductCosts;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.choice.Contest.Untimed;
import org.plegma.tune.choice.DeviceFigures;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** How {@code auto} chooses for products: by the rule, unless all was timed for exactly this product. */
class GemmChoiceTest {
    @TempDir
    Path folder;

    /** A product of a shape that its matrices do not have: nothing is computed. */
    private static Product product(DeviceArray array, Precision precision, int m, int n, int k, Op opB) {
        Matrix one = Matrix.of(array);
        return new Product(m, n, k, 1, one, Op.N, one, opB, 0, one, one, Epilogue.NONE, precision);
    }

    @Test
    void withoutTrialsTheRuleChooses() {
        TuningStore store = TuningStore.at(folder);
        try (Session session = StandIn.h200(launch -> {});
                DeviceArray array = session.allocate(ElementType.FLOAT, 2, 2)) {
            ProductWorkshop workshop = new ProductWorkshop(session);
            for (Precision precision : Precision.values()) {
                for (int n : new int[] {8, 300, 1000, 4096}) {
                    Product product = product(array, precision, n, 4096, 4096, Op.N);
                    Untimed<String> choice = GemmChoice.untimed(workshop, product, store);
                    GemmMethod usual =
                            GemmMethods.choose(session.device(), product).method();
                    assertEquals(usual.name(), choice.method(), product::toString);
                    assertTrue(
                            List.of(Origin.SUITED, Origin.USUAL, Origin.FASTEST).contains(choice.origin()));
                    assertSame(usual, GemmChoice.method(workshop, product), product::toString);
                }
            }
        }
    }

    /** Shapes of which one method was at least a tenth faster than the others on an H200, and those beyond the figures. */
    @Test
    void productsGoByExpectedTimes() {
        goTo(
                Precision.FP32_FAST,
                "skinny",
                """
                2048 2048 2048
                777 777 777
                100 4096 4096
                256 2048 8192
                340 7928 4192
                349 4128 16160
                2112 384 1952
                8192 8192 256
                32 4096 4096
                2668 412 3820
                1148 1144 784""");
        goTo(
                Precision.FP32_FAST,
                "tensor",
                """
                255 255 255
                8192 8192 16
                5000 300 300
                64 146 9088
                448 64 5664
                528 2720 19020
                1310 1280 14112""");
        goTo(
                Precision.FP32_FAST,
                "warpgroup",
                """
                8192 8192 8192
                4096 4096 4096
                3552 2216 1703""");
        goTo(
                Precision.IEEE,
                "promoted",
                """
                640 640 640
                1024 1024 1024
                8192 8192 64
                8192 8192 8192
                160 140 1172
                192 192 3680
                196 188 704
                48 56 1524""");
        goTo(
                Precision.IEEE,
                "register",
                """
                512 512 512
                256 288 128
                296 320 132
                384 368 236
                40 9076 24""");
        for (Precision rounded : List.of(Precision.TF32, Precision.BF16)) {
            goTo(
                    rounded,
                    "packed",
                    """
                    512 512 512
                    640 640 640
                    1024 1024 1024
                    8192 8192 8192
                    8192 8192 64
                    8192 8192 16
                    100 4096 4096
                    512 960 2112
                    2668 412 3820""");
            goTo(
                    rounded,
                    "tensor",
                    """
                    256 288 128
                    480 576 416
                    64 11872 2528
                    192 192 3680
                    384 368 236
                    32 1792 1408
                    40 9076 24""");
        }
    }

    private static void goTo(Precision precision, String method, String shapes) {
        try (Session session = StandIn.h200(launch -> {});
                DeviceArray array = session.allocate(ElementType.FLOAT, 2, 2)) {
            for (String shape : shapes.lines().toList()) {
                int[] size = Arrays.stream(shape.split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                Product product = product(array, precision, size[0], size[1], size[2], Op.N);
                assertEquals(
                        method,
                        GemmMethods.choose(session.device(), product).method().name(),
                        () -> precision + " " + shape);
            }
        }
    }

    /** All must have been timed, and for exactly this product. */
    @Test
    void whatWasTimedForThisProductDecides() {
        TuningStore store = TuningStore.at(folder);
        try (Session session = StandIn.h200(launch -> {});
                DeviceArray array = session.allocate(ElementType.FLOAT, 2, 2)) {
            ProductWorkshop workshop = new ProductWorkshop(session);
            Product product = product(array, Precision.TF32, 1024, 1024, 1024, Op.T);
            List<String> usable = List.of("packed", "tensor");
            assertEquals("packed", GemmChoice.untimed(workshop, product, store).method());
            ChoiceKey<String> key =
                    ChoiceKey.ofMethods("gemm", "1-NT", "float-tf32", new long[] {1024, 1024, 1024}, usable);
            append(store, session, key, "tensor", 1e-5);
            assertEquals("packed", GemmChoice.untimed(workshop, product, store).method(), "one of two");
            append(store, session, key, "packed", 2e-5);
            assertEquals(new Untimed<>("tensor", Origin.MEASURED), GemmChoice.untimed(workshop, product, store));
            for (Product other : List.of(
                    product(array, Precision.BF16, 1024, 1024, 1024, Op.T),
                    product(array, Precision.TF32, 1024, 1024, 1024, Op.N),
                    product(array, Precision.TF32, 1024, 1024, 1025, Op.T))) {
                assertEquals(
                        "packed", GemmChoice.untimed(workshop, other, store).method(), other::toString);
            }
        }
    }

    private static void append(
            TuningStore store, Session session, ChoiceKey<String> key, String method, double seconds) {
        store.append(
                TuningKey.of(key, DeviceModel.of(session.device())),
                new TrialResult(
                        key.configuration(method),
                        Status.OK,
                        new double[] {seconds},
                        "",
                        0,
                        0,
                        Instant.now(),
                        Map.of()));
    }

    @Test
    void anExplanationTimesAllAndIsRemembered() {
        TuningStore store = TuningStore.at(folder);
        try (Session session = Session.open();
                DeviceArray a = session.upload(Grid.random(ElementType.FLOAT, 1, 45, 45));
                DeviceArray d = session.allocate(ElementType.FLOAT, 45, 45);
                Gemm gemm = Gemm.of(session)) {
            Product product = gemm.product(1, Matrix.of(a), Op.N, Matrix.of(a), Op.N, 0, null, Matrix.of(d));
            Choice<String> timed = GemmChoice.timed(gemm.workshop(), product, store);
            assertEquals(Origin.TIMED, timed.origin());
            String fastest = timed.options().stream()
                    .filter(option -> option.trial().isPresent())
                    .min(Comparator.comparingDouble(option -> option.measured().getAsDouble()))
                    .orElseThrow()
                    .method();
            assertEquals(fastest, timed.method());
            timed.options().forEach(option -> option.predicted()
                    .ifPresent(seconds -> assertTrue(seconds < 1, option::toString)));
            assertEquals(
                    timed.options().stream()
                            .filter(option -> option.predicted().isPresent())
                            .count(),
                    timed.options().stream()
                            .filter(option -> option.trial().isPresent())
                            .count());
            assertEquals(new Untimed<>(fastest, Origin.MEASURED), GemmChoice.untimed(gemm.workshop(), product, store));
        }
    }

    /** Of the record {@code gemm-h200.json}: seconds of squares and of few lines. What should be is within twice what was. */
    @Test
    void timesOfAnH200AreLikeTheMeasuredOnes() {
        ProductCosts costs = new ProductCosts(KnownDevices.h200(), DeviceFigures.suggested(KnownDevices.h200()));
        try (Session session = StandIn.h200(launch -> {})) {
            for (String line : MEASURED.lines().toList()) {
                String[] words = line.split(" ");
                ElementType type = ElementType.valueOf(words[0].toUpperCase(Locale.ROOT));
                Precision precision = List.of(Precision.values()).stream()
                        .filter(each -> each.toString().equals(words[1]))
                        .findFirst()
                        .orElseThrow();
                int m = Integer.parseInt(words[3]);
                int n = Integer.parseInt(words[4]);
                Op opB = Op.valueOf(words[5]);
                GemmMethod method = GemmMethods.find(words[2]);
                double expected;
                try (DeviceArray array = session.allocate(type, 2, 2)) {
                    Product product = product(array, precision, m, n, n, opB);
                    assertEquals(Optional.empty(), method.refusal(costs.device(), product), line);
                    expected = method.seconds(costs, product);
                }
                double measured = Double.parseDouble(words[6]) * 1e-6;
                assertFalse(expected > 2 * measured || expected < measured / 2, line + ", expected " + expected);
            }
        }
    }

    /** Type, precision, method, rows of A, side of B, operation of B, microseconds. */
    private static final String MEASURED =
            """
            float ieee naive 512 512 N 63.6
            float ieee naive 2048 2048 N 3156
            float ieee naive 2048 2048 T 18711
            float ieee tiled-dynamic 1024 1024 N 391
            float ieee tiled-static 2048 2048 T 2768
            double ieee naive 1024 1024 N 559
            double ieee tiled-static 2048 2048 N 3871
            float ieee skinny 1 8192 N 72.0
            float ieee skinny 16 8192 N 68.4
            float ieee skinny 64 8192 N 194
            double ieee skinny 16 8192 N 132
            double ieee skinny 64 8192 N 238
            float fp32-fast skinny 32 8192 N 73.8
            float fp32-fast skinny 64 8192 N 95.9
            float ieee register 512 512 N 16.4
            float ieee register 1024 1024 N 61.3
            float ieee register 2048 2048 N 389
            float ieee register 8192 8192 N 21947
            float ieee register 64 8192 N 219
            double ieee register 2048 2048 N 1048
            double ieee register 8192 8192 N 61757
            double ieee tensor 512 512 N 13.6
            double ieee tensor 1024 1024 N 43.2
            double ieee tensor 4096 4096 N 2207
            double ieee tensor 8192 8192 N 17394
            double ieee tensor 64 8192 N 161
            float ieee promoted 512 512 N 19.1
            float ieee promoted 1024 1024 N 46.1
            float ieee promoted 8192 8192 N 18437
            float fp32-fast tensor 512 512 N 18.1
            float fp32-fast tensor 1024 1024 N 42.3
            float fp32-fast tensor 2048 2048 N 248
            float fp32-fast warpgroup 4096 4096 N 1504
            float fp32-fast warpgroup 8192 8192 N 10195
            float tf32 packed 512 512 N 13.2
            float tf32 packed 1024 1024 N 19.8
            float tf32 packed 2048 2048 N 71.9
            float tf32 packed 8192 8192 N 2857
            float bf16 packed 1024 1024 N 15.8
            float bf16 packed 4096 4096 N 233
            float bf16 packed 8192 8192 N 1639""";
}
