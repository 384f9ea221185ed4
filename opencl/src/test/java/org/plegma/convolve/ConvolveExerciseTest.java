package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolveExercise.InStrips;
import org.plegma.convolve.ConvolveExercise.Launch;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.OclgrindCheck;
import org.plegma.device.Session;
import tech.tablesaw.api.Table;

class ConvolveExerciseTest {
    private static final String HEAD = "kernel void k(int height, int width, int radius, global const float* image,"
            + " constant float* taps, global float* result) { int x = get_global_id(0), y = get_global_id(1); ";
    private static final String IF_INSIDE = "if (x < width && y < height) ";
    private static final String ROWS = "{ float s = 0; for (int j = max(0, radius - x);"
            + " j <= min(2*radius, width - 1 - x + radius); j++) s += taps[j] * image[y*width + x - radius + j];"
            + " result[y*width + x] = s; }";

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

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

    private static Table check(String body, Launch launch, int axis, Optional<? extends ArgumentCheck> simulation) {
        Kernel kernel = session.compile(HEAD + body + "}").kernel("k");
        Table table = ConvolveExercise.check(session, kernel, launch, axis, simulation);
        assertEquals(0, session.memoryInUse());
        return table;
    }

    private static void assertVerdict(String expected, Table table) {
        String found = table.get(table.rowCount() - 1, 1).toString();
        assertTrue(
                Pattern.compile(expected).matcher(found).lookingAt(),
                () -> "expected " + expected + "\nfound " + found);
    }

    private static void assertRun(String expected, String body, Launch launch) {
        assertVerdict(expected, check(body, launch, 1, Optional.empty()));
    }

    private static void assertSimulated(String expected, String body, Launch launch) {
        assumeTrue(OclgrindCheck.ifInstalled().isPresent(), "oclgrind is not installed");
        assertVerdict(expected, check(body, launch, 1, OclgrindCheck.ifInstalled()));
    }

    @Test
    void faultsAreNamed() {
        Launch squares = ConvolveExerciseTest::squares;
        assertRun("still to be written", "", squares);
        assertRun("wrong: row 0, column 0 should be", IF_INSIDE + "result[y*width + x] = 0;", squares);
        assertRun(
                "wrong: .*outside of the image",
                IF_INSIDE + ROWS.replace("y*width + x - radius", "(y + height)*width + x - radius"),
                squares);
        assertRun("writes behind the result", ROWS, squares);
        assertRun("wrong: .* was not written", "if (x < width && y < height && y < 16) " + ROWS, squares);
        assertRun("wrong: .* turned round", IF_INSIDE + ROWS.replace("taps[j]", "taps[2*radius - j]"), squares);
        assertRun("wrong: .* is it added to", IF_INSIDE + ROWS.replace("x] = s", "x] += s"), squares);
        assertRun("cannot be launched", "", (kernel, height, width, radius) -> kernel.global(16, 16)
                .local(3, 3));
        assertRun("cannot be launched: the launch gives null", "", (kernel, height, width, radius) -> null);
        assertVerdict("wrong", check(IF_INSIDE + ROWS, squares, 0, Optional.empty()));
    }

    @Test
    void whatWouldEndOrHangThisProcessIsSimulated() {
        assertSimulated("still to be written", "", ConvolveExerciseTest::rows);
        assertSimulated(
                "wrong: k: write of result\\[-\\d{8}], but result has \\d+ elements by work-item .*, line 1, column",
                IF_INSIDE + "result[y*width + x - 99999999] = 0;", ConvolveExerciseTest::rows);
        assertSimulated("wrong: k: .*data race", tiled("", ""), ConvolveExerciseTest::rows);
        assertSimulated(
                "wrong: k: Work-group divergence",
                tiled("if (x >= width) return;", "barrier(CLK_LOCAL_MEM_FENCE);"),
                ConvolveExerciseTest::rows);
    }

    @Test
    void rightKernelsAreTimedAndComparedWithTheRoofline() {
        for (Table table : new Table[] {
            check(IF_INSIDE + ROWS, ConvolveExerciseTest::squares, 1, OclgrindCheck.ifInstalled()),
            check(
                    tiled("", "barrier(CLK_LOCAL_MEM_FENCE);"),
                    ConvolveExerciseTest::rows,
                    1,
                    OclgrindCheck.ifInstalled())
        }) {
            assertEquals(9, table.rowCount(), table::print);
            assertVerdict("right", table);
            assertTrue((double) table.get(8, 2) > 0 && (double) table.get(8, 3) > 0, table::print);
        }
    }

    @Test
    void sizesAreNotKnownInAdvance() {
        assertNotEquals(ConvolveExercise.drawSizes(new Random(1)), ConvolveExercise.drawSizes(new Random(2)));
    }

    @Test
    void stripsAreJudgedByValuesAndMemory() {
        InStrips whole = (image, taps, rows) -> {
            try (DeviceArray all = session.upload(Grid.floats(image.size(0), 9, image.size(1)))) {
                all.fill(1);
                session.finish();
                return Convolve.of(session).correlate(image, filter(taps));
            }
        };
        assertStrips("still to be written", (image, taps, rows) -> null);
        assertStrips("wrong: row 0, column 0", (image, taps, rows) -> image);
        assertStrips("wrong: the result is", (image, taps, rows) -> Grid.floats(1, 1));
        assertStrips("failed: no idea", (image, taps, rows) -> {
            throw new IllegalStateException("no idea");
        });
        assertStrips("too much: ", whole);
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
        assertVerdict(expected, ConvolveExercise.checkStrips(session, inStrips));
    }

    private static Filter filter(float[] taps) {
        double[] factor = new double[taps.length];
        Arrays.setAll(factor, i -> taps[i]);
        return Filter.separable(factor, factor);
    }
}
