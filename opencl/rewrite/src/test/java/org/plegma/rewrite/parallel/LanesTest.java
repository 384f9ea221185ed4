package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.device.OnDevice;
import org.plegma.device.Session;
import org.plegma.rewrite.lanes.LaneWidths;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.testing.Oclgrind;

/** Loops over vectors of iterations: the bits of Java at every size, whatever lanes do apart from each other. */
class LanesTest extends OnDevice {
    private static final int BODIES = 8;
    private static final String METHODS = " METHODS ";
    private static final Map<String, String> TYPES = new HashMap<>(Map.of(
            "n",
            "int",
            "limit",
            "int",
            "flag",
            "boolean",
            "ix",
            "int[]",
            "lx",
            "long[]",
            "fx",
            "float[]",
            "dx",
            "double[]"));

    static {
        for (int body = 0; body < BODIES; body++) {
            TYPES.putAll(Map.of(
                    "iy" + body, "int[]", "ly" + body, "long[]", "fy" + body, "float[]", "dy" + body, "double[]"));
        }
    }

    /** Bodies of loops. */
    private static final String LOOPS =
            """
            iy[i] = ix[i] * 3 + i;
            fy[i] = fx[i] * 0.1f + 1f / fx[i] - (float) Math.sqrt(fx[i]);
            dy[i] = dx[i] * fx[i] + lx[i] - ix[i] * 1e-3;
            ly[i] = lx[i] * lx[i] - ix[i] + (lx[i] >>> 5) + (lx[i] << ix[i]);
            iy[i] = (ix[i] ^ i) >>> 2 | ix[i] >> ix[i] & ~i;
            iy[i] = (int) fx[i] + (int) dx[i] - (int) lx[i];
            ly[i] = (long) fx[i] ^ (long) dx[i];

            fy[i] = ix[i] + (float) lx[i] * (float) dx[i];
            dy[i] = Math.floor(dx[i]) + Math.rint(fx[i]) * Math.ceil(dx[i]) + Math.abs(fx[i]);
            fy[i] = Math.min(fx[i], fx[n - 1 - i]); dy[i] = Math.max(dx[i], -0.0);
            iy[i] = Math.min(ix[i], i) + Math.max(ix[i], 7) + Math.abs(ix[i]); ly[i] = Math.abs(lx[i]) - Math.max(lx[i], 9);
            iy[i] = ix[i] / 7 + ix[i] % 10; ly[i] = lx[i] / -3;
            dy[i] = Math.fma(dx[i], 3.0, 1.0) + Math.round(dx[i]); iy[i] = Math.round(fx[i]);
            fy[i] = fx[i] % 3f; dy[i] = dx[i] % fx[i];

            if (ix[i] > 0) iy[i] = ix[i]; else iy[i] = -i;
            if (i > 2 && ix[i - 3] < ix[i] || fx[i] > 0) iy[i] = 5; else if (dx[i] != dx[i]) iy[i] = 6;
            iy[i] = i > 2 && ix[i - 3] > 0 ? ix[i - 2] : i + 1 < n ? ix[i + 1] : -1;
            boolean odd = (ix[i] & 1) != 0, plus = fx[i] > 0; if (odd ^ plus) iy[i]++; else if (odd == plus && !odd) iy[i]--;
            if (flag) iy[i] += ix[i]; else iy[i] = 3; if (flag && ix[i] > 3 || limit < 0) iy[i] *= 2;
            int s = 0; for (int j = 0; j < i % 7; j++) s += ix[j] * j; iy[i] = s;
            int s = 0; for (int j = 0; j < n; j++) { if (ix[j] == ix[i]) break; s += j; } iy[i] = s;

            int s = 0; for (int j = 0; j < n; j++) { if ((ix[j] & 3) == (i & 3)) continue; s = s * 31 + ix[j]; } iy[i] = s;
            int s = i; while (s > 3) { if ((s & 1) == 0) { s /= 2; continue; } s = 3 * s + 1; if (s > 60) break; } iy[i] = s;
            int s = i, k = 0; do { s -= 3; k++; if (k == limit) break; } while (s > 0); iy[i] = s * 100 + k;
            int s = 0; for (int a = 0; a < i; a++) { for (int b = a; b < limit; b++) { if (b * a > i) break; if (ix[b] < 0) continue; s += b; if (s > 500) break; } if (s > 900) break; s++; } iy[i] = s;
            int s = 0; for (int a = 0; a < limit; a++) { int t = 0; if (ix[i] > a) { while (t < a) { t += 2; if (t == 4) continue; if (flag) break; } s += t; } else { s--; } } iy[i] = s;
            float best = 1e30f; int where = -1; for (int j = 0; j < n; j++) { float d = (fx[j] - fx[i]) * (fx[j] - fx[i]); if (j != i && d < best) { best = d; where = j; } } fy[i] = best; iy[i] = where;
            long h = i; for (int j = 0; j < limit; j++) { h = h * 31 + (h >>> 7); if (h < 0) h = -h; } ly[i] = h;

            double s = 0; for (int j = i; j > 0; j -= 2) { s += dx[j]; if (s != s) { s = -1; break; } } dy[i] = s;
            int k = i * 2 < n ? i * 2 : 0; iy[i] = ix[k] + ix[n - 1 - i] + ix[i / 2]; fy[n - 1 - i] = fx[k];
            iy[i] = ix[ix[i] & 1] + ix[(ix[i] & 0x7fffffff) % n];
            iy[i] = steps(ix[i], limit) + steps(i, ix[i] & 7); METHODS int steps(int a, int most) { int k = 0; while (a != 0) { if (k >= most) return -k; a >>>= 1; k++; } return k; }
            dy[i] = power(dx[i], 5) + power(1.5, i & 7); METHODS double power(double x, int e) { if (e == 0) return 1; double p = 1; for (int j = 0; j < e; j++) p *= x; return p; }
            fy[i] = inner(fx[i], i) > 0 ? inner(fx[i], 2) : -1; METHODS float outer(float a) { return a < 0 ? -a : a; } float inner(float a, int k) { if (k > 3) { a = outer(a) - 1; } return a * k; }
            dy[i] = Math.sin(ix[i] & 255) * 0 + Math.pow(1.0, dx[i]);

            int a = i; a += 2; int b = a; b++; iy[i] = a * b; int c = n; c -= 1; c = c * 2 + i; ly[i] = c;
            ly[i] = (i + 1L) * (n - i) + ix.length;
            final int half = n / 2; iy[i] = i < half ? ix[half + i] : ix[i - half];
            if (ix[i] < 0) continue; iy[i] = 1; if (ix[i] > 100) continue; iy[i] += 2;
            """;

