package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.plegma.coursework.verdict.FaultKind.BOUNDS;
import static org.plegma.coursework.verdict.FaultKind.ENDLESS;
import static org.plegma.coursework.verdict.FaultKind.EVADED;
import static org.plegma.coursework.verdict.FaultKind.LAUNCH;
import static org.plegma.coursework.verdict.FaultKind.MISSING;
import static org.plegma.coursework.verdict.FaultKind.NAN;
import static org.plegma.coursework.verdict.FaultKind.NONE;
import static org.plegma.coursework.verdict.FaultKind.RACE;
import static org.plegma.coursework.verdict.FaultKind.REFUSED;
import static org.plegma.coursework.verdict.FaultKind.SIGNATURE;
import static org.plegma.coursework.verdict.FaultKind.SLOW;
import static org.plegma.coursework.verdict.FaultKind.VALUES;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.coursework.apart.ApartRunner;
import org.plegma.coursework.apart.Confinement;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.apart.LaunchRunner;
import org.plegma.coursework.inspection.SourceRules;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.LongWaits;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.measure.KnownCeilings;
import org.plegma.process.WorkLimit;

/** What the judge of the coursework says of right, empty and wrong kernels. */
class GemmExerciseTest extends OnDevice {
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

    private static Verdict verdict(String code, GemmExercise.Launch launch, Judging judging) {
        try (Program program = session.compile(code)) {
            Verdict verdict = GemmExercise.check(session, program.kernel("k"), GemmForm.PLAIN, launch, judging);
            assertEquals(0, session.memoryInUse());
            return verdict;
        }
    }

    private static void assertVerdict(FaultKind kind, String expected, Verdict found) {
        assertTrue(
                Pattern.compile(expected).matcher(found.reason()).lookingAt(),
                () -> "expected " + expected + "\nfound " + found);
        assertEquals(kind, found.fault(), found::toString);
    }

    private static Judging here(Optional<? extends ArgumentCheck> simulation) {
        return new Judging(simulation, new HereRunner(session), Optional.empty(), 7);
    }

    private static void assertRun(FaultKind kind, String expected, String body, GemmExercise.Launch launch) {
        assertVerdict(kind, expected, verdict(HEAD + body + "}", launch, here(Optional.empty())));
    }

    /** What damages, ends or hangs the process that it runs in. */
    private static void assertApart(FaultKind kind, String expected, String body, GemmExercise.Launch launch) {
        assertApart(kind, expected, body, launch, Optional.of(simulator()));
    }

