package org.plegma.primitives;

import java.lang.reflect.Array;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * Sorts by keys, upwards and stably: equal keys stay in their order. Keys are int, long, float or double. Floats are in the total
 * order of IEEE 754: -NaN, -∞, …, -0, 0, …, ∞, NaN. Values of any type, or the keys' places, move with them.
 *
 * <pre>{@code
 * int[] sorted = RadixSort.of(session, ElementType.INT).run(keys);
 * int[] places = RadixSort.of(session, ElementType.INT).keysBelow(cells).permutation(cellOfPoint);
 * }</pre>
 *
 * <p>Keys are sorted by digits of up to 8 bits, least first; fewer bits take fewer passes, and up to 256 different keys one, which is a
 * counting sort. On NVIDIA a pass is one launch: A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort
 * for GPUs", arXiv 2206.01784, 2022.
 */
public final class RadixSort {
    private final Session session;
    private final Digits digits;
    private final PrimitiveCode code;

    private RadixSort(Session session, Digits digits, PrimitiveCode code) {
        this.session = session;
        this.digits = digits;
        this.code = code;
    }

    /** By all bits of keys of a type; whole ones are signed. */
    public static RadixSort of(Session session, ElementType keys) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(keys, "keys");
        if (keys.bytes() < Integer.BYTES) {
            throw new IllegalArgumentException(
                    "Keys of a sort are int, long, float or double, not " + keys.javaName() + ".");
        }
        PrimitiveCode.requireType(session, keys);
        return new RadixSort(session, new Digits(keys, false, 0, 8 * keys.bytes()), PrimitiveCode.of(session.device()));
    }

    /** Takes whole keys as unsigned: -1 is the largest. */
    public RadixSort unsigned() {
        requireWhole("unsigned");
        return new RadixSort(session, new Digits(digits.type(), true, digits.from(), digits.to()), code);
    }

    /**
     * By some bits of whole keys only, taken as an unsigned number.
     *
     * @param from the first bit, 0 for the least
     * @param to the bit after the last
     */
    public RadixSort bits(int from, int to) {
        requireWhole("sorted by some bits");
        int all = 8 * digits.type().bytes();
        if (from < 0 || to <= from || to > all) {
            throw new IllegalArgumentException("The bits of a key are from 0 to " + all
                    + ", the last not included, found " + from + " to " + to + ".");
        }
        return new RadixSort(session, new Digits(digits.type(), true, from, to), code);
    }

    /** Of whole keys from 0 to below a number; of others, only the bits that such keys have count. */
    public RadixSort keysBelow(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("The number of keys must be 1 or more, found " + count + ".");
        }
        return bits(0, Math.max(1, 32 - Integer.numberOfLeadingZeros(count - 1)));
    }

    private void requireWhole(String what) {
        if (digits.type().isFloating()) {
            throw new IllegalArgumentException("Only int and long keys can be " + what + ", not "
                    + digits.type().javaName() + ".");
        }
    }

    /** The sorted keys, in a new array. */
    @SuppressWarnings("unchecked")
    public <T> T run(T keys) {
        Preconditions.notNull(keys, "keys");
        int n = Array.getLength(keys);
        Object result = Array.newInstance(digits.type().javaType(), n);
        try (SortPlan plan = plan(n);
                DeviceArray in = session.upload(keys);
                DeviceArray out = session.allocate(digits.type(), n)) {
            plan.run(in, out);
            out.download(result);
        }
        return (T) result;
    }

    /** The places of the keys in sorted order: {@code keys[permutation[0]]} is the least. */
    public int[] permutation(Object keys) {
        Preconditions.notNull(keys, "keys");
        int n = Array.getLength(keys);
        int[] result = new int[n];
        try (SortPlan plan = plan(n);
                DeviceArray in = session.upload(keys);
                DeviceArray out = session.allocate(digits.type(), n);
                DeviceArray places = session.allocate(ElementType.INT, n)) {
            plan.permutation(in, out, places);
            places.download(result);
        }
        return result;
    }

    /**
     * Bytes that a sort of whole keys by their lower bits reads and writes on a device, if the keys are spread.
     *
     * @param keys their type
     * @param bits that count, from the least on
     * @param length how many keys there are
     * @param valueBytes of what moves with a key, or 0
     * @param ofPlaces whether that are places, which the sort makes itself
     */
    public static long traffic(
            Device device, ElementType keys, int bits, int length, int valueBytes, boolean ofPlaces) {
        Preconditions.notNull(device, "device");
        Preconditions.notNull(keys, "keys");
        Digits digits = new Digits(keys, true, 0, bits);
        boolean tiles = PrimitiveCode.of(device) == PrimitiveCode.WARPS;
        long passes = tiles && UppermostFirst.isFor(device, digits, length) ? UppermostFirst.TIMES : digits.passes();
        // Tiles read keys once more to count all digits, pieces before each pass.
        long ofKeys = tiles ? 1 + 2 * passes : 3 * passes;
        long ofValues = ofPlaces ? 2 * passes - 1 : 2 * passes;
        return length * (ofKeys * keys.bytes() + ofValues * valueBytes);
    }

    /** For device arrays of so many keys, from 0 on. */
    public SortPlan plan(int length) {
        return new SortPlan(session, digits, length, code);
    }
}
