package org.plegma.device.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.memory.LocalMemory;

class OclgrindCheckTest extends OnDevice {
    private final OclgrindCheck check = new OclgrindCheck();

    private Kernel checked(String source) {
        Program program = session.compile(source);
        return program.kernel(program.kernelNames().get(0)).withCheck(check);
    }

    private KernelFaultException fault(String source, long items, Object... arguments) {
        Kernel kernel = checked(source).global(items);
        return assertThrows(KernelFaultException.class, () -> kernel.call(arguments));
    }

    @Test
    void aRightKernelIsLaunched() {
        Kernel sum = checked(
                """
                kernel void sum(global const float *x, global int *y, local int *w, float4 v, char c, double d) {
                    int i = get_global_id(0);
                    w[get_local_id(0)] = isnan(x[i]) ? (int)(v.y + c + d) : (int)x[i];
                    barrier(CLK_LOCAL_MEM_FENCE);
                    y[i] = w[get_local_id(0)];
                }""");
        try (DeviceArray y = session.allocate(ElementType.INT, 4)) {
            float[] v = {0, 10, 0, 0};
            sum.global(4).local(2).call(new float[] {1, Float.NaN, -3, 5}, y, LocalMemory.ints(2), v, -2, 0.5);
            assertArrayEquals(new int[] {1, 8, -3, 5}, y.download().ints());
        }
    }

    @Test
    void anAccessBeyondAnArrayIsNamedWithItsPlace() {
        int[] at = {7};
        double[] x = new double[6];
        KernelFaultException e = fault(
                """
                kernel void poke(global const int *at, local float *w, global double *x) {
                    x[get_global_id(0)] = 1;
                    x[at[0]] = 2;
                }""",
                2,
                at,
                LocalMemory.floats(1),
                x);
        assertEquals(
                "poke: write of x[7] by work-item (0, 0, 0), line 3, column 14, but x has 6 elements (the first of 2"
                        + " faults). Nothing was launched.",
                e.getMessage());
        assertEquals(3, e.diagnostic().line());
        assertEquals(0, x[0]);
        assertTrue(fault("kernel void f(global float4 *x) { x[-1] = 1; }", 1, new float[8])
                .getMessage()
                .matches("f: write of x\\[-1] by work-item .*, but x has 2 elements\\. Nothing was launched\\."));
        assertTrue(fault("kernel void f(global int *x) { x[1] = 1; }", 1, new int[1])
                .getMessage()
                .contains(", but x has 1 element. "));
        assertTrue(fault("kernel void f(global int *x) { global int *p = 0; x[0] = p[2]; }", 1, new int[1])
                .getMessage()
                .startsWith("f: invalid read of 4 bytes of global memory outside of all arguments"));
    }

    @Test
    void racesAndBarriersThatNotAllReachAreFound() {
        assertFault(
                "f: Write-write data race on x\\[2] by work-item \\([01], 0, 0\\), line 1, column 54,"
                        + " and by work-item \\([01], 0, 0\\), line 1\\. Nothing was launched\\.",
                "kernel void f(global float *y, global int *x) { x[2] = get_global_id(0); }",
                new float[1],
                new int[3]);
        assertFault(
                "f: Read-write data race in local memory, as if a barrier was missing, by work-item \\([01], 0, 0\\), line [23],"
                        + " column \\d+, and by work-item \\([01], 0, 0\\), line [23]\\. Nothing was launched\\.",
                "kernel void f(global int *x) { local int a[2]; int i = get_local_id(0);\na[i] = i;\nx[i] = i == 1 ? a[0] : 0; }",
                new int[2]);
        assertFault(
                "f: read of 4 bytes beyond an array in local memory, at its byte 8 by work-item \\(1, 0, 0\\), line 2, column 8.*",
                "kernel void f(global int *x, local int *a) { int i = get_local_id(0); a[i] = 1;\nx[i] = a[i * 2]; }",
                new int[2],
                LocalMemory.ints(2));
        assertTrue(fault(
                        "kernel void f(global int *x) { if (x[0] == get_local_id(0)) barrier(CLK_LOCAL_MEM_FENCE); }",
                        2,
                        new int[1])
                .getMessage()
                .contains("divergence"));
    }