    private static void assertApart(
            FaultKind kind,
            String expected,
            String body,
            GemmExercise.Launch launch,
            Optional<OclgrindCheck> simulation) {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(8), Duration.ofSeconds(60));
        Judging apart = new Judging(simulation, new ApartRunner(Confinement.best(), limit), Optional.empty(), 7);
        assertVerdict(kind, expected, verdict(HEAD + body + "}", launch, apart));
    }

    private static OclgrindCheck simulator() {
        assumeTrue(OclgrindCheck.ifInstalled(20).isPresent(), "oclgrind is not installed");
        return new OclgrindCheck(3);
    }

    private static Kernel exact(Kernel kernel, int m, int n) {
        return kernel.global(n, m).local(1, 1); // one size of groups: PoCL compiles for each
    }

    private static Kernel rounded(Kernel kernel, int m, int n) {
        return kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16)).local(16, 16);
    }

    @Test
    void theLoopOfAKernelWithoutEndIsNamedAndOfOthersNoneIs() {
        String endless =
                "k has not come to its end: work-item (0, 0, 0) goes round and round in the loop in line 1, column 9.";
        Diagnostic loop = new Diagnostic(1, 9, Diagnostic.Severity.ERROR, "");
        ArgumentCheck simulator = (kernel, arguments) -> {
            throw new KernelFaultException(endless, kernel.program().source(), loop);
        };
        LaunchRunner hangs = new LaunchRunner() {
            @Override
            public Outcomes run(List<Code> codes, List<Launch> launches) {
                return new Outcomes(List.of(), "used 20 s of processor time", true);
            }

            @Override
            public String place() {
                return "somewhere";
            }
        };
        String wrong = HEAD + SUM + "C[i*n + j] = s + 1; }";
        Judging judging = new Judging(Optional.of(simulator), hangs, Optional.empty(), 7);
        assertVerdict(
                ENDLESS,
                "wrong: k has not come to its end: its process used 20 s of processor time\\. Look for a loop that does not end\n"
                        + "In the simulator work-item \\(0, 0, 0\\) goes round and round in the loop in line 1, column 9\\.",
                verdict(wrong, GemmExerciseTest::exact, judging));
        ArgumentCheck slow = (kernel, arguments) -> {
            throw new KernelFaultException(
                    "k has not come to its end after 20 s", kernel.program().source(), null);
        };
        judging = new Judging(Optional.of(slow), hangs, Optional.empty(), 7);
        assertVerdict(
                ENDLESS,
                "wrong: k has not come to its end: its process used 20 s",
                verdict(wrong, GemmExerciseTest::exact, judging));
        assertVerdict(VALUES, "wrong: C", verdict(wrong, GemmExerciseTest::exact, here(Optional.of(simulator))));
    }

    @Test
    void whatAnEarlierCellHasLaunchedAndStillRunsIsNamedAtOnce() {
        String spin = "kernel void mine(volatile global int *flag) { while (flag[0] == 0) {} }";
        try (DeviceArray flag = session.upload(new int[1]);
                HostBuffer one = session.pinned(ElementType.INT, 1);
                Program program = session.compile(spin);
                Program student = session.compile(HEAD + "}")) { // now: a GPU compiles nothing while a kernel runs
            one.ints().put(0, 1);
            Kernel kernel = student.kernel("k");
            Event running = program.kernel("mine").global(1).call(flag);
            session.compute().flush();
            LongWaits.beginTask();
            IllegalStateException e = assertThrows(
                    IllegalStateException.class,
                    () -> verdict(HEAD + "}", GemmExerciseTest::exact, here(Optional.empty())));
            assertTrue(e.getMessage().startsWith("'mine', begun "), e::getMessage);
            assertTrue(
                    e.getMessage().contains(" still runs on ") && e.getMessage().contains("%device --reset"));
            flag.uploadAsync(session.upload(), one, 0, 0, 1);
            session.upload().flush();
            running.await();
        }
        assertRun(MISSING, "still to be written", "", GemmExerciseTest::exact);
    }

    @Test
    void faultsAreNamed() {
        assertRun(MISSING, "still to be written: the kernel has written nothing into C", "", GemmExerciseTest::exact);
        assertRun(VALUES, "wrong: C\\[0]\\[0] should be", "C[i*n + j] = 0;", GemmExerciseTest::exact);
        assertApart(
                BOUNDS,
                "writes behind C",
                SUM + "if (j < n) C[i*n + j] = s;",
                GemmExerciseTest::rounded,
                Optional.empty());
        assertApart(
                NAN,
                "wrong: .*outside of A or B",
                "if (i < m && j < n) { float s = 0; for (int p = 0; p < (k + 15) / 16 * 16; p++)"
                        + " s += A[i*k + p] * B[p*n + j]; C[i*n + j] = s; }",
                GemmExerciseTest::rounded,
                Optional.empty());
        assertApart( // its places of flat results are beyond the guard
                VALUES,
                "wrong: C\\[0]\\[1] .* which is C\\[1]\\[0]: are rows and columns mixed up",
                SUM + "C[j*n + i] = s;",
                GemmExerciseTest::exact);
        assertRun(
                VALUES,
                "wrong: .* the terms from p = 16 on, which do not fill a tile, are missing",
                "float s = 0; for (int p = 0; p < k / 16 * 16 + (k < 16) * k; p++) s += A[i*k + p] * B[p*n + j];"
                        + STORE,
                GemmExerciseTest::exact);
        assertRun(VALUES, "wrong: .* was not written", SUM + "if (i < 16) " + STORE, GemmExerciseTest::exact);
        assertRun(LAUNCH, "cannot be launched", "", (kernel, m, n) -> kernel.global(16, 16)
                .local(3, 3));
        assertRun(LAUNCH, "cannot be launched", "", (kernel, m, n) -> kernel);
        assertRun(LAUNCH, "cannot be launched: the launch gives null", "", (kernel, m, n) -> null);
    }

    @Test
    void anotherSignatureIsToldByItsParameter() {
        Judging here = here(Optional.empty());
        String swapped = HEAD.replace("int k, global const float* A", "global const float* A, int k");
        assertVerdict(
                SIGNATURE,
                "wrong signature: parameter 3 of k, A, is global float\\*; the exercise has int k",
                verdict(swapped + "}", GemmExerciseTest::exact, here));
        assertVerdict(
                SIGNATURE,
                "wrong signature: k has 5 parameters, the exercise 6: parameter 6, global float\\* C, is missing",
                verdict(
                        "kernel void k(int m, int n, int k, global float* A, global float* B) {}",
                        GemmExerciseTest::exact,
                        here));
        assertVerdict(
                SIGNATURE,
                "wrong signature: parameter 1 of k, m, is float",
                verdict(HEAD.replace("int m", "float m") + "}", GemmExerciseTest::exact, here));
    }

    @Test
    void whatReachesOutsideOfTheKernelIsRefused() {
        String right = "if (i < m && j < n) {" + SUM + STORE + "}";
        for (String hidden : List.of(
                "__asm__ volatile(\"nop\");", "__as\\\nm__(\"nop\");", "__asm/**/ (\"nop\");", "__builtin_trap();")) {
            assertEquals(
                    REFUSED,
                    SourceRules.fault(HEAD + hidden + right + "}").get().kind(),
                    hidden);
        }
        for (String hidden : List.of(
                "#include \"/etc/passwd\"\n",
                "# include <x>\n",
                "%:include <x>\n",
                "// \r#/**/include <x>\n",
                "#define P(a, b) a##b\n",
                "constant char* a = \"/*\";\n#include <x>\nconstant char* b = \"*/\";\n")) {
            assertEquals(REFUSED, SourceRules.fault(hidden + HEAD + "}").get().kind(), hidden);
        }
        assertEquals(Optional.empty(), SourceRules.fault("// assembled, including\n" + HEAD + right + "}"));
        assertEquals(
                Optional.empty(),
                SourceRules.fault(HEAD + "\n// ### BEGIN SOLUTION\n" + right + "\n    // ### END SOLUTION\n}"));
        assertEquals(
                REFUSED,
                SourceRules.fault("#define P(a, b) a\\\n// ### BEGIN SOLUTION ##b\n" + HEAD + "}")
                        .get()
                        .kind());
        assertRun(
                REFUSED,
                "refused: a judged kernel may not have __asm__",
                "__asm__ volatile(\"\");",
                GemmExerciseTest::exact);
    }

    @Test
    void aKernelThatIsRightForSomeSizesHasItsShareOfThePoints() {
        Judging here = here(Optional.empty());
        String multiples =
                HEAD + "float s = 0; for (int p = 0; p < k / 16 * 16; p++) s += A[i*k + p] * B[p*n + j];" + STORE + "}";
        Verdict some = verdict(multiples, GemmExerciseTest::exact, here).outOf(8);
        assertEquals(3, some.points(), some::toString);
        assertThrows(IllegalStateException.class, some::require);
        Verdict one = verdict(
                HEAD + SUM + STORE.replace("= s", "= i == 2 && j == 1 ? s + 1 : s") + "}",
                GemmExerciseTest::exact,
                here);
        assertVerdict(VALUES, "wrong: C\\[2]\\[1](?s) .*\\nThe smallest size that fails is 3 x 2 x 1: ", one);
        assertEquals(0, one.points(), "only 1 x 1 x 1 is right, which says nothing");
        assertTrue(one.reason().contains("\n .0,0 .1,0\n .0,1 .1,1\n .0,2 x1,2\n"), one.reason());
        Verdict race = verdict(HEAD + "C[0] = 1; }", GemmExerciseTest::exact, here(Optional.of(simulator())));
        assertVerdict(RACE, "wrong: k: .*data race on C\\[0]", race);
        assertEquals(0, race.points(), "what OpenCL does not define has no points");
    }

    @Test
    void theSameSeedGivesTheSameVerdict() {
        String code = HEAD + SUM + STORE.replace("= s", "= s + (k % 5 == 2)") + "}";
        Verdict first = verdict(code, GemmExerciseTest::exact, here(Optional.empty()));
        Verdict again = verdict(code, GemmExerciseTest::exact, here(Optional.empty()));
        assertEquals(first.toString(), again.toString());
        assertTrue(first.toString().contains("seed 7"), first::toString);
    }

    @Test
    void mixedUpFactorsAndMissingTermsAreNamed() {
        assertRun(
                VALUES,
                "wrong: C\\[0]\\[0] .* is B read as if it was transposed",
                SUM.replace("B[p*n + j]", "B[j*k + p]") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                VALUES,
                "wrong: C\\[0]\\[0] .* is A read as if it was transposed",
                SUM.replace("A[i*k + p]", "A[p*m + i]") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                VALUES,
                "wrong: .* the last term, of p = 15, is missing",
                SUM.replace("p < k", "p < k - 1") + STORE,
                GemmExerciseTest::exact);
        assertRun(
                VALUES,
                "wrong: .* the first term, of p = 0, is missing",
                SUM.replace("p = 0", "p = 1") + STORE,
                GemmExerciseTest::exact);
    }

    @Test
    void whatCHeldBeforeHasNoEffect() {
        String sum = "if (i < m && j < n) {" + SUM;
        assertRun(VALUES, "wrong: C.* is it added to", sum + "C[i*n + j] += s; }", GemmExerciseTest::exact);
        assertRun(
                VALUES,
                "wrong: C.* as it was NaN before",
                sum + "C[i*n + j] = 0*C[i*n + j] + s; }",
                GemmExerciseTest::exact);
    }

    @Test
    void localMemoryIsAskedForAndSpeedIsARatio() {
        Judging here = here(Optional.empty());
        Verdict naive = verdict(HEAD + SUM + STORE + "}", GemmExerciseTest::exact, here);
        assertVerdict(NONE, "right", naive);
        assertVerdict(EVADED, "right, but it has no array in local memory", naive.usingLocalMemory());
        assertEquals(0, naive.usingLocalMemory().points());
        assertTrue(naive.speedup() > 0, naive::toString);
        Verdict slow = naive.outOf(3).faster(1e6, 1);
        assertVerdict(SLOW, "right, but .* times as fast as the reference kernel, and the goal is", slow);
        assertEquals(3, slow.points());
        assertEquals(4, naive.outOf(3).faster(1e-6, 1).points());
        assertEquals(0, naive.and(naive.usingLocalMemory()).points(), "the worse of both");
    }

    @Test
    void anInterruptIsNoVerdict() {
        ArgumentCheck interrupted = (kernel, arguments) -> {
            throw new CancellationException();
        };
        assertThrows(
                CancellationException.class,
                () -> verdict(HEAD + SUM + STORE + "}", GemmExerciseTest::exact, here(Optional.of(interrupted))));
    }

    @Test
    void sizesAreNotKnownInAdvance() {
        assertNotEquals(GemmExercise.drawSizes(new Random(1)), GemmExercise.drawSizes(new Random(2)));
    }

    @Test
    void aRightKernelIsTimedAndComparedWithTheRoofline() {
        Judging all = new Judging(
                OclgrindCheck.ifInstalled(20),
                new ApartRunner(),
                Optional.of(any -> KnownCeilings.of(1e9, 500)),
                Judging.anySeed());
        Verdict verdict =
                verdict(HEAD + tiled("", "barrier(CLK_LOCAL_MEM_FENCE);") + "}", GemmExerciseTest::rounded, all);
        assertEquals(9, verdict.table().rowCount(), verdict::toString);
        assertTrue(
                verdict.table().stringColumn("verdict").asList().stream().allMatch("right"::equals), verdict::toString);
        double rate = (double) verdict.table().get(8, 2);
        assertTrue(rate > 0, verdict::toString);
        double share = verdict.table().doubleColumn("% of the roofline").get(8);
        assertEquals(rate / 5, share, 1e-9 * share, "bound by 500 GFLOP/s");
        assertEquals(verdict, verdict.require().usingLocalMemory());
    }
}
