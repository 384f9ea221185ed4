package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.memory.LocalMemory;

/** Calls that are wrong, each in one way; none may reach the device. */
class KernelChecksTest extends OnDevice {
    private final float[] x = {1, 2, 3, 4};
    private final float[] y = {5, 6, 7, 8};

    private static Kernel saxpy() {
        return session.compile(KernelTest.SAXPY).kernel("saxpy").global(4);
    }

    private static void assertRefused(String message, Kernel kernel, Object... arguments) {
        var error = assertThrows(KernelArgumentException.class, () -> kernel.call(arguments));
        assertEquals(message, error.getMessage());
    }

    /** Three numbers for each would be read askew, the last ones beyond the end. */
    @Test
    void arraysOfTriplesAreNoFloat3() {
        Kernel k = kernel("kernel void k(global float3 *v) { v[get_global_id(0)] += 1; }")
                .global(2);
        String needs =
                "Argument 1 of k (float3[] v): expected four places for each float3, as OpenCL has it (for three, declare a"
                        + " pointer to float and use vload3 and vstore3), got ";
        assertRefused(needs + "float[6].", k, (Object) new float[6]);
        assertRefused(needs + Grid.floats(4, 3) + ".", k, Grid.floats(4, 3));
        try (DeviceArray points = session.allocate(ElementType.FLOAT, 4, 3)) {
            assertRefused(needs + "device array float 4 x 3.", k, points);
        }
        float[] right = new float[8];
        k.call((Object) right);
        assertArrayEquals(
                new float[] {1, 1, 1, 1, 1, 1},
                new float[] {right[0], right[1], right[2], right[4], right[5], right[6]});
    }

    /** The last vector would be beyond the end. */
    @Test
    void arraysOfVectorsAreWhole() {
        Kernel k = kernel("kernel void k(global float4 *v, local int2 *t) { v[get_global_id(0)] += 1; }")
                .global(2);
        String place = "Argument 1 of k (float4[] v): expected a length that is a multiple of 4, of whole float4, got ";
        assertRefused(place + "float[7].", k, new float[7], LocalMemory.ints(2));
        Grid nine = Grid.floats(3, 3);
        assertRefused(place + nine + ".", k, nine, LocalMemory.ints(2));
        try (DeviceArray six = session.allocate(ElementType.FLOAT, 2, 3)) {
            assertRefused(place + "device array float 2 x 3.", k, six, LocalMemory.ints(2));
        }
        assertRefused(
                "Argument 2 of k (local int2[] t): expected a length that is a multiple of 2, of whole int2, got "
                        + LocalMemory.ints(3) + ".",
                k,
                new float[8],
                LocalMemory.ints(3));
        float[] right = new float[8];
        k.call(right, LocalMemory.ints(4));
        assertArrayEquals(new float[] {1, 1, 1, 1, 1, 1, 1, 1}, right);
    }

    @Test
    void arraysOfStructsAreWhole() {
        String source =
                """
                typedef struct { char c; struct { int a; } inner; long l; } cell_t, *cells_t;
                struct pair { int a, b; };
                kernel void k(global cell_t *c, constant struct pair *p, global int *out) {
                    out[get_global_id(0)] = c[get_global_id(0)].inner.a + p->b;
                }""";
        Kernel k = kernel(source).global(2);
        int[] out = new int[2];
        int[] cells = {0, 5, 0, 0, 0, 6, 0, 0};
        k.call(cells, new int[] {1, 10}, out);
        assertArrayEquals(new int[] {15, 16}, out);
        String each = "expected a multiple of the 16 bytes that the device has of each cell_t, got ";
        assertRefused("Argument 1 of k (cell_t[] c): " + each + "byte[12].", k, new byte[12], new int[2], out);
        assertRefused("Argument 1 of k (cell_t[] c): " + each + "int[5].", k, new int[5], new int[2], out);
        assertRefused(
                "Argument 2 of k (struct pair[] p): expected a multiple of the 8 bytes that the device has of each"
                        + " struct pair, got int[1].",
                k,
                cells,
                new int[1],
                out);
    }

