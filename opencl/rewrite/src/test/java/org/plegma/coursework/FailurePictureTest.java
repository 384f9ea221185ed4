package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;

/** Who is said to have written which element of a wrong result. */
class FailurePictureTest extends OnDevice {
    private static final String HEAD =
            "kernel void k(int m, int n, int k, global const float* A, global const float* B, global float* restrict C) {"
                    + " int j = get_global_id(0), i = get_global_id(1); float s = 0;"
                    + " if (i < m && j < n) for (int p = 0; p < k; p++) s += A[i*k + p] * B[p*n + j];";

    private static Verdict verdict(String source) {
        Judging judging = new Judging(Optional.empty(), new HereRunner(session), Optional.empty(), 7);
        try (Program program = session.compile(source)) {
            return GemmExercise.check(
                    session,
                    program.kernel("k"),
                    GemmForm.PLAIN,
                    (kernel, m, n) -> kernel.global(n, m).local(1, 1),
                    judging);
        }
    }

    private static void assertPicture(String expected, String reading, String source) {
        Verdict verdict = verdict(source);
        assertTrue(verdict.reason().contains("\n" + expected + ". right"), verdict::reason);
        assertEquals(
                "Each element has the global id of the work-item that writes it: " + reading + ".",
                verdict.picture().orElseThrow().reading());
    }

    @Test
    void eachElementHasItsWorkItem() {
        assertPicture(
                " .0,0 .1,0\n .0,1 .1,1\n .0,2 x1,2\n",
                "(1, 2) writes C[2][1]",
                HEAD + "if (i < m && j < n) C[i*n + j] = s + (i == 2 && j == 1); }");
    }

    @Test
    void oneThatWritesAnothersElementIsSeen() {
        assertPicture(" x1,0 x0,0\n", "(1, 0) writes C[0][0]", HEAD + "if (i < m && j < n) C[i*n + n - 1 - j] = s; }");
    }

    @Test
    void nobodyAndSeveralAreSeen() {
        assertPicture(
                " .0,0 _\n",
                "no work-item writes C[0][1]",
                "// k(int\n" + HEAD + "if (i < m && j < n && j != 1) C[i*n + j] = s; }");
        assertPicture(
                " x*\n .0,1\n",
                "several write C[0][0], of which the last wins",
                HEAD + "C[i*n + j] = s; if (m > 1) C[0] = 9; }");
    }

    @Test
    void aKernelWhoseTextIsNotUnderstoodHasAPictureWithoutWorkItems() {
        Verdict verdict =
                verdict("#define OPEN {\n" + HEAD.replace("{ int j", "OPEN int j") + "C[i*n + j] = s + (j == 1); }");
        assertTrue(
                verdict.reason().contains("\n . x\n. right, x wrong, _ not written, N not a number\nglobal"),
                verdict::reason);
        assertEquals(
                "The first that is wrong is C[0][1].",
                verdict.picture().orElseThrow().reading());
    }
}
