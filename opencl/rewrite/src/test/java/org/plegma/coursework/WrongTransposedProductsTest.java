package org.plegma.coursework;

import java.util.List;

/** The same for products with a transposed factor and a matrix that is added. */
class WrongTransposedProductsTest extends WrongProductsTest {
    @Override
    GemmForm form() {
        return GemmForm.TRANSPOSED_B_PLUS_C;
    }

    @Override
    List<Wrong> wrong() {
        return super.wrong().stream()
                .map(plain ->
                        new Wrong(plain.kind(), source(plain.source()), told(plain.told()), plain.isPartlyRight()))
                .toList();
    }

    private static String source(String plain) {
        return plain.replace("global float* C) {", "global const float* C, global float* D) {")
                .replace("C[", "D[")
                .replace("*) C)", "*) D)")
                .replace("float s = 0", "float s = i < m && j < n ? C[i*n + j] : 0")
                .replace("B[p*n + j]", "B[here]")
                .replace("B[j*k + p]", "B[p*n + j]")
                .replace("B[here]", "B[j*k + p]")
                .replace("B[(q + y)*n + j]", "B[j*k + q + y]");
    }

    private static String told(String plain) {
        return plain.replace("C\\[", "D\\[")
                .replace("but C has", "but D has")
                .replace("as if it was transposed", "as if it was not transposed");
    }
}
