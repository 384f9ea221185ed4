package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LineTile;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.testing.Golden;

/**
 * What is planned for many shapes and kinds of device, without running it: each pass keeps to the limits, and plans and code
 * are as recorded, with a checksum of what a line has no room for. The checksums tell for which settings a change of the
 * generator changes code. After a wanted change rewrite the golden file with
 * {@code mvn -pl opencl test -Dtest=FftPlansTest -Dplegma.golden=rewrite} and read the difference.
 */
class FftPlansTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/fft/plans.txt");

    /** Bytes of local memory that a kernel may declare there. */
    private static final long DECLARED = 232_384;

    private static final int[][] SHAPES = {
        {1},
        {2},
        {12},
        {143},
        {255},
        {256},
        {509},
        {1250},
        {3600},
        {4096},
        {6144},
        {8192},
        {16384},
        {1 << 20},
        {3, 1},
        {6, 40},
        {9, 101},
        {64, 2310},
        {1024, 34},
        {4096, 4096},
        {3, 12000},
        {2, 32768},
        {8192, 7},
        {5, 101, 6}
    };

    /** Limits by the name of the kind of device. */
    private static Map<String, PassLimits> limits(ElementType type) {
        Map<String, PassLimits> all = new LinkedHashMap<>();
        all.put("amd", PassLimits.ofGpu(type, false, 64 << 10, 256));
        all.put("small", PassLimits.ofGpu(type, false, 32 << 10, 128));
        PassLimits nvidia = PassLimits.ofGpu(type, true, 48 << 10, 1024);
        all.put("nvidia", nvidia);
        all.put("hopper", nvidia.withDeclared(type, DECLARED));
        all.put("cpu", PassLimits.ofCpu());
        return all;
    }

    @Test
    void plansKeepToTheLimitsAndAreAsRecorded() throws IOException {
        StringBuilder text = new StringBuilder();
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            limits(type).forEach((device, limits) -> {
                for (int[] shape : SHAPES) {
                    plans(limits, shape)
                            .forEach((name, steps) -> text.append(device + " " + type.openclName() + " " + name + " "
                                    + Arrays.toString(shape) + " " + description(steps, type, limits) + "\n"));
                }
            });
        }
        Golden.check(GOLDEN, text);
    }

    private static Map<String, List<PassStep>> plans(PassLimits limits, int[] shape) {
        Map<String, List<PassStep>> all = new LinkedHashMap<>();
        all.put("there", Planner.complex(limits, shape, shape.length, false));
        all.put("back", Planner.complex(limits, shape, 1, true));
        all.put("reals", RealPlanner.forward(limits, shape, shape.length));
        all.put("to-reals", RealPlanner.inverse(limits, shape, shape.length));
        if (limits.fuses()) {
            all.put("product", RealPlanner.product(limits, shape, shape.length).steps());
        }
        return all;
    }

    private static String description(List<PassStep> steps, ElementType type, PassLimits limits) {
        List<LinePass> passes = PassStep.passes(steps);
        CRC32 sum = new CRC32();
        List<String> brief = new ArrayList<>();
        for (PassStep step : steps) {
            add(sum, step + " " + step.from() + step.to() + step.by());
            if (step instanceof PassStep.Elements elements) {
                add(sum, elements.table() + " " + elements.arguments());
                brief.add(elements.kernel() + ":" + elements.items());
            }
        }
        for (LinePass pass : passes) {
            add(sum, pass.inner() + " " + pass.in() + pass.out() + pass.by() + pass.sharing() + " " + pass.scale());
            brief.add(pass.lines() + "x" + pass.n());
            if (limits.items() > 1) {
                LineTile tile = LineTile.of(pass, type, limits);
                assertFits(pass, tile, type, limits);
                add(sum, tile.toString().replace(", staged=false", ""));
                brief.add(tile.radices().stream().map(String::valueOf).collect(Collectors.joining("·")) + "/"
                        + tile.items() + "x" + tile.lines());
            }
        }
        if (limits.items() > 1) {
            // The last digits of sines are not those of all Javas.
            add(sum, PassCompiler.gpuSource(passes, type, limits).replaceAll("(\\.\\d{6})\\d+", "$1"));
        }
        return String.join(" ", brief) + " " + Long.toHexString(sum.getValue());
    }

    private static void add(CRC32 sum, String text) {
        sum.update(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertFits(LinePass pass, LineTile tile, ElementType type, PassLimits limits) {
        String what = pass + ": " + tile;
        assertEquals(pass.n(), tile.radices().stream().mapToInt(r -> r).reduce(1, (a, b) -> a * b), what);
        assertTrue(tile.items() >= 1 && tile.lines() >= 1, what);
        assertTrue(tile.items() * tile.lines() <= limits.items(), what);
        if (!tile.tall() && pass.n() != limits.full() && tile.exchanges(pass)) {
            int copies = tile.staged() ? 2 * tile.lines() * (pass.n() + 2) : 0;
            long bytes = ((long) tile.locals(pass) * (tile.split() ? 1 : 2) + copies) * type.bytes();
            boolean whole = type == ElementType.DOUBLE && !tile.columns() && !tile.split();
            boolean declared = whole && limits.wideBytes() > limits.localBytes()
                    || pass.n()
                            > (tile.columns() && limits.longestAlike() > 0 ? limits.longestColumn() : limits.longest());
            assertTrue(bytes <= (declared ? DECLARED : limits.localBytes()), bytes + " bytes of local memory: " + what);
        }
    }
}
