package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.coursework.ConvolveExercise.Overlapped;
import org.plegma.coursework.WrongKernelTests.Kind;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;

/** Wrong convolutions in strips, through the judges of strips and of overlapped strips. */
class WrongStripsTest extends WrongJavaTests {
    private static final String ALONG =
            "kernel void along(int height, int width, int radius, int axis, global const float* image,"
                    + " constant float* taps, global float* result) { int x = get_global_id(0), y = get_global_id(1);"
                    + " int place = axis ? x : y, size = axis ? width : height, stride = axis ? 1 : width; float s = 0;"
                    + " for (int j = max(0, radius - place); j <= min(2*radius, size - 1 - place + radius); j++)"
                    + " s += taps[j] * image[y*width + x + (j - radius)*stride]; result[y*width + x] = s; }";

    /** How strips are cut, which is Java of the student's. */
    private enum Cut {
        RIGHT,
        WITHOUT_HALO,
        WITHOUT_THE_LAST,
        ONE_ROW_TOO_FAR,
        WHOLE
    }

    /** @param text of the right kernel, which {@code other} takes the place of */
    private record Wrong(
            Kind kind, Cut cut, String text, String other, FaultKind fault, String told, boolean isPartlyRight) {
        Wrong(Kind kind, Cut cut, FaultKind fault, String told, boolean isPartlyRight) {
            this(kind, cut, "", "", fault, told, isPartlyRight);
        }

        @Override
        public String toString() {
            return kind + ", " + cut;
        }
    }

    static List<Wrong> wrong() {
        return List.of(
                new Wrong(BOUNDS_READ, Cut.ONE_ROW_TOO_FAR, FaultKind.LAUNCH, "failed: .*", false),
                new Wrong(
                        SIGNATURE,
                        Cut.RIGHT,
                        "int radius, int axis",
                        "int radius, float4 axis4, int axis",
                        FaultKind.LAUNCH,
                        "failed: .*along",
                        false),
                new Wrong(
                        TRANSPOSED_INDEX,
                        Cut.RIGHT,
                        "result[y*width + x]",
                        "result[x*height + y]",
                        FaultKind.VALUES,
                        "wrong: row 0, column \\d should be",
                        false),
                new Wrong(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        Cut.WITHOUT_THE_LAST,
                        FaultKind.VALUES,
                        "wrong: row 98, column 0 should be .*: it was not written"
                                + " \\(row 0 of strip 14, which has the rows 98 to 99 of the result\\)\n"
                                + "The smallest case that fails is 3 x 2, 1, 2: .*\n \\.0 \\.0\n \\.0 \\.0\n _1 _1\n",
                        true),
                new Wrong(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        Cut.WITHOUT_HALO,
                        FaultKind.VALUES,
                        "wrong: row 13, column 0 should be .*: the rows above and below its strip count as 0"
                                + " \\(row 13 of strip 0, which has the rows 0 to 15 of the result\\)\n"
                                + "The smallest case that fails is 2 x 1, 1, 1: ",
                        false),
                new Wrong(
                        ONE_ELEMENT,
                        Cut.RIGHT,
                        "= s;",
                        "= s + (width == 33 && y == 3 && x == 1 && axis == 0);",
                        FaultKind.VALUES,
                        "wrong: row 3, column 1 should be .*\\(row 3 of strip 0",
                        true),
                new Wrong(
                        NOT_A_NUMBER,
                        Cut.RIGHT,
                        "= s;",
                        "= width == 33 && x == 32 && axis == 0 ? NAN : s;",
                        FaultKind.NAN,
                        "wrong: row 0, column 32 should be .*, is NaN",
                        true),
                new Wrong(CHEAT, Cut.WHOLE, FaultKind.EVADED, "too much: ", true));
    }

    @Override
    Set<Kind> tried() {
        return wrong().stream().map(Wrong::kind).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isCaughtToldAndGradedAsDeserved(Wrong wrong) {
        assertTrue(ALONG.contains(wrong.text));
        String source = wrong.text.isEmpty() ? ALONG : ALONG.replace(wrong.text, wrong.other);
        try (Program program = session.compile(source)) {
            Kernel along = program.kernel("along");
            assertCaught(
                    wrong,
                    ConvolveExercise.judgeStrips(
                            session, (image, taps, rows) -> inStrips(wrong.cut, along, image, taps, rows), 7));
            Overlapped overlapped = (from, height, width, taps, rows, to) -> {
                float[] image = new float[height * width];
                float[] before = new float[image.length];
                from.floats().get(0, image);
                to.floats().get(0, before);
                Grid result = Grid.of(before, height, width);
                convolve(wrong.cut, along, Grid.of(image, height, width), taps, rows, result);
                to.floats().put(0, result.floats());
            };
            assertCaught(wrong, new OverlapJudge(session, 7).verdict(overlapped));
        }
    }

    private void assertCaught(Wrong wrong, Verdict verdict) {
        assertTold(wrong.fault, wrong.told, verdict);
        assertEquals(
                verdict.reason().contains("The smallest case that fails"),
                verdict.picture().isPresent(),
                verdict::toString);
        assertEquals(wrong.isPartlyRight, verdict.outOf(4).points() > 0, verdict::toString);
        assertTrue(verdict.outOf(4).points() < 4, verdict::toString);
    }

    private Grid inStrips(Cut cut, Kernel along, Grid image, float[] taps, int rows) {
        Grid result = Grid.floats(image.shape());
        convolve(cut, along, image, taps, rows, result);
        return result;
    }

    private void convolve(Cut cut, Kernel along, Grid image, float[] taps, int rows, Grid result) {
        int height = image.size(0);
        int width = image.size(1);
        int radius = taps.length / 2;
        int halo = cut == Cut.WITHOUT_HALO ? 0 : radius;
        int step = cut == Cut.WHOLE ? height : rows;
        for (int first = 0; first < height; first += step) {
            int end = Math.min(height, first + step);
            if (cut == Cut.WITHOUT_THE_LAST && end - first < step) {
                return;
            }
            int from = Math.max(0, first - halo);
            int n = Math.min(height, end + halo) - from;
            float[] part = Arrays.copyOfRange(image.floats(), from * width, (from + n) * width);
            try (DeviceArray filter = session.upload(taps);
                    DeviceArray in = session.upload(Grid.of(part, n, width));
                    DeviceArray between = session.allocate(ElementType.FLOAT, n, width);
                    DeviceArray out = session.allocate(ElementType.FLOAT, n, width)) {
                along.global(width, n).call(n, width, radius, 1, in, filter, between);
                along.global(width, n).call(n, width, radius, 0, between, filter, out);
                float[] found = out.download().floats();
                int past = cut == Cut.ONE_ROW_TOO_FAR ? n : 0;
                System.arraycopy(
                        found, (first - from + past) * width, result.floats(), first * width, (end - first) * width);
            }
        }
    }
}
