package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.source.DivisionGuard;

/** Divisions of whole numbers by zero must neither end the process nor pass a check; all others mean what they did. */
class DivisionGuardTest extends OnDevice {
    private static String guarded(String source, String... options) {
        String text = new DivisionGuard(source, List.of(options)).guarded();
        return text.substring(text.indexOf("#line 1\n") + 8).replaceAll(", \\d+UL\\)", ")");
    }

    private Kernel guardedKernel(String source) {
        Program program = session.compileGuarded(source);
        return program.kernel(program.kernelNames().get(0));
    }

    @Test
    void theDivisorEndsWhereItsOperandDoes() {
        assertEquals("a * b / plegma_divisor(c) * plegma_sign(c) * d", guarded("a * b / c * d"));
        assertEquals("a % plegma_divisor(-(int)x[i].y++) + 1", guarded("a % -(int)x[i].y++ + 1"));
        assertEquals("a / plegma_divisor((n)) * plegma_sign(( n )) * m", guarded("a / (n) * m"));
        assertEquals(
                "a / plegma_divisor((real) * m) * plegma_sign(( real ) * m)",
                guarded("a / (real) * m", "-Dreal=float"));
        assertEquals("a /= plegma_nonzero(b ? c : d), e", guarded("a /= b ? c : d, e"));
        assertEquals("p ? a %= plegma_divisor(b) : c", guarded("p ? a %= b : c"));
        assertEquals("a / plegma_divisor(*p) * plegma_sign(* p)", guarded("a / *p"));
        assertEquals("a / plegma_nonzero(f(b, c))", guarded("a / f(b, c)"));
        assertEquals("a / plegma_nonzero((b / plegma_divisor(c) * plegma_sign(c)))", guarded("a / (b / c)"));
        assertEquals("a /= plegma_nonzero(b / plegma_divisor(c) * plegma_sign(c));", guarded("a /= b / c;"));
    }

    @Test
    void constantsCommentsTextsAndDirectivesStayAsTheyAre() {
        for (String same : List.of(
                "int t[N / 4], u[sizeof(int) / 2];",
                "a / 2.5f // b / c\n/* d\n# define e f / g\n/ h */",
                "printf(\"%d/%d\", a, b);",
                "#if A / B > 2\n#include <x/y.h>\n#endif",
                "#define N 8\n#define M (N * 2)\nint t[64 / M];")) {
            assertFalse(new DivisionGuard(same, List.of()).isNeeded(), same);
        }
        assertFalse(new DivisionGuard("int t[N / TILE];", List.of("-DTILE=4")).isNeeded());
        assertTrue(new DivisionGuard("#define N n\nint m = 8 / N;", List.of()).isNeeded());
        assertEquals(
                "#define D(a, b) \\\n  ((a) / plegma_nonzero((b)))\nx",
                guarded("#define D(a, b) \\\n  ((a) / (b))\nx"));
    }

    @Test
    void divisionsThatProcessorsFaultAtGiveSomeValue() {
        Kernel divide = guardedKernel(
                """
                kernel void divide(global int *x, global const int *y) {
                    int i = get_global_id(0);
                    int a = x[i] / y[i] - x[i] % y[i];
                    x[i] /= y[i];
                    x[i] %= y[i];
                    x[i] = a;
                }""");
        int[] x = {7, -7, 7, Integer.MIN_VALUE, 5, 5};
        int[] y = {2, 2, -3, -1, 0, -1};
        divide.global(6).call(x, y);
        assertArrayEquals(new int[] {2, -2, -3, Integer.MIN_VALUE}, java.util.Arrays.copyOf(x, 4));
        assertEquals(-5, x[5]);
    }

    @Test
    void divisorsOfMinusOneChangeTheSign() {
        Kernel divide = guardedKernel(
                """
                #define QUOTIENT(a, b) ((a) / (b))
                int same(int a) { return a; }
                kernel void divide(global int *x, global const int *y) {
                    int i = y[0], a = 8, b = 9;
                    int2 v = (int2)(3, 4), w = (int2)(i, 2);
                    a /= i;
                    b %= i;
                    v /= w;
                    x[0] = a;
                    x[1] = b;
                    x[2] = QUOTIENT(10, i);
                    x[3] = 11 / same(i);
                    x[4] = 12 / i;
                    x[5] = 13 / (i / 1);
                    x[6] = v.x;
                    x[7] = v.y;
                }""");
        int[] x = new int[8];
        divide.global(1).call(x, new int[] {-1});
        assertArrayEquals(new int[] {-8, 0, -10, -11, -12, -13, -3, 2}, x);
    }

