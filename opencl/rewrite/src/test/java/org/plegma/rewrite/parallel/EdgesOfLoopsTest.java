package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.term.Term;

/** The first and the last iterations of loops, where a device has more work-items than there are iterations. */
class EdgesOfLoopsTest {
    private static final Session SESSION = Session.open();

    @AfterAll
    static void close() {
        SESSION.close();
    }

    /** What lies at the limit and beyond it stays as it was, though a launch has more work-items; at 0 iterations all does. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < n; i++) y[i] = i + 1;",
                "for (int i = 3; i < n; i++) y[i] = i + 1;",
                "for (int i = 3; i < n; i += 4) y[i] = i + 1;",
                "for (int i = 39; i > n; i--) y[i + 9] = i + 1;",
                "for (int i = 39; i > n; i -= 5) y[i + 9] = i + 1;",
                "for (int i = 1; i < n; i++) for (int j = 2; j < 5; j++) y[i * 2 + (j << 6)] = i + j;",
                "for (int i = 1; i < 5; i++) for (int j = n; j > 2; j -= 2) y[j + i * 64] = i + j;"
            })
    void nothingIsDoneAtTheLimit(String loop) {
        ParallelCode code =
                Loops.code(loop, new ParallelCode.Options(false, false), Loops.values("n", 0, "y", new int[0]));
        KernelProgram program = code.programs().get(0);
        List<Term> more = program.launch().global().stream()
                .map(size -> (Term) Terms.binary("+", size, Terms.number(5)))
                .toList();
        KernelProgram larger = program.with(new KernelProgram.Launch(more, List.of()));
        for (int n : new int[] {21, 1, 0, -3, 39, 3}) {
            Map<String, Object> values = Loops.values("n", n, "y", new int[512]);
            compare(code, values);
            if (n > 5
                    && n < 30
                    && loop.indexOf("for") == loop.lastIndexOf("for")) { // else the host runs the outer loop
                Map<String, Object> again = Loops.values("n", n, "y", new int[512], "y_length", 512);
                larger.run(SESSION, again);
                assertArrayEquals((int[]) values.get("y"), (int[]) again.get("y"));
            }
        }
    }

    /** The same of loops that gather, in one group and in several: the element at the limit would decide. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < n; i++) { s += x[i]; if (x[i] > m) m = x[i]; }",
                "for (int i = 0; i < n; i += 3) { s += x[i]; if (x[i] > m) m = x[i]; }",
                "for (int i = 299; i > n; i--) { s += x[i]; if (x[i] > m) m = x[i]; }",
                "for (long i = 1; i < n; i += 2) { double v = x[(int) i]; s += v; if (v > m) m = v; }"
            })
    void nothingIsGatheredAtTheLimit(String loop) {
        ParallelCode code = Loops.code(
                loop,
                new ParallelCode.Options(false, false),
                Loops.values("n", 0, "x", new double[0], "s", 0.0, "m", 0.0));
        for (int n : new int[] {0, 1, 63, 64, 65, 128, 200}) {
            double[] x = new double[300];
            for (int i = 0; i < x.length; i++) {
                x[i] = i % 7;
            }
            x[n] = 1000;
            compare(code, Loops.values("n", n, "x", x, "s", 0.0, "m", -1.0));
        }
    }

    /** Of equal numbers the first counts, which is that of a group or of a work-item in it: of -0 and 0 it can be told. */
    @Test
    void theFirstOfEqualNumbersCountsWhereverItIs() {
        ParallelCode code = Loops.code(
                "for (int i = 0; i < n; i++) if (x[i] > m) m = x[i];",
                new ParallelCode.Options(false, false),
                Loops.values("n", 0, "x", new double[0], "m", 0.0));
        int n = 200;
        for (int first : new int[] {0, 1, 31, 32, 63, 64, 100, 198}) {
            for (int second : new int[] {first + 1, 199}) {
                double[] x = new double[n];
                Arrays.fill(x, -1);
                x[first] = -0.0;
                x[second] = 0.0;
                compare(code, Loops.values("n", n, "x", x, "m", -2.0));
            }
        }
    }

