package org.plegma.tune;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.Program;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/** The values that the macros of a program have now. */
final class MacroDefaults {
    private MacroDefaults() {}

    /**
     * For each parameter the value of its {@code -D} option, else of its {@code #define} in the source, else its first
     * one. It need not be among the values of the space.
     */
    static Configuration of(Program program, Space space) {
        List<Parameter<?>> parameters = space.parameters();
        Object[] values = new Object[parameters.size()];
        for (int i = 0; i < values.length; i++) {
            Parameter<?> parameter = parameters.get(i);
            values[i] = option(program, parameter.name())
                    .or(() -> definition(program.source(), parameter.name()))
                    .flatMap(text -> value(parameter, text))
                    .orElse(parameter.values().get(0));
        }
        return new Configuration(parameters, values);
    }

    private static Optional<String> option(Program program, String name) {
        return program.options().stream()
                .filter(o -> o.startsWith("-D" + name + "="))
                .map(o -> o.substring(o.indexOf('=') + 1))
                .reduce((first, last) -> last);
    }

    private static Optional<String> definition(String source, String name) {
        Matcher matcher = Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+" + name + "[ \\t]+(\\S+)")
                .matcher(source);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Optional<Object> value(Parameter<?> parameter, String text) {
        Optional<Object> listed = parameter.parse(text).map(v -> (Object) v);
        if (listed.isPresent()) {
            return listed;
        }
        Object example = parameter.values().get(0);
        if (!(example instanceof Integer)) {
            return example instanceof String ? Optional.of(text) : Optional.empty();
        }
        try {
            return Optional.of(Integer.decode(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
