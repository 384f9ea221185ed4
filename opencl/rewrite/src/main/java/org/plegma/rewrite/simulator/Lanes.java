package org.plegma.rewrite.simulator;

import java.util.Arrays;
import java.util.Optional;

/** A value in each work-item of a group: numbers, vectors of numbers or pointers into one memory. */
final class Lanes {
    final ScalarType type;
    /** Components of a vector; 1 for a number. */
    final int width;
    /** The memory that a pointer points into; empty for numbers. */
    private final Optional<Memory> memory;
    /** By component and work-item; for pointers byte offsets. Only one of the two is there, the other has no components. */
    final long[][] whole;

    final double[][] real;
    private final boolean isReal;

    /** Of an array, its lengths, the outermost first; of other pointers none. */
    private final long[] lengths;

    private Lanes(ScalarType type, int width, int items) {
        this.type = type;
        this.width = width;
        this.memory = Optional.empty();
        this.isReal = type.real;
        this.whole = new long[isReal ? 0 : width][items];
        this.real = new double[isReal ? width : 0][items];
        this.lengths = new long[0];
    }

    private Lanes(ScalarType type, int width, Memory memory, long[] offsets, long... lengths) {
        this.type = type;
        this.width = width;
        this.memory = Optional.of(memory);
        this.isReal = false;
        this.whole = new long[][] {offsets};
        this.real = new double[0][];
        this.lengths = lengths;
    }

    /** Zeros. */
    static Lanes of(ScalarType type, int width, int items) {
        return new Lanes(type, width, items);
    }

    /** Pointers to elements of a type and width. */
    static Lanes pointer(Memory memory, ScalarType element, int width, long[] offsets) {
        return new Lanes(element, width, memory, offsets);
    }

    /** This pointer as an array of such lengths. */
    Lanes array(long... all) {
        return new Lanes(type, width, memory(), offsets(), all);
    }

    /** The memory that it points into. */
    Memory memory() {
        return memory.orElseThrow(() -> new SimulatorException("A number is used as a pointer."));
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
        Lanes moved = pointer(memory(), type, width, offsets);
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
        return memory.isPresent();
    }

    int items() {
        return isReal ? real[0].length : whole[0].length;
    }

    int elementBytes() {
        return type.bytes * width;
    }

    long[] offsets() {
        return whole[0];
    }

    long whole(int component, int item) {
        int c = width == 1 || component >= width ? 0 : component;
        return isReal ? (long) real[c][item] : whole[c][item];
    }

    double real(int component, int item) {
        int c = width == 1 || component >= width ? 0 : component;
        if (isReal) {
            return real[c][item];
        }
        long value = whole[c][item];
        return type == ScalarType.ULONG && value < 0 ? 0x1p63 + (value & Long.MAX_VALUE) : value;
    }

    boolean isTrue(int item) {
        return isReal ? real[0][item] != 0 : whole[0][item] != 0;
    }

    void set(int component, int item, double asReal, long asWhole) {
        if (isReal) {
            real[component][item] = type.round(asReal);
        } else {
            whole[component][item] = type.wrap(asWhole);
        }
    }

    void set(int component, int item, Lanes from, int fromComponent) {
        if (isReal) {
            real[component][item] = type.round(from.real(fromComponent, item));
        } else {
            boolean large = from.isReal && type == ScalarType.BOOL;
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
