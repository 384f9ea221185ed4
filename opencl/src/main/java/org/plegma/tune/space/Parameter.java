package org.plegma.tune.space;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;

/**
 * A named choice among a few values, in the order in which they were given: neighbours in a search.
 *
 * <p>The name is an identifier, so that it can be a macro of a kernel ({@code -DTILE=16}).
 *
 * @param <T> {@code Integer}, {@code Boolean}, {@code String} or an enum
 */
public final class Parameter<T> {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final String name;
    private final List<T> values;
    private final Function<T, String> text;

    private Parameter(String name, List<T> values, Function<T, String> text) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException("The parameter name '" + name + "' is not an identifier: use letters,"
                    + " digits and underscores, for example TILE_X.");
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Parameter " + name + " has no values: give at least one.");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException("Parameter " + name + " has a value twice: " + values + ".");
        }
        this.name = name;
        this.values = values;
        this.text = text;
    }

    /** Integers, such as tile sizes. */
    public static Parameter<Integer> ints(String name, int... values) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(values, "values");
        return new Parameter<>(name, IntStream.of(values).boxed().toList(), String::valueOf);
    }

    /** Off and on, 0 and 1 in a kernel. */
    public static Parameter<Boolean> flag(String name) {
        Preconditions.notNull(name, "name");
        return new Parameter<>(name, List.of(false, true), value -> value ? "1" : "0");
    }

    /** Words, such as element types or vector types. */
    public static Parameter<String> words(String name, String... values) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(values, "values");
        return new Parameter<>(name, List.of(values), Function.identity());
    }

    /** All constants of an enum; a kernel sees their names. */
    public static <E extends Enum<E>> Parameter<E> choice(String name, Class<E> type) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(type, "type");
        return new Parameter<>(name, List.of(type.getEnumConstants()), Enum::name);
    }

    /** Some constants of an enum; a kernel sees their names. */
    public static <E extends Enum<E>> Parameter<E> choice(String name, List<E> values) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(values, "values");
        return new Parameter<>(name, List.copyOf(values), Enum::name);
    }

    /**
     * A parameter as one writes it on a line: {@code TILE=8,16,32}, {@code UNROLL=1..4}, {@code TYPE=float,float4}. All
     * values must be integers (ranges include both ends), or all words.
     */
    public static Parameter<?> of(String declaration) {
        Preconditions.notNull(declaration, "declaration");
        int equals = declaration.indexOf('=');
        if (equals < 1 || equals == declaration.length() - 1) {
            throw new IllegalArgumentException("'" + declaration
                    + "' is not a parameter with its values: write it as TILE=8,16,32 or UNROLL=1..4.");
        }
        String name = declaration.substring(0, equals).strip();
        String[] texts = declaration.substring(equals + 1).strip().split("\\s*,\\s*", -1);
        if (!Stream.of(texts).allMatch(text -> text.matches("[-+]?\\d+(\\.\\.[-+]?\\d+)?"))) {
            return words(name, texts);
        }
        try {
            return ints(name, Stream.of(texts).flatMapToInt(Parameter::range).toArray());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("A value of " + declaration + " does not fit an int.", e);
        }
    }

    private static IntStream range(String text) {
        String[] ends = text.split("\\.\\.");
        return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }

    /** The name of the macro. */
    public String name() {
        return name;
    }

    /** The values, distinct, in the order of declaration. */
    public List<T> values() {
        return values;
    }

    /** What a kernel sees of a value of this parameter: the text of its macro. */
    public String text(Object value) {
        Preconditions.notNull(value, "value");
        @SuppressWarnings("unchecked") // a configuration of a space holds values of its parameters only
        T own = (T) value;
        return text.apply(own);
    }

    /** The value with this text, by which configurations come back from files; empty if there is none. */
    public Optional<T> parse(String valueText) {
        Preconditions.notNull(valueText, "valueText");
        return values.stream().filter(v -> text.apply(v).equals(valueText)).findFirst();
    }

    @Override
    public String toString() {
        return name + " in {" + String.join(", ", texts().toList()) + "}";
    }

    private Stream<String> texts() {
        return values.stream().map(text);
    }
}
