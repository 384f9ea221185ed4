package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Kernel;
import org.plegma.device.OclgrindCheck;
import org.plegma.device.Session;
import tech.tablesaw.api.Table;

/** What the judge of the coursework says of right, empty and wrong kernels. */
class GemmExerciseTest {
    private static final String HEAD =
            "kernel void k(int m, int n, int k, global const float* A, global const float* B,"
                    + " global float* C) { int j = get_global_id(0), i = get_global_id(1); ";
    private static final String SUM = " float s = 0; for (int p = 0; p < k; p++) s += A[i*k + p] * B[p*n + j]; ";
    private static final String STORE = "if (i < m && j < n) C[i*n + j] = s;";

    /** A tile of each factor at a time, with what comes before its barriers. */
    private static String tiled(String first, String last) {
        return "local float a[16][17], b[16][17]; int x = get_local_id(0), y = get_local_id(1); float s = 0;"
                + first + " for (int q = 0; q < k; q += 16) {"
                + " a[y][x] = i < m && q + x < k ? A[i*k + q + x] : 0; b[y][x] = q + y < k && j < n ? B[(q + y)*n + j] : 0;"
                + " barrier(CLK_LOCAL_MEM_FENCE); for (int p = 0; p < 16; p++) s += a[y][p] * b[p][x];"
                + last + " } " + STORE;
    }

    private static String verdict(
            String body, GemmExercise.Launch launch, Optional<? extends ArgumentCheck> simulation) {
        try (Session session = Session.open()) {
            Table table = GemmExercise.check(
                    session, session.compile(HEAD + body + "}").kernel("k"), launch, simulation);
            assertEquals(0, session.memoryInUse());
            return table.get(table.rowCount() - 1, 1).toString();
        }
    }

    private static void assertVerdict(String expected, String found) {
        assertTrue(
                Pattern.compile(expected).matcher(found).lookingAt(),
                () -> "expected " + expected + "\nfound " + found);
    }

    private static void assertRun(String expected, String body, GemmExercise.Launch launch) {
        assertVerdict(expected, verdict(body, launch, Optional.empty()));
    }

    private static void assertSimulated(String expected, String body) {
        assumeTrue(OclgrindCheck.ifInstalled().isPresent(), "oclgrind is not installed");
        assertVerdict(expected, verdict(body, GemmExerciseTest::rounded, OclgrindCheck.ifInstalled()));
    }

    private static Kernel exact(Kernel kernel, int m, int n) {
        return kernel.global(n, m);
    }

    private static Kernel rounded(Kernel kernel, int m, int n) {
        return kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16)).local(16, 16);
    }

    @Test
    void faultsAreNamed() {
        assertRun("still to be written", "", GemmExerciseTest::exact);
        assertRun("wrong: C\\[0]\\[0] should be", "C[i*n + j] = 0;", GemmExerciseTest::exact);
        assertRun("writes behind C", SUM + "if (j < n) C[i*n + j] = s;", GemmExerciseTest::rounded);
        assertRun(
                "wrong: .*outside of A or B",
                "if (i < m && j < n) { float s = 0; for (int p = 0; p < (k + 15) / 16 * 16; p++)"
                        + " s += A[i*k + p] * B[p*n + j]; C[i*n + j] = s; }",
                GemmExerciseTest::rounded);
        assertRun(
                "wrong: C\\[0]\\[1] .* which is C\\[1]\\[0]: are rows and columns mixed up",
                SUM + "C[j*n + i] = s;",
                GemmExerciseTest::exact);
        assertRun(
                "wrong: .* the terms from p = 16 on, which do not fill a tile, are missing",
                "float s = 0; for (int p = 0; p < k / 16 * 16 + (k < 16) * k; p++) s += A[i*k + p] * B[p*n + j];"
                        + STORE,
                GemmExerciseTest::exact);
        assertRun("wrong: .* was not written", SUM + "if (i < 16) " + STORE, GemmExerciseTest::exact);
        assertRun("cannot be launched", "", (kernel, m, n) -> kernel.global(16, 16)
                .local(3, 3));
        assertRun("cannot be launched", "", (kernel, m, n) -> kernel);
        assertRun("cannot be launched: the launch gives null", "", (kernel, m, n) -> null);
    }

    @Test
    void mixedUpFactorsAndMissingTermsAreNamed() {
        assertRun(
                "wrong: C\\[0]\\[0] .* is B read as if it was transposed",
                SUM.replace("B[p*n + j]", "B[j*k + p]") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                "wrong: C\\[0]\\[0] .* is A read as if it was transposed",
                SUM.replace("A[i*k + p]", "A[p*m + i]") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                "wrong: .* the last term, of p = 15, is missing",
                SUM.replace("p < k", "p < k - 1") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                "wrong: .* the first term, of p = 0, is missing",
                SUM.replace("p = 0", "p = 1") + STORE,
                GemmExerciseTest::exact);
    }

    @Test
    void whatCHeldBeforeHasNoEffect() {
        String sum = "if (i < m && j < n) {" + SUM;
        assertRun("wrong: C.* is it added to", sum + "C[i*n + j] += s; }", GemmExerciseTest::exact);
        assertRun("wrong: C.* as it was NaN before", sum + "C[i*n + j] = 0*C[i*n + j] + s; }", GemmExerciseTest::exact);
    }

    @Test
    void whatWouldEndOrHangThisProcessIsSimulated() {
        assertSimulated("still to be written", "");
        String inside = "if (i < m && j < n) {" + SUM;
        assertSimulated(
                "wrong: k: write of C\\[\\d+], but C has \\d+ elements by work-item .*, line 1, column",
                inside + "C[i*n + j + 1] = s; }");
        assertSimulated("wrong: k: write of C\\[-\\d{8}], but", inside + "C[i*n + j - 99999999] = s; }");
        assertSimulated("wrong: k: read of A", "if (j < n) {" + SUM + STORE + "}");
        assertSimulated("wrong: k: .*data race", tiled("", ""));
        assertSimulated(
                "wrong: k: Work-group divergence",
                tiled("if (i >= m || j >= n) return;", "barrier(CLK_LOCAL_MEM_FENCE);"));
    }

    @Test
    void aLoopWithoutEndIsGivenUp() {
        assertSimulated("wrong: k has not come to its end", "for (int p = 0; p < k; p += C[0] > 1e9f) C[0] = p;");
    }

    @Test
    void anInterruptIsNoVerdict() {
        ArgumentCheck interrupted = (kernel, arguments) -> {
            throw new CancellationException();
        };
        assertThrows(CancellationException.class, () -> verdict("", GemmExerciseTest::exact, Optional.of(interrupted)));
    }

    @Test
    void sizesAreNotKnownInAdvance() {
        assertNotEquals(GemmExercise.drawSizes(new Random(1)), GemmExercise.drawSizes(new Random(2)));
    }

    @Test
    void aRightKernelIsTimedAndComparedWithTheRoofline() {
        try (Session session = Session.open()) {
            Kernel kernel = session.compile(HEAD + tiled("", "barrier(CLK_LOCAL_MEM_FENCE);") + "}")
                    .kernel("k");
            Table table = GemmExercise.check(session, kernel, GemmExerciseTest::rounded);
            assertEquals(9, table.rowCount());
            assertTrue(table.stringColumn("verdict").asList().stream().allMatch("right"::equals), table::print);
            double share = table.doubleColumn("% of the roofline").get(8);
            assertTrue(share > 0 && share < 120, table::print);
        }
    }
}
