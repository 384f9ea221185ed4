package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.OnDevice;
import org.plegma.device.check.OclgrindDriver;
import org.plegma.device.errors.BuildException;
import org.plegma.process.WorkLimit;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.source.ChildProcess;
import org.plegma.stencil.source.RefusedSourceException;
import org.plegma.stencil.source.SourceCheck;
import org.plegma.stencil.source.SourceTrial;

/** Sources of one's own: right ones run, others are refused with the reason, and this process survives them. */
class SourceCheckTest extends OnDevice {
    private static final Stencil HEAT = Stencil.parse("param a = 0.1\nu[x,y] = u + a*lap(u)");

    private static String edited(BoundStencil bound, String old, String replacement) {
        String source = bound.source();
        assertTrue(source.contains(old), source);
        return source.replace(old, replacement);
    }

    private static String refused(BoundStencil bound, String source) {
        return assertThrows(RefusedSourceException.class, () -> bound.withSource(source))
                .getMessage();
    }

    @Test
    void aRightSourceRuns() {
        BoundStencil heat = HEAT.on(session).boundary("reflect");
        String source = "// mine\n" + edited(heat, "restrict", "");
        BoundStencil mine = heat.withSource(source);
        Grid grid = Grid.random(ElementType.FLOAT, 1, 33, 50);
        assertEquals(heat.run(grid, 5), mine.run(grid, 5));
        assertEquals(source, mine.source());
        try (StencilPlan plan = mine.plan(40, 40)) {
            assertEquals(source, plan.source());
        }
    }

    @Test
    void aSourceIsCheckedAgainForAnotherBoundary() {
        BoundStencil mine = HEAT.on(session).boundary("reflect");
        mine = mine.withSource(mine.source() + "\n");
        BoundStencil periodic = mine.boundary("periodic");
        String message = assertThrows(RefusedSourceException.class, () -> periodic.plan(20, 20))
                .getMessage();
        assertTrue(message.contains("boundary periodic, periodic"), message);
    }