    /** The values of all variables, with those at the limits among random ones. */
    private static Map<String, Object> values(int n) {
        Random random = new Random(n);
        int[] limits = {0, 1, -1, 7, 31, Integer.MAX_VALUE, Integer.MIN_VALUE, -99, 65536, 3, -2, 12};
        float[] reals = {0, -0f, 1.5f, -2.5f, 1e10f, -3e20f, Float.NaN, 0.5f, Float.MIN_VALUE, 7, -8388609, 1f / 0};
        int[] ix = random.ints(n, -40, 200).toArray();
        float[] fx = new float[n];
        long[] lx = random.longs(n).toArray();
        double[] dx = new double[n];
        for (int i = 0; i < n; i++) {
            fx[i] = (float) random.nextGaussian() * 10;
            dx[i] = random.nextGaussian() * 1000;
            if (random.nextInt(4) == 0) {
                ix[i] = limits[random.nextInt(limits.length)];
                fx[i] = reals[random.nextInt(reals.length)];
                lx[i] = limits[random.nextInt(limits.length)];
                dx[i] = reals[random.nextInt(reals.length)];
            }
        }
        Map<String, Object> values = new HashMap<>(Map.of("n", n, "limit", n % 9, "flag", n % 2 == 0));
        values.putAll(Map.of("ix", ix, "fx", fx, "lx", lx, "dx", dx));
        for (int body = 0; body < BODIES; body++) {
            values.putAll(Map.of(
                    "iy" + body,
                    ix.clone(),
                    "fy" + body,
                    fx.clone(),
                    "ly" + body,
                    lx.clone(),
                    "dy" + body,
                    dx.clone()));
        }
        return values;
    }

    /** One loop of several bodies, each with its own results. */
    private static ParallelCode code(String bodies) {
        StringBuilder loop = new StringBuilder("for (int i = 0; i < n; i++) {\n");
        StringBuilder methods = new StringBuilder();
        int number = 0;
        for (String line : bodies.split("\n")) {
            String[] parts = line.split(METHODS);
            loop.append("{ ")
                    .append(parts[0].replaceAll("\\b([ilfd]y)\\[", "$1" + number++ + "["))
                    .append(" }\n");
            methods.append(parts.length > 1 ? parts[1] + "\n" : "");
        }
        return ParallelCode.of("k", loop + "}\n" + methods, TYPES);
    }

    static List<String> loops() {
        return List.of(LOOPS.strip().split("\n\n"));
    }

    private static Object content(Object value) {
        return value instanceof float[] x
                ? Arrays.stream(boxed(x)).map(Float::floatToIntBits).toList()
                : value instanceof double[] x
                        ? Arrays.stream(x).mapToObj(Double::doubleToLongBits).toList()
                        : value instanceof int[] x
                                ? Arrays.stream(x).boxed().toList()
                                : value instanceof long[] x
                                        ? Arrays.stream(x).boxed().toList()
                                        : value;
    }

    private static Float[] boxed(float[] x) {
        Float[] all = new Float[x.length];
        Arrays.setAll(all, i -> x[i]);
        return all;
    }

    @ParameterizedTest
    @MethodSource("loops")
    void theBitsAreThoseOfJava(String body) {
        ParallelCode code = code(body);
        try (CompiledKernels compiled = new CompiledKernels(session, new LaneWidths(16, 8), true)) {
            for (int n : new int[] {17, 23, 24}) { // the same number of work-items: PoCL compiles for each
                same(code, compiled, n);
            }
        }
    }

