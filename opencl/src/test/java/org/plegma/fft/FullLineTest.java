package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.fft.arithmetic.Roots;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LineTile;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;

/** Lines that take all of a multiprocessor, by their kernel for shorter lines too, against the definition. */
class FullLineTest {
    private static final double FLOAT_UNIT = 0x1p-24;

    /** As of a device where {@code n} is the longest line. */
    private static PassLimits limits(int n) {
        return new PassLimits(16, 0, n, 16, 0, 0, 0, 13, 16, 32, true, true, 48 << 10, 48 << 10, 1024);
    }

    private static LinePass pass(int n, int lines, boolean inverse) {
        Planner planner = new Planner(limits(n));
        planner.lines(n, lines, 1, Slot.IN, Slot.OUT, inverse, inverse ? 1.0 / n : 1);
        List<LinePass> passes = PassStep.passes(planner.steps());
        assertEquals(1, passes.size());
        return passes.get(0);
    }

    /** There, and back in place. */
    static void check(Session session, int n, int lines) {
        ElementType type = ElementType.FLOAT;
        Grid x = Grid.of(Dft.random(2 * n * lines, n), lines, n, 2).to(type);
        LinePass there = pass(n, lines, false);
        LinePass back = pass(n, lines, true);
        LineTile tile = LineTile.of(there, type, limits(n));
        assertEquals(n, 2 * tile.items() * tile.radices().get(0));
        try (Program program = session.compile(PassCompiler.gpuSource(List.of(there, back), type, limits(n)));
                DeviceArray in = session.upload(x);
                DeviceArray out = session.allocate(type, x.shape());
                DeviceArray factors = session.upload(Roots.stages(List.of(tile.radices()), type))) {
            run(program, "pass0", tile, lines, in, out, factors);
            double[] expected = x.to(ElementType.DOUBLE).doubles();
            for (int line = 0; line < lines; line++) {
                assertClose(n, Dft.of(line(expected, n, line)), line(out.download(), n, line));
            }
            assertEquals(x, in.download());
            run(program, "pass1", tile, lines, out, out, factors);
            assertClose(n, expected, out.download().to(ElementType.DOUBLE).doubles());
        }
    }

    private static void run(
            Program program,
            String kernel,
            LineTile tile,
            int lines,
            DeviceArray in,
            DeviceArray out,
            DeviceArray factors) {
        program.kernel(kernel)
                .global((lines + 1L) / 2 * tile.items())
                .local(tile.items())
                .call(in, out, factors, factors);
    }

    private static double[] line(Grid all, int n, int line) {
        return line(all.to(ElementType.DOUBLE).doubles(), n, line);
    }

    private static double[] line(double[] all, int n, int line) {
        return Arrays.copyOfRange(all, 2 * n * line, 2 * n * (line + 1));
    }

    private static void assertClose(int n, double[] expected, double[] found) {
        double error = Dft.relativeError(found, expected);
        assertTrue(error <= 2 * Dft.bound(n, FLOAT_UNIT), n + ": " + error);
    }

    @Test
    void agreesWithTheDefinition() {
        try (Session session = Session.open()) {
            check(session, 4 * 4 * 4, 3);
            check(session, 8 * 8 * 8, 5);
            check(session, 16 * 16 * 16, 2);
        }
    }

    /** Seven eighths of the longest line fit what a kernel may declare on Hopper, if just. */
    @Test
    void onlyLinesThatFitAreFull() {
        PassLimits nvidia = PassLimits.ofGpu(ElementType.FLOAT, true, 48 << 10, 1024);
        assertEquals(32_768, nvidia.withDeclared(ElementType.FLOAT, 232_384).full());
        assertEquals(32_768, nvidia.withDeclared(ElementType.FLOAT, 229_504).full());
        assertEquals(0, nvidia.withDeclared(ElementType.FLOAT, 229_503).full());
        assertEquals(0, nvidia.withDeclared(ElementType.DOUBLE, 232_384).full());
        assertEquals(
                0,
                PassLimits.ofGpu(ElementType.FLOAT, true, 48 << 10, 256)
                        .withDeclared(ElementType.FLOAT, 232_384)
                        .full());
        assertEquals(0, nvidia.full());
    }
}
