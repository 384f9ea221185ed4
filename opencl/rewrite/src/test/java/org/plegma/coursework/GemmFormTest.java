package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;

/** Products with a transposed factor, and with a matrix added. */
class GemmFormTest extends OnDevice {
    private static final String LEFT = "kernel void reference(int m, int n, int k, global const float* A,"
            + " global const float* B, global float* C) { int j = get_global_id(0), i = get_global_id(1);"
            + " if (i >= m || j >= n) return; float sum = 0;"
            + " for (int p = 0; p < k; p++) sum += A[p*m + i] * B[p*n + j]; C[i*n + j] = sum; }";
    private static final String RIGHT = LEFT.replace("global float* C", "global const float* C, global float* D")
            .replace(
                    "A[p*m + i] * B[p*n + j]; C[i*n + j] = sum",
                    "A[i*k + p] * B[j*k + p]; D[i*n + j] = sum + C[i*n + j]");

    private static Verdict verdict(GemmForm form, String source) {
        Judging judging = new Judging(Optional.empty(), new HereRunner(session), Optional.empty(), 7);
        try (Program program = session.compile(source)) {
            return GemmExercise.check(
                    session,
                    program.kernel("reference"),
                    form,
                    (kernel, m, n) -> kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16))
                            .local(16, 16),
                    judging);
        }
    }

    private static void assertWrong(String expected, GemmForm form, String source) {
        Verdict verdict = verdict(form, source);
        assertEquals(FaultKind.VALUES, verdict.fault(), verdict::toString);
        assertTrue(Pattern.compile(expected).matcher(verdict.reason()).lookingAt(), verdict::toString);
    }

    @ParameterizedTest
    @EnumSource
    void theReferenceIsRight(GemmForm form) {
        Verdict verdict = verdict(form, form.reference());
        assertTrue(verdict.isRight(), verdict::toString);
        assertTrue(verdict.speedup() > 0, verdict::toString);
    }

    @Test
    void kernelsByHandAreRight() {
        assertTrue(verdict(GemmForm.TRANSPOSED_A, LEFT).isRight());
        assertTrue(verdict(GemmForm.TRANSPOSED_B_PLUS_C, RIGHT).isRight());
    }

    @Test
    void factorsThatAreReadAsInAPlainProductAreNamed() {
        assertWrong(
                "wrong: C\\[0]\\[0] .*, the sum of A\\[i\\*k \\+ p] \\* B\\[p\\*n \\+ j]: is A read as if it was not transposed",
                GemmForm.TRANSPOSED_A,
                LEFT.replace("p*m + i", "i*k + p"));
        assertWrong(
                "wrong: D\\[0]\\[0] .*, the sum of A\\[i\\*k \\+ p] \\* B\\[p\\*n \\+ j]: is B read as if it was not transposed",
                GemmForm.TRANSPOSED_B_PLUS_C,
                RIGHT.replace("j*k + p", "p*n + j"));
    }

    @Test
    void aMatrixThatIsNotAddedIsNamed() {
        assertWrong(
                "wrong: D\\[0]\\[0] .*: C is not added",
                GemmForm.TRANSPOSED_B_PLUS_C,
                RIGHT.replace("sum + C[i*n + j]", "sum"));
    }

    @Test
    void aPlainProductHasAnotherSignature() {
        Verdict verdict = verdict(GemmForm.TRANSPOSED_B_PLUS_C, LEFT);
        assertEquals(FaultKind.SIGNATURE, verdict.fault(), verdict::toString);
        assertTrue(verdict.reason().contains("parameter 7, global float* D, is missing"), verdict::reason);
    }
}
