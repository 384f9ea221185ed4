package org.plegma.measure;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one bench case does, as its family declares it. Two cases do the same thing if all but the method agree.
 *
 * @param family the kernel family, for example {@code stencil}
 * @param name the case within its family, for example {@code 7-point}; empty if the family has one only
 * @param method the way it is computed, for example {@code blocked(4)} or {@code java}
 * @param type the element type, for example {@code float}
 * @param shape the extent of each axis, slowest first; empty if it has none
 * @param flops floating-point operations that the definition needs, whatever the method does; NaN if not applicable
 * @param bytes the fewest bytes that must cross the memory bus: each input read once, each output written once; NaN if
 *     not applicable
 * @param cells elements produced, counted once a step; NaN if not applicable
 * @param parameters what else the case is made of, by name, for example {@code radius} and 4: Integers, Doubles or words
 */
public record Work(
        String family,
        String name,
        String method,
        String type,
        List<Integer> shape,
        double flops,
        double bytes,
        double cells,
        Map<String, Object> parameters)
        implements Serializable {

    public Work {
        Objects.requireNonNull(family);
        Objects.requireNonNull(name);
        Objects.requireNonNull(method);
        Objects.requireNonNull(type);
        shape = List.copyOf(shape);
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        parameters.forEach(Work::check);
    }

    /** Work without parameters. */
    public Work(
            String family,
            String name,
            String method,
            String type,
            List<Integer> shape,
            double flops,
            double bytes,
            double cells) {
        this(family, name, method, type, shape, flops, bytes, cells, Map.of());
    }

    private static void check(String name, Object value) {
        boolean number = value instanceof Integer || value instanceof Double;
        boolean word = value instanceof String text && text.matches("(?!(NaN|Infinity)$)[A-Za-z][-\\w ]*");
        if (!name.matches("[a-z][a-z_]*") || !number && !word) {
            throw new IllegalArgumentException(
                    "A parameter has a name of small letters and a value that is an Integer, a Double, or a String of"
                            + " letters and digits that begins with a letter and is no number, not " + name + " = "
                            + value + ".");
        }
    }

    /** The parameters as text, for example {@code radius=4, steps=1}. */
    public String parametersText() {
        return parameters.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** The case with its parameters, for example {@code star radius=4, steps=1}. */
    public String caseText() {
        return parameters.isEmpty() ? name : (name + " " + parametersText()).strip();
    }

    /** The shape as text, for example {@code 512x512}. */
    public String shapeText() {
        return shape.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }

    /** FLOP per byte moved, from the declared minimum of bytes. */
    public double intensity() {
        return flops / bytes;
    }

    /** Everything that names the task, without the method. */
    public List<Object> task() {
        return List.of(family, name, parameters, type, shape);
    }

    /** In short, for example {@code stencil 7-point direct float 512x512}. */
    @Override
    public String toString() {
        return Stream.of(family, caseText(), method, type, shapeText())
                .filter(part -> !part.isBlank())
                .collect(Collectors.joining(" "));
    }
}
