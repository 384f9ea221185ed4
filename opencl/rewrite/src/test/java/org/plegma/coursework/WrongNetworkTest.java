package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.coursework.WrongKernelTests.Kind;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;
import org.plegma.device.Program;

/** Wrong products of a layer: wrong Java around right kernels, and wrong kernels in it. */
class WrongNetworkTest extends WrongJavaTests {
    private static final String KERNELS =
            """
            kernel void tb(int m, int n, int k, global const float* A, global const float* B, global const float* C,
                    global float* D) {
                int j = get_global_id(0), i = get_global_id(1);
                if (i >= m || j >= n) return;
                float s = C[i*n + j];
                for (int p = 0; p < k; p++) s += A[i*k + p] * B[j*k + p];
                D[i*n + j] = s;
            }
            kernel void ta(int m, int n, int k, global const float* A, global const float* B, global float* C) {
                int j = get_global_id(0), i = get_global_id(1);
                if (i >= m || j >= n) return;
                float s = 0;
                for (int p = 0; p < k; p++) s += A[p*m + i] * B[p*n + j];
                C[i*n + j] = s;
            }
            """;

    /** What is wrong in the Java of the student's. */
    private enum Java {
        RIGHT,
        MISSING,
        NO_SUM,
        SIDES_SWAPPED,
        SHAPE_SWAPPED,
        WHOLE_TILES_ONLY,
        DIVIDED,
        NO_SLOPE,
        READS_TOO_FAR,
        ON_THE_HOST
    }

    /** @param text of the right kernels, which {@code other} takes the place of */
    private record Wrong(Kind kind, Java java, String text, String other, FaultKind fault, String told, double points) {
        Wrong(Kind kind, Java java, FaultKind fault, String told, double points) {
            this(kind, java, "", "", fault, told, points);
        }

        @Override
        public String toString() {
            return kind + ", " + java;
        }
    }

    /** Out of 10 points, one for each product of each layer. */
    static List<Wrong> wrong() {
        return List.of(
                new Wrong(
                        BOUNDS_READ,
                        Java.READS_TOO_FAR,
                        FaultKind.LAUNCH,
                        "scores failed: Index 256 out of bounds for length 256",
                        5),
                new Wrong(
                        SIGNATURE,
                        Java.RIGHT,
                        "int k, global const float* A, global const float* B, global float* C",
                        "int k, float more, global const float* A, global const float* B, global float* C",
                        FaultKind.LAUNCH,
                        "slope failed: .*ta",
                        5),
                new Wrong(
                        TRANSPOSED_INDEX,
                        Java.SIDES_SWAPPED,
                        FaultKind.VALUES,
                        "wrong: row 0, column 1 of scores should be .*, which is that of row 1, column 0: are rows and columns"
                                + " mixed up\\?\nThe smallest layer that fails is 2 x 2 x 2: wrong: row 0, column 1(?s).*"
                                + "\n \\. x\n x \\.\n",
                        5),
                new Wrong(
                        TRANSPOSED_INDEX,
                        Java.SHAPE_SWAPPED,
                        FaultKind.VALUES,
                        "wrong: scores gives .*, expected float \\d+ x [3-7]\nThe smallest layer that fails is 2 x 1 x 1: wrong: scores",
                        7),
                new Wrong(
                        SIZES_THAT_DO_NOT_DIVIDE,
                        Java.WHOLE_TILES_ONLY,
                        FaultKind.VALUES,
                        "wrong: row 16, column 0 of scores should be .*: it was not written\nThe smallest layer that fails is 17 x 2 x 2:"
                                + "(?s).*( \\. \\.\n){16} _ _\n",
                        7),
                new Wrong(
                        ONE_ELEMENT,
                        Java.RIGHT,
                        "C[i*n + j] = s;",
                        "C[i*n + j] = s + (i == 9 && j == 63);",
                        FaultKind.VALUES,
                        "wrong: row 9, column 63 of slope should be [^:]*$",
                        9),
                new Wrong(
                        NOT_A_NUMBER,
                        Java.RIGHT,
                        "D[i*n + j] = s;",
                        "D[i*n + j] = i == 1436 ? NAN : s;",
                        FaultKind.NAN,
                        "wrong: row 1436, column 0 of scores should be .*, is NaN$",
                        9),
                new Wrong(CHEAT, Java.ON_THE_HOST, FaultKind.EVADED, "right, but no kernel ran: scores is to be", 5));
    }

