package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.Loops;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.errors.NotParallelException;

/** Results that are gathered from numbers of another type, and bounds that are no whole numbers. */
class GatheringTypesTest extends OnDevice {
    private static final ParallelCode.Options PLAIN = new ParallelCode.Options(false, false);
    private static final ParallelCode.Options ATOMIC = new ParallelCode.Options(false, true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int s = 0; for (int i = 0; i < n; i++) { s += d[i]; }",
                "int s = 0; for (int i = 0; i < n; i++) { s -= f[i]; }",
                "int s = 1; for (int i = 0; i < n; i++) { s *= 1.5; }",
                "long s = 0; for (int i = 0; i < n; i++) { s += f[i]; }",
                "long s = 1; for (int i = 0; i < n; i++) { if (i > 2) s *= d[i] + 1; }",
                "long s = 1; for (int i = 0; i < n; i++) { s -= Math.sqrt(i); }"
            })
    void wholeNumbersThatAreCutOffEachTime(String java) {
        NotParallelException e = assertThrows(
                NotParallelException.class,
                () -> Loops.code(java, PLAIN, Loops.values("n", 4, "d", new double[4], "f", new float[4])));
        assertTrue(e.getMessage().contains("in each iteration"), e.getMessage());
    }

    @Test
    void wholeNumbersOfOtherWidthsWrapInAnyOrder() {
        long[] l = new long[1000];
        int sum = 0;
        int product = 1;
        int less = 5;
        long wide = 0;
        for (int i = 0; i < l.length; i++) {
            l[i] = 0x9E3779B97F4A7C15L * (i + 1) | 1;
            sum += l[i];
            product *= l[i];
            less -= l[i];
            wide += (int) l[i];
        }
        var values = Loops.run(
                session,
                "int sum = 0, product = 1, less = 5; long wide = 0; for (int i = 0; i < n; i++) {"
                        + " sum += l[i]; product *= l[i]; less -= l[i]; wide += (int) l[i]; }",
                "n",
                l.length,
                "l",
                l);
        assertEquals(
                List.of(sum, product, less, wide),
                List.of(values.get("sum"), values.get("product"), values.get("less"), values.get("wide")));
    }

    @Test
    void atomicUpdatesByOtherTypes() {
        int[] bins = new int[3];
        long[] l = {1L << 40, 5, -3, 1L << 33 | 7};
        Loops.run(
                session,
                "for (int i = 0; i < n; i++) { bins[i % 3] += l[i]; } for (int i = 0; i < n; i++) { bins[0] ^= l[i]; }",
                ATOMIC,
                "n",
                4,
                "bins",
                bins,
                "l",
                l);
        int first = (int) (l[0] + l[3]);
        assertArrayEquals(new int[] {(int) (first ^ l[0] ^ l[1] ^ l[2] ^ l[3]), 5, -3}, bins);
        NotParallelException e = assertThrows(
                NotParallelException.class,
                () -> Loops.code(
                        "for (int i = 0; i < n; i++) { bins[i % 3] += d[i]; }",
                        ATOMIC, Loops.values("n", 4, "bins", bins, "d", new double[4])));
        assertTrue(e.getMessage().contains("updates 'bins' by what is no whole number"), e.getMessage());
    }

    @Test
    void aBoundThatIsNoWholeNumberIsNamed() {
        NotParallelException e = assertThrows(
                NotParallelException.class,
                () -> Loops.code(
                        "for (int i = 0; i < x; i++) { d[i] = 1; }",
                        PLAIN,
                        Loops.values("x", 2.5f, "d", new double[4])));
        assertTrue(e.getMessage().contains("the bound 'x' of the loop is a float"), e.getMessage());
    }
}