    @Test
    void aWrongValueIsNamedWithItsCell() {
        BoundStencil heat = HEAT.on(session).type(ElementType.DOUBLE);
        String message = refused(heat, edited(heat, "o_u[p] = ", "o_u[p] = (i0 == 4 && i1 == 15 ? 0.125 : 0) + "));
        assertTrue(
                message.matches(
                        "The source is wrong: cell \\[4, 15] of u on a grid of \\[9, 32] is \\S+ after 1 step from random"
                                + " values, expected \\S+ \\(boundary zero, zero, double\\)\\."),
                message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocked(2)", "composed(2)"})
    void sourcesOfSeveralStepsTogetherAreChecked(String method) {
        BoundStencil heat = HEAT.on(session).method(method);
        // So small a grid can have code of its own.
        int[] shape = {11, 32};
        String source = heat.source(shape);
        BoundStencil mine = heat.withSource("// mine\n" + source, shape);
        Grid grid = Grid.random(ElementType.FLOAT, 1, shape);
        assertEquals(heat.run(grid, 5), mine.run(grid, 5));
        // Vectors of a CPU, sums of a GPU, single cells.
        String wrong = source.replaceAll("\\(float16\\)\\(|return sum \\+|o_u\\[p] =", "$0 0.125f +");
        assertNotEquals(source, wrong);
        String message = assertThrows(RefusedSourceException.class, () -> heat.withSource(wrong, shape))
                .getMessage();
        assertTrue(
                message.matches(
                        "The source is wrong: cell \\[0, \\d+] of u on a grid of \\[11, 32] .* after 2 steps.*"),
                message);
    }

    @Test
    void theCodeForGpusIsOneForAllShapes() {
        BoundStencil heat = HEAT.on(session);
        StencilInstance even = gpu(heat, 64, 96);
        StencilInstance odd = gpu(heat, 1, 97);
        String source = "// mine\n" + heat.settings().editable(even).source();
        BoundStencil mine = heat.withTrusted(source);
        assertEquals(source, mine.code(even).source());
        assertEquals(source, mine.code(odd).source());
    }

    /** What a trial runs is the code of the process that asks, for which all that it depends on must be the same there. */
    @ParameterizedTest
    @ValueSource(strings = {"blocked(2)", "composed(2)"})
    void codeForGpusOfSeveralStepsIsTried(String method) {
        BoundStencil heat = HEAT.on(session).method(method);
        StencilInstance instance = gpu(heat, 11, 32);
        String source = "// mine\n" + heat.settings().editable(instance).source();
        assertEquals(source, heat.withTrusted(source).code(instance).source());
    }

    @ParameterizedTest
    @CsvSource({"'blocked(2)', 480, 500, 512", "'composed(3)', 480, 500, 512", "partial-sums#1, 33, 40, 48"})
    void sourcesForLargeGridsAreTriedOnSmallerOnesOfTheSameCode(String method, int x, int y, int z) {
        BoundStencil heat = Stencil.parse("param a = 0.1\nu[x,y,z] = u + a*lap(u)")
                .on(session)
                .method(method);
        StencilInstance instance = gpu(heat, x, y, z);
        String source = "// mine\n" + heat.settings().editable(instance).source();
        assertEquals(source, heat.withTrusted(source).code(instance).source());
    }

    @Test
    void whatIsNotSimulatedIsTold() {
        for (long cells : new long[] {1, 16_384}) {
            assertEquals(Optional.empty(), SourceCheck.whyNotSimulated(true, cells, SourceTrial.SIMULATED));
        }
        assertEquals(
                "the smallest grid with this code has 16385 cells, and only up to 16384 are simulated",
                SourceCheck.whyNotSimulated(true, 16_385, SourceTrial.SIMULATED).orElseThrow());
        assertEquals(
                "that needs Oclgrind, which is not installed (apt-get install oclgrind)",
                SourceCheck.whyNotSimulated(false, 1000, "").orElseThrow());
        assertEquals(
                "Oclgrind did not come to an end: no double here",
                SourceCheck.whyNotSimulated(true, 1000, "no double here").orElseThrow());

        BoundStencil heat = Stencil.parse("param a = 0.1\nu[x,y,z] = u + a*lap(u)")
                .on(session)
                .method("partial-sums#1");
        StencilInstance instance = gpu(heat, 33, 40, 48);
        String source = "// mine, too\n" + heat.settings().editable(instance).source();
        PrintStream errors = System.err;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setErr(new PrintStream(shown, true));
        try {
            heat.withTrusted(source).code(instance);
        } finally {
            System.setErr(errors);
        }
        String warning = shown.toString();
        assertTrue(warning.contains("whether it reads outside the arrays"), warning);
        assertTrue(warning.contains("was not checked: "), warning);
    }

    @Test
    void sizesAreShortenedAsFarAsTheCodeStays() {
        int[] found = SourceCheck.shortened(new int[] {1000, 1001}, 7, shape -> shape[0] >= 100 && shape[1] % 7 == 0);
        assertArrayEquals(new int[] {104, 105}, found);
        assertArrayEquals(new int[] {9, 9}, SourceCheck.shortened(new int[] {9, 9}, 7, shape -> false));
    }

    @Test
    void otherCodeIsToldByItsFirstLine() {
        SourceTrial.requireSame("a\nb\n", "a\nb\n");
        String message = assertThrows(IllegalStateException.class, () -> SourceTrial.requireSame("a\nb\n", "a\nc\nd\n"))
                .getMessage();
        assertTrue(message.contains("line 2 is 'c', expected 'b'"), message);
    }

    @Test
    void whatEndsATrialIsTold() {
        WorkLimit limit = new WorkLimit(Duration.ofMinutes(2), Duration.ofMinutes(2));
        ChildProcess.End end = ChildProcess.run(Failing.class, limit, Map.of());
        assertEquals(new ChildProcess.End(WorkLimit.End.OVER, 1, "java.lang.IllegalStateException: no device"), end);
    }

    static final class Failing {
        public static void main(String[] arguments) {
            throw new IllegalStateException("no device");
        }
    }

    @Test
    void theTilesForGpusAreCheckedForShapesThatHaveThem() {
        BoundStencil heat = HEAT.on(session).method("direct#1");
        String source = heat.source(Device.Kind.GPU);
        StencilInstance even = gpu(heat, 64, 96);
        StencilInstance odd = gpu(heat, 64, 97);
        assertTrue(!heat.method()
                .code(even)
                .source()
                .equals(heat.method().code(odd).source()));
        BoundStencil mine = heat.withTrusted("// mine\n" + source);
        assertEquals("// mine\n" + source, mine.code(even).source());
        String message =
                assertThrows(RefusedSourceException.class, () -> mine.code(odd)).getMessage();
        assertTrue(message.contains("It stands in place of source(64, 97)"), message);
    }

    private static StencilInstance gpu(BoundStencil bound, int... shape) {
        return new StencilInstance(
                bound.stencil().spec(),
                bound.stencil().boundary(),
                ElementType.FLOAT,
                shape,
                session.device(),
                Variant.GPU);
    }

    @Test
    void formulasOfWholeNumbersAreTriedOnWholeNumbers() {
        BoundStencil life = Stencil.parse(
                        "s = sum(i=-1..1, j=-1..1, u[x+i,y+j]) - u\n" + "u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0")
                .on(session);
        String message = refused(life, edited(life, "== 3", "== 4"));
        assertTrue(message.contains("The source is wrong: cell"), message);
    }

    @Test
    void aCrashIsRefused() {
        BoundStencil heat = HEAT.on(session);
        String message = refused(heat, edited(heat, "o_u[p] = ", "o_u[p + (1L << 40)] = "));
        // What ends a process on a processor, NVIDIA's driver tells.
        assertTrue(
                OclgrindDriver.isInstalled() && session.device().kind() == Device.Kind.CPU
                        ? message.startsWith("The source crashed the driver in a trial on small grids (exit code ")
                                && message.contains("Oclgrind: Invalid write")
                        : message.startsWith("The source crashed the driver")
                                || message.contains("illegal memory access"),
                message);
    }

    @Test
    void aReadOutsideThatDoesNoHarmIsRefused() {
        assumeTrue(OclgrindDriver.isInstalled(), "oclgrind is not installed");
        BoundStencil heat = HEAT.on(session);
        String message = refused(heat, edited(heat, "o_u[p] = ", "o_u[p] = (f_u[n0*n1 + 3] == 1e30f ? 1 : 0) + "));
        assertTrue(message.contains("reads or writes outside the arrays. Oclgrind: Invalid read"), message);
    }

    @Test
    void aSourceThatDoesNotCompileShowsTheCompilersMessages() {
        BoundStencil heat = HEAT.on(session);
        BuildException e = assertThrows(
                BuildException.class, () -> heat.withSource(edited(heat, "o_u[p] = ", "o_u[p] = nothing + ")));
        assertTrue(e.diagnostics().stream().anyMatch(d -> d.message().contains("nothing")), e.getMessage());
        assertEquals(
                "The source has no kernel 'stencil_step', only [other]. Keep the names and parameters of the generated"
                        + " kernels.",
                refused(heat, "kernel void other(global float *x) { x[0] = 1; }"));
    }
}
