package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelParameter;

class KernelTest extends OnDevice {
    static final String SAXPY =
            """
            kernel void saxpy(float a, global const float *x, global float *y) {
                size_t i = get_global_id(0);
                y[i] = a * x[i] + y[i];
            }
            """;

    @Test
    void runsOnDeviceArrays() {
        Kernel saxpy = session.compile(SAXPY).kernel("saxpy").global(4);
        try (DeviceArray x = session.upload(new float[] {1, 2, 3, 4});
                DeviceArray y = session.upload(new float[] {10, 20, 30, 40})) {
            saxpy.call(2f, x, y);
            assertEquals(Grid.of(new float[] {12, 24, 36, 48}), y.download());
        }
    }

    @Test
    void copiesHostArraysInAndThoseThatAreNotConstOut() {
        float[] x = {1, 2, 3, 4};
        float[] y = {10, 20, 30, 40};
        Event event = session.compile(SAXPY).kernel("saxpy").global(4).call(2, x, y);
        assertTrue(event.isDone());
        assertArrayEquals(new float[] {12, 24, 36, 48}, y);
        assertArrayEquals(new float[] {1, 2, 3, 4}, x);
        Grid grid = Grid.floats(2, 2);
        session.compile(SAXPY).kernel("saxpy").global(4).call(0.5, Grid.of(x, 2, 2), grid);
        assertEquals(Grid.of(new float[] {0.5f, 1, 1.5f, 2}, 2, 2), grid);
    }

    @Test
    void neverCopiesBackWhatTheKernelOnlyReads() {
        int[] data = {1, 2};
        Kernel reads = kernel("kernel void k(constant int *a, global int *b) { b[get_global_id(0)] = a[0]; }");
        assertTrue(reads.parameters().get(0).readOnly());
        int[] out = new int[2];
        reads.global(2).call(data, out);
        assertArrayEquals(new int[] {1, 1}, out);
    }

    @Test
    void theSameHostArrayTwiceIsOneArray() {
        int[] data = {1, 2, 3};
        kernel("kernel void k(global const int *a, global int *b) { b[get_global_id(0)] = 2 * a[get_global_id(0)]; }")
                .global(3)
                .call(data, data);
        assertArrayEquals(new int[] {2, 4, 6}, data);
    }

    @Test
    void runsInTwoAndThreeDimensionsWithDimensionZeroFastest() {
        Kernel index = kernel(
                """
                kernel void k(global int *a) {
                    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
                    a[(z * get_global_size(1) + y) * get_global_size(0) + x] = 100 * z + 10 * y + x;
                }
                """);
        Grid a = Grid.ints(2, 3, 5);
        index.global(5, 3, 2).call(a);
        assertEquals(Grid.generate(ElementType.INT, i -> 100 * i[0] + 10 * i[1] + i[2], 2, 3, 5), a);
        Grid b = Grid.ints(3, 5);
        index.global(5, 3).local(5, 1).call(b);
        assertEquals(Grid.generate(ElementType.INT, i -> 10 * i[0] + i[1], 3, 5), b);
    }

    @Test
    void offsetMovesTheGlobalIds() {
        int[] a = new int[6];
        kernel("kernel void k(global int *a) { a[get_global_id(0)] = 1; }")
                .global(2)
                .offset(3)
                .call(a);
        assertArrayEquals(new int[] {0, 0, 0, 1, 1, 0}, a);
    }

    @Test
    void passesEveryScalarTypeExactly() {
        Kernel scalars = kernel(
                """
                kernel void k(char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, float i,
                              global long *out, global float *real) {
                    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = h;
                    real[0] = i;
                }
                """);
        long[] out = new long[8];
        float[] real = new float[1];
        long big = 1L << 62;
        scalars.global(1).call(-128, 255, -32768, 65535, -7, 4294967295L, -big, 2.0 * big, 0.1, out, real);
        assertArrayEquals(new long[] {-128, 255, -32768, 65535, -7, 4294967295L, -big, Long.MIN_VALUE}, out);
        assertEquals(0.1f, real[0]);
    }

