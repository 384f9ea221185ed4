package org.plegma.primitives;

import java.lang.reflect.Array;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * Prefix sums: {@code out[i] = in[0] + … + in[i-1]}, so {@code out[0]} is 0; {@linkplain #inclusive inclusive} ones add
 * {@code in[i]}, too. Elements are int, long, float or double. Sums of whole numbers wrap around as in Java. Sums of floats are added
 * in an order that depends on the length and the device alone, not from left to right.
 *
 * <pre>{@code
 * int[] starts = Scan.of(session, ElementType.INT).run(counts);
 * }</pre>
 *
 * <p>On NVIDIA whole numbers are read and written once: D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled
 * Look-back", NVIDIA NVR-2016-002, 2016.
 */
public final class Scan {
    private final Session session;
    private final ElementType type;
    private final boolean inclusive;
    private final PrimitiveCode code;

    private Scan(Session session, ElementType type, boolean inclusive, PrimitiveCode code) {
        this.session = session;
        this.type = type;
        this.inclusive = inclusive;
        this.code = code;
    }

    /** Exclusive prefix sums. */
    public static Scan of(Session session, ElementType type) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        if (type.bytes() < Integer.BYTES) {
            throw new IllegalArgumentException(
                    "Prefix sums are of int, long, float or double, not of " + type.javaName() + ".");
        }
        return new Scan(session, PrimitiveCode.requireType(session, type), false, PrimitiveCode.of(session.device()));
    }

    /** Sums that have the element of their own place, too. */
    public Scan inclusive() {
        return new Scan(session, type, true, code);
    }

    /** The prefix sums of a Java array, in a new array of its type and length. */
    @SuppressWarnings("unchecked")
    public <T> T run(T primitiveArray) {
        Preconditions.notNull(primitiveArray, "primitiveArray");
        int n = Array.getLength(primitiveArray);
        Object result = Array.newInstance(type.javaType(), n);
        try (ScanPlan plan = plan(n);
                DeviceArray in = session.upload(primitiveArray);
                DeviceArray out = session.allocate(type, n)) {
            plan.run(in, out);
            out.download(result);
        }
        return (T) result;
    }

    /** For device arrays of so many elements, from 0 on. */
    public ScanPlan plan(int length) {
        return new ScanPlan(session, type, length, inclusive, code);
    }
}
