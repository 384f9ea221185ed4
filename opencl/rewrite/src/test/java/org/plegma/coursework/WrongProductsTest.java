package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;

/** Wrong products. */
class WrongProductsTest extends WrongKernelTests {
    private static final String HEAD =
            "kernel void k(int m, int n, int k, global const float* A, global const float* B, global float* C) {"
                    + " int j = get_global_id(0), i = get_global_id(1); ";
    private static final String IN = "if (i < m && j < n) {";
    private static final String SUM = " float s = 0; for (int p = 0; p < k; p++) s += A[i*k + p] * B[p*n + j]; ";
    private static final String STORE = " C[i*n + j] = s; }";
    private static final String RIGHT = HEAD + IN + SUM + STORE + "}";
    private static final String AT = "by work-item .*, line 1, column";

    private static Wrong body(Kind kind, String body, String told) {
        return new Wrong(kind, HEAD + body + "}", told);
    }

    /** A tile of each factor at a time. */
    private static String tiled(String first, String last) {
        return "local float a[16][17], b[16][17]; int x = get_local_id(0), y = get_local_id(1); float s = 0;"
                + first + " for (int q = 0; q < k; q += 16) {"
                + " a[y][x] = i < m && q + x < k ? A[i*k + q + x] : 0; b[y][x] = q + y < k && j < n ? B[(q + y)*n + j] : 0;"
                + " barrier(CLK_LOCAL_MEM_FENCE); for (int p = 0; p < 16; p++) s += a[y][p] * b[p][x];"
                + last + " } " + IN + STORE;
    }

    @Override
    List<Wrong> wrong() {
        return List.of(
                body(
                        BOUNDS_READ,
                        "if (j < n) {" + SUM + "if (i < m)" + STORE.replace("}", "") + "}",
                        "wrong: k: read of A\\[\\d+] " + AT + ".*, but A has \\d+ elements?"),
                body(
                        BOUNDS_WRITE,
                        IN + SUM + STORE.replace("+ j]", "+ j - 99999999]"),
                        "wrong: k: write of C\\[-\\d{8}] " + AT + ".*, but C has \\d+ elements?"),
                body(
                        LOCAL_RACE,
                        "local float t[16]; int x = get_local_id(0); t[x] = 0; barrier(CLK_LOCAL_MEM_FENCE); t[15 - x] = 0;"
                                + IN + SUM + STORE.replace("= s", "= s + t[x]"),
                        "wrong: k: .*data race in local memory"),
                body(
                        GLOBAL_RACE,
                        IN + SUM + STORE.replace("}", "float z = ((volatile global float*) C)[0]; }"),
                        "wrong: k: .*data race on C\\[0]"),
                body(MISSING_BARRIER, tiled("", ""), "wrong: k: .*data race in local memory"),
                body(
                        DIVERGENT_BARRIER,
                        tiled("if (i >= m || j >= n) return;", "barrier(CLK_LOCAL_MEM_FENCE);"),
                        "wrong: k: Work-group divergence"),
                body(
                        UNINITIALISED_SUM,
                        IN + SUM.replace("float s = 0", "float s; if (k > 1000) s = 0") + STORE,
                        "wrong: k: .*not set before"),
                body(
                        ENDLESS,
                        "for (int p = 0; p < k; p += C[0] > 1e9f) C[0] = p;",
                        "wrong: k has not come to its end: .*Look for a loop that does not end"),
                new Wrong(
                        SIGNATURE,
                        RIGHT.replace("int k, global const float* A", "global const float* A, int k"),
                        "wrong signature: parameter 3 of k, A, is global float\\*; the exercise has int k"),
                new Wrong(COMPILE, RIGHT.replace("float s", "flot s"), "(?s).*flot.*"),
                new Wrong(
                        TRANSPOSED_INDEX,
                        RIGHT.replace("B[p*n + j]", "B[j*k + p]"),
                        "wrong: C\\[0]\\[0] .* is B read as if it was transposed"),
                new Wrong(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        RIGHT.replace("p < k", "p < (k < 16 ? k : k / 16 * 16)"),
                        "wrong: .* the terms from p = 16 on, which do not fill a tile, are missing",
                        true),
                new Wrong(
                        ONE_ELEMENT,
                        RIGHT.replace("= s;", "= s + (i == 16 && j == 0);"),
                        "wrong: C\\[16]\\[0](?s) .*\\nThe smallest size that fails is 17 x 1 x 1: ",
                        true),
                new Wrong(
                        NOT_A_NUMBER,
                        RIGHT.replace("= s;", "= i == 16 ? s / 0.0f - s / 0.0f : s;"),
                        "wrong: C\\[16]\\[0](?s) .*\\nThe smallest size that fails is 17 x 1 x 1: ",
                        true),
                body(
                        LOST_ATOMICS,
                        IN + " C[i*n + j] = 0; for (int p = 0; p < k; p++) { C[i*n + j] += A[i*k + p] * B[p*n + j];"
                                + " C[0] += 0; } }",
                        "wrong: k: .*data race on C\\[0]"),
                new Wrong(CHEAT, RIGHT, "right, but it has no array in local memory"));
    }

    GemmForm form() {
        return GemmForm.PLAIN;
    }

    @Override
    Verdict judge(Wrong wrong) {
        return judge(
                wrong,
                (submitted, judging) -> GemmExercise.check(
                        session,
                        submitted,
                        form(),
                        (kernel, m, n) -> kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16))
                                .local(16, 16),
                        judging));
    }
}
