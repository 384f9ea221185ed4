package org.plegma.coursework;

import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;

/** Wrong convolutions along rows, by groups of 64 cells. */
class WrongConvolutionsTest extends WrongKernelTests {
    private static final String HEAD = "kernel void k(int height, int width, int radius, global const float* image,"
            + " constant float* taps, global float* result) { int x = get_global_id(0), y = get_global_id(1); ";
    private static final String RIGHT = HEAD + "if (x < width) { float s = 0; for (int j = max(0, radius - x);"
            + " j <= min(2*radius, width - 1 - x + radius); j++) s += taps[j] * image[y*width + x - radius + j];"
            + " result[y*width + x] = s; } }";
    private static final String AT = "by work-item .*, line 1, column";

    /** The right kernel with some other text in it. */
    private static Wrong with(Kind kind, String old, String text, String told) {
        return new Wrong(kind, RIGHT.replace(old, text), told);
    }

    private static Wrong partly(Kind kind, String old, String text, String told) {
        return new Wrong(kind, RIGHT.replace(old, text), told, true);
    }

    /** Cells of a row in local memory, with what comes before the barrier, and the barrier. */
    private static Wrong tiled(Kind kind, String first, String barrier, String told) {
        String body = "local float tile[64 + 2*256]; int item = get_local_id(0), left = get_group_id(0)*64; " + first
                + " for (int i = item; i < 64 + 2*radius; i += 64) { int from = left - radius + i;"
                + " tile[i] = from >= 0 && from < width ? image[y*width + from] : 0; } " + barrier
                + " if (x < width) { float s = 0; for (int j = 0; j <= 2*radius; j++) s += taps[j]*tile[item + j];"
                + " result[y*width + x] = s; }";
        return new Wrong(kind, HEAD + body + "}", told);
    }

    @Override
    List<Wrong> wrong() {
        return List.of(
                with(
                        BOUNDS_READ,
                        "if (x < width)",
                        "if (image[y*width + x - 1] > 9) return; if (x < width)",
                        "wrong: k: read of image\\[-1] " + AT + ".*, but image has \\d+ elements?"),
                with(
                        BOUNDS_WRITE,
                        "result[y*width + x]",
                        "result[y*width + x - 99999999]",
                        "wrong: k: write of result\\[-\\d{8}] " + AT + ".*, but result has \\d+ elements?"),
                with(
                        LOCAL_RACE,
                        "if (x < width) { float s = 0;",
                        "local float t[1]; t[0] = y; barrier(CLK_LOCAL_MEM_FENCE); if (x < width) { float s = t[0] - y;",
                        "wrong: k: .*data race in local memory"),
                with(
                        GLOBAL_RACE,
                        "= s;",
                        "= s; float z = ((volatile global float*) result)[0];",
                        "wrong: k: .*data race on result\\[0]"),
                tiled(MISSING_BARRIER, "", "", "wrong: k: .*data race in local memory"),
                tiled(
                        DIVERGENT_BARRIER,
                        "if (x >= width) return;",
                        "barrier(CLK_LOCAL_MEM_FENCE);",
                        "wrong: k: Work-group divergence"),
                with(
                        UNINITIALISED_SUM,
                        "float s = 0",
                        "float s; if (radius > 1000) s = 0",
                        "wrong: k: .*not set before"),
                with(
                        ENDLESS,
                        "j++) s +=",
                        "j += result[0] > 1e9f) result[0] =",
                        "wrong: k has not come to its end: .*Look for a loop that does not end"),
                with(
                        SIGNATURE,
                        "constant float* taps",
                        "global const float* taps",
                        "wrong signature: parameter 5 of k, taps, is global float\\*; the exercise has constant float\\* taps"),
                with(COMPILE, "float s", "flot s", "(?s).*flot.*"),
                with(
                        TRANSPOSED_INDEX,
                        "image[y*width + x - radius + j]",
                        "image[(x - radius + j)*height + y]",
                        "wrong: row 0, column 0 should be"),
                partly(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        "if (x < width)",
                        "if (x < (width < 64 ? width : width / 64 * 64))",
                        "wrong: row 0, column 64 .* was not written"),
                partly(
                        ONE_ELEMENT,
                        "= s;",
                        "= s + (x == 0 && y == 16);",
                        "wrong: row 16, column 0(?s) .*\\nThe smallest size that fails is 17 x 1, 1"),
                partly(
                        NOT_A_NUMBER,
                        "= s;",
                        "= y == 3 ? 0 / (s - s) : s;",
                        "wrong: row 3, column 0(?s) .*\\nThe smallest size that fails is 4 x 1, 1"),
                with(
                        LOST_ATOMICS,
                        "= s;",
                        "= s; ((volatile global float*) result)[0] += 0;",
                        "wrong: k: .*data race on result\\[0]"),
                new Wrong(CHEAT, RIGHT, "right, but it has no array in local memory"));
    }

    /** Along rows. */
    int axis() {
        return 1;
    }

    @Override
    Verdict judge(Wrong wrong) {
        return judge(
                wrong,
                (submitted, judging) -> ConvolveExercise.check(
                        session,
                        submitted,
                        (kernel, height, width, radius) -> axis() == 1
                                ? kernel.global(Kernel.roundUp(width, 64), height)
                                        .local(64, 1)
                                : kernel.global(width, Kernel.roundUp(height, 64))
                                        .local(1, 64),
                        axis(),
                        judging));
    }
}
