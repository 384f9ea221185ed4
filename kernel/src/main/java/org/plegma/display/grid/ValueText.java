package org.plegma.display.grid;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Text;

/** Values of the Java library as one line of text: what {@code toString()} gives, but arrays are readable and nothing is endless. */
public final class ValueText {
    private static final int MOST = 100;
    private static final int DEPTH = 4;
    private static final int LENGTH = 200;

    private ValueText() {}

    /** A value inside something larger. */
    public static String of(Object value) {
        return of(value, 0);
    }

    /** A collection with its first elements, and how many it has if that is more. */
    public static String collection(Collection<?> collection) {
        return collection(collection, 0);
    }

    /** A map with its first entries, and how many it has if that is more. */
    public static String map(Map<?, ?> map) {
        return map(map, 0);
    }

    /**
     * A record as its {@code toString()} has it, with the elements of its arrays, also of those in records and collections that it holds,
     * in place of what Java calls them.
     */
    public static String record(Record one) {
        return record(one, 0);
    }

    /** A stream by its kind; looking at its elements would use it up. */
    public static String stream(BaseStream<?, ?> stream) {
        String kind = stream instanceof IntStream
                ? "IntStream"
                : stream instanceof LongStream
                        ? "LongStream"
                        : stream instanceof DoubleStream ? "DoubleStream" : "Stream";
        return kind + ", not consumed (" + (kind.equals("Stream") ? "toList()" : "toArray()") + " shows its elements)";
    }

    private static String of(Object value, int depth) {
        if (value instanceof CharSequence text) {
            return Text.element(text.toString());
        }
        if (depth > DEPTH) {
            return "…";
        }
        if (value instanceof Collection<?> inner) {
            return collection(inner, depth + 1);
        }
        if (value instanceof Map<?, ?> inner) {
            return map(inner, depth + 1);
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(inside -> "Optional[" + of(inside, depth + 1) + "]")
                    .orElse("Optional.empty");
        }
        if (value instanceof BaseStream<?, ?> stream) {
            return stream(stream);
        }
        if (value instanceof Record one) {
            return Text.abbreviate(record(one, depth + 1), LENGTH);
        }
        if (value != null && value.getClass().isArray()) {
            return Text.abbreviate(ArrayText.of(value).replaceAll("\\s*\n\\s*", " "), LENGTH);
        }
        return Text.abbreviate(Text.withoutWrappers(String.valueOf(value)), LENGTH);
    }

    private static String record(Record one, int depth) {
        String text = Text.withoutWrappers(String.valueOf(one.toString()));
        return withElements(text, one, depth);
    }

    /** The text with the elements of an array, or of those in what holds arrays, in place of {@code [I@1b2c}. */
    private static String withElements(String text, @Nullable Object value, int depth) {
        if (!text.contains("@") || value == null || depth > DEPTH) {
            return text;
        }
        if (value.getClass().isArray()) {
            String name = String.valueOf(value);
            return text.contains(name) ? text.replace(name, of(value, depth)) : text;
        }
        String changed = text;
        if (value instanceof Record one) {
            for (RecordComponent component : one.getClass().getRecordComponents()) {
                changed = withElements(changed, held(component, one), depth + 1);
            }
        } else if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
            Collection<?> inner = value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value;
            for (Object each : inner.stream().limit(MOST).toList()) {
                changed = withElements(changed, each, depth + 1);
            }
        }
        return changed;
    }

    private static @Nullable Object held(RecordComponent component, Record one) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true); // records of a notebook's cells need not be public
            return accessor.invoke(one);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null; // it stays as its toString() says
        }
    }

    private static String collection(Collection<?> collection, int depth) {
        return list(collection, (out, element) -> out.append(of(element, depth + 1)), "[", "]");
    }

    private static String map(Map<?, ?> map, int depth) {
        Function<Object, String> text = value -> of(value, depth + 1);
        return list(
                map.entrySet(),
                (out, entry) ->
                        out.append(text.apply(entry.getKey())).append('=').append(text.apply(entry.getValue())),
                "{",
                "}");
    }

    private static <E> String list(
            Collection<E> elements, BiConsumer<StringBuilder, ? super E> append, String open, String close) {
        StringBuilder out = new StringBuilder(open);
        Iterator<E> iterator = elements.iterator();
        for (int i = 0; i < MOST && iterator.hasNext(); i++) {
            out.append(i == 0 ? "" : ", ");
            append.accept(out, iterator.next());
        }
        boolean more = iterator.hasNext();
        return out.append(more ? ", …" + close + " (" + Numbers.grouped(elements.size()) + " in all)" : close)
                .toString();
    }
}
