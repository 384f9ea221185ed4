package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import org.plegma.coursework.verdict.Verdict;

/** Wrong sums of the energies of particles, one for each group. */
class WrongEnergiesTest extends WrongKernelTests {
    private static final String HEAD = "kernel void k(int n, float gravity, global const float* position,"
            + " global const float* velocity, global float* sums) {"
            + " int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0); ";
    private static final String TERM = "gravity*position[n + p] + 0.5f*(velocity[p]*velocity[p]"
            + " + velocity[n + p]*velocity[n + p] + velocity[2*n + p]*velocity[2*n + p])";
    private static final String BODY =
            "if (l == 0) { float s = 0; for (int p = i; p < min(n, i + 64); p++) s += " + TERM + "; sums[g] = s; }";
    private static final String RIGHT = HEAD + BODY + "}";
    private static final String BARRIER = "barrier(CLK_LOCAL_MEM_FENCE); ";
    private static final String AT = "by work-item .*, line 1, column";

    private static Wrong with(Kind kind, String old, String text, String told) {
        return partly(kind, old, text, told, false);
    }

    private static Wrong partly(Kind kind, String old, String text, String told, boolean isPartlyRight) {
        if (!RIGHT.contains(old)) {
            throw new IllegalArgumentException("the kernel has no " + old);
        }
        return new Wrong(kind, RIGHT.replace(old, text), told, isPartlyRight);
    }

    private static Wrong body(Kind kind, String body, String told) {
        return new Wrong(kind, HEAD + body + "}", told);
    }

    /** A tree in local memory, which all work-items of a group sum up. */
    private static String tree(String first, String barrier) {
        return "local float t[64]; int p = i; " + first + " t[l] = i < n ? " + TERM + " : 0; " + barrier
                + "for (int h = 32; h > 0; h /= 2) { if (l < h) t[l] += t[l + h]; " + barrier
                + "} if (l == 0) sums[g] = t[0];";
    }

    @Override
    List<Wrong> wrong() {
        return List.of(
                with(
                        BOUNDS_READ,
                        "p < min(n, i + 64)",
                        "p < i + 64",
                        "wrong: k: read of velocity\\[\\d+] " + AT + ".*, but velocity has \\d+ elements?"),
                with(
                        BOUNDS_WRITE,
                        "sums[g]",
                        "sums[g - 99999999]",
                        "wrong: k: write of sums\\[-\\d{8}] " + AT + ".*, but sums has \\d+ elements?"),
                body(
                        LOCAL_RACE,
                        "local float t[64]; t[l] = 0; " + BARRIER + "t[63 - l] = 0; "
                                + BODY.replace("= s;", "= s + t[l];"),
                        "wrong: k: .*data race in local memory"),
                with(
                        GLOBAL_RACE,
                        "= s;",
                        "= s; float z = ((volatile global float*) sums)[0];",
                        "wrong: k: .*data race on sums\\[0]"),
                body(MISSING_BARRIER, tree("", ""), "wrong: k: .*data race in local memory"),
                body(DIVERGENT_BARRIER, tree("if (i >= n) return;", BARRIER), "wrong: k: Work-group divergence"),
                with(UNINITIALISED_SUM, "float s = 0", "float s; if (n > 10000) s = 0", "wrong: k: .*not set before"),
                body(
                        ENDLESS,
                        "for (int p = 0; p < n; p += sums[0] > 1e9f) sums[0] = p;",
                        "wrong: k has not come to its end: .*Look for a loop that does not end"),
                with(
                        SIGNATURE,
                        "int n, float gravity",
                        "float gravity, int n",
                        "wrong signature: parameter 1 of k, gravity, is float; the exercise has int n"),
                with(COMPILE, "float s", "flot s", "(?s).*flot.*"),
                new Wrong(
                        TRANSPOSED_INDEX,
                        RIGHT.replace("[n + p]", "[3*p + 1]")
                                .replace("[2*n + p]", "[3*p + 2]")
                                .replace("[p]", "[3*p]"),
                        "wrong: sums\\[0] should be .*: x, y and z are read particle by particle"),
                partly(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        "min(n, i + 64)",
                        "min(n < 64 ? n : n / 64 * 64, i + 64)",
                        "wrong: sums\\[1] should be .*: no particle of the group is added(?s).*"
                                + "\\nThe smallest size that fails is 65: ",
                        true),
                // Sizes of one group alone are right, which says as little as those of one element.
                partly(
                        ONE_ELEMENT,
                        "= s;",
                        "= s + (g == 1);",
                        "wrong: sums\\[1](?s) .*\\nThe smallest size that fails is 65: ",
                        false),
                partly(
                        NOT_A_NUMBER,
                        "= s;",
                        "= g == 1 ? 0 / (s - s) : s;",
                        "wrong: sums\\[1](?s) .*\\nThe smallest size that fails is 65: ",
                        false),
                body(
                        LOST_ATOMICS,
                        "if (l == 0) sums[g] = 0; barrier(CLK_GLOBAL_MEM_FENCE); int p = i; if (i < n) sums[g] += "
                                + TERM + ";",
                        "wrong: k: .*data race on sums\\[0]"),
                new Wrong(CHEAT, RIGHT, "right, but it has no array in local memory"));
    }

    @Override
    Verdict judge(Wrong wrong) {
        return judge(wrong, (submitted, judging) -> EnergyExercise.check(session, submitted, judging));
    }
}
