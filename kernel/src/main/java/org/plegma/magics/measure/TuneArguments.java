package org.plegma.magics.measure;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelParameter;
import org.plegma.magics.MagicCall;
import org.plegma.tune.ByConfiguration;
import org.plegma.tune.space.SizeExpression;
import org.plegma.tune.space.Space;

/** The arguments of a kernel that {@code %tune} runs, and what names in its size expressions stand for. */
final class TuneArguments {
    private final MagicCall call;
    private final List<KernelParameter> parameters;
    private final Space space;
    private final List<Object> values = new ArrayList<>();

    private TuneArguments(MagicCall call, Kernel kernel, Space space) {
        this.call = call;
        this.space = space;
        this.parameters = kernel.parameters();
    }

    /**
     * Evaluates the arguments.
     *
     * @param text Java expressions with commas; null for the variables of the parameters' names
     */
    static TuneArguments bind(MagicCall call, Kernel kernel, Space space, @Nullable String text) throws Exception {
        TuneArguments bound = new TuneArguments(call, kernel, space);
        List<String> expressions = text == null
                ? bound.parameters.stream().map(KernelParameter::name).toList()
                : split(text);
        if (expressions.size() != bound.parameters.size()) {
            throw call.error("--args holds " + expressions.size() + " arguments, and " + kernel.name() + " takes "
                    + bound.parameters.size() + ": "
                    + String.join(
                            ", ",
                            bound.parameters.stream()
                                    .map(p -> p.shortType() + " " + p.name())
                                    .toList())
                    + ".");
        }
        for (int i = 0; i < expressions.size(); i++) {
            bound.values.add(bound.value(kernel, bound.parameters.get(i), expressions.get(i), text == null));
        }
        return bound;
    }

    private @Nullable Object value(Kernel kernel, KernelParameter parameter, String expression, boolean isName)
            throws Exception {
        Optional<SizeExpression> size = isName ? Optional.empty() : size(parameter, expression);
        if (size.isPresent()) {
            SizeExpression number = size.get();
            if (!parameter.isPointer()) {
                return (ByConfiguration) c -> number.value(c.names(this::whole));
            }
            ElementType type = parameter
                    .elementType()
                    .orElseThrow(() -> call.error("Write LocalMemory.of(type, length) for " + parameter.name() + "."));
            return (ByConfiguration)
                    c -> LocalMemory.of(type, parameter.vectorWidth() * number.value(c.names(this::whole)));
        }
        if (isName && call.variable(expression).isEmpty()) {
            throw call.error("There is no variable " + expression + " for the parameter " + parameter.name() + " of "
                    + kernel.name() + ". Name the arguments with --args \"...\".");
        }
        return call.evaluate(expression, call.codeLine());
    }

    /** The expression of a length of local memory, or of a number that depends on macros; empty if it is Java. */
    private Optional<SizeExpression> size(KernelParameter parameter, String text) {
        try {
            boolean isLocal = parameter.space() == KernelParameter.AddressSpace.LOCAL;
            SizeExpression size = isLocal ? SizeExpression.parseSize(text) : SizeExpression.parse(text);
            boolean dependsOnMacros =
                    space.parameters().stream().anyMatch(p -> size.names().contains(p.name()));
            return isLocal || dependsOnMacros ? Optional.of(size) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    Object[] values() {
        return values.toArray();
    }

    /** The whole number that a name stands for: an argument by its parameter's name, a variable, or an array's length. */
    Optional<Long> whole(String name) {
        if (name.endsWith(".length")) {
            return find(name.substring(0, name.length() - ".length".length())).flatMap(TuneArguments::length);
        }
        return find(name)
                .filter(v -> v instanceof Integer || v instanceof Long || v instanceof Short || v instanceof Byte)
                .map(v -> ((Number) v).longValue());
    }

    private Optional<Object> find(String name) {
        for (int i = 0; i < values.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return Optional.ofNullable(values.get(i));
            }
        }
        return call.variable(name);
    }

    private static Optional<Long> length(Object value) {
        if (value instanceof Grid grid) {
            return Optional.of(grid.length());
        }
        if (value instanceof DeviceArray array) {
            return Optional.of(array.length());
        }
        return value.getClass().isArray() ? Optional.of((long) Array.getLength(value)) : Optional.empty();
    }

    /** Divides at commas that are in no brackets and no quotes. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                i += c == '\\' ? 1 : 0;
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if ("([{".indexOf(c) >= 0) {
                depth++;
            } else if (")]}".indexOf(c) >= 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        String last = text.substring(start).strip();
        if (!last.isEmpty() || !parts.isEmpty()) {
            parts.add(last);
        }
        return parts;
    }
}
