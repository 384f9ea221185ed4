package org.plegma.tune.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;

/**
 * All combinations of the values of some parameters, less those that a named constraint rules out. Immutable.
 *
 * <pre>{@code
 * Space space = Space.of(Parameter.ints("TILE", 8, 16, 32), Parameter.flag("PAD"))
 *         .where("tile of 32 only padded", c -> c.integer("TILE") < 32 || c.flag("PAD"));
 * }</pre>
 */
public final class Space {
    private final List<Parameter<?>> parameters;
    private final Map<String, Predicate<Configuration>> constraints;
    private final List<Configuration> extras;
    private final long combinations;

    private Space(
            List<Parameter<?>> parameters,
            Map<String, Predicate<Configuration>> constraints,
            List<Configuration> extras) {
        this.parameters = parameters;
        this.constraints = constraints;
        this.extras = extras;
        long product = 1;
        for (Parameter<?> p : parameters) {
            long n = p.values().size();
            product = product > Long.MAX_VALUE / n ? Long.MAX_VALUE : product * n;
        }
        this.combinations = Math.max(product, product + extras.size());
    }

    /** All combinations of the parameters' values. */
    public static Space of(Parameter<?>... parameters) {
        Preconditions.notNull(parameters, "parameters");
        return of(List.of(parameters));
    }