    @ParameterizedTest
    @ValueSource(strings = {"char", "ushort", "int", "ulong", "double"})
    void eachTypeAndWidthDividesAsBefore(String type) {
        boolean real = type.equals("float") || type.equals("double");
        String source =
                """
                #define DIVIDE(N, T, PART) kernel void divide##N(global int *out) { \\
                    T a = (T)(93), b = (T)(get_global_id(0) + 3); \\
                    TYPE s = get_global_id(0) + 2; \\
                    T c = a / b; \\
                    c += a / s; \\
                    WHOLE \\
                    c /= b; \\
                    out[get_global_id(0)] = c PART; \\
                }
                DIVIDE(1, TYPE, ) DIVIDE(2, TYPE2, .y) DIVIDE(3, TYPE3, .z) DIVIDE(4, TYPE4, .w)
                DIVIDE(8, TYPE8, .s7) DIVIDE(16, TYPE16, .sf)"""
                        .replace("WHOLE", real ? "" : "c += a % b; c %= (T)(50);")
                        .replace("TYPE", type);
        try (Program plain = session.compile(source);
                Program guarded = session.compileGuarded(source)) {
            for (String name : plain.kernelNames()) {
                int[] expected = new int[5];
                int[] found = new int[5];
                plain.kernel(name).global(5).call(expected);
                guarded.kernel(name).global(5).call(found);
                assertArrayEquals(expected, found, type + ", " + name);
            }
        }
    }

    @Test
    void whatCannotBeGuardedIsCompiledAsItIs() {
        String source =
                "enum { FOUR = 4 };\nkernel void f(global int *x) { int t[8 / FOUR] = {5, 6}; x[0] = t[x[0]]; }";
        assertTrue(new DivisionGuard(source, List.of()).isNeeded());
        int[] x = {1};
        guardedKernel(source).global(1).call(x);
        assertEquals(6, x[0]);
    }

    @Test
    void messagesAreThoseOfTheSourceAsWritten() {
        Program program = session.compileGuarded(
                "kernel void f(global int *x) {\n    x[0] = x[1] / x[2]; int unused = 1; x[3] == 1;\n}");
        assertEquals(2, program.diagnostics().get(0).line());
        assertEquals(46, program.diagnostics().get(0).column(), program.buildLog());
        BuildException e = assertThrows(
                BuildException.class,
                () -> session.compileGuarded("kernel void f(global int *x) {\n    x[0] = x[1] / y;\n}"));
        assertEquals(19, e.diagnostics().get(0).column(), e.log());
    }

    @Test
    void aCheckedLaunchTellsTheDivisionAndItsPlace() {
        Kernel kernel = guardedKernel(
                        """
                        kernel void share(global int *x, global const int4 *y) {
                            int i = get_global_id(0);
                            x[9] = 1 / x[i] + x[1] % (x[0] + 1);
                        }""")
                .withCheck(new OclgrindCheck());
        int[] y = new int[8];
        KernelFaultException zero =
                assertThrows(KernelFaultException.class, () -> kernel.global(2).call(new int[] {0, 3}, y));
        assertTrue(
                zero.getMessage()
                        .startsWith(
                                "share: division of whole numbers by zero by work-item (0, 0, 0), line 3, column 16"),
                zero.getMessage());
        KernelFaultException beyond =
                assertThrows(KernelFaultException.class, () -> kernel.global(1).call(new int[] {3, 1}, y));
        assertTrue(beyond.getMessage().matches(".*x\\[9] by .*, but x has 2 elements.*"), beyond.getMessage());
        assertEquals(10, beyond.diagnostic().column());
    }

    @Test
    void aDivisionIsToldWhereverItStands() {
        for (int column = 13; column <= 16; column++) {
            Kernel kernel = guardedKernel(
                            "kernel void f(global int *x) {\n" + " ".repeat(column - 13) + "x[0] = 16 / x[1];\n}")
                    .withCheck(new OclgrindCheck());
            KernelFaultException zero = assertThrows(
                    KernelFaultException.class, () -> kernel.global(1).call(new int[] {3, 0}));
            String expected = "f: division of whole numbers by zero by work-item (0, 0, 0), line 2, column " + column;
            assertTrue(zero.getMessage().startsWith(expected), () -> expected + ", found " + zero.getMessage());
        }
    }
}