    @Test
    void racesOnGlobalMemoryAreFoundWhateverIsStored() {
        String by = " by work-item \\(\\d, 0, 0\\), line 1, column \\d+, and by work-item \\(\\d, 0, 0\\), line 1.*";
        String same = by.replace(".*", ".*\\. All store the same value, which devices mostly allow .*");
        assertFault(
                "f: Write-write data race on x\\[0]" + same, "kernel void f(global int *x) { x[0] = 1; }", new int[1]);
        assertFault(
                "f: Write-write data race on x\\[0] .*line 1\\. Nothing was launched\\.",
                "kernel void f(global int *x) { x[0] = get_global_id(0); }",
                new int[1]);
        assertFault(
                "f: Write-write data race on x\\[1]" + by,
                "kernel void f(global const int *y, global int *x) { x[y[get_global_id(0)]] = 7; }",
                new int[] {1, 1},
                new int[2]);
        assertFault(
                "f: Read-write data race on x\\[[01]]" + by,
                "kernel void f(global int *x) { int i = get_global_id(0); x[i] = x[1 - i]; }",
                new int[2]);
        assertFault(
                "f: Read-write data race on x\\[0]" + by, "kernel void f(global int *x) { x[0] += 1; }", new int[1]);
        Kernel groups = checked("kernel void f(global int *x) { x[get_local_id(0)] = 3; }")
                .global(4)
                .local(2);
        assertTrue(assertThrows(KernelFaultException.class, () -> groups.call(new int[2]))
                .getMessage()
                .startsWith("f: Write-write data race on x["));
    }

    @Test
    void valuesThatAreNotSetAreFound() {
        String unset =
                " a variable or element that is not set before, by work-item \\([01], 0, 0\\), line 2, column \\d+.*";
        assertFault(
                "f: write to x\\[[01]] of what depends on" + unset,
                "kernel void f(global float *x) { float s;\nfor (int k = 0; k < 3; k++) s += k; x[get_global_id(0)] = s; }",
                new float[2]);
        assertFault(
                "f: write to x\\[0] of what depends on" + unset,
                "kernel void f(global int *x) { int a; if (get_global_id(0) > 0) a = 3;\nx[get_global_id(0)] = a; }",
                new int[2]);
        assertFault(
                "f: write to x\\[1] of what depends on" + unset,
                "kernel void f(global int *x) { int a[2]; a[0] = 1;\nx[get_global_id(0)] = a[get_global_id(0)]; }",
                new int[2]);
        assertFault(
                "f: write to x\\[0] of what depends on" + unset,
                "kernel void f(global int *x, local int *t) { int i = get_local_id(0); if (i > 0) t[i] = i;"
                        + " barrier(CLK_LOCAL_MEM_FENCE);\nx[i] = t[i]; }",
                new int[2],
                LocalMemory.ints(2));
        assertFault(
                "f: a condition that depends on" + unset,
                "kernel void f(global int *x) { int a;\nif (a > 3) x[get_global_id(0)] = 2; }",
                new int[2]);
        assertFault(
                "f: an index that depends on" + unset,
                "kernel void f(global int *x) { int a;\nx[2 * get_global_id(0) + (a & 1)] = 2; }",
                new int[4]);
    }

    @Test
    void rightKernelsAreNotAccused() {
        String[] bodies = {
            "float4 v; v.x = a[i].x; v.yzw = a[i].xyz; c[i] = v;",
            "float t[4]; for (int k = 0; k < 4; k++) t[k] = a[i].x; c[i] = vload4(0, t); vstore4(a[i], 0, t); c[i].x = t[3];",
            "struct { char c; int i; float f; } s, r; s.c = 1; s.i = 2; s.f = a[i].x; r = s; c[i] = r.c + r.f;",
            "union { int i; float f; } u; u.f = a[i].x; c[i].w += u.i & 1;",
            "int x; bool ok = i > 3; if (ok) x = 5; if (ok && x > 2) c[i] = x; c[i].y = ok ? x : 0;",
            "float w[3] = {1}; c[i] = w[2]; for (int k = 0, n; k < 2; k++) { n = k; c[i].y += n; }",
            "local float4 t[4]; t[l] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 2; s > 0; s >>= 1)"
                    + " { if (l < s) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) c[get_group_id(0)] = t[0];",
            "local float4 t[4]; event_t e = async_work_group_copy(t, a, 4, 0); wait_group_events(1, &e); c[i] = t[l];",
            "local int n; if (l == 0) n = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&n); barrier(CLK_LOCAL_MEM_FENCE); c[i] = n;",
            "atomic_inc((volatile global int *)c); atomic_max((volatile global int *)c + 1, i);",
            "if (i == 0) c[0] = a[1]; else c[i] = c[i] * 2;",
            "float whole; c[i].x = modf(a[i].x, &whole) + whole;", // in which Oclgrind itself fails
            "float16 w; w.lo = (float8)(a[i], a[i]); w.hi = w.lo; c[i] = w.lo.lo;",
        };
        for (String body : bodies) {
            Kernel kernel = checked("kernel void f(global const float4 *a, global float4 *c) {"
                            + " int i = get_global_id(0); int l = get_local_id(0); " + body + " }")
                    .global(8)
                    .local(4);
            try (DeviceArray c = session.upload(new float[32])) { // undefined to Oclgrind's own eyes
                kernel.call(new float[32], c).await();
            } catch (KernelFaultException e) {
                throw new AssertionError(body, e);
            }
        }
    }

    private void assertFault(String pattern, String source, Object... arguments) {
        String found = fault(source, 2, arguments).getMessage();
        assertTrue(found.matches(pattern), () -> "expected " + pattern + "\nfound " + found);
    }

