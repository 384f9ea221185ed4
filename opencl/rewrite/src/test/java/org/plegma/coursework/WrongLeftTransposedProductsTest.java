package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.TRANSPOSED_INDEX;

import java.util.List;

/** The same for products whose left factor is transposed. */
class WrongLeftTransposedProductsTest extends WrongProductsTest {
    @Override
    GemmForm form() {
        return GemmForm.TRANSPOSED_A;
    }

    @Override
    List<Wrong> wrong() {
        return super.wrong().stream().map(this::ofTransposed).toList();
    }

    /** What is transposed by mistake is A, which the kernel reads as in a plain product. */
    private Wrong ofTransposed(Wrong plain) {
        if (plain.kind() == TRANSPOSED_INDEX) {
            return new Wrong(
                    TRANSPOSED_INDEX,
                    plain.source().replace("B[j*k + p]", "B[p*n + j]"),
                    "wrong: C\\[0]\\[0] .* is A read as if it was not transposed");
        }
        String source =
                plain.source().replace("A[i*k + p]", "A[p*m + i]").replace("A[i*k + q + x]", "A[(q + x)*m + i]");
        return new Wrong(plain.kind(), source, plain.told(), plain.isPartlyRight());
    }
}