    /** What a kernel holds already is not given to it again, which must not show. */
    @Test
    void passesWhatEachCallSaysWhateverTheLastOneSaid() {
        Kernel kernel = kernel("kernel void k(float x, long n, float4 v, global float *out)"
                        + " { out[0] = x; out[1] = n; out[2] = v.y; }")
                .global(1);
        float[] v = {1, 2, 3, 4};
        Object[][] calls = {
            {1, 2, v}, {1.0, 2L, v}, {1f, 2, v}, {-0.0, 3, v}, {0.0, 3L, v}, {0, 3L, v}, {0.1, 3L, v}, {0.1f, -3, v}
        };
        for (Object[] call : calls) {
            for (int again = 0; again < 2; again++) {
                v[1]++;
                float[] out = new float[3];
                kernel.call(call[0], call[1], v, out);
                float x = ((Number) call[0]).floatValue();
                assertArrayEquals(new float[] {x, ((Number) call[1]).floatValue(), v[1]}, out);
                assertEquals(Float.floatToRawIntBits(x), Float.floatToRawIntBits(out[0]), "the sign of zero");
            }
        }
        Throwable wrong =
                assertThrows(KernelArgumentException.class, () -> kernel.call(16_777_217, 0.5, v, new float[3]));
        assertTrue(wrong.getMessage().startsWith("Argument 1 of k (float x): "), wrong.getMessage());
        assertThrows(KernelArgumentException.class, () -> kernel.call(1, 0.5, v, new float[3]));
    }

    @Test
    void passesVectorsAndStructs() {
        Kernel vectors = kernel(
                """
                typedef struct { int first; float second; } pair_t;
                kernel void k(float4 v, int3 w, pair_t p, global float *out) {
                    out[0] = v.x; out[1] = v.w; out[2] = w.z; out[3] = p.first; out[4] = p.second;
                }
                """);
        float[] out = new float[5];
        byte[] pair = ByteBuffer.allocate(8)
                .order(ByteOrder.nativeOrder())
                .putInt(9)
                .putFloat(2.5f)
                .array();
        vectors.global(1).call(new float[] {1, 2, 3, 4}, new int[] {5, 6, 7}, pair, out);
        assertArrayEquals(new float[] {1, 4, 7, 9, 2.5f}, out);
    }

    /** With alignment and a macro, which only the compiler knows. */
    @Test
    void aStructOfAnotherSizeIsRefused() {
        String source =
                """
                typedef struct { char c; float4 v[N]; } cell_t;
                kernel void k(cell_t cell, global float *out) { out[0] = cell.v[N - 1].w; } // no end of the line""";
        Kernel k = session.compile(source, "-DN=2").kernel("k");
        float[] out = {0};
        k.global(1)
                .call(
                        ByteBuffer.allocate(48)
                                .order(ByteOrder.nativeOrder())
                                .putFloat(44, 3)
                                .array(),
                        out);
        assertEquals(3, out[0]);
        for (int bytes : new int[] {0, 36, 47, 49}) {
            String message = assertThrows(
                            KernelArgumentException.class, () -> k.global(1).call(new byte[bytes], out))
                    .getMessage();
            assertEquals(
                    "Argument 1 of k (cell_t cell): expected the 48 bytes that the device has of it, got byte[" + bytes
                            + "].",
                    message);
        }
    }

    @Test
    void givesLocalMemory() {
        Kernel reverse = kernel(
                """
                kernel void k(global int *a, local int *tile) {
                    int l = get_local_id(0), n = get_local_size(0);
                    tile[l] = a[get_global_id(0)];
                    barrier(CLK_LOCAL_MEM_FENCE);
                    a[get_global_id(0)] = tile[n - 1 - l];
                }
                """);
        int[] a = IntStream.range(0, 16).toArray();
        reverse.global(16).local(8).call(a, LocalMemory.ints(8));
        assertArrayEquals(new int[] {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}, a);
    }