    /** All combinations of the parameters' values. */
    public static Space of(List<Parameter<?>> parameters) {
        Preconditions.notNull(parameters, "parameters");
        List<String> names = parameters.stream().<String>map(Parameter::name).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("Two parameters have the same name: " + names + ".");
        }
        return new Space(List.copyOf(parameters), Map.of(), List.of());
    }

    /** This space without the configurations in which an expression over the parameters is 0, such as {@code PAD < TILE}. */
    public Space require(String expression) {
        Preconditions.notNull(expression, "expression");
        return require(expression, name -> Optional.empty());
    }

    /**
     * The same with further names in the expression, such as the problem's size: {@code n % TILE == 0}.
     *
     * @param values what names stand for that are not parameters
     */
    public Space require(String expression, Function<String, Optional<Long>> values) {
        Preconditions.notNull(expression, "expression");
        Preconditions.notNull(values, "values");
        SizeExpression condition = SizeExpression.parse(expression);
        for (String name : condition.names()) {
            if (parameters.stream().noneMatch(p -> p.name().equals(name))
                    && values.apply(name).isEmpty()) {
                throw new IllegalArgumentException("In the constraint '" + expression + "', " + name
                        + " is neither a parameter nor a variable that holds a whole number.");
            }
        }
        return where(expression, c -> condition.value(c.names(values)) != 0);
    }

    /**
     * This space without the configurations that a condition rejects.
     *
     * @param name what the condition asks for, in words: pruned configurations are counted under it
     * @param holds true for the configurations that stay
     */
    public Space where(String name, Predicate<Configuration> holds) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(holds, "holds");
        Map<String, Predicate<Configuration>> more = new LinkedHashMap<>(constraints);
        if (more.put(name, holds) != null) {
            throw new IllegalArgumentException("There is already a constraint '" + name + "'.");
        }
        return new Space(parameters, more, extras);
    }

    /** This space with one configuration more, whose values need not be among those of the parameters. */
    public Space include(Configuration extra) {
        Preconditions.notNull(extra, "extra");
        if (read(extra.macros()).isPresent()) {
            return this;
        }
        List<Configuration> more = new ArrayList<>(extras);
        more.add(extra);
        return new Space(parameters, constraints, List.copyOf(more));
    }

    /** The parameters, in the order in which they were declared. */
    public List<Parameter<?>> parameters() {
        return parameters;
    }

    /** The number of combinations, before any constraint; {@code Long.MAX_VALUE} stands for more than that. */
    public long combinations() {
        return combinations;
    }

    /** All combinations, before any constraint: the last parameter varies fastest. */
    public Stream<Configuration> all() {
        return Stream.concat(
                LongStream.range(0, combinations - extras.size()).mapToObj(this::combination), extras.stream());
    }

    /** Any combination, before any constraint, each parameter uniform. */
    public Configuration random(RandomGenerator random) {
        Preconditions.notNull(random, "random");
        return new Configuration(
                parameters,
                parameters.stream()
                        .map(p -> (Object)
                                p.values().get(random.nextInt(p.values().size())))
                        .toArray());
    }

    private Configuration combination(long index) {
        Object[] values = new Object[parameters.size()];
        for (int i = values.length - 1; i >= 0; i--) {
            List<?> choices = parameters.get(i).values();
            values[i] = choices.get((int) (index % choices.size()));
            index /= choices.size();
        }
        return new Configuration(parameters, values);
    }

    /** The combinations that differ from {@code centre} in exactly one parameter, before any constraint. */
    public List<Configuration> neighbours(Configuration centre) {
        Preconditions.notNull(centre, "centre");
        List<Configuration> around = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            Object own = centre.get(parameters.get(i).name());
            for (Object value : parameters.get(i).values()) {
                if (!value.equals(own)) {
                    around.add(centre.with(i, value));
                }
            }
        }
        return around;
    }

    /** The first constraint that a configuration breaks; empty if it belongs to this space. */
    public Optional<String> violated(Configuration configuration) {
        Preconditions.notNull(configuration, "configuration");
        for (Map.Entry<String, Predicate<Configuration>> constraint : constraints.entrySet()) {
            boolean holds;
            try {
                holds = constraint.getValue().test(configuration);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(
                        "The constraint '" + constraint.getKey() + "' fails at " + configuration + ": " + e, e);
            }
            if (!holds) {
                return Optional.of(constraint.getKey());
            }
        }
        return Optional.empty();
    }

    /**
     * A configuration of this space by names and values in turn: {@code configuration("TILE", 16, "PAD", true)}.
     *
     * @throws IllegalArgumentException if a parameter lacks or is unknown, a value is not one of its parameter's, or a
     *     constraint is broken
     */
    public Configuration configuration(Object... namesAndValues) {
        Preconditions.notNull(namesAndValues, "namesAndValues");
        Map<String, String> macros = new LinkedHashMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            Parameter<?> parameter = parameter(String.valueOf(namesAndValues[i]));
            macros.put(
                    parameter.name(),
                    parameter.values().contains(namesAndValues[i + 1])
                            ? parameter.text(namesAndValues[i + 1])
                            : String.valueOf(namesAndValues[i + 1]));
        }
        if (namesAndValues.length % 2 != 0 || macros.size() != parameters.size()) {
            throw new IllegalArgumentException("A configuration of this space needs a value for each of "
                    + parameters.stream().map(Parameter::name).toList() + ", got " + macros + ".");
        }
        for (Parameter<?> p : parameters) {
            if (p.parse(Objects.requireNonNull(macros.get(p.name()))).isEmpty()) {
                throw new IllegalArgumentException(
                        p.name() + "=" + macros.get(p.name()) + " is not in this space: " + p + ".");
            }
        }
        Configuration configuration = read(macros).orElseThrow();
        violated(configuration).ifPresent(rule -> {
            throw new IllegalArgumentException(configuration + " breaks the constraint '" + rule + "'.");
        });
        return configuration;
    }

    /** The combination with these macro texts; empty if a name or value is not of this space. Constraints aside. */
    public Optional<Configuration> read(Map<String, String> macros) {
        Preconditions.notNull(macros, "macros");
        for (Configuration extra : extras) {
            if (extra.macros().equals(macros)) {
                return Optional.of(extra);
            }
        }
        if (macros.size() != parameters.size()) {
            return Optional.empty();
        }
        Object[] values = new Object[parameters.size()];
        for (int i = 0; i < values.length; i++) {
            Parameter<?> p = parameters.get(i);
            String text = macros.get(p.name());
            Optional<?> value = text == null ? Optional.empty() : p.parse(text);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values[i] = value.get();
        }
        return Optional.of(new Configuration(parameters, values));
    }

    private Parameter<?> parameter(String name) {
        return parameters.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No parameter is called " + name + ": there are "
                        + parameters.stream().map(Parameter::name).toList() + "."));
    }

    /** For example {@code TILE in {8, 16, 32}, PAD in {0, 1}; tile of 32 only padded}. */
    @Override
    public String toString() {
        String text =
                String.join(", ", parameters.stream().map(Parameter::toString).toList());
        return constraints.isEmpty() ? text : text + "; " + String.join("; ", constraints.keySet());
    }
}
