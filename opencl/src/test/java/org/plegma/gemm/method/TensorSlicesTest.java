package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** The sums of slices of the terms, which the tensor cores' kernel adds itself. */
class TensorSlicesTest {
    private static final ProductTiling DOUBLE = new ProductTiling(128, 64, 16, 32, 32, 6, 1);
    private static final ProductTiling FEW_ROWS = new ProductTiling(64, 128, 16, 32, 32, 6, 1);
    private static final ProductTiling FLOAT = new ProductTiling(128, 64, 16, 64, 32, 3, 1);

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

    private static GemmMethod inSlices(ProductTiling tiling, int slices) {
        return new TensorMethod(Double.POSITIVE_INFINITY, 0) {
            @Override
            TilePlan plan(ProductWorkshop workshop, Product product) {
                return new TilePlan(tiling, slices);
            }
        };
    }

    static Stream<Arguments> tilings() {
        // Where sums are kept depends on the type alone; the other precisions of float would be as many programs more
        // to compile.
        return Stream.of(
                Arguments.of(Precision.IEEE, DOUBLE),
                Arguments.of(Precision.IEEE, FEW_ROWS),
                Arguments.of(Precision.FP32_FAST, FLOAT));
    }

    @ParameterizedTest
    @MethodSource("tilings")
    void areAddedInTheKernel(Precision precision, ProductTiling tiling) {
        ElementType type = precision == Precision.IEEE ? ElementType.DOUBLE : ElementType.FLOAT;
        GemmCase odd = GemmCase.plain(type, 131, 67, 75);
        GemmCase whole = GemmCase.plain(type, 256, 128, 128);
        for (int slices : new int[] {2, 5}) {
            try (Gemm gemm = Gemm.of(session).precision(precision).method(inSlices(tiling, slices))) {
                if (!hopper) {
                    assertThrows(UnsupportedOperationException.class, () -> odd.check(session, gemm));
                    return;
                }
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        // A second time, as the first must leave the counts of arrivals as it found them.
                        for (int time = 0; time < 2; time++) {
                            odd.ops(opA, opB).padded(1).scaled(-1, 0.3).check(session, gemm);
                            whole.ops(opA, opB).check(session, gemm);
                        }
                    }
                }
                odd.batch(3).layer(1, Activation.RELU).check(session, gemm);
                whole.batch(2).apart().scaled(0.3, 1).check(session, gemm);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"FLOAT", "DOUBLE"})
    void areAddedInTheSameOrderEachTime(ElementType type) {
        boolean exact = type == ElementType.DOUBLE;
        try (Gemm gemm = Gemm.of(session)
                .precision(exact ? Precision.IEEE : Precision.TF32)
                .method(inSlices(exact ? DOUBLE : FLOAT, 4))) {
            Grid a = Grid.random(type, 1, 64, 4096);
            Grid b = Grid.random(type, 2, 4096, 1000);
            if (!hopper) {
                assertThrows(UnsupportedOperationException.class, () -> gemm.multiply(a, b));
                return;
            }
            Grid first = gemm.multiply(a, b);
            for (int time = 0; time < 20; time++) {
                Grid again = gemm.multiply(a, b);
                if (exact) {
                    assertArrayEquals(first.doubles(), again.doubles());
                } else {
                    assertArrayEquals(first.floats(), again.floats());
                }
            }
        }
    }
}