    @Test
    void knowsItsParameters() {
        Kernel all = kernel(
                """
                kernel void k(float a, global const float *x, global double4 *y, constant int *c, local uchar *t,
                              unsigned int n, global volatile ulong *restrict q, int8 distance) {}
                """
                        .replace("double4", session.device().supportsDouble() ? "double4" : "float4"));
        List<KernelParameter> parameters = all.parameters();
        assertEquals(
                List.of("a", "x", "y", "c", "t", "n", "q", "distance"),
                parameters.stream().map(KernelParameter::name).toList());
        assertEquals("float[]", parameters.get(1).shortType());
        assertTrue(parameters.get(1).readOnly());
        assertEquals(4, parameters.get(2).vectorWidth());
        assertEquals(KernelParameter.AddressSpace.CONSTANT, parameters.get(3).space());
        assertEquals("local uchar[]", parameters.get(4).shortType());
        assertTrue(parameters.get(4).isUnsigned());
        assertEquals(ElementType.INT, parameters.get(5).elementType().orElseThrow());
        assertTrue(parameters.get(5).isUnsigned());
        assertEquals(ElementType.LONG, parameters.get(6).elementType().orElseThrow());
        assertEquals("int8", parameters.get(7).shortType());
        assertEquals(8, parameters.get(7).vectorWidth());
    }

    @Test
    void aKernelMayHaveNoParameters() {
        session.compile("kernel void k(void) {}").kernel("k").global(4).call().await();
    }

    @Test
    void seesThroughNamesForTypes() {
        String source =
                """
                typedef REAL real;
                #define INDEX uint
                typedef INDEX index_t;
                typedef struct { float a; } cell_t;
                kernel void k(real a, global real *x, index_t n, global cell_t *cells) { x[n] = a + cells[0].a; }
                """;
        Kernel k = session.compile(source, "-DREAL=float").kernel("k");
        assertEquals(
                "k(float, float[], uint, cell_t[])", k.toString(), "an own struct keeps its name, others are resolved");
        float[] x = {0, 0};
        k.global(1).call(0.5, x, 1, new float[] {2});
        assertArrayEquals(new float[] {0, 2.5f}, x);
    }

    @Test
    void aKernelMayBeCalledAsAFunctionOfOpenCl() {
        Kernel dot = session.compile("kernel void dot(global int *length) { length[get_global_id(0)] = 7; }")
                .kernel("dot");
        assertEquals("dot(int[])", dot.toString());
        int[] out = {0};
        dot.global(1).call(out);
        assertEquals(7, out[0]);
    }

    @Test
    void integersAndEnumsHaveManyNames() {
        String source =
                """
                typedef unsigned long int size, extent;
                typedef enum { LOW, HIGH = 5 } level;
                enum other { A = -1 };
                kernel void k(size a, extent b, level c, enum other d, long signed e, short unsigned f, char signed g,
                              unsigned h, global enum other *p, global long unsigned *out) {
                    out[0] = a + b + c + d + e + f + g + h + p[0];
                }
                """;
        Kernel k = kernel(source);
        assertEquals("k(ulong, ulong, int, int, long, ushort, char, uint, int[], ulong[])", k.toString());
        long[] out = {0};
        k.global(1).call(1, 10, 5, -1, 100, 1000, -3, 10_000, new int[] {100_000}, out);
        assertEquals(111_112, out[0]);
        assertThrows(KernelArgumentException.class, () -> k.global(1)
                .call(1, 10, 5, -1, 100, 1000, -3, 10_000, new float[] {1}, out));
    }

    @Test
    void integersOf128BitsAreRefused() {
        for (String type : List.of("long long", "unsigned long long int", "global long long *")) {
            Kernel k = kernel("kernel void k(" + type + " a, global int *out) { out[0] = 1; }");
            Object value = type.endsWith("*") ? new long[2] : 1L;
            Exception e = assertThrows(
                    KernelArgumentException.class, () -> k.global(1).call(value, new int[1]));
            assertTrue(e.getMessage().contains("long long has 128 bits in OpenCL C"), e.getMessage());
        }
    }

