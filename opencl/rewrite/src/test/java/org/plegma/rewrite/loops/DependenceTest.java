package org.plegma.rewrite.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.rewrite.term.Code;

/** Which loops may run in parallel: well-known ones by hand, random ones against trying every pair of iterations. */
class DependenceTest {

    private static LoopNest nest(String java) {
        return LoopNest.of(Code.java(java).child(0));
    }

    private static String verdict(LoopNest nest) {
        StringBuilder verdict = new StringBuilder();
        for (int level = 0; level < nest.loops().size(); level++) {
            verdict.append(nest.isParallel(level) ? 'p' : 's');
        }
        return verdict.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            p   | for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
            s   | for (int i = 1; i < n; i++) x[i] = x[i - 1] + 1;
            p   | for (int i = 0; i < n; i++) { x[2 * i] = x[2 * i + 1]; }
            s   | for (int i = 0; i < n; i++) { x[2 * i] = x[i]; }
            p   | for (int i = 0; i < 4; i++) { x[i] = x[i + 4]; }
            s   | for (int i = 0; i < 5; i++) { x[i] = x[i + 4]; }
            s   | for (int i = 0; i < n; i++) x[i] = x[i + m];
            s   | for (int i = 0; i < n; i++) x[0] = i;
            s   | for (int i = 0; i < n; i++) x[index[i]] = i;
            p   | for (int i = 0; i < n; i++) x[i] = y[index[i]];
            s   | for (int i = 0; i < n; i++) { t = x[i]; y[i] = t; }
            p   | for (int i = 0; i < n; i++) { float t = x[i]; y[i] = t * t; }
            p   | for (int i = 0; i < n; i += 3) { int k = i + 1; x[k] = x[i]; }
            pp  | for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = b[j][i];
            pp  | for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = b[j * n + i];
            ss  | for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) a[i * m + j] = b[j * n + i];
            pp  | for (int i = 0; i < n; i++) for (int j = 1; j < m - 1; j++) a[i * m + j - 1] = b[i * m + j];
            sp  | for (int t = 0; t < s; t++) for (int i = 0; i < n; i++) u[i] = u[i] * 2;
            ss  | for (int t = 0; t < s; t++) for (int i = 1; i < n; i++) u[i] = u[i - 1] * 2;
            sp  | for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j] + a[i - 1][j - 1];
            ppp | for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) for (int k = 0; k < 9; k++) a[i][j][k] = i;
            pps | for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
            pp  | for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double t = 0; for (int k = 0; k < n; k++) { t += a[i * n + k] * b[k * n + j]; } c[i * n + j] = t; }
            p   | for (int i = n; i > 0; i--) x[i] = x[i] + 1;
            s   | for (int i = n; i > 0; i--) x[i] = x[i - 1] + 1;
            pp  | for (int i = n - 1; i >= 0; i--) for (int j = m - 1; j >= 0; j--) a[i * m + j] = b[j * n + i];
            ss  | for (int i = n - 1; i >= 0; i--) for (int j = m; j >= 0; j--) a[i * m + j] = b[j * n + i];
            s   | for (int i = 0; i < n; i++) { x[i] = x[i + 0xFFFFFFFF]; }
            p   | for (int i = 0; i < n; i++) { x[i + 0b0] = x[i + 0x0]; }
            s   | for (int i = 0; i < n; i++) { long k = i; x[(int) k] = i; }
            ss  | for (int i = 0; i < n; i++) for (int j = s; j < n; j++) s += x[j];
            p   | for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) { a[i][j] = a[i][j] + 1; } for (int j = i; j < n; j++) a[i][j] = 0; }
            """)
    void wellKnownLoops(String expected, String loop) {
        assertEquals(expected, verdict(nest(loop)), loop);
    }

    @Test
    void reductions() {
        LoopNest sum = nest("for (int i = 0; i < n; i++) { sum += x[i]; }");
        assertTrue(sum.isParallel(0));
        assertEquals(List.of("sum +"), reductions(sum));
        assertEquals(
                List.of("low min", "product *", "count +"),
                reductions(nest("for (int i = 0; i < n; i++) { low = Math.min(low, x[i]); product = x[i] * product;"
                        + " if (x[i] > 0) count++; }")));
        LoopNest used = nest("for (int i = 0; i < n; i++) { sum += x[i]; y[i] = sum; }");
        assertEquals(List.of(), used.reductions());
        assertEquals(
                "line 1, column 31: the variable 'sum' is declared outside the loop and assigned in each iteration.",
                used.obstacles(0).get(0).toString());
        assertEquals(List.of(), reductions(nest("for (int i = 0; i < n; i++) { s += s * x[i]; }")));
        assertEquals(List.of(), reductions(nest("for (int i = 0; i < n; i++) { s = s - x[i]; s = s * 2; }")));
    }

    private static List<String> reductions(LoopNest nest) {
        return nest.reductions().stream()
                .map(r -> r.variable() + " " + r.operation())
                .toList();
    }

    @Test
    void anObstacleNamesBothPlaces() {
        LoopNest.Obstacle obstacle = nest("for (int i = 1; i < n; i++) {\n    x[i] = x[i - 1] + 1;\n}")
                .obstacles(0)
                .get(0);
        assertEquals("line 2, column 5", obstacle.place().toString());
        assertEquals("line 2, column 12", obstacle.other().toString());
        assertEquals(
                "'x[i]' writes what 'x[i - 1]' reads in another iteration, as far as can be told.", obstacle.text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            x[0] = 1;                                                              | 1 | not a counting loop
            while (i < n) i++;                                                     | 1 | not a counting loop
            for (i = 0; i < n; i++) x[i] = 1;                                      | 1 | does not declare one whole-number variable
            for (double d = 0; d < n; d++) x[0] = d;                               | 1 | does not declare one whole-number variable
            for (int i = 0; i != n; i++) x[i] = 1;                                 | 1 | does not go on while 'i < b'
            for (int i = 0; i < i + 1; i++) x[i] = 1;                              | 1 | does not go on while 'i < b'
            for (int i = n; i > 0; i++) x[i] = 1;                                  | 1 | does not count down by a fixed number
            for (int i = 0; i < n; i--) x[i] = 1;                                  | 1 | does not count up by a fixed number
            for (int i = 0; i < n; i += 4294967296L) x[i] = 1;                     | 1 | does not count up by a fixed number
            for (byte i = 0; i < n; i++) x[i] = 1;                                 | 1 | does not declare one whole-number variable
            for (int i = 1; i < n; i *= 2) x[i] = 1;                               | 1 | does not count up by a fixed number
            for (int i = 0; i < n; i++) { if (x[i] < 0) break; }                   | 45 | 'break' leaves the loop
            for (int i = 0; i < n; i++) { if (x[i] < 0) return; }                  | 45 | 'return' leaves the loop
            for (int i = 0; i < n; i++) { x[i] = next(); }                         | 38 | what a call of 'next' changes
            for (int i = 0; i < n; i++) { System.out.println(i); }                 | 31 | what a call of 'System.out.println' changes
            for (int i = 0; i < n; i++) { x[i] = Math.random(); }                  | 38 | what a call of 'Math.random' changes
            for (int i = 0; i < n; i++) { i++; }                                   | 1 | the body assigns the loop's variable
            for (int i = 0; i < n; i++) { n--; }                                   | 1 | the body assigns 'n', on which
            for (int i = 0; i < size(); i++) { x[i] = 0; }                         | 1 | the bounds of the loop call a method
            for (int i = 0; i < n; i++) { p.x = i; }                               | 31 | only variables and elements
            for (int i = 0; i < n; i++) { int[] t = new int[3]; }                  | 1 | an array is made
            for (int i = 0; i < n; i++) { x[i] = 1; x = y; }                       | 1 | the array 'x' is exchanged
            for (int i = 0; i < n; i++) { try { x[i] = 1; } finally { } }          | 31 | this statement cannot be analysed
            """)
    void hostileLoopsAreRefused(String loop, int column, String reason) {
        RefusedException e = assertThrows(RefusedException.class, () -> nest(loop));
        assertTrue(e.reason().contains(reason), e.getMessage());
        if (column > 1) {
            assertEquals(column, e.place().column(), e.getMessage());
        }
    }

    @Test
    void aBreakOfAnInnerLoopIsFine() {
        String java =
                "for (int i = 0; i < n; i++) { int k = 0; while (k < 9) { if (x[i] > k) break; k++; } y[i] = k; }";
        assertTrue(nest(java).isParallel(0));
    }

    /** A random nest as text and as numbers. */
    private record Sample(String java, int[] lower, int[] upper, int[] step, List<int[][]> accesses, boolean exact) {}

    @Test
    void noDependentLoopIsCalledIndependent() {
        Random random = new Random(11);
        int parallel = 0;
        for (int i = 0; i < 10_000; i++) {
            Sample sample = sample(random);
            LoopNest nest = nest(sample.java);
            for (int level = 0; level < sample.lower.length; level++) {
                boolean depends = depends(sample, level);
                if (nest.isParallel(level)) {
                    parallel++;
                    assertTrue(!depends, "level " + level + " of " + sample.java);
                } else if (sample.exact) {
                    assertTrue(depends, "needlessly refused: level " + level + " of " + sample.java);
                }
            }
        }
        assertTrue(parallel > 3_000, "only " + parallel + " loops were found parallel");
    }

    /** A nest over x with constant or symbolic bounds (n = 4), its subscripts flat (i*n + j) or of one or two dimensions. */
    private static Sample sample(Random random) {
        int depth = 1 + random.nextInt(3);
        boolean symbolic = random.nextInt(3) == 0;
        int n = 4;
        int[] lower = new int[depth];
        int[] upper = new int[depth];
        int[] step = new int[depth];
        StringBuilder java = new StringBuilder();
        for (int d = 0; d < depth; d++) {
            String v = "ijk".substring(d, d + 1);
            lower[d] = random.nextInt(2);
            int less = random.nextInt(2);
            upper[d] = symbolic ? n - less : lower[d] + random.nextInt(4);
            step[d] = random.nextInt(4) == 0 ? 2 : 1;
            String bound = symbolic ? (less == 0 ? "n" : "n - 1") : String.valueOf(upper[d]);
            if (random.nextInt(4) == 0) {
                step[d] = -step[d];
                java.append("for (int " + v + " = " + bound + " - 1; " + v + " >= " + lower[d] + "; " + v
                        + (step[d] == -1 ? "--" : " -= 2") + ") ");
                continue;
            }
            java.append("for (int " + v + " = " + lower[d] + "; " + v + " < " + bound + "; " + v
                    + (step[d] == 1 ? "++" : " += 2") + ") ");
        }
        boolean flat = symbolic && depth > 1 && random.nextBoolean();
        int dimensions = flat ? 1 : 1 + random.nextInt(2);
        List<int[][]> accesses = new ArrayList<>(); // per access, per dimension: coefficients and constant
        java.append("{ ");
        for (int s = 0; s <= random.nextInt(2); s++) {
            String target = access(random, depth, dimensions, flat, n, accesses);
            String value = access(random, depth, dimensions, flat, n, accesses);
            java.append(target).append(" = ").append(value).append(" + 1; ");
        }
        return new Sample(java.append("}").toString(), lower, upper, step, accesses, !symbolic);
    }

    private static String access(
            Random random, int depth, int dimensions, boolean flat, int n, List<int[][]> accesses) {
        StringBuilder text = new StringBuilder("x");
        int[][] numbers = new int[dimensions][depth + 1];
        for (int d = 0; d < dimensions; d++) {
            StringBuilder subscript = new StringBuilder();
            if (flat) {
                int rows = random.nextInt(depth);
                int columns = random.nextInt(depth);
                int shift = random.nextInt(3) - 1;
                numbers[d][rows] += n;
                numbers[d][columns] += 1;
                numbers[d][depth] = shift;
                subscript.append("ijk".charAt(rows)).append(" * n + ").append("ijk".charAt(columns));
                subscript.append(shift == 0 ? "" : shift > 0 ? " + 1" : " - 1");
            } else {
                for (int v = 0; v < depth; v++) {
                    int coefficient = random.nextInt(3) == 0 ? random.nextInt(5) - 2 : random.nextInt(2);
                    numbers[d][v] = coefficient;
                    if (coefficient != 0) {
                        subscript.append(coefficient + " * " + "ijk".charAt(v) + " + ");
                    }
                }
                numbers[d][depth] = random.nextInt(4);
                subscript.append(numbers[d][depth]);
            }
            text.append('[').append(subscript).append(']');
        }
        accesses.add(numbers);
        return text.toString();
    }

    /** Whether two iterations that agree outside the level and differ in it touch one element, one of them writing. */
    private static boolean depends(Sample sample, int level) {
        Map<String, List<int[]>> touched = new HashMap<>(); // element -> {iteration..., writes}
        for (int[] at : iterations(sample)) {
            for (int a = 0; a < sample.accesses.size(); a++) {
                StringBuilder element = new StringBuilder();
                for (int[] dimension : sample.accesses.get(a)) {
                    int value = dimension[at.length];
                    for (int v = 0; v < at.length; v++) {
                        value += dimension[v] * at[v];
                    }
                    element.append(value).append(',');
                }
                int[] entry = java.util.Arrays.copyOf(at, at.length + 1);
                entry[at.length] = a % 2 == 0 ? 1 : 0; // targets and values take turns
                touched.computeIfAbsent(element.toString(), e -> new ArrayList<>())
                        .add(entry);
            }
        }
        for (List<int[]> same : touched.values()) {
            for (int[] one : same) {
                for (int[] other : same) {
                    boolean writes = one[sample.lower.length] + other[sample.lower.length] > 0;
                    boolean agree = true;
                    for (int v = 0; v < level; v++) {
                        agree &= one[v] == other[v];
                    }
                    if (writes && agree && one[level] != other[level]) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static List<int[]> iterations(Sample sample) {
        List<int[]> all = new ArrayList<>(List.of(new int[sample.lower.length]));
        for (int d = 0; d < sample.lower.length; d++) {
            List<int[]> more = new ArrayList<>();
            for (int[] prefix : all) {
                boolean up = sample.step[d] > 0;
                for (int value = up ? sample.lower[d] : sample.upper[d] - 1;
                        value >= sample.lower[d] && value < sample.upper[d];
                        value += sample.step[d]) {
                    int[] next = prefix.clone();
                    next[d] = value;
                    more.add(next);
                }
            }
            all = more;
        }
        return all;
    }
}
