package org.plegma.device.source;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.memory.LocalMemory;

/**
 * Turns Java values into the bytes of scalar and vector parameters. A number must keep its value: 3.0 fits an int, 3.5
 * does not, 16777217 does not fit a float. Only a double for a float parameter is rounded, so that {@code 0.1} can be
 * written for {@code 0.1f}.
 */
public final class ScalarArguments {
    private ScalarArguments() {}

    /**
     * The bytes of an argument passed by value.
     *
     * @param given what was encoded, if that cannot change: a boxed number; else null
     */
    public record Encoded(byte[] bytes, @Nullable Object given) {
        Encoded(byte[] bytes) {
            this(bytes, null);
        }

        /** Whether these are the bytes of a value, as far as can be told by looking at it; the same number of another type is not. */
        public boolean isFor(Object value) {
            return given != null && given.equals(value);
        }
    }

    /**
     * @param wrong makes the exception from what was expected
     */
    public static Encoded encode(
            KernelParameter parameter, Object value, Function<String, KernelArgumentException> wrong) {
        ElementType type = parameter.elementType().orElse(null);
        if (type == null || parameter.scalarName().equals("half")) {
            if (value instanceof byte[] raw) {
                return new Encoded(raw.clone());
            }
            boolean image = parameter.type().matches("image\\w*_t|sampler_t");
            throw wrong.apply(
                    image
                            ? "a buffer parameter instead, as images and samplers are not supported"
                            : "the " + parameter.type() + " as a byte[] with its memory layout");
        }
        int width = parameter.vectorWidth();
        // A vector of 3 is as large as one of 4.
        ByteBuffer buffer =
                ByteBuffer.allocate(type.bytes() * (width == 3 ? 4 : width)).order(ByteOrder.nativeOrder());
        if (width == 1) {
            if (value instanceof Integer whole && type == ElementType.INT && !parameter.isUnsigned()) {
                return new Encoded(buffer.putInt(whole).array(), whole);
            }
            if (value instanceof Long whole && type == ElementType.LONG && !parameter.isUnsigned()) {
                return new Encoded(buffer.putLong(whole).array(), whole);
            }
            if (!(value instanceof Number number)) {
                throw wrong.apply("a number");
            }
            put(buffer, parameter, type, number, wrong);
            return new Encoded(buffer.array(), isImmutable(number) ? number : null);
        }
        boolean array = value != null
                && value.getClass().isArray()
                && value.getClass().getComponentType().isPrimitive();
        if (!array || Array.getLength(value) != width || !(Array.get(value, 0) instanceof Number)) {
            throw wrong.apply("an array of " + width + " numbers");
        }
        for (int i = 0; i < width; i++) {
            put(buffer, parameter, type, (Number) Array.get(value, i), wrong);
        }
        return new Encoded(buffer.array());
    }

    private static boolean isImmutable(Number number) {
        return number instanceof Double
                || number instanceof Float
                || number instanceof Integer
                || number instanceof Long;
    }

    private static void put(
            ByteBuffer buffer,
            KernelParameter parameter,
            ElementType type,
            Number number,
            Function<String, KernelArgumentException> wrong) {
        if (type == ElementType.DOUBLE) {
            checkExact(number, number.doubleValue(), wrong, "a number that a double holds exactly");
            buffer.putDouble(number.doubleValue());
            return;
        }
        if (type == ElementType.FLOAT) {
            float value = number.floatValue();
            if (number instanceof Double) {
                if (Float.isInfinite(value) && !Double.isInfinite(number.doubleValue())) {
                    throw wrong.apply("a number within the range of float");
                }
            } else {
                checkExact(number, value, wrong, "a number that a float holds exactly");
            }
            buffer.putFloat(value);
            return;
        }
        if (type == ElementType.BYTE && number instanceof Byte
                || type == ElementType.SHORT && number instanceof Short) {
            // Java has no unsigned ones: their bits count, as in arrays.
            if (type == ElementType.BYTE) {
                buffer.put(number.byteValue());
            } else {
                buffer.putShort(number.shortValue());
            }
            return;
        }
        int bits = type.bytes() * 8;
        BigInteger low = parameter.isUnsigned()
                ? BigInteger.ZERO
                : BigInteger.ONE.shiftLeft(bits - 1).negate();
        BigInteger high = BigInteger.ONE.shiftLeft(parameter.isUnsigned() ? bits : bits - 1);
        BigInteger value = integer(number, () -> wrong.apply("a whole number"));
        if (value.compareTo(low) < 0 || value.compareTo(high) >= 0) {
            throw wrong.apply("a whole number from " + low + " to " + high.subtract(BigInteger.ONE));
        }
        switch (type) {
            case LONG -> buffer.putLong(value.longValue());
            case INT -> buffer.putInt(value.intValue());
            case SHORT -> buffer.putShort(value.shortValue());
            default -> buffer.put(value.byteValue());
        }
    }

    private static void checkExact(
            Number number, double converted, Function<String, KernelArgumentException> wrong, String expected) {
        boolean floating = number instanceof Float || number instanceof Double;
        if (!floating && decimal(number).compareTo(new BigDecimal(converted)) != 0) {
            throw wrong.apply(expected);
        }
    }

    private static BigInteger integer(Number number, Supplier<KernelArgumentException> wrong) {
        try {
            return decimal(number).toBigIntegerExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw wrong.get();
        }
    }

    /** The number's exact value, which its text is not for doubles. */
    private static BigDecimal decimal(Number number) {
        boolean floating = number instanceof Float || number instanceof Double;
        return floating ? new BigDecimal(number.doubleValue()) : new BigDecimal(number.toString());
    }

    /** A value as in messages. */
    public static String describe(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Grid || value instanceof LocalMemory) {
            return value.toString();
        }
        if (value.getClass().isArray()) {
            String element = value.getClass().getComponentType().getSimpleName();
            String rest = element.replaceFirst("^[^\\[]*", "");
            return element.substring(0, element.length() - rest.length()) + "[" + Array.getLength(value) + "]" + rest;
        }
        String kind = value.getClass().getSimpleName();
        return value instanceof Number || value instanceof Boolean || value instanceof Character
                ? value + " (" + kind + ")"
                : "a " + kind;
    }
}
