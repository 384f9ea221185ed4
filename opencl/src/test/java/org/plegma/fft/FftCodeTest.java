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
import org.plegma.fft.pass.LinePass;
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
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/fft");

    private static PassLimits amd(ElementType type) {
        return PassLimits.ofGpu(type, false, 64 << 10, 256);
    }

    private static String source(List<PassStep> steps, ElementType type) {
        return PassCompiler.gpuSource(PassStep.passes(steps), type, amd(type));
    }

    @Test
    void theSourceIsAsRecorded() throws IOException {
        PassLimits limits = amd(ElementType.FLOAT);
        recorded("real-6x40-float-gpu.cl", RealPlanner.forward(limits, new int[] {6, 40}, 2));
        recorded(
                "product-6x40-float-gpu.cl",
                RealPlanner.product(limits, new int[] {6, 40}, 2).steps());
        recorded("chirp-17-float-gpu.cl", Planner.complex(limits, new int[] {17}, 1, false));
        PassLimits hopper =
                PassLimits.ofGpu(ElementType.FLOAT, true, 48 << 10, 1024).withDeclared(ElementType.FLOAT, 232_384);
        List<LinePass> passes = PassStep.passes(
                RealPlanner.product(hopper, new int[] {4096, 4096}, 2).steps());
        recorded(
                "columns-4096-float-hopper.cl",
                PassCompiler.gpuSource(passes.subList(1, 2), ElementType.FLOAT, hopper));
    }

    private static void recorded(String file, List<PassStep> steps) throws IOException {
        recorded(file, source(steps, ElementType.FLOAT));
    }

    private static void recorded(String file, String source) throws IOException {
        Golden.check(GOLDEN.resolve(file), source);
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
                    for (int[] shape : new int[][] {{12}, {7}, {17}, {3, 10}, {4, 5, 6}}) {
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
                // A line whose stages are 25, 10 and 5: more than 16 values to a work-item at once.
                Fft.of(session).codeFor(Code.NVIDIA).fft(Grid.random(ElementType.FLOAT, 3, 1250, 2));
            }
        }
    }
}