    @Test
    void arraysOfStructsOfAnIncludedFileAreWhole(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("cells.h"), "typedef struct { int a, b; } cell_t; typedef float real;");
        Kernel k = session.compile(
                        "#include \"cells.h\"\nkernel void k(global cell_t *c, global real *x) { x[0] = c[0].b; }",
                        "-I" + folder)
                .kernel("k")
                .global(1);
        float[] x = new float[1];
        k.call(new int[] {1, 2}, x);
        assertArrayEquals(new float[] {2}, x);
        assertRefused(
                "Argument 2 of k (float[] x): expected elements of type float, got double[1].",
                k,
                new int[2],
                new double[1]);
        assertRefused(
                "Argument 1 of k (cell_t[] c): expected a multiple of the 8 bytes that the device has of each cell_t, got"
                        + " int[3].",
                k,
                new int[3],
                x);
    }

    @Test
    void namesOfIncludedFilesAreTypes(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("types.h"), "typedef double real; typedef int2 pair; typedef ushort small;");
        Kernel k = session.compile(
                        "#include \"types.h\"\nkernel void k(real a, small s, global pair *p) { p[0] = (int2)(a * 2, s); }",
                        "-I" + folder)
                .kernel("k")
                .global(1);
        int[] p = new int[2];
        k.call(1.5, 65535, p);
        assertArrayEquals(new int[] {3, 65535}, p);
        assertRefused(
                "Argument 3 of k (int2[] p): expected elements of type int, got float[2].", k, 1, 1, new float[2]);
        assertRefused(
                "Argument 3 of k (int2[] p): expected a length that is a multiple of 2, of whole int2, got int[3].",
                k,
                1,
                1,
                new int[3]);
    }

    @Test
    void sizesAndTruthsAreTypes() {
        Kernel k = session.compile(
                        "kernel void k(global size_t *n, global ptrdiff_t *d, global bool *b) { *n = 1UL << 40; *d = -1; *b = n[0] > 1; }")
                .kernel("k")
                .global(1);
        long[] n = new long[1];
        long[] d = new long[1];
        byte[] b = new byte[1];
        k.call(n, d, b);
        assertArrayEquals(new long[] {1L << 40, -1}, new long[] {n[0], d[0]});
        assertArrayEquals(new byte[] {1}, b);
        assertRefused("Argument 1 of k (size_t[] n): expected elements of type long, got int[2].", k, new int[2], d, b);
        assertRefused(
                "Argument 2 of k (ptrdiff_t[] d): expected elements of type long, got float[2].",
                k,
                n,
                new float[2],
                b);
        assertRefused("Argument 3 of k (bool[] b): expected elements of type byte, got int[1].", k, n, d, new int[1]);
    }

    @Test
    void wrongCount() {
        assertRefused(
                "Wrong number of arguments for saxpy: expected 3 (float, float[], float[]), got 2.", saxpy(), 2f, x);
        assertRefused(
                "Wrong number of arguments for saxpy: expected 3 (float, float[], float[]), got 4.",
                saxpy(),
                2f,
                x,
                y,
                y);
        assertRefused("Wrong number of arguments for saxpy: expected 3 (float, float[], float[]), got 0.", saxpy());
    }

    @Test
    void wrongTypes() {
        assertRefused(
                "Argument 2 of saxpy (float[] x): expected elements of type float, got int[4].",
                saxpy(),
                2f,
                new int[4],
                y);
        assertRefused("Argument 1 of saxpy (float a): expected a number, got float[4].", saxpy(), x, x, y);
        assertRefused("Argument 1 of saxpy (float a): expected a number, got true (Boolean).", saxpy(), true, x, y);
        assertRefused("Argument 3 of saxpy (float[] y): expected an array, got 3 (Integer).", saxpy(), 2f, x, 3);
        assertRefused("Argument 3 of saxpy (float[] y): expected an array, got a String.", saxpy(), 2f, x, "y");
        assertRefused(
                "Argument 3 of saxpy (float[] y): expected a flat array (Grid.of makes a grid of a nested one), got float[2][].",
                saxpy(),
                2f,
                x,
                new float[2][3]);
        assertRefused(
                "Argument 3 of saxpy (float[] y): expected an array, got LocalMemory[type=FLOAT, length=4].",
                saxpy(),
                2f,
                x,
                LocalMemory.floats(4));
        try (DeviceArray ints = session.allocate(ElementType.INT, 2, 2).named("cells")) {
            assertRefused(
                    "Argument 2 of saxpy (float[] x): expected elements of type float,"
                            + " got device array cells (int 2 x 2).",
                    saxpy(),
                    2f,
                    ints,
                    y);
        }
        assertArrayEquals(new float[] {5, 6, 7, 8}, y);
    }

    @Test
    void nulls() {
        assertRefused("Argument 1 of saxpy (float a): expected a number, got null.", saxpy(), null, x, y);
        assertRefused("Argument 2 of saxpy (float[] x): expected an array, got null.", saxpy(), 1, null, y);
        Kernel one = kernel("kernel void k(global int *a) { a[0] = 1; }").global(1);
        assertRefused("Argument 1 of k (int[] a): expected an array, got null.", one, (Object[]) null);
    }

    @Test
    void numbersThatDoNotFit() {
        Kernel k = kernel("kernel void k(int i, uint u, char c, float f, float4 v) {}")
                .global(1);
        float[] v = new float[4];
        assertRefused("Argument 1 of k (int i): expected a whole number, got 3.5 (Double).", k, 3.5, 1, 1, 1, v);
        assertRefused(
                "Argument 1 of k (int i): expected a whole number from -2147483648 to 2147483647, got 2147483648 (Long).",
                k,
                1L << 31,
                1,
                1,
                1,
                v);
        assertRefused(
                "Argument 2 of k (uint u): expected a whole number from 0 to 4294967295, got -1 (Integer).",
                k,
                1,
                -1,
                1,
                1,
                v);
        assertRefused(
                "Argument 3 of k (char c): expected a whole number from -128 to 127, got 128 (Integer).",
                k,
                1,
                1,
                128,
                1,
                v);
        assertRefused(
                "Argument 4 of k (float f): expected a number that a float holds exactly, got 16777217 (Integer).",
                k,
                1,
                1,
                1,
                16777217,
                v);
        assertRefused(
                "Argument 4 of k (float f): expected a number within the range of float, got 1.0E300 (Double).",
                k,
                1,
                1,
                1,
                1e300,
                v);
        assertRefused("Argument 1 of k (int i): expected a whole number, got NaN (Double).", k, Double.NaN, 1, 1, 1, v);
        assertRefused(
                "Argument 5 of k (float4 v): expected an array of 4 numbers, got float[3].",
                k,
                1,
                1,
                1,
                1,
                new float[3]);
        k.call(3.0, 1L, (byte) 1, Double.POSITIVE_INFINITY, v);
    }

    @Test
    void localMemoryWhereItDoesNotBelong() {
        Kernel k = kernel("kernel void k(local float *tile) { tile[0] = 0; }").global(1);
        assertRefused(
                "Argument 1 of k (local float[] tile): expected local memory, LocalMemory.of(type, length), got float[4].",
                k,
                x);
        assertRefused(
                "Argument 1 of k (local float[] tile): expected elements of type float,"
                        + " got LocalMemory[type=INT, length=4].",
                k,
                LocalMemory.ints(4));
        assertThrows(IllegalArgumentException.class, () -> LocalMemory.floats(0));
    }

    @Test
    void closedAndForeignThings() {
        DeviceArray gone = session.allocate(ElementType.FLOAT, 4).named("gone");
        gone.close();
        var closed = assertThrows(ClosedException.class, () -> saxpy().call(1, gone, y));
        assertEquals("Device array gone (float 4) was used after it was closed.", closed.getMessage());
        try (Session other = Session.open();
                DeviceArray foreign = other.upload(x)) {
            var error = assertThrows(KernelArgumentException.class, () -> saxpy().call(1, foreign, y));
            assertTrue(error.getMessage().contains("in another session or on another device"), error.getMessage());
            assertThrows(KernelArgumentException.class, () -> saxpy().launch(other.compute(), 1, x, y));
        }
        Program program = session.compile(KernelTest.SAXPY);
        Kernel orphan = program.kernel("saxpy").global(4);
        program.close();
        var error = assertThrows(ClosedException.class, () -> orphan.call(1, x, y));
        assertEquals("Program with kernels [saxpy] was used after it was closed.", error.getMessage());
        assertThrows(ClosedException.class, () -> program.kernel("saxpy"));
    }

    @Test
    void sizesThatCannotBe() {
        Kernel plain = session.compile(KernelTest.SAXPY).kernel("saxpy");
        var none = assertThrows(LaunchLimitException.class, () -> plain.call(1, x, y));
        assertEquals("saxpy has no global size: call it as saxpy.global(n).call(...).", none.getMessage());
        assertThrows(LaunchLimitException.class, () -> plain.global(0));
        assertThrows(LaunchLimitException.class, () -> plain.global(1, 1, 1, 1));
        assertThrows(LaunchLimitException.class, () -> plain.global(4).offset(-1));
        assertThrows(
                LaunchLimitException.class, () -> plain.global(4).offset(1, 1).call(1, x, y));
        var dimensions = assertThrows(
                LaunchLimitException.class, () -> plain.global(4).local(2, 2).call(1, x, y));
        assertEquals("saxpy: the local size 2 x 2 has 2 dimensions, the global size 4 has 1.", dimensions.getMessage());
        var divides = assertThrows(
                LaunchLimitException.class, () -> plain.global(1000).local(256).call(1, x, y));
        assertEquals(
                "saxpy: global size 1000 is not a multiple of local size 256 in dimension 0. Use global size 1024 and test"
                        + " the index in the kernel, or leave local() away.",
                divides.getMessage());
    }

    @Test
    void workGroupsThatAreTooLarge() {
        long most = session.device().maxWorkGroupSize();
        long[] sizes = session.device().maxWorkItemSizes();
        Kernel plain = session.compile(KernelTest.SAXPY).kernel("saxpy");
        var one = assertThrows(
                LaunchLimitException.class,
                () -> plain.global(2 * sizes[0]).local(2 * sizes[0]).call(1, x, y));
        assertTrue(one.getMessage().contains("in dimension 0 is above " + sizes[0]), one.getMessage());
        var all = assertThrows(
                LaunchLimitException.class,
                () -> plain.global(most, 2).local(most, 2).call(1, x, y));
        assertTrue(all.getMessage().contains("has " + 2 * most + " work-items"), all.getMessage());
    }

    @Test
    void requiredWorkGroupSize() {
        Kernel k = kernel(
                "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int *a) { a[get_global_id(0)] ="
                        + " get_local_size(0); }");
        int[] a = new int[8];
        k.global(8).call(a);
        assertEquals(4, a[7]);
        var error = assertThrows(
                LaunchLimitException.class, () -> k.global(8).local(8).call(a));
        assertEquals("k is compiled for work-groups of 4 (reqd_work_group_size), not 8.", error.getMessage());
        assertThrows(LaunchLimitException.class, () -> k.global(6).call(a));
    }

    @Test
    void tooMuchLocalMemory() {
        int limit = (int) (session.device().localMemoryBytes() / Float.BYTES);
        Kernel k = kernel("kernel void k(local float *tile) { tile[0] = 0; }").global(1);
        k.call(LocalMemory.floats(limit / 2));
        var error = assertThrows(LaunchLimitException.class, () -> k.call(LocalMemory.floats(limit + 1)));
        assertTrue(error.getMessage().startsWith("k needs "), error.getMessage());
        assertTrue(error.getMessage().contains("of local memory"), error.getMessage());
    }
}
