package org.plegma.coursework;

import java.util.ArrayList;
import java.util.List;
import org.plegma.coursework.KernelExercise.Words;

/** Which product an exercise asks for: how its factors lie in memory, and whether a matrix is added. */
enum GemmForm {
    /** {@code C = A*B}. */
    PLAIN(false, false, false),
    /** {@code C = A'*B}, where A has k rows and m columns. */
    TRANSPOSED_A(true, false, false),
    /** {@code D = A*B' + C}, where B has n rows and k columns. */
    TRANSPOSED_B_PLUS_C(false, true, true);

    private final boolean isTransposedA;
    private final boolean isTransposedB;
    private final boolean hasSummand;

    GemmForm(boolean isTransposedA, boolean isTransposedB, boolean hasSummand) {
        this.isTransposedA = isTransposedA;
        this.isTransposedB = isTransposedB;
        this.hasSummand = hasSummand;
    }

    boolean isTransposedA() {
        return isTransposedA;
    }

    boolean isTransposedB() {
        return isTransposedB;
    }

    /** Whether C is read and added, and the result is D. */
    boolean hasSummand() {
        return hasSummand;
    }

    String result() {
        return hasSummand ? "D" : "C";
    }

    Words words() {
        return new Words(
                "m x n x k",
                "GFLOP/s",
                result(),
                hasSummand ? "A, B or C" : "A or B",
                "its row is below m and its column below n");
    }

    List<String> parameters() {
        List<String> parameters =
                new ArrayList<>(List.of("int m", "int n", "int k", "global const float* A", "global const float* B"));
        if (hasSummand) {
            parameters.add("global const float* C");
        }
        parameters.add("global float* " + result());
        return parameters;
    }

    /** The element of row i and column p of the left factor, in OpenCL C. */
    static String left(boolean isTransposed) {
        return isTransposed ? "A[p*m + i]" : "A[i*k + p]";
    }

    /** The element of row p and column j of the right factor, in OpenCL C. */
    static String right(boolean isTransposed) {
        return isTransposed ? "B[j*k + p]" : "B[p*n + j]";
    }

    /** A simple kernel. */
    String reference() {
        return "kernel void reference(" + String.join(", ", parameters()) + ") {\n"
                + "    int j = get_global_id(0), i = get_global_id(1);\n"
                + "    if (i >= m || j >= n) return;\n"
                + "    float sum = " + (hasSummand ? "C[i*n + j]" : "0") + ";\n"
                + "    for (int p = 0; p < k; p++) sum += " + left(isTransposedA) + " * " + right(isTransposedB) + ";\n"
                + "    " + result() + "[i*n + j] = sum;\n"
                + "}\n";
    }
}
