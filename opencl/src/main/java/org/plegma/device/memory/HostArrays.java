package org.plegma.device.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;

/** Bulk copies between primitive Java arrays and direct buffers. */
public final class HostArrays {
    /** What a thread copies at least; one thread alone does not reach the speed of the memory. */
    private static final int SLICE_BYTES = 1 << 20;

    private HostArrays() {}

    /** Copies elements of an array to the start of a buffer in native byte order, large ones by several threads. */
    public static void put(Object array, int from, int count, ByteBuffer target) {
        slices(
                array,
                count,
                (start, part, offset, bytes) -> putSlice(
                        array, from + start, part, target.slice(offset, bytes).order(ByteOrder.nativeOrder())));
    }

    /** Copies from the start of a buffer in native byte order into an array, large ones by several threads. */
    public static void get(ByteBuffer source, Object array, int to, int count) {
        slices(
                array,
                count,
                (start, part, offset, bytes) ->
                        getSlice(source.slice(offset, bytes).order(ByteOrder.nativeOrder()), array, to + start, part));
    }

    @FunctionalInterface
    private interface Slice {
        void copy(int start, int part, int byteOffset, int bytes);
    }

    private static void slices(Object array, int count, Slice copy) {
        int size = ElementType.of(array).bytes();
        int slice = SLICE_BYTES / size;
        int slices = (count + slice - 1) / slice;
        IntStream all = IntStream.range(0, slices);
        (slices > 1 ? all.parallel() : all).forEach(i -> {
            int start = i * slice;
            int part = Math.min(slice, count - start);
            copy.copy(start, part, start * size, part * size);
        });
    }

    private static void putSlice(Object array, int from, int count, ByteBuffer target) {
        if (array instanceof float[] a) {
            target.asFloatBuffer().put(a, from, count);
        } else if (array instanceof double[] a) {
            target.asDoubleBuffer().put(a, from, count);
        } else if (array instanceof int[] a) {
            target.asIntBuffer().put(a, from, count);
        } else if (array instanceof long[] a) {
            target.asLongBuffer().put(a, from, count);
        } else if (array instanceof short[] a) {
            target.asShortBuffer().put(a, from, count);
        } else {
            target.put((byte[]) array, from, count);
        }
    }

    private static void getSlice(ByteBuffer source, Object array, int to, int count) {
        if (array instanceof float[] a) {
            source.asFloatBuffer().get(a, to, count);
        } else if (array instanceof double[] a) {
            source.asDoubleBuffer().get(a, to, count);
        } else if (array instanceof int[] a) {
            source.asIntBuffer().get(a, to, count);
        } else if (array instanceof long[] a) {
            source.asLongBuffer().get(a, to, count);
        } else if (array instanceof short[] a) {
            source.asShortBuffer().get(a, to, count);
        } else {
            source.get((byte[]) array, to, count);
        }
    }
}
