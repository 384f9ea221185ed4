package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;

/** Wrong iterations of a soft cube. */
class WrongParticlesTest extends WrongKernelTests {
    private static final String HEAD =
            "kernel void k(int side, int reach, float distance, float weight, global const float* from, global float*"
                    + " to) { int n = side * side * side, i = get_global_id(0), l = get_local_id(0); ";
    private static final String IN = "if (i < n) {";
    private static final String SUM = " int x = i % side, y = i / side % side, z = i / side / side; int m = 0;"
            + " float3 p = (float3)(from[i], from[n + i], from[2*n + i]), s = 0;"
            + " for (int c = max(0, z - reach); c <= min(side - 1, z + reach); c++)"
            + " for (int b = max(0, y - reach); b <= min(side - 1, y + reach); b++)"
            + " for (int a = max(0, x - reach); a <= min(side - 1, x + reach); a++) {"
            + " int j = (c*side + b)*side + a; if (j == i) continue;"
            + " float3 d = (float3)(from[j], from[n + j], from[2*n + j]) - p;"
            + " float r = distance * sqrt((float)((a-x)*(a-x) + (b-y)*(b-y) + (c-z)*(c-z))), h = sqrt(dot(d, d));"
            + " s += weight * (h - r) / h * d; m++; } p += s / m;";
    private static final String STORE = " to[i] = p.x; to[n + i] = p.y; to[2*n + i] = p.z; }";
    private static final String RIGHT = HEAD + IN + SUM + STORE + "}";
    private static final String AT = "by work-item .*, line 1, column";

    private static Wrong body(Kind kind, String body, String told) {
        return new Wrong(kind, HEAD + body + "}", told);
    }

    private static Wrong replaced(Kind kind, String from, String to, String told, boolean isPartlyRight) {
        if (!RIGHT.contains(from)) {
            throw new IllegalArgumentException("the kernel has no " + from);
        }
        return new Wrong(kind, RIGHT.replace(from, to), told, isPartlyRight);
    }

    /** The x of neighbours in the same group comes from local memory. */
    private static String shared(String first, String barrier) {
        return "local float t[64]; " + first + " t[l] = i < n ? from[i] : 0; " + barrier + IN
                + SUM.replace("(float3)(from[j],", "(float3)(j / 64 == i / 64 ? t[j % 64] : from[j],") + STORE;
    }

    @Override
    List<Wrong> wrong() {
        return List.of(
                replaced(
                        BOUNDS_READ,
                        "c <= min(side - 1, z + reach)",
                        "c <= z + reach",
                        "wrong: k: read of from\\[\\d+] " + AT + ".*, but from has \\d+ elements?",
                        false),
                replaced(
                        BOUNDS_WRITE,
                        "to[2*n + i] = p.z",
                        "to[2*n + i - 99999999] = p.z",
                        "wrong: k: write of to\\[-\\d{8}] " + AT + ".*, but to has \\d+ elements?",
                        false),
                body(
                        LOCAL_RACE,
                        "local float t[64]; t[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); t[63 - l] = 0;" + IN + SUM
                                + STORE.replace("= p.x", "= p.x + t[l]"),
                        "wrong: k: .*data race in local memory"),
                body(
                        GLOBAL_RACE,
                        IN + SUM + STORE.replace("}", "float w = ((volatile global float*) to)[0]; }"),
                        "wrong: k: .*data race on to\\[0]"),
                body(MISSING_BARRIER, shared("", ""), "wrong: k: .*data race in local memory"),
                body(
                        DIVERGENT_BARRIER,
                        shared("if (i >= n) return;", "barrier(CLK_LOCAL_MEM_FENCE);"),
                        "wrong: k: Work-group divergence"),
                replaced(
                        UNINITIALISED_SUM,
                        "int m = 0;",
                        "int m; if (reach > 1000) m = 0;",
                        "wrong: k: .*not set before",
                        false),
                body(
                        ENDLESS,
                        "for (int p = 0; p < n; p += to[0] > 1e9f) to[0] = p;",
                        "wrong: k has not come to its end: .*Look for a loop that does not end"),
                replaced(
                        SIGNATURE,
                        "int reach, float distance",
                        "float distance, int reach",
                        "wrong signature: parameter 2 of k, \\w*distance, is float; the exercise has int reach",
                        false),
                replaced(COMPILE, "float r", "flot r", "(?s).*flot.*", false),
                replaced(
                        TRANSPOSED_INDEX,
                        "to[n + i] = p.y; to[2*n + i] = p.z",
                        "to[n + i] = p.z; to[2*n + i] = p.y",
                        "wrong: y of particle 0 at \\(0, 0, 0\\) should be .*: that is what its z should be",
                        false),
                replaced(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        IN,
                        "if (i < (n < 64 ? n : n / 64 * 64)) {",
                        "wrong: x of particle 64 at \\(4, 2, 2\\) should be .*: it was not written",
                        true),
                replaced(
                        ONE_ELEMENT,
                        "to[i] = p.x",
                        "to[i] = p.x + (i == 100)",
                        "wrong: x of particle 100 (?s).*\\nThe smallest size that fails is 5, 1: ",
                        true),
                replaced(
                        NOT_A_NUMBER,
                        "to[i] = p.x",
                        "to[i] = i == 100 ? p.x / 0.0f - p.x / 0.0f : p.x",
                        "wrong: x of particle 100 (?s).*\\nThe smallest size that fails is 5, 1: ",
                        true),
                body(LOST_ATOMICS, IN + SUM + STORE.replace("}", "to[0] += 0; }"), "wrong: k: .*data race on to\\[0]"),
                new Wrong(CHEAT, RIGHT, "right, but it has no array in local memory"));
    }

    @Override
    Verdict judge(Wrong wrong) {
        return judge(
                wrong,
                (submitted, judging) -> ParticleExercise.check(
                        session,
                        submitted,
                        (kernel, side) -> kernel.global(Kernel.roundUp((long) side * side * side, 64))
                                .local(64),
                        judging));
    }
}