    @Test
    void anySizeIsRight() {
        ParallelCode code = code("iy[i] += i * ix[i]; int s = 0; while (s < (ix[i] & 255)) s += 50; iy[i] ^= s;");
        try (CompiledKernels compiled = new CompiledKernels(session, new LaneWidths(16, 8), true)) {
            for (int n : new int[] {0, 1, 7, 15, 16, 17, 31, 32, 33}) {
                same(code, compiled, n);
            }
        }
    }

    /** Throws unless a run over vectors gives the bits that Java gives, or fails as it does. */
    private static void same(ParallelCode code, CompiledKernels compiled, int n) {
        ParallelKernel kernel = code.kernels().values().iterator().next();
        assertEquals("", compiled.form(kernel).reason(), code.java());
        assertTrue(compiled.form(kernel).width() > 1);
        Map<String, Object> expected = values(n);
        Map<String, Object> found = values(n);
        Class<?> failure = null;
        try {
            new JavaOriginal(code).accept(expected);
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
            failure = ArithmeticException.class.isInstance(e)
                    ? ArithmeticException.class
                    : ArrayIndexOutOfBoundsException.class;
        }
        Class<?> thrown = null;
        try (HostRun run = new HostRun(compiled.session(), code, compiled, found)) {
            run.run();
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
            thrown = ArithmeticException.class.isInstance(e)
                    ? ArithmeticException.class
                    : ArrayIndexOutOfBoundsException.class;
        }
        assertEquals(failure, thrown, code.java());
        for (String name : failure == null ? code.parameters().keySet() : java.util.Set.<String>of()) {
            String source = compiled.form(kernel).draft().program().source();
            assertEquals(
                    content(expected.get(name)),
                    content(found.get(name)),
                    () -> name + " of " + n + "\n" + code.java() + "\n" + source);
        }
    }

    @Test
    void vectorsAreMadeWhereTheyPay() {
        try (ParallelLoop loop =
                new ParallelLoop(session, ParallelExamples.nBody().parallel(), null, new LaneWidths(16, 8))) {
            assertEquals(
                    """
                    n_body: a work-item does 16 iterations as vectors; kernelSource() shows it.
                    n_body_2: a work-item does one iteration, not several as vectors: it has no loop, and of such kernels \
                    the device's compiler makes vectors by itself.
                    """,
                    loop.explain());
            assertTrue(loop.kernelSource().contains("float16 inverse = 1.0f / sqrt(r2);"), loop.kernelSource());
            assertTrue(!loop.source().contains("float16"));
        }
        ParallelCode rows =
                code("float s = 0; for (int j = 0; j < limit; j++) s += fx[(i * limit + j) % n]; fy[i] = s;");
        try (ParallelLoop loop = new ParallelLoop(session, rows, null, new LaneWidths(16, 8))) {
            assertTrue(loop.explain().endsWith("in a loop the elements of an array lie apart from each other.\n"));
        }
        try (ParallelLoop loop = new ParallelLoop(session, rows, null, LaneWidths.NONE)) {
            assertEquals("k: a work-item does one iteration.\n", loop.explain());
        }
    }

    /** What cannot be vectors has a reason, and runs one by one. */
    @Test
    void theReasonIsGiven() {
        CompiledKernels compiled = new CompiledKernels(session, new LaneWidths(16, 8), true);
        String sum = "float s = 0;\nfor (int i = 0; i < n; i++) { s += fx[i]; }";
        assertTrue(compiled.form(ParallelCode.of("k", sum, TYPES).kernels().get("k"))
                .reason()
                .contains("'s_scratch' is no number and no array in global memory"));
        ParallelCode.Options atomics = new ParallelCode.Options(false, true);
        String histogram = "for (int i = 0; i < n; i++) { iy0[ix[i] & 7]++; }";
        assertTrue(compiled.form(ParallelCode.of("k", histogram, TYPES, List.of(), atomics)
                        .kernels()
                        .get("k"))
                .reason()
                .contains("has no form for vectors"));
        compiled.close();
    }

    @Test
    void lanesNeitherRaceNorLeaveTheirArrays() throws Exception {
        Oclgrind.assertClean(Main.class);
    }

    /** Runs on Oclgrind. */
    public static final class Main {
        private Main() {}

        /** Runs all loops at a size that fills no vector of four. */
        public static void main(String[] arguments) {
            try (Session session = Session.open();
                    CompiledKernels compiled = new CompiledKernels(session, new LaneWidths(4, 2), true)) {
                for (String bodies : loops()) {
                    String known = bodies.lines() // Oclgrind 21.10 stops at LLVM's llvm.abs
                            .filter(body -> !body.contains("Math.abs") && !body.contains("= -h"))
                            .collect(Collectors.joining("\n"));
                    same(code(known), compiled, 7);
                }
            }
        }
    }
}
