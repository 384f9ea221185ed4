package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;

/** Every method against the definition: all operations, types, scales, shapes and layouts. */
public class GemmTest {
    private static Session session;
    private static Gemm gemm;

    @BeforeAll
    static void open() {
        session = Session.open();
        gemm = Gemm.of(session);
    }

    @AfterEach
    void allMemoryIsFreeAgain() {
        gemm.close(); // what methods keep for the next product
        assertEquals(0, session.memoryInUse(), () -> session.memory().toString());
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** The methods that this device has, and the choice among them. */
    static Stream<String> methods() {
        return methods(session);
    }

    public static Stream<String> methods(Session session) {
        return Stream.concat(Stream.of(Gemm.AUTO), Gemm.methods().stream())
                .filter(name -> name.equals(Gemm.AUTO)
                        || GemmMethods.find(name).refusal(session.device()).isEmpty());
    }

    /** The types that a method has on this device, in {@code Precision.IEEE}. */
    public static List<ElementType> types(String method) {
        return switch (method) {
            case "tensor" -> List.of(ElementType.DOUBLE);
            case "promoted" -> List.of(ElementType.FLOAT);
            case "warpgroup", "packed" -> List.of();
            default -> List.of(ElementType.FLOAT, ElementType.DOUBLE);
        };
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyOperationTypeAndScale(String method) {
        double[] scales = {0, 1, -1, 0.3};
        for (ElementType type : types(method)) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    for (double alpha : scales) {
                        for (double beta : scales) {
                            GemmCase.plain(type, 19, 23, 21)
                                    .ops(opA, opB)
                                    .scaled(alpha, beta)
                                    .padded(3)
                                    .check(session, gemm.method(method));
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyShape(String method) {
        int[][] shapes = {
            {0, 3, 2},
            {3, 0, 2},
            {3, 2, 0},
            {0, 0, 0},
            {1, 1, 1},
            {1, 7, 5},
            {7, 1, 5},
            {5, 7, 1},
            {2, 3, 40},
            {16, 16, 16},
            {17, 15, 33},
            {65, 63, 31},
            {64, 64, 64},
            {129, 3, 2},
            {3, 130, 18},
            {96, 80, 64},
            {16, 200, 70}
        };
        for (ElementType type : types(method)) {
            for (int[] shape : shapes) {
                for (Op op : Op.values()) {
                    GemmCase.plain(type, shape[0], shape[1], shape[2])
                            .ops(op, op)
                            .scaled(1, 0.5)
                            .check(session, gemm.method(method));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void batchesSeparateResultsAndLayers(String method) {
        for (ElementType type : types(method)) {
            GemmCase plain = GemmCase.plain(type, 18, 20, 9).padded(1);
            plain.batch(3).scaled(1, 1).check(session, gemm.method(method));
            plain.batch(2).ops(Op.T, Op.N).apart().check(session, gemm.method(method));
            plain.ops(Op.N, Op.T).scaled(1, 1).apart().check(session, gemm.method(method));
            plain.batch(0).check(session, gemm.method(method));
            plain.scaled(-1, 0.3).layer(1, Activation.RELU).check(session, gemm.method(method));
            plain.scaled(-1, 0.3).layer(2, Activation.SIGMOID).check(session, gemm.method(method));
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void oneFactorServesAWholeBatch(String method) {
        for (ElementType type : types(method)) {
            Grid one = Grid.random(type, 1, 5, 7);
            Grid many = Grid.random(type, 2, 3, 7, 4);
            // One matrix, and a batch of one, which has a step to the next that is not there.
            try (DeviceArray a = session.upload(one);
                    DeviceArray batchOfOne = a.view(0, 1, 5, 7);
                    DeviceArray b = session.upload(many);
                    DeviceArray d = session.allocate(type, 3, 5, 4);
                    DeviceArray turned = session.allocate(type, 3, 4, 5)) {
                gemm.method(method).multiply(1, a, Op.N, b, Op.N, 0, d);
                gemm.method(method).multiply(1, b, Op.T, batchOfOne, Op.T, 0, turned);
                for (int s = 0; s < 3; s++) {
                    Grid expected = gemm.method("naive").multiply(one, many.slice(0, s));
                    // Sums of 7 terms below 1 have an error of at most 9 roundings each.
                    double bound = 2 * 9 * 7 * (type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53);
                    assertTrue(expected.maxAbsDifference(d.download().slice(0, s)) <= bound);
                    Grid other = turned.download().slice(0, s);
                    Grid back = Grid.generate(type, i -> other.get(i[1], i[0]), 5, 4);
                    assertTrue(expected.maxAbsDifference(back) <= bound);
                }
            }
        }
    }

    /** All methods end in the same function, which is compiled anew for each of these. */
    @Test
    void everyLayer() {
        for (int bias = 0; bias <= 2; bias++) {
            for (Activation activation : Activation.values()) {
                GemmCase.plain(ElementType.FLOAT, 18, 20, 9)
                        .scaled(-1, 0.3)
                        .layer(bias, activation)
                        .check(session, gemm.method("naive"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void nanAndInfinityPropagateUnlessTheirFactorIsZero(String method) {
        for (ElementType type : types(method)) {
            Grid a = square(type, 1, Double.NaN, 3, 4);
            Grid b = square(type, 1, 2, Double.POSITIVE_INFINITY, 4);
            Grid c = square(type, Double.NaN, 1, Double.NEGATIVE_INFINITY, 1);
            Gemm by = gemm.method(method);
            Grid d = Grid.zeros(type, 2, 2);
            by.multiply(1, a, Op.N, b, Op.N, 0, c, d);
            assertEquals(square(type, Double.NaN, Double.NaN, Double.POSITIVE_INFINITY, 22), d);
            by.multiply(0, a, Op.N, b, Op.N, 1, c, d);
            assertEquals(c, d);
            by.multiply(1, a, Op.N, b, Op.N, 1, c, d);
            assertEquals(square(type, Double.NaN, Double.NaN, Double.NaN, 23), d);
            by.multiply(Double.NaN, Grid.zeros(type, 2, 0), Op.N, Grid.zeros(type, 0, 2), Op.N, 0, null, d);
            assertEquals(Grid.zeros(type, 2, 2), d, "without terms alpha has no effect");
            by.activation(Activation.RELU).multiply(1, a, Op.N, b, Op.N, 1, c, d);
            assertTrue(Double.isNaN(d.get(0, 0)), "ReLU of NaN");
        }
    }

    /** Also in the middle of whole tiles and vectors. */
    @ParameterizedTest
    @MethodSource("methods")
    void everyElementOfNanStaysNanThroughAnActivation(String method) {
        for (ElementType type : types(method)) {
            Grid a = Grid.random(type, 1, 40, 3);
            Grid b = Grid.generate(type, i -> i[1] % 5 == 0 ? Double.NaN : -1 - i[1], 3, 150);
            for (Activation activation : Activation.values()) {
                Grid d = Grid.zeros(type, 40, 150);
                gemm.method(method).activation(activation).multiply(1, a, Op.N, b, Op.N, 0, d);
                for (int i = 0; i < 40; i++) {
                    for (int j = 0; j < 150; j++) {
                        assertEquals(j % 5 == 0, Double.isNaN(d.get(i, j)), activation + " at (" + i + ", " + j + ")");
                    }
                }
            }
        }
    }

    private static Grid square(ElementType type, double... elements) {
        return Grid.of(elements, 2, 2).to(type);
    }

    /** Slices of a sum may differ in sign; what infinity multiplies is their sum. */
    @ParameterizedTest
    @MethodSource("methods")
    void infinityMultipliesTheWholeSum(String method) {
        double[] scales = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (ElementType type : types(method)) {
            for (int k : new int[] {100, 294, 330, 600, 1200}) {
                for (double alpha : scales) {
                    GemmCase plain = GemmCase.plain(type, 3, 37, k).scaled(alpha, 0);
                    plain.check(session, gemm.method(method));
                    plain.scaled(alpha, -1)
                            .padded(1)
                            .batch(2)
                            .layer(1, Activation.RELU)
                            .check(session, gemm.method(method));
                    plain.scaled(alpha, 0.3)
                            .apart()
                            .layer(2, Activation.SIGMOID)
                            .check(session, gemm.method(method));
                }
            }
        }
    }

    /** Half of a sum times alpha may be beyond the largest number where all of it is not. */
    @ParameterizedTest
    @MethodSource("methods")
    void aLargeAlphaMultipliesTheWholeSum(String method) {
        for (ElementType type : types(method)) {
            double alpha = type == ElementType.FLOAT ? 1e38 : 5e307;
            for (int k : new int[] {100, 330, 600, 1200}) {
                Grid a = Grid.generate(type, i -> 1, 3, k);
                Grid b = Grid.zeros(type, k, 37);
                for (int j = 0; j < 37; j++) {
                    for (int p = 0; p < k; p++) {
                        b.set(p < k / 2 ? 1 : -1, p, j);
                    }
                    b.set(j % 3, k - 1, j); // the sum is one more
                }
                for (double sign : new double[] {1, -1}) {
                    for (double beta : new double[] {0, 1, -0.5}) {
                        Grid c = Grid.generate(type, i -> beta == 0 ? Double.NaN : 0.1 * alpha, 3, 37);
                        Grid d = c.copy();
                        gemm.method(method).multiply(sign * alpha, a, Op.N, b, Op.N, beta, c, d);
                        gemm.method(method).multiply(sign * alpha, a, Op.N, b, Op.N, beta, c);
                        for (int i = 0; i < d.length(); i++) {
                            double expected = sign * alpha * (i % 37 % 3 + 1) + (beta == 0 ? 0 : 0.1 * beta * alpha);
                            String where = method + ", " + k + " terms, beta " + beta + ", element " + i;
                            double bound = Math.abs(expected) * (type == ElementType.FLOAT ? 0x1p-22 : 0x1p-51);
                            assertEquals(expected, d.at(i), bound, where);
                            assertEquals(expected, c.at(i), bound, where + " in place");
                        }
                    }
                }
            }
        }
    }

    @Test
    void gridsAndArraysAndTheirShortForms() {
        Grid a = Grid.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
        Grid b = Grid.of(new float[][] {{1, 0, -1}, {2, 1, 0}});
        Grid product = Grid.of(new float[][] {{5, 2, -1}, {11, 4, -3}, {17, 6, -5}});
        assertEquals(product, gemm.multiply(a, b));
        Grid c = Grid.floats(3, 3).fill(1);
        gemm.multiply(2, a, Op.N, b, Op.N, -1, c);
        assertEquals(Grid.generate(ElementType.FLOAT, i -> 2 * product.get(i) - 1, 3, 3), c);
        try (DeviceArray deviceA = session.upload(a);
                DeviceArray deviceB = session.upload(b);
                DeviceArray result = gemm.multiply(deviceA, deviceB)) {
            assertEquals(product, result.download());
            gemm.multiply(1, deviceB, Op.T, deviceA, Op.T, 0, result).await();
            assertEquals(Grid.generate(ElementType.FLOAT, i -> product.get(i[1], i[0]), 3, 3), result.download());
        }
    }

    @Test
    void batchesGiveABatch() {
        Grid many = Grid.random(ElementType.FLOAT, 1, 3, 4, 5);
        Grid one = Grid.random(ElementType.FLOAT, 2, 5, 2);
        try (DeviceArray a = session.upload(many);
                DeviceArray b = session.upload(one);
                DeviceArray c = gemm.multiply(a, b)) {
            for (int s = 0; s < 3; s++) {
                Grid alone = Grid.floats(4, 2);
                GridProducts.byDevice(gemm, 1, many.slice(0, s), Op.N, one, Op.N, 0, null, alone);
                assertEquals(alone, c.download().slice(0, s));
            }
        }
    }

    /** They have no element in common, though their ranges in the array meet. */
    @Test
    void blocksMayLieOnAnySideOfEachOther() {
        int[][] corners = {{0, 2}, {4, 2}, {2, 0}, {2, 4}};
        for (int[] corner : corners) {
            try (DeviceArray array = session.upload(Grid.generate(ElementType.DOUBLE, i -> i[0] * 6 + i[1], 6, 6))) {
                Matrix whole = Matrix.of(array);
                Matrix middle = whole.part(2, 2, 2, 2);
                Matrix side = whole.part(corner[0], corner[1], 2, 2);
                gemm.multiply(1, middle, Op.N, middle, Op.N, 0, side);
                assertEquals(14 * 14 + 15 * 20, array.download().get(corner[0], corner[1]));
                gemm.multiply(0, side, Op.N, side, Op.N, 2, side, middle);
                assertEquals(2 * (14 * 14 + 15 * 20), array.download().get(2, 2));
            }
        }
    }

    @Test
    void aBlockOfAMatrixIsMultipliedIntoAnotherBlock() {
        try (DeviceArray array = session.upload(Grid.generate(ElementType.DOUBLE, i -> i[0] * 8 + i[1], 8, 8))) {
            Matrix whole = Matrix.of(array);
            gemm.multiply(1, whole.part(0, 0, 4, 4), Op.N, whole.part(4, 0, 4, 4), Op.N, 0, whole.part(0, 4, 4, 4));
            double expected = 1 * 40 + 2 * 48 + 3 * 56;
            assertEquals(expected, array.download().get(0, 4));
            assertEquals(4 * 8 + 4, array.download().get(4, 4), "below the result");
        }
    }
}
