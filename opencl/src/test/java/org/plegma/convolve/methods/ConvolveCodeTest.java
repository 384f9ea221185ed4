package org.plegma.convolve.methods;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

class ConvolveCodeTest {
    private static Window window(int ny, int nx, int my, int mx) {
        return Window.of(Mode.SAME, true, new int[0], new int[] {ny, nx}, new int[] {my, mx}, Boundary.REFLECT);
    }

    private static double[] taps(int count) {
        double[] taps = new double[count];
        Arrays.setAll(taps, i -> 0.1 + 1.0 / (i + 1));
        return taps;
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void compilesForAmdWithoutSpills(ElementType type) {
        AmdTargets.assertFits(Workshop.source("blocks.cl"), Blocks.options(type, window(64, 64, 7, 7), 1, true));
        AmdTargets.assertFits(Workshop.source("blocks.cl"), Blocks.options(type, window(64, 64, 31, 31), 1, true));
        AmdTargets.assertFits(Workshop.source("lines.cl"), Lines.options(type, window(64, 64, 1, 65), taps(65), true));
        AmdTargets.assertFits(
                Workshop.source("lines.cl"), Lines.options(type, window(64, 64, 1, 513), taps(513), true));
        for (int m : new int[] {33, 65, 513}) {
            AmdTargets.assertFits(
                    Workshop.source("columns.cl"),
                    Columns.options(type, window(64, 64, m, 1), taps(m), true, SweepCode.LOCAL_BYTES));
        }
        sweepFits(type, window(64, 64, 3, 3), false);
        sweepFits(type, window(64, 63, 7, 7), true);
        sweepFits(type, window(64, 62, 11, 3), true);
        AmdTargets.assertFits(Workshop.source("tiles.cl"), "-DREAL=" + type.openclName());
    }

    private static void sweepFits(ElementType type, Window window, boolean factors) {
        SweepCode code =
                SweepCode.of(type, window, factors, true, SweepCode.LOCAL_BYTES).orElseThrow();
        int count = factors ? window.taps()[1] + window.taps()[2] : (int) window.tapCount();
        AmdTargets.assertFits(Workshop.source(code.file()), code.options(type, window, taps(count), factors, false));
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** Small convolutions by each method with both kinds of code, on whatever device there is. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (boolean cpu : new boolean[] {true, false}) {
                    Convolve convolve = Convolve.of(new Workshop(session, cpu)).boundary(Boundary.REFLECT);
                    for (int[][] shapes :
                            new int[][][] {{{7, 9}, {3, 5}}, {{9, 5}, {270, 1}}, {{3, 4, 5}, {2, 1, 3}}, {{20}, {270}}
                            }) {
                        Grid image = Grid.random(ElementType.FLOAT, 1, shapes[0]);
                        double[][] factors = Arrays.stream(shapes[1])
                                .mapToObj(ConvolveCodeTest::taps)
                                .toArray(double[][]::new);
                        for (String method : List.of("direct", "separable")) {
                            convolve.method(method).convolve(image, Filter.separable(factors));
                        }
                    }
                    convolve.method("fft(8)").convolve(Grid.random(ElementType.FLOAT, 1, 9, 11), Filter.laplacian(2));
                }
            }
        }
    }
}
