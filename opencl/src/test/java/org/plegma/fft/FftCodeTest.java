package org.plegma.fft;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Golden;
import org.plegma.testing.Oclgrind;

/**
 * The generated source. After a wanted change rewrite the golden file with
 * {@code mvn -pl opencl test -Dtest=FftCodeTest -Dplegma.golden=rewrite} and read the difference.
 */
class FftCodeTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/fft/chirp-17-float-gpu.cl");

    private static PassLimits amd(ElementType type) {
        return PassLimits.ofGpu(type, false, 64 << 10, 256);
    }

    private static String source(List<PassStep> steps, ElementType type) {
        return PassCompiler.gpuSource(PassStep.passes(steps), type, amd(type));
    }

    /** The checksums of {@link FftPlansTest} tell of changes to larger code. */
    @Test
    void theSourceIsAsRecorded() throws IOException {
        List<PassStep> steps = Planner.complex(amd(ElementType.FLOAT), new int[] {17}, 1, false);
        Golden.check(GOLDEN, source(steps, ElementType.FLOAT));
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void compilesForAmdWithoutSpills(ElementType type) {
        for (int[] shape : new int[][] {{4096}, {143}, {1 << 16}, {2310, 64}}) {
            AmdTargets.assertFits(source(Planner.complex(amd(type), shape, shape.length, false), type));
            AmdTargets.assertFits(source(RealPlanner.forward(amd(type), shape, shape.length), type));
            AmdTargets.assertFits(source(RealPlanner.inverse(amd(type), shape, shape.length), type));
        }
        AmdTargets.assertFits(
                source(RealPlanner.product(amd(type), new int[] {4096, 1024}, 2).steps(), type));
        AmdTargets.assertFits(source(Planner.complex(amd(type), new int[] {509}, 1, false), type));
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** Small transforms by both kinds of code, on whatever device there is. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (Code code : List.of(Code.CPU, Code.GPU)) {
                    Fft fft = Fft.of(session).codeFor(code);
                    for (int[] shape : new int[][] {{12}, {7}, {17}, {3, 10}, {4, 5, 6}, {2, 520}}) {
                        Grid real = Grid.random(ElementType.FLOAT, 1, shape);
                        fft.irfft(fft.rfft(real), shape[shape.length - 1]);
                    }
                    fft.ifft(fft.fft(Grid.random(ElementType.FLOAT, 2, 26, 2)));
                    // Columns of several work-items, the last group's not all there; a chirp of several stages.
                    FftTest.checkInPlace(fft, session, 40, 9);
                    FftTest.checkInPlace(fft, session, 19);
                    SpectralProductTest.check(fft, session, ElementType.FLOAT, 2, 4, 6);
                }
                SpectralProductTest.checkTall(session, 512, 8);
                AlternatingStepsTest.check(session, 1, 64, 2);
                FullLineTest.check(session, 64, 2);
                FullLineTest.check(session, 512, 1);
                // Lines of reals that work-items have to themselves, the last group's not all there.
                for (int n : new int[] {9, 21, 8, 40}) {
                    Fft fft = Fft.of(session).codeFor(Code.NVIDIA).axes(1);
                    fft.irfft(fft.rfft(Grid.random(ElementType.FLOAT, 1, 130, n)), n);
                }
                // Odd lines of reals in two and in three stages, alike.
                for (int n : new int[] {45, 189}) {
                    Fft fft = Fft.of(session).codeFor(Code.GPU).axes(1);
                    fft.irfft(fft.rfft(Grid.random(ElementType.FLOAT, 1, 19, n)), n);
                }
                // A line whose stages are 25, 10 and 5: more than 16 values to a work-item at once.
                Fft.of(session).codeFor(Code.NVIDIA).fft(Grid.random(ElementType.FLOAT, 3, 1250, 2));
            }
        }
    }
}
