package org.plegma.kernel.cell;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;

/** What {@link AssertedValues} writes into the assertions of cells: it keeps the two values that are compared. */
public final class Asserted {
    private static final int LONGEST = 200;
    private static final int MOST_OPEN = 1000;

    /** The left sides whose right sides are being computed, which may assert something themselves. */
    private final Deque<Object[]> open = new ArrayDeque<>();

    private @Nullable Object leftValue;
    private @Nullable Object rightValue;

    private static final ThreadLocal<Asserted> OF_THREAD = ThreadLocal.withInitial(Asserted::new);

    private Asserted() {}

    private static void keepLeft(Object value) {
        Deque<Object[]> open = OF_THREAD.get().open;
        if (open.size() == MOST_OPEN) {
            open.clear(); // right sides that threw
        }
        open.push(new Object[] {value});
    }

    private static void keepRight(Object value) {
        Asserted asserted = OF_THREAD.get();
        asserted.leftValue = asserted.open.pop()[0];
        asserted.rightValue = value;
    }

    public static boolean left(boolean value) {
        keepLeft(value);
        return value;
    }

    public static byte left(byte value) {
        keepLeft(value);
        return value;
    }

    public static char left(char value) {
        keepLeft(value);
        return value;
    }

    public static short left(short value) {
        keepLeft(value);
        return value;
    }

    public static int left(int value) {
        keepLeft(value);
        return value;
    }

    public static long left(long value) {
        keepLeft(value);
        return value;
    }

    public static float left(float value) {
        keepLeft(value);
        return value;
    }

    public static double left(double value) {
        keepLeft(value);
        return value;
    }

    public static <T> T left(T value) {
        keepLeft(value);
        return value;
    }

    public static boolean right(boolean value) {
        keepRight(value);
        return value;
    }

    public static byte right(byte value) {
        keepRight(value);
        return value;
    }

    public static char right(char value) {
        keepRight(value);
        return value;
    }

    public static short right(short value) {
        keepRight(value);
        return value;
    }

    public static int right(int value) {
        keepRight(value);
        return value;
    }

    public static long right(long value) {
        keepRight(value);
        return value;
    }

    public static float right(float value) {
        keepRight(value);
        return value;
    }

    public static double right(double value) {
        keepRight(value);
        return value;
    }

    public static <T> T right(T value) {
        keepRight(value);
        return value;
    }

    /** The message of a comparison that failed on this thread just now. */
    public static String compared(String condition, String left, String right, Object... namesAndValues) {
        Asserted asserted = OF_THREAD.get();
        StringBuilder message = new StringBuilder(condition);
        addValue(message, left, asserted.leftValue);
        addValue(message, right, asserted.rightValue);
        asserted.leftValue = null;
        asserted.rightValue = null;
        return addValues(message, namesAndValues);
    }

    /** The message of a condition that failed. */
    public static String failed(String condition, Object... namesAndValues) {
        return addValues(new StringBuilder(condition), namesAndValues);
    }

    private static String addValues(StringBuilder message, Object[] namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            addValue(message, (String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return message.toString();
    }

    /** Nothing for a literal, which shows its value itself. */
    private static void addValue(StringBuilder message, String expression, @Nullable Object value) {
        if (expression.isEmpty()) {
            return;
        }
        String text = value == null ? "null" : Renderers.render(value).plain();
        String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        message.append("\n    ").append(expression).append(" = ").append(shown);
    }
}
