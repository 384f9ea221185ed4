package org.plegma.device.source;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jspecify.annotations.Nullable;

/** Typed reading of the clGet...Info functions. A query that a driver does not know gives the fallback. */
public final class Info {
    /** One clGet...Info function, bound to its object. */
    @FunctionalInterface
    public interface Query {
        int get(int parameter, long size, @Nullable Pointer value, long @Nullable [] sizeOut);
    }

    private final IntFunction<byte[]> values;

    public Info(Query query) {
        this(parameter -> bytes(query, parameter));
    }

    /** @param values the bytes of a parameter; none if it is not known */
    public Info(IntFunction<byte[]> values) {
        this.values = values;
    }

    public String string(int parameter) {
        byte[] bytes = values.apply(parameter);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
    }

    /** An integer of 1, 4 or 8 bytes. */
    public long number(int parameter, long fallback) {
        byte[] bytes = values.apply(parameter);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        return switch (bytes.length) {
            case 1 -> buffer.get();
            case 4 -> buffer.getInt() & 0xffff_ffffL;
            case 8 -> buffer.getLong();
            default -> fallback;
        };
    }

    /** The value as it is; no bytes if the driver does not know the parameter. */
    public byte[] bytes(int parameter) {
        return values.apply(parameter);
    }

    public long number(int parameter) {
        return number(parameter, 0);
    }

    public long[] numbers(int parameter) {
        byte[] bytes = values.apply(parameter);
        long[] values = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer().get(values);
        return values;
    }

    private static byte[] bytes(Query query, int parameter) {
        long[] size = new long[1];
        if (query.get(parameter, 0, null, size) != CL.CL_SUCCESS || size[0] == 0) {
            return new byte[0];
        }
        byte[] bytes = new byte[(int) size[0]];
        return query.get(parameter, bytes.length, Pointer.to(bytes), null) == CL.CL_SUCCESS ? bytes : new byte[0];
    }
}
