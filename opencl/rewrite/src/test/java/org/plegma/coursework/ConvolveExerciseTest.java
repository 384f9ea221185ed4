package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.coursework.ConvolveExercise.InStrips;
import org.plegma.coursework.ConvolveExercise.Launch;
import org.plegma.coursework.apart.ApartRunner;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.measure.KnownCeilings;
import tech.tablesaw.api.Table;

/** PoCL 3.1 without its optimizer crashes in the right kernel of this test that has a tile. */
@Tag("optimized")
class ConvolveExerciseTest extends OnDevice {
    private static final String HEAD = "kernel void k(int height, int width, int radius, global const float* image,"
            + " constant float* taps, global float* result) { int x = get_global_id(0), y = get_global_id(1); ";
    private static final String IF_INSIDE = "if (x < width && y < height) ";
    private static final String ROWS = "{ float s = 0; for (int j = max(0, radius - x);"
            + " j <= min(2*radius, width - 1 - x + radius); j++) s += taps[j] * image[y*width + x - radius + j];"
            + " result[y*width + x] = s; }";

    /** Cells of a row by groups of 64, with what comes before the barrier, and the barrier. */
    private static String tiled(String first, String barrier) {
        return "local float tile[64 + 2*256]; int item = get_local_id(0), left = get_group_id(0)*64; " + first
                + " for (int i = item; i < 64 + 2*radius; i += 64) { int from = left - radius + i;"
                + " tile[i] = from >= 0 && from < width ? image[y*width + from] : 0; } " + barrier
                + " if (x < width) { float s = 0; for (int j = 0; j <= 2*radius; j++) s += taps[j]*tile[item + j];"
                + " result[y*width + x] = s; }";
    }

    private static Kernel squares(Kernel kernel, int height, int width, int radius) {
        return kernel.global(Kernel.roundUp(width, 16), Kernel.roundUp(height, 16))
                .local(16, 16);
    }

    private static Kernel rows(Kernel kernel, int height, int width, int radius) {
        return kernel.global(Kernel.roundUp(width, 64), height).local(64, 1);
    }

    private static Verdict check(String body, Launch launch, int axis, Optional<? extends ArgumentCheck> simulation) {
        return check(body, launch, axis, new Judging(simulation, new HereRunner(session), Optional.empty(), 11));
    }

    private static Verdict check(String body, Launch launch, int axis, Judging judging) {
        try (Program program = session.compile(HEAD + body + "}")) {
            Verdict verdict = ConvolveExercise.check(session, program.kernel("k"), launch, axis, judging);
            assertEquals(0, session.memoryInUse());
            return verdict;
        }
    }

    private static void assertVerdict(String expected, Verdict found) {
        assertTrue(
                Pattern.compile(expected).matcher(found.reason()).lookingAt(),
                () -> "expected " + expected + "\nfound " + found);
    }

    private static void assertRun(String expected, String body, Launch launch) {
        assertVerdict(expected, check(body, launch, 1, Optional.empty()));
    }

    @Test
    void faultsAreNamed() {
        Launch squares = ConvolveExerciseTest::squares;
        assertRun("still to be written", "", squares);
        assertRun("wrong: row 0, column 0 should be", IF_INSIDE + "result[y*width + x] = 0;", squares);
        Judging apart = new Judging(Optional.empty(), new ApartRunner(), Optional.empty(), 11);
        assertVerdict("writes behind the result", check(ROWS, squares, 1, apart));
        assertRun("wrong: .* was not written", "if (x < width && y < height && y < 16) " + ROWS, squares);
        assertRun("wrong: .* turned round", IF_INSIDE + ROWS.replace("taps[j]", "taps[2*radius - j]"), squares);
        assertRun("wrong: .* is it added to", IF_INSIDE + ROWS.replace("x] = s", "x] += s"), squares);
        assertRun("cannot be launched", "", (kernel, height, width, radius) -> kernel.global(16, 16)
                .local(3, 3));
        assertRun("cannot be launched: the launch gives null", "", (kernel, height, width, radius) -> null);
        assertVerdict("wrong", check(IF_INSIDE + ROWS, squares, 0, Optional.empty()));
    }

    @Test
    void aRightKernelIsTimed() {
        Verdict verdict = check(
                tiled("", "barrier(CLK_LOCAL_MEM_FENCE);"),
                ConvolveExerciseTest::rows,
                1,
                OclgrindCheck.ifInstalled(20));
        assertVerdict("right", verdict);
        assertEquals(8, verdict.table().rowCount(), verdict::toString);
        assertTrue(verdict.speedup() > 0, verdict::toString);
        assertEquals(1, verdict.usingLocalMemory().points());
        Verdict columns = check(
                IF_INSIDE
                        + ROWS.replace("radius - x", "radius - y")
                                .replace("width - 1 - x", "height - 1 - y")
                                .replace("y*width + x - radius + j", "(y - radius + j)*width + x"),
                ConvolveExerciseTest::squares,
                0,
                Optional.empty());
        assertVerdict("right", columns);
    }

    @Test
    void aKernelInAnotherProcessMeetsTheRoofline() {
        Judging all = new Judging(
                Optional.empty(), new ApartRunner(), Optional.of(any -> KnownCeilings.of(80, 1e9)), Judging.anySeed());
        try (Program program = session.compile(HEAD + IF_INSIDE + ROWS + "}")) {
            Verdict verdict =
                    ConvolveExercise.check(session, program.kernel("k"), ConvolveExerciseTest::squares, 1, all);
            assertEquals(9, verdict.table().rowCount(), verdict::toString);
            assertVerdict("right", verdict);
            Table table = verdict.table();
            double rate = (double) table.get(8, 2);
            assertTrue(rate > 0, table::print);
            assertEquals(10 * rate, (double) table.get(8, 3), 1e-9 * rate, "8 bytes a cell, bound by 80 GB/s");
            assertTrue(table.name().contains("not simulated"), table::name);
        }
    }

    @Test
    void sizesAreNotKnownInAdvance() {
        assertNotEquals(ConvolveExercise.drawSizes(new Random(1)), ConvolveExercise.drawSizes(new Random(2)));
    }

    @Test
    void stripsAreJudged() {
        assertStrips("still to be written", (image, taps, rows) -> null);
        assertStrips("wrong: row 0, column 0", (image, taps, rows) -> image);
        assertStrips("wrong: the result is", (image, taps, rows) -> Grid.floats(1, 1));
        assertStrips("failed: no idea", (image, taps, rows) -> {
            throw new IllegalStateException("no idea");
        });
        assertStrips("right", (image, taps, rows) -> {
            long strip = Math.min(image.size(0), rows + taps.length - 1L) * image.size(1) * Float.BYTES;
            Grid result = Grid.floats(image.shape());
            Convolve.of(session)
                    .method("separable")
                    .streamCorrelation(filter(taps))
                    .memory(6 * strip, 6 * strip)
                    .run(StreamSource.of(image), StreamSink.of(result));
            return result;
        });
    }

    private static void assertStrips(String expected, InStrips inStrips) {
        assertVerdict(expected, ConvolveExercise.judgeStrips(session, inStrips, 7));
    }

    private static Filter filter(float[] taps) {
        double[] factor = new double[taps.length];
        Arrays.setAll(factor, i -> taps[i]);
        return Filter.separable(factor, factor);
    }
}
