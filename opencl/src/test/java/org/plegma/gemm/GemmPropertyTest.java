package org.plegma.gemm;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;

/** Random products in random layouts against the definition, by whatever method suits them and by the others. */
@Tag("optimized")
class GemmPropertyTest {
    private static Session session;
    private static Gemm gemm;

    @BeforeContainer
    static void open() {
        session = Session.open();
        gemm = Gemm.of(session);
    }

    @AfterContainer
    static void close() {
        gemm.close();
        session.close();
    }

    @Provide
    static Arbitrary<String> methods() {
        return Arbitraries.of(GemmTest.methods(session).toList());
    }

    @Provide
    static Arbitrary<Double> scales() {
        return Arbitraries.of(0.0, 1.0, -1.0, 0.3, -7.0);
    }

    @Property(tries = 40)
    void productsOfAnyShapeAndLayout(
            @ForAll("methods") String method,
            @ForAll boolean single,
            @ForAll @IntRange(max = 90) int m,
            @ForAll @IntRange(max = 90) int n,
            @ForAll @IntRange(max = 200) int k,
            @ForAll Op opA,
            @ForAll Op opB,
            @ForAll("scales") double alpha,
            @ForAll("scales") double beta,
            @ForAll @IntRange(max = 9) int padding,
            @ForAll @IntRange(max = 3) int count,
            @ForAll boolean inPlace) {
        List<ElementType> types = GemmTest.types(method);
        ElementType type = types.get(single ? 0 : types.size() - 1);
        new GemmCase(type, m, n, k, opA, opB, alpha, beta, padding, count, inPlace, 0, Activation.NONE)
                .check(session, gemm.method(method));
    }
}
