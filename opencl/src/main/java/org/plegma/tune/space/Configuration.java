package org.plegma.tune.space;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plegma.array.Preconditions;

/** One value for each parameter of a {@link Space}. Immutable; equal if names and values are. */
public final class Configuration {
    private final List<Parameter<?>> parameters;
    private final Object[] values;

    /** Takes over {@code values}, one for each parameter. */
    public Configuration(List<Parameter<?>> parameters, Object[] values) {
        Preconditions.notNull(parameters, "parameters");
        Preconditions.notNull(values, "values");
        this.parameters = parameters;
        this.values = values;
    }

    /** The value of a parameter, with its type. */
    @SuppressWarnings("unchecked") // the space put a value of this parameter there
    public <T> T get(Parameter<T> parameter) {
        Preconditions.notNull(parameter, "parameter");
        return (T) get(parameter.name());
    }

    /** The value of a parameter by name: an Integer, Boolean, String or enum constant. */
    public Object get(String name) {
        Preconditions.notNull(name, "name");
        return values[indexOf(name)];
    }

    /** The value of an integer parameter; a flag counts as 0 or 1. */
    public int integer(String name) {
        Preconditions.notNull(name, "name");
        Object value = get(name);
        if (value instanceof Integer i) {
            return i;
        }
        if (value instanceof Boolean b) {
            return b ? 1 : 0;
        }
        throw new IllegalArgumentException("Parameter " + name + " is not an integer: its value is " + value + ".");
    }

    /** The value of a flag. */
    public boolean flag(String name) {
        Preconditions.notNull(name, "name");
        if (get(name) instanceof Boolean b) {
            return b;
        }
        throw new IllegalArgumentException("Parameter " + name + " is not a flag: its value is " + get(name) + ".");
    }

    /** Names and values, in the order of declaration. */
    public Map<String, Object> values() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(parameters.get(i).name(), values[i]);
        }
        return map;
    }

    /** Names and the text that a kernel sees for each value, in the order of declaration. */
    public Map<String, String> macros() {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(parameters.get(i).name(), parameters.get(i).text(values[i]));
        }
        return map;
    }

    /** The compile options that define each parameter as a macro: {@code -DTILE=16}. */
    public String[] options() {
        return macros().entrySet().stream()
                .map(e -> "-D" + e.getKey() + "=" + e.getValue())
                .toArray(String[]::new);
    }

    /** The value of a parameter as a number, else what {@code others} says: for expressions over names. */
    public Function<String, Optional<Long>> names(Function<String, Optional<Long>> others) {
        Preconditions.notNull(others, "others");
        return name -> names().contains(name) && !(get(name) instanceof String || get(name) instanceof Enum<?>)
                ? Optional.of((long) integer(name))
                : others.apply(name);
    }

    /** This configuration with another value for one parameter; the value is not checked against the space. */
    Configuration with(int index, Object value) {
        Object[] changed = values.clone();
        changed[index] = value;
        return new Configuration(parameters, changed);
    }

    private int indexOf(String name) {
        for (int i = 0; i < values.length; i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("No parameter is called " + name + ": there are " + names() + ".");
    }

    private List<String> names() {
        return parameters.stream().<String>map(Parameter::name).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Configuration c && Arrays.equals(values, c.values) && names().equals(c.names());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** For example {@code TILE=16 WIDTH=4}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        macros().forEach((name, value) ->
                text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value));
        return text.toString();
    }
}