    /** A mask tells the device that data are few; the host, which counts the iterations, needs their value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 3; i < (a[1] & 3) + 3; i += 2) { long t = 1L; }",
                "for (int i = (a[1] & 7) + 9; i > 2; i--) { long t = 1L; }",
                "for (int k = 0; k < n; k++) { for (int i = 1; i < (a[1] & 7) + 1; i++) { float t = 1; } a[1] = 1; }"
            })
    void aMaskOfDataIsNoBound(String loop) {
        NotParallelException refused = assertThrows(
                NotParallelException.class,
                () -> Loops.code(loop, new ParallelCode.Options(false, false), Loops.values("n", 0, "a", new int[0])));
        assertTrue(
                refused.getMessage().contains("depends on data. Put it into a variable first."), refused::getMessage);
    }

    /** The iterations of a long step are counted where limit and step together pass the largest int. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = a; i < b; i += 268435456) { s += i; t++; }",
                "for (int i = b; i > a; i -= 268435456) { s += i; t++; }",
                "for (int i = a; i < b; i += 2147483000) y[i - a] = i;",
                "for (int i = b; i > a; i -= 2147483000) y[b - i] = i;"
            })
    void longStepsAreCounted(String loop) {
        boolean gathers = loop.contains("s += ");
        ParallelCode code = Loops.code(
                loop,
                new ParallelCode.Options(false, false),
                gathers
                        ? Loops.values("a", 0, "b", 0, "s", 0L, "t", 0)
                        : Loops.values("a", 0, "b", 0, "y", new int[0]));
        int a = gathers ? 0 : 7;
        int edge = gathers ? Integer.MAX_VALUE - 268435456 : Integer.MAX_VALUE - 2147483000;
        for (int b : new int[] {edge - 1, edge, edge + 1, 5}) {
            compare(
                    code,
                    gathers
                            ? Loops.values("a", a, "b", a + b, "s", 0L, "t", 0)
                            : Loops.values("a", a, "b", a + b, "y", new int[16]));
        }
    }

    /** Kernels without checks serve as long as the iterations and a step together are an int; a long counts further. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = a; i < b; i += 7) t++;",
                "for (int i = b; i > a; i -= 7) t++;",
                "for (int i = a; i < b; i++) t++;",
                "for (long i = a; i < b; i += 7) t++;"
            })
    void aCountThatIsNoIntNeedsChecks(String loop) {
        ParallelCode code =
                Loops.code(loop, new ParallelCode.Options(false, false), Loops.values("a", 0, "b", 0, "t", 0));
        int rest = loop.contains("7") ? 6 : 0;
        try (ParallelForms forms = new ParallelForms(SESSION, code)) {
            for (int more : new int[] {-1, 0, 1, 2}) {
                int b = Integer.MAX_VALUE - 5 - rest + more;
                boolean plain = forms.of(Loops.values("a", -5, "b", b, "t", 0)).startsWith("gp");
                assertEquals(more <= 0 || loop.contains("long"), plain, () -> "to " + b);
            }
        }
    }

    private static void compare(ParallelCode code, Map<String, Object> values) {
        Map<String, Object> expected = new HashMap<>(values);
        values.computeIfPresent("y", (name, y) -> ((int[]) y).clone());
        new JavaOriginal(code).accept(expected);
        code.run(SESSION, values);
        for (String name : expected.keySet()) {
            if (expected.get(name) instanceof int[] array) {
                assertArrayEquals(array, (int[]) values.get(name), name);
            } else if (!(expected.get(name) instanceof double[])) {
                assertEquals(expected.get(name), values.get(name), name + " of " + values.get("n"));
            }
        }
    }
}