    @Override
    Set<Kind> tried() {
        return wrong().stream().map(Wrong::kind).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isCaughtToldAndGradedAsDeserved(Wrong wrong) {
        assertJudged(wrong.fault, wrong.told, wrong.points, wrong.java, wrong.text, wrong.other);
    }

    @Test
    void whatIsMissingOrForgottenIsTold() {
        assertJudged(FaultKind.MISSING, "still to be written: scores returns zeros only$", 5, Java.MISSING, "", "");
        assertJudged(FaultKind.MISSING, "still to be written: slope returns null$", 5, Java.NO_SLOPE, "", "");
        assertJudged(
                FaultKind.VALUES,
                "wrong: row 0, column 0 of scores should be .*: b is not added\nThe smallest layer that fails is 1 x 1 x 1: .*\n x\n",
                5,
                Java.NO_SUM,
                "",
                "");
        assertJudged(
                FaultKind.VALUES,
                "wrong: row 0, column 0 of slope should be .*: it is divided by the number of images, which the training does\n"
                        + "The smallest layer that fails is 2 x 1 x 1: ",
                5,
                Java.DIVIDED,
                "",
                "");
    }

    @Test
    void rightProductsHaveAllPointsAndARowForEach() {
        Verdict verdict = judge(Java.RIGHT, KERNELS, 3);
        assertEquals(10, verdict.outOf(10).points(), verdict::toString);
        assertEquals(FaultKind.NONE, verdict.fault());
        assertEquals(10, verdict.table().rowCount());
        assertEquals("1437 x 64 x 10", verdict.table().getString(4, 0));
        assertEquals(
                List.of("scores", "slope"),
                verdict.table().stringColumn(1).unique().asList());
        assertEquals(OptionalLong.of(3), verdict.seed());
    }

    @Test
    void sizesAreDrawn() {
        assertEquals(NetworkExercise.drawLayers(new Random(1)), NetworkExercise.drawLayers(new Random(1)));
        assertNotEquals(NetworkExercise.drawLayers(new Random(1)), NetworkExercise.drawLayers(new Random(2)));
    }

    private void assertJudged(FaultKind fault, String told, double points, Java java, String text, String other) {
        assertTrue(KERNELS.contains(text));
        Verdict verdict = judge(java, text.isEmpty() ? KERNELS : KERNELS.replace(text, other), 7);
        assertTold(fault, told, verdict);
        assertEquals(points, verdict.outOf(10).points(), verdict::toString);
    }

    private Verdict judge(Java java, String source, long seed) {
        try (Program program = session.compile(source)) {
            return NetworkExercise.judge(
                    session,
                    (images, weights, added) -> scores(java, program.kernel("tb"), images, weights, added),
                    (errors, images) -> slope(java, program.kernel("ta"), errors, images),
                    seed);
        }
    }

    private Grid scores(Java java, Kernel tb, Grid images, Grid weights, Grid added) {
        int m = images.size(0);
        int n = weights.size(0);
        int k = images.size(1);
        Grid sums = Grid.generate(ElementType.FLOAT, i -> java == Java.NO_SUM ? 0 : added.get(i[1]), m, n);
        return switch (java) {
            case MISSING -> Grid.floats(m, n);
            case SIDES_SWAPPED -> {
                Grid turned = Grid.generate(ElementType.FLOAT, i -> sums.get(i[1], i[0]), n, m);
                yield run(tb, n, m, k, weights, images, turned).reshape(m, n);
            }
            case SHAPE_SWAPPED -> run(tb, m, n, k, images, weights, sums).reshape(n, m);
            case WHOLE_TILES_ONLY -> {
                int rows = m < 16 ? m : m / 16 * 16;
                Grid found = run(tb, rows, n, k, images, weights, sums);
                yield Grid.generate(ElementType.FLOAT, i -> i[0] < rows ? found.get(i) : 0, m, n);
            }
            case READS_TOO_FAR -> {
                float[] values = images.floats();
                yield Grid.generate(ElementType.FLOAT, i -> values[i[0] * k + i[1] + 1], m, n);
            }
            case ON_THE_HOST -> Grid.generate(
                    ElementType.FLOAT,
                    i -> {
                        double sum = sums.get(i);
                        for (int p = 0; p < k; p++) {
                            sum += images.get(i[0], p) * weights.get(i[1], p);
                        }
                        return sum;
                    },
                    m,
                    n);
            default -> run(tb, m, n, k, images, weights, sums);
        };
    }

    private Grid slope(Java java, Kernel ta, Grid errors, Grid images) {
        int m = errors.size(1);
        int n = images.size(1);
        int k = errors.size(0);
        if (java == Java.NO_SLOPE) {
            return null;
        }
        Grid found = run(ta, m, n, k, errors, images);
        return java == Java.DIVIDED ? Grid.generate(ElementType.FLOAT, i -> found.get(i) / k, m, n) : found;
    }

    private Grid run(Kernel kernel, int m, int n, int k, Grid... sides) {
        Object[] arguments = new Object[sides.length + 4];
        Grid result = Grid.floats(m, n);
        arguments[0] = m;
        arguments[1] = n;
        arguments[2] = k;
        System.arraycopy(sides, 0, arguments, 3, sides.length);
        arguments[arguments.length - 1] = result;
        kernel.global(Kernel.roundUp(n, 16), Kernel.roundUp(m, 16))
                .local(16, 16)
                .call(arguments);
        return result;
    }
}