    /** A kernel whose loop at a line of its body and a column has no end. */
    private record Endless(int line, int column, int items, String body) {}

    @Test
    void theLoopWithoutEndIsNamed() {
        List<Endless> all = List.of(
                new Endless(1, 1, 1, "while (z[0] == 0) {}"),
                new Endless(1, 1, 1, "for (;;) x[0] += z[0] + 1;"),
                new Endless(2, 1, 2, "int k = 4;\ndo { k /= 2; if (k == 0) k = 3; } while (k > 0);"),
                new Endless(
                        2, 4, 1, "if (x[0] == 1) for (int k = 0; k < 9; k++) x[k] = 2; else\n   while (z[0] == 0) ;"),
                new Endless(
                        1,
                        1,
                        1,
                        "while (z[0] == 0)\nfor (int k = 0; k < 5; k++)\nfor (int l = 0; l < 3; l++) x[0] += z[0];"),
                new Endless(
                        2,
                        1,
                        4,
                        "int t = get_local_id(0);\nfor (int s = 4; s > 0; s /= 1) { x[t] += s; barrier(CLK_LOCAL_MEM_FENCE); }"),
                new Endless(1, 5, 1, "    for (int k = 0; k < 9; k = k * 3 % (z[0] + 7)) x[0] = 8 / (k - z[0] + 1);"));
        StringBuilder source = new StringBuilder();
        int[] before = new int[all.size()];
        for (int i = 0; i < before.length; i++) {
            source.append("kernel void f" + i + "(global int *x, volatile global int *z) {\n");
            before[i] = (int) source.chars().filter(c -> c == '\n').count();
            source.append(all.get(i).body).append("\n}\n");
        }
        Program program = session.compile(source.toString());
        for (int i = 0; i < before.length; i++) {
            Endless each = all.get(i);
            Kernel kernel = program.kernel("f" + i)
                    .withCheck(new OclgrindCheck(0, 60, 1 << 10))
                    .global(each.items)
                    .local(each.items);
            KernelFaultException e =
                    assertThrows(KernelFaultException.class, () -> kernel.call(new int[9], new int[1]), each.body);
            int line = before[i] + each.line;
            assertTrue(
                    e.getMessage()
                            .matches(
                                    "f" + i
                                            + " has not come to its end: work-item \\(\\d, 0, 0\\) goes round and round in"
                                            + " the loop in line " + line + ", column " + each.column
                                            + ", which has had the 1024 rounds that the simulator allows\\. Look for what should end it\\. .*"),
                    e::getMessage);
            assertEquals(line, e.diagnostic().line());
        }
    }

    @Test
    void whatTakesLongButEndsIsNotEnded() {
        String rounds =
                "for (int a = 0; a < 40; a++) for (int b = 0; b < 40; b++) { for (int c = 0; c < 30; c++) x[i] += z[0] + 1;"
                        + " int d = 0; while (d++ < 20) if (d == 3) continue; else x[i]--; }";
        Program program = session.compile(
                "kernel void f(global int *x, volatile global int *z) { int i = get_global_id(0); " + rounds + " }");
        int[] x = new int[2];
        program.kernel("f")
                .withCheck(new OclgrindCheck(0, 600, 1 << 10))
                .global(2)
                .call(x, new int[1]);
        assertArrayEquals(new int[] {17600, 17600}, x);
    }

    @Test
    void whatIsNotOverSoonIsCounted() {
        Program program = session.compile("kernel void f(global int *x) { while (x[0] == 0) {} }");
        Kernel kernel =
                program.kernel("f").withCheck(new OclgrindCheck(1, 60, 1 << 10)).global(1);
        KernelFaultException e = assertThrows(KernelFaultException.class, () -> kernel.call(new int[1]));
        assertTrue(
                e.getMessage().contains("in the loop in line 1, column 32, which has had the 1024 rounds"),
                e::getMessage);
    }

    @Test
    void aLoopThatCannotBeCountedIsStopped() {
        Program program = session.compile("kernel void f(global int *x) { again: if (x[0] == 0) goto again; }");
        Kernel kernel =
                program.kernel("f").withCheck(new OclgrindCheck(0, 1, 1 << 10)).global(1);
        KernelFaultException e = assertThrows(KernelFaultException.class, () -> kernel.call(new int[1]));
        assertTrue(e.getMessage().contains("Look for a loop that does not end"), e.getMessage());
        assertNull(e.diagnostic());
    }

    @Test
    void whatCannotBeSimulatedIsRefused() {
        Kernel kernel = checked("kernel void f(global int *x) {}");
        assertThrows(LaunchLimitException.class, () -> kernel.global(1 << 20).call(new int[1]));
        assertThrows(
                LaunchLimitException.class, () -> kernel.global(4).offset(2).call(new int[1]));
    }
}
