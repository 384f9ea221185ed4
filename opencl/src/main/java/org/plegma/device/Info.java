package org.plegma.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jocl.CL;
import org.jocl.Pointer;

/** Typed reading of the clGet...Info functions. A query that a driver does not know gives the fallback. */
final class Info {
    /** One clGet...Info function, bound to its object. */
    @FunctionalInterface
    interface Query {
        int get(int parameter, long size, Pointer value, long[] sizeOut);
    }

    private final Query query;

    Info(Query query) {
        this.query = query;
    }

    String string(int parameter) {
        byte[] bytes = bytes(parameter);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
    }

    /** An integer of 1, 4 or 8 bytes. */
    long number(int parameter, long fallback) {
        byte[] bytes = bytes(parameter);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        return switch (bytes.length) {
            case 1 -> buffer.get();
            case 4 -> buffer.getInt() & 0xffff_ffffL;
            case 8 -> buffer.getLong();
            default -> fallback;
        };
    }

    long number(int parameter) {
        return number(parameter, 0);
    }

    long[] numbers(int parameter) {
        byte[] bytes = bytes(parameter);
        long[] values = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer().get(values);
        return values;
    }

    private byte[] bytes(int parameter) {
        long[] size = new long[1];
        if (query.get(parameter, 0, null, size) != CL.CL_SUCCESS || size[0] == 0) {
            return new byte[0];
        }
        byte[] bytes = new byte[(int) size[0]];
        return query.get(parameter, bytes.length, Pointer.to(bytes), null) == CL.CL_SUCCESS ? bytes : new byte[0];
    }
}
