package org.plegma.convolve.methods;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.expr.tree.Boundary;
import org.plegma.testing.Golden;

/**
 * What is planned for many windows and kinds of device, without running it: options of the kernels, tiles of transforms, and
 * predicted times, as recorded. After a wanted change rewrite the golden file with
 * {@code mvn -pl opencl test -Dtest=ConvolvePlansTest -Dplegma.golden=rewrite} and read the difference.
 */
class ConvolvePlansTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/convolve/methods/plans.txt");

    /** Rates near those of an H200, all different. */
    private static final ConvolutionCosts GPU =
            new ConvolutionCosts(4e12, 6e12, 5e12, 7e12, 3e12, 2.5e12, 4.5e12, 3e-6, 132);

    private static final ConvolutionCosts CPU = new ConvolutionCosts(1e10, 6e9, 5e9, 7e9, 3e9, 2e9, 1.5e9, 4e-6, 8);

    /** Sizes of image and filter. */
    private static final int[][][] SIZES = {
        {{100}, {3}},
        {{5000}, {700}},
        {{65, 60}, {65, 1}},
        {{700, 64}, {513, 1}},
        {{1024, 1021}, {4, 7}},
        {{4096, 4096}, {9, 9}},
        {{512, 510}, {31, 31}},
        {{2048, 2048}, {65, 65}},
        {{300, 300}, {90, 6}},
        {{20, 64, 64}, {1, 5, 5}},
        {{40, 30, 20}, {5, 1, 1}},
        {{40, 30, 20}, {5, 3, 7}}
    };

    @Test
    void plansAreAsRecorded() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int[][] sizes : SIZES) {
            for (Mode mode : List.of(Mode.SAME, Mode.FULL)) {
                Window window = Window.of(mode, true, new int[0], sizes[0], sizes[1], Boundary.MIRROR);
                text.append(window)
                        .append(" from ")
                        .append(Window.text(window.shift()))
                        .append('\n');
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    if (mode == Mode.SAME) {
                        kernels(text, type, window);
                    }
                    transforms(text, type, window);
                    times(text, type, window);
                }
            }
        }
        Golden.check(GOLDEN, text);
    }

    private static void kernels(StringBuilder text, ElementType type, Window window) {
        for (boolean amd : new boolean[] {false, true}) {
            String device = amd ? " AMD" : "";
            line(text, "blocks" + device, Blocks.options(type, Blocks.flat(window), amd ? 1 : 8, amd));
            if (Lines.fits(window)) {
                line(text, "lines" + device, Lines.options(type, window, taps(window.taps()[2]), amd));
            }
            if (Columns.fits(window)) {
                Window flat = Blocks.flat(window);
                for (long local : new long[] {SweepCode.LOCAL_BYTES, 96 << 10}) {
                    line(text, "columns" + device, Columns.options(type, flat, taps(flat.taps()[1]), amd, local));
                    int longest = Math.min(flat.taps()[1], AddedParts.LONGEST);
                    if (!amd && TurnedColumns.fits(type, longest, local)) {
                        line(text, "turned columns", TurnedColumns.options(type, flat, taps(longest), local, false));
                    }
                }
            }
            for (boolean factors : new boolean[] {false, true}) {
                Stream.of(SweepCode.LOCAL_BYTES, 16L << 10, 8L << 10)
                        .flatMap(local -> SweepCode.of(type, window, factors, amd, local).stream())
                        .distinct()
                        .forEach(code -> {
                            double effort = Sweep.effort(code, window, 132);
                            line(text, String.format(Locale.ROOT, "%s%s, effort %.6g", code, device, effort));
                            line(text, "  options", code.options(type, window, taps(2), factors, !amd));
                        });
            }
        }
    }

    private static void transforms(StringBuilder text, ElementType type, Window window) {
        for (ConvolutionMethod method : ConvolutionMethods.candidates(window)) {
            Optional<Tiling> tiles = method.tiling(type, window);
            if (tiles.isPresent()) {
                Tiling tiling = tiles.get();
                line(
                        text,
                        method.name(),
                        Window.text(tiling.size()),
                        "used " + Window.text(tiling.used()),
                        "steps " + Window.text(tiling.step()),
                        "tiles " + Window.text(tiling.tiles()),
                        "batch " + Window.text(tiling.batchShape()),
                        tiling.isWhole() ? "whole" : "");
            }
        }
    }

    private static void times(StringBuilder text, ElementType type, Window window) {
        for (ConvolutionMethod method : ConvolutionMethods.candidates(window)) {
            for (boolean separable : new boolean[] {true, false}) {
                line(
                        text,
                        method.name() + (separable ? ", factors" : ""),
                        time(method, GPU, type, window, separable, false),
                        time(method, CPU, type, window, separable, true));
            }
        }
    }

    private static String time(
            ConvolutionMethod method,
            ConvolutionCosts costs,
            ElementType type,
            Window window,
            boolean separable,
            boolean cpu) {
        return method.needsFactors() && !separable
                ? "none"
                : String.format(Locale.ROOT, "%.6g s", method.seconds(costs, type, window, window.tapCount(), cpu));
    }

    private static double[] taps(int count) {
        double[] taps = new double[count];
        Arrays.setAll(taps, i -> 0.1 + 1.0 / (i + 1));
        return taps;
    }

    /** A line, with a checksum in place of taps. */
    private static void line(StringBuilder text, String what, String... values) {
        text.append("  ").append(what).append(':');
        for (String value : values) {
            if (value.startsWith("-DTAPS=")) {
                CRC32 sum = new CRC32();
                sum.update(value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                text.append(" taps ").append(Long.toHexString(sum.getValue()));
            } else {
                text.append(' ').append(value);
            }
        }
        text.append('\n');
    }
}
