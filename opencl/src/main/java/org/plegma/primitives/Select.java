package org.plegma.primitives;

import java.lang.reflect.Array;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * The values whose flags are not 0, packed and in their order; or the places of such flags. Flags are int or byte.
 *
 * <pre>{@code
 * float[] kept = Select.of(session, ElementType.FLOAT).run(values, flags);
 * }</pre>
 */
public final class Select {
    private final Session session;
    private final ElementType type;
    private final PrimitiveCode code;

    private Select(Session session, ElementType type, PrimitiveCode code) {
        this.session = session;
        this.type = type;
        this.code = code;
    }

    /** Of values of a type. */
    public static Select of(Session session, ElementType type) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        return new Select(session, PrimitiveCode.requireType(session, type), PrimitiveCode.of(session.device()));
    }

    /**
     * The chosen values, in a new array.
     *
     * @throws IllegalArgumentException if there are not as many flags as values
     */
    @SuppressWarnings("unchecked")
    public <T> T run(T values, Object flags) {
        Preconditions.notNull(values, "values");
        Preconditions.notNull(flags, "flags");
        int n = Array.getLength(values);
        if (Array.getLength(flags) != n) {
            throw new IllegalArgumentException(
                    "There must be a flag for each of " + n + " values, found " + Array.getLength(flags) + ".");
        }
        int[] count = {0};
        Object all = Array.newInstance(type.javaType(), n);
        try (SelectPlan plan = plan(ElementType.of(flags), n);
                DeviceArray in = session.upload(values);
                DeviceArray marks = session.upload(flags);
                DeviceArray out = session.allocate(type, n);
                DeviceArray total = session.upload(count)) {
            plan.run(in, marks, out, total);
            total.download(count);
            out.download(all);
        }
        Object result = Array.newInstance(type.javaType(), count[0]);
        System.arraycopy(all, 0, result, 0, count[0]);
        return (T) result;
    }

    /** For device arrays of so many values and flags, from 0 on. */
    public SelectPlan plan(ElementType flags, int length) {
        Preconditions.notNull(flags, "flags");
        if (flags != ElementType.INT && flags != ElementType.BYTE) {
            throw new IllegalArgumentException("Flags are int or byte, not " + flags.javaName() + ".");
        }
        return new SelectPlan(session, type, flags, length, code);
    }
}
