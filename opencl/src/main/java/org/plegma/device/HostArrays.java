package org.plegma.device;

import java.nio.ByteBuffer;

/** Bulk copies between primitive Java arrays and direct buffers. */
final class HostArrays {
    private HostArrays() {}

    /** Copies elements of an array to the start of a buffer. */
    static void put(Object array, int from, int count, ByteBuffer target) {
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

    /** Copies from the start of a buffer into an array. */
    static void get(ByteBuffer source, Object array, int to, int count) {
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
