package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import tech.tablesaw.api.Table;

/** What the judge of the coursework says of right, empty and wrong kernels. */
class GemmExerciseTest {
    private static final String HEAD =
            "kernel void k(int m, int n, int k, global const float* A, global const float* B,"
                    + " global float* C) { int j = get_global_id(0), i = get_global_id(1); ";
    private static final String SUM = " float s = 0; for (int p = 0; p < k; p++) s += A[i*k + p] * B[p*n + j]; ";

    private static String verdict(String body, GemmExercise.Launch launch) {
        try (Session session = Session.open()) {
            Table table = GemmExercise.check(
                    session, session.compile(HEAD + body + "}").kernel("k"), launch);
            assertEquals(0, session.memoryInUse());
            return table.get(table.rowCount() - 1, 1).toString();
        }
    }

    private static Kernel exact(Kernel kernel, int m, int n) {
        return kernel.global(n, m);
    }

    private static Kernel rounded(Kernel kernel, int m, int n) {
        return kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16)).local(16, 16);
    }

    @Test
    void faultsAreNamed() {
        assertTrue(verdict("", GemmExerciseTest::exact).startsWith("still to be written"));
        assertTrue(verdict("C[i*n + j] = 0;", GemmExerciseTest::exact).startsWith("wrong: C[0][0] should be"));
        String beyond = verdict(SUM + "if (j < n) C[i*n + j] = s;", GemmExerciseTest::rounded);
        assertTrue(beyond.startsWith("writes behind C"), beyond);
        String guard = verdict(
                "if (i < m && j < n) { float s = 0; for (int p = 0; p < (k + 15) / 16 * 16; p++)"
                        + " s += A[i*k + p] * B[p*n + j]; C[i*n + j] = s; }",
                GemmExerciseTest::rounded);
        assertTrue(guard.startsWith("wrong") || guard.contains("outside of A or B"), guard);
        String launch = verdict("", (kernel, m, n) -> kernel.global(16, 16).local(3, 3));
        assertTrue(launch.startsWith("cannot be launched"), launch);
    }

    @Test
    void aRightKernelIsTimedAndComparedWithTheLimit() {
        try (Session session = Session.open()) {
            Kernel kernel = session.compile(HEAD + "if (i < m && j < n) {" + SUM + "C[i*n + j] = s; } }")
                    .kernel("k");
            Table table = GemmExercise.check(session, kernel, GemmExerciseTest::rounded);
            assertEquals(9, table.rowCount());
            assertTrue(table.stringColumn("verdict").asList().stream().allMatch("right"::equals), table::print);
            double share = table.doubleColumn("% of the limit").get(8);
            assertTrue(share > 0 && share < 120, table::print);
        }
    }
}
