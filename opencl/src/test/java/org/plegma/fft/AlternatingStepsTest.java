package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.pass.AlternatingSteps;
import org.plegma.fft.pass.Layout;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LinePass.Turn;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassRun;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Lines;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Workspace;

/** Two passes of which groups alternate, on one device, against sums in double precision. */
class AlternatingStepsTest {
    /** Each pass transforms so many values; all together its square. */
    private static final int PART = 18;

    private static final int N = PART * PART;

    private static final Slot WORK = new Slot("work", 2L * N * 256);

    /** Chunks of the lines of one block, and of blocks; where they cannot be equal and of whole groups, fewer, or none. */
    @ParameterizedTest
    @CsvSource({
        "1, 64, 2, 2",
        "1, 128, 3, 2",
        "1, 128, 4, 4",
        "4, 16, 4, 4",
        "4, 16, 3, 2",
        "2, 32, 9, 2",
        "1, 32, 2, 0",
        "3, 5, 3, 0"
    })
    void passesAreAsSums(int blocks, int inner, int wished, int chunks) {
        try (Session session = Session.open()) {
            assertEquals(chunks, check(session, blocks, inner, wished));
        }
    }

    @Test
    void otherStepsDoNotAlternate() {
        try (Session session = Session.open()) {
            PassCompiler compiler = new PassCompiler(session, ElementType.FLOAT, Code.GPU);
            List<PassStep> two = steps(1, 64, false);
            List<PassStep> apart = List.of(two.get(0), new Lines(((Lines) two.get(1)).pass(), Slot.IN, Slot.OUT));
            for (List<PassStep> steps : List.of(two.subList(0, 1), apart)) {
                try (Workspace work = new Workspace(session, ElementType.FLOAT, compiler, steps)) {
                    assertTrue(AlternatingSteps.of(steps, 64, 2, compiler, work).isEmpty());
                }
            }
            PassCompiler cpu = new PassCompiler(session, ElementType.FLOAT, Code.CPU);
            try (Workspace work = new Workspace(session, ElementType.FLOAT, cpu, two)) {
                assertTrue(AlternatingSteps.of(two, 64, 2, cpu, work).isEmpty());
            }
        }
    }

    /** Along the second of three axes, there and back; returns the chunks, or 0 if the passes do not alternate. */
    static int check(Session session, int blocks, int inner, int wished) {
        PassCompiler compiler = new PassCompiler(session, ElementType.FLOAT, Code.GPU);
        Grid values = Dft.randomComplex(ElementType.FLOAT, blocks, N, inner);
        int chunks = 0;
        for (boolean inverse : new boolean[] {false, true}) {
            List<PassStep> steps = steps(blocks, inner, inverse);
            try (Workspace work = new Workspace(session, ElementType.FLOAT, compiler, steps)) {
                Optional<PassRun> run = AlternatingSteps.of(steps, inner, wished, compiler, work);
                if (run.isEmpty()) {
                    return 0;
                }
                try (PassRun both = run.get();
                        DeviceArray in = session.upload(values);
                        DeviceArray out = session.allocate(ElementType.FLOAT, values.shape())) {
                    out.fill(Double.NaN);
                    both.launch(
                            session.compute(),
                            slot -> slot.equals(Slot.IN) ? in : slot.equals(Slot.OUT) ? out : work.array(slot));
                    Dft.assertClose(sums(values, inverse), out.download(), wished + " chunks");
                    chunks = both.launches() - 1;
                }
            }
        }
        return chunks;
    }

    private static List<PassStep> steps(int blocks, int inner, boolean inverse) {
        long lines = (long) blocks * PART * inner;
        long columns = (long) PART * inner;
        Layout apart = new Layout((long) N * inner, columns, 0, 1, columns);
        Layout together = new Layout((long) N * inner, inner, columns, 1, inner);
        List<PassStep> steps = new ArrayList<>();
        steps.add(new Lines(
                LinePass.complex(PART, lines, columns, apart, apart, inverse, 1).turned(Turn.AFTER, N, inner),
                Slot.IN,
                WORK));
        steps.add(new Lines(LinePass.complex(PART, lines, columns, together, apart, inverse, 1), WORK, Slot.OUT));
        return steps;
    }

    private static Grid sums(Grid values, boolean inverse) {
        int[] shape = values.shape();
        Grid sums = Grid.zeros(ElementType.DOUBLE, shape);
        for (int block = 0; block < shape[0]; block++) {
            for (int column = 0; column < shape[2]; column++) {
                for (int k = 0; k < N; k++) {
                    double re = 0;
                    double im = 0;
                    for (int j = 0; j < N; j++) {
                        double angle = (inverse ? 2 : -2) * Math.PI * (j * k % N) / N;
                        double a = values.get(block, j, column, 0);
                        double b = values.get(block, j, column, 1);
                        re += a * Math.cos(angle) - b * Math.sin(angle);
                        im += a * Math.sin(angle) + b * Math.cos(angle);
                    }
                    sums.set(re, block, k, column, 0);
                    sums.set(im, block, k, column, 1);
                }
            }
        }
        return sums;
    }
}