    /** Java's bytes and shorts have signs; as in arrays, their bits are what counts. */
    @Test
    void bytesAndShortsOfJavaAreTakenAsBits() {
        Kernel k = kernel(
                """
                kernel void k(uchar4 c, uchar b, ushort2 s, ushort t, global int *out) {
                    out[0] = c.x; out[1] = c.w; out[2] = b; out[3] = s.y; out[4] = t;
                }
                """);
        int[] out = new int[5];
        k.global(1).call(new byte[] {-1, 0, 0, 7}, (byte) 200, new short[] {0, -2}, (short) -3, out);
        assertArrayEquals(new int[] {255, 7, 200, 65534, 65533}, out);
        k.global(1).call(new int[] {255, 0, 0, 7}, 200, new int[] {0, 65534}, 65533, out);
        assertArrayEquals(new int[] {255, 7, 200, 65534, 65533}, out);
        assertThrows(KernelArgumentException.class, () -> k.global(1)
                .call(new int[] {-1, 0, 0, 7}, 200, new int[2], 65533, out));
    }

    @Test
    void ofTwoTypesWithOneNameItKnowsWhichIsMeant() {
        String source =
                """
                #ifdef EXACT
                typedef double real;
                #else
                typedef float real;
                #endif
                kernel void times(global real *x, real a) { x[get_global_id(0)] *= a; }
                """;
        float[] x = {1, 2};
        double[] y = {1, 2};
        Kernel floats = session.compile(source).kernel("times").global(2);
        Kernel doubles = session.compile(source, "-DEXACT").kernel("times").global(2);
        floats.call(x, 2);
        doubles.call(y, 2);
        assertArrayEquals(new float[] {2, 4}, x);
        assertArrayEquals(new double[] {2, 4}, y);
        assertThrows(KernelArgumentException.class, () -> floats.call(y, 2));
        assertThrows(KernelArgumentException.class, () -> doubles.call(x, 2));
    }

    @Test
    void ofTwoTypesWithOneNameItTakesEitherIfOnlyThePreprocessorKnows() {
        String source =
                """
                #if __OPENCL_VERSION__ > 90
                typedef float real;
                #else
                typedef double real;
                #endif
                kernel void twice(global real *x) { x[get_global_id(0)] *= 2; }
                """;
        float[] x = {1, 2};
        session.compile(source).kernel("twice").global(2).call(x);
        assertArrayEquals(new float[] {2, 4}, x);
    }

    @Test
    void configurationsAreIndependent() {
        Kernel plain = session.compile(SAXPY).kernel("saxpy");
        Kernel sized = plain.global(8).local(4);
        assertEquals(0, plain.global().length);
        assertArrayEquals(new long[] {8}, sized.global());
        assertArrayEquals(new long[] {4}, sized.local());
        assertEquals("saxpy(float, float[], float[]) global [8] local [4]", sized.toString());
    }

    @Test
    void furtherChecksRunBeforeTheLaunch() {
        float[] x = {1};
        float[] y = {1};
        Kernel checked = session.compile(SAXPY).kernel("saxpy").global(1).withCheck((kernel, arguments) -> {
            assertEquals(1, kernel.global()[0]);
            if (((float[]) arguments.get(1)).length < 2) {
                throw new KernelArgumentException("x is too short");
            }
        });
        var error = assertThrows(KernelArgumentException.class, () -> checked.call(2, x, y));
        assertEquals("x is too short", error.getMessage());
        assertArrayEquals(new float[] {1}, y);
    }

    @Test
    void manyThreadsMayCallOneKernel() {
        Kernel add = kernel("kernel void k(int n, global int *a) { a[get_global_id(0)] = n; }")
                .global(64);
        long wrong = IntStream.range(0, 400)
                .parallel()
                .filter(n -> {
                    int[] a = new int[64];
                    add.call(n, a);
                    return IntStream.of(a).anyMatch(v -> v != n);
                })
                .count();
        assertEquals(0, wrong);
    }
}
