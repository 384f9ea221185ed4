package org.plegma.primitives;

import java.lang.reflect.Array;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * How many keys fall into each bin, as ints. An int key is the number of its bin. Float and double keys are {@linkplain #between
 * between} two bounds, in bins of one width, of which the last has its upper bound, too, as in NumPy. What lies outside, and NaN, is
 * not counted.
 *
 * <pre>{@code
 * int[] counts = DeviceHistogram.of(session, 256).run(bytes);
 * int[] waits = DeviceHistogram.between(session, ElementType.FLOAT, 0, 10, 100).run(seconds);
 * }</pre>
 */
public final class DeviceHistogram {
    private final Session session;
    private final ElementType type;
    private final int bins;
    private final double low;
    private final double high;

    private DeviceHistogram(Session session, ElementType type, int bins, double low, double high) {
        this.session = session;
        this.type = type;
        this.bins = bins;
        this.low = low;
        this.high = high;
        if (bins < 1) {
            throw new IllegalArgumentException("The number of bins must be 1 or more, found " + bins + ".");
        }
    }

    /** Of int keys from 0 to below a number. */
    public static DeviceHistogram of(Session session, int bins) {
        Preconditions.notNull(session, "session");
        return new DeviceHistogram(session, ElementType.INT, bins, 0, 0);
    }

    /** Of float or double keys; a key's bin is {@code (int) ((key - low) · (bins / (high - low)))}, computed in its type. */
    public static DeviceHistogram between(Session session, ElementType type, double low, double high, int bins) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        if (!type.isFloating()) {
            throw new IllegalArgumentException("Keys between bounds are float or double, not " + type.javaName() + ".");
        }
        if (!areBounds(type, low, high, bins)) {
            throw new IllegalArgumentException("The lower bound must be below the upper one, and both finite, as "
                    + type.javaName() + "s and so far apart that " + bins + " bins have a width, found " + low + " and "
                    + high + ".");
        }
        return new DeviceHistogram(session, PrimitiveCode.requireType(session, type), bins, low, high);
    }

    private static boolean areBounds(ElementType type, double low, double high, int bins) {
        if (type == ElementType.DOUBLE) {
            return high - low > 0 && Double.isFinite(high - low) && Double.isFinite(bins / (high - low));
        }
        float width = (float) high - (float) low;
        return width > 0 && Float.isFinite(width) && Float.isFinite(bins / width);
    }

    /** The counts of a Java array. */
    public int[] run(Object keys) {
        Preconditions.notNull(keys, "keys");
        int[] counts = new int[bins];
        try (HistogramPlan plan = plan(Array.getLength(keys));
                DeviceArray in = session.upload(keys);
                DeviceArray out = session.allocate(ElementType.INT, bins)) {
            plan.run(in, out);
            out.download(counts);
        }
        return counts;
    }

    /** For device arrays of so many keys, from 0 on. */
    public HistogramPlan plan(int length) {
        return new HistogramPlan(session, type, length, bins, low, high);
    }
}
