package org.plegma.rewrite.model;

import java.util.Arrays;

/** A value in each work-item of a group: numbers, vectors of numbers or pointers into one memory. */
final class Lanes {
    final ScalarType type;
    /** Components of a vector; 1 for a number. */
    final int width;
    /** The memory that a pointer points into; null for numbers. */
    final Memory memory;
    /** By component and work-item; for pointers byte offsets. Only one of the two is there. */
    final long[][] whole;

    final double[][] real;

    /** Of an array, its lengths, the outermost first; of other pointers none. */
    private final long[] lengths;

    private Lanes(ScalarType type, int width, Memory memory, long[][] whole, double[][] real, long... lengths) {
        this.type = type;
        this.width = width;
        this.memory = memory;
        this.whole = whole;
        this.real = real;
        this.lengths = lengths;
    }

    /** Zeros. */
    static Lanes of(ScalarType type, int width, int items) {
        return new Lanes(
                type,
                width,
                null,
                type.real ? null : new long[width][items],
                type.real ? new double[width][items] : null);
    }

    /** Pointers to elements of a type and width. */
    static Lanes pointer(Memory memory, ScalarType element, int width, long[] offsets) {
        return new Lanes(element, width, memory, new long[][] {offsets}, null);
    }

    /** This pointer as an array of such lengths. */
    Lanes array(long... all) {
        return new Lanes(type, width, memory, whole, null, all);
    }

    boolean isArray() {
        return lengths.length > 0;
    }

    /** The address of an element, which of an array of arrays is an array. */
    Lanes element(Lanes index) {
        Lanes moved = moved(index, 1);
        return lengths.length > 1 ? moved.array(Arrays.copyOfRange(lengths, 1, lengths.length)) : moved;
    }

    /** The pointer so many elements on, or back by the sign -1. */
    Lanes moved(Lanes by, int sign) {
        long bytes = elementBytes();
        for (int d = 1; d < lengths.length; d++) {
            bytes *= lengths[d];
        }
        long[] offsets = offsets().clone();
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] += sign * by.whole(0, i) * bytes;
        }
        Lanes moved = pointer(memory, type, width, offsets);
        return lengths.length > 1 ? moved.array(lengths) : moved;
    }

    static Lanes number(ScalarType type, Number value, int items) {
        Lanes lanes = of(type, 1, items);
        for (int i = 0; i < items; i++) {
            lanes.set(0, i, value.doubleValue(), value.longValue());
        }
        return lanes;
    }

    boolean isPointer() {
        return memory != null;
    }

    int items() {
        return real == null ? whole[0].length : real[0].length;
    }

    int elementBytes() {
        return type.bytes * width;
    }

    long[] offsets() {
        return whole[0];
    }

    long whole(int component, int item) {
        int c = width == 1 || component >= width ? 0 : component;
        return real == null ? whole[c][item] : (long) real[c][item];
    }

    double real(int component, int item) {
        int c = width == 1 || component >= width ? 0 : component;
        if (real != null) {
            return real[c][item];
        }
        long value = whole[c][item];
        return type == ScalarType.ULONG && value < 0 ? 0x1p63 + (value & Long.MAX_VALUE) : value;
    }

    boolean isTrue(int item) {
        return real == null ? whole[0][item] != 0 : real[0][item] != 0;
    }

    void set(int component, int item, double asReal, long asWhole) {
        if (real != null) {
            real[component][item] = type.round(asReal);
        } else {
            whole[component][item] = type.wrap(asWhole);
        }
    }

    void set(int component, int item, Lanes from, int fromComponent) {
        if (real != null) {
            real[component][item] = type.round(from.real(fromComponent, item));
        } else {
            boolean large = from.real != null && type == ScalarType.BOOL;
            whole[component][item] = type.wrap(large ? (from.isTrue(item) ? 1 : 0) : from.whole(fromComponent, item));
        }
    }

    /** The same values in another type; one number becomes all components. */
    Lanes to(ScalarType other, int otherWidth) {
        if (isPointer() || other == type && otherWidth == width) {
            return this;
        }
        Lanes made = of(other, otherWidth, items());
        for (int c = 0; c < otherWidth; c++) {
            for (int i = 0; i < items(); i++) {
                made.set(c, i, this, c);
            }
        }
        return made;
    }
}
