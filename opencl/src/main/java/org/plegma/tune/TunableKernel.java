package org.plegma.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.SizeExpression;
import org.plegma.tune.space.Space;

/**
 * Any kernel whose parameters are macros of its source ({@code #ifndef TILE} / {@code #define TILE 16} / {@code #endif}):
 * each configuration is compiled with {@code -DTILE=...} and launched with sizes that may depend on it.
 *
 * <pre>{@code
 * try (TunableKernel t = TunableKernel.of(session, program.kernel("saxpy"))
 *         .space(Space.of(Parameter.ints("WIDTH", 1, 2, 4), Parameter.ints("GROUP", 64, 128)))
 *         .global(c -> new long[] {n / c.integer("WIDTH")})
 *         .local(c -> new long[] {c.integer("GROUP")})
 *         .arguments(n, 2f, x, y)
 *         .prepare()) {
 *     TuningResult result = Tuner.on(session.device()).tune(t);
 *     Kernel fastest = t.kernel(result.winner().configuration());
 * }
 * }</pre>
 *
 * <p>The kernel as it was given is the reference: it runs once, and what it writes is what every candidate must write,
 * within {@link Builder#tolerance}, unless {@link Builder#expect} says what is right. The arguments are copied; the
 * caller's arrays stay as they are. The kernel must be safe to run in every configuration: one that writes out of bounds
 * can end the process on a CPU device.
 */
public final class TunableKernel implements Tunable, AutoCloseable {
    private static final int DESCRIBED = 64;

    private final Session session;
    private final Kernel kernel;
    private final Space space;
    private final LaunchSize global;
    private final LaunchSize local;
    private final List<String> otherOptions;
    private final Configuration reference;
    private final KernelArguments arguments;
    private final long[] size;
    private final String hash;

    private TunableKernel(Builder b) {
        this.session = b.session;
        this.kernel = b.kernel;
        this.global = b.global;
        this.local = b.local;
        List<String> names =
                b.space.parameters().stream().<String>map(Parameter::name).toList();
        this.otherOptions = kernel.program().options().stream()
                .filter(option -> names.stream().noneMatch(name -> option.matches("-D" + name + "(=.*)?")))
                .toList();
        this.reference = MacroDefaults.of(kernel.program(), b.space);
        this.space = b.space.include(reference);
        this.size = b.size.length > 0 ? b.size : global.of(reference);
        this.arguments = new KernelArguments(session, kernel, b.arguments, b.expected, b.tolerance);
        try (Launch launch = new Launch(reference)) {
            this.hash = SourceHash.of(
                    kernel.program().source(),
                    String.join(" ", otherOptions),
                    describeSizes(),
                    arguments.describe(reference));
            arguments.learn(launch::run);
        } catch (RuntimeException e) {
            arguments.close();
            throw e;
        }
    }

    /** Begins the description of what is tuned. */
    public static Builder of(Session session, Kernel kernel) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(kernel, "kernel");
        return new Builder(session, kernel);
    }

    @Override
    public String name() {
        return kernel.name();
    }

    /** Of all that decides on time and correctness, but for the contents of input arrays. */
    @Override
    public String sourceHash() {
        return hash;
    }

    /** Launch sizes are functions: what they say for the first combinations tells one function from another. */
    private String describeSizes() {
        return Stream.concat(Stream.of(reference), space.all().limit(DESCRIBED))
                .map(c -> Arrays.toString(global.of(c)) + Arrays.toString(local.of(c)))
                .collect(Collectors.joining());
    }

    @Override
    public String type() {
        return String.join(
                ",",
                kernel.parameters().stream()
                        .map(org.plegma.device.source.KernelParameter::shortType)
                        .toList());
    }

    @Override
    public long[] size() {
        return size.clone();
    }

    /** The parameters; and what the kernel is compiled with now, even if that is not among their values. */
    @Override
    public Space space() {
        return space;
    }

    /** What the kernel is compiled with now. */
    @Override
    public List<Configuration> startingPoints() {
        return List.of(reference);
    }

    @Override
    public Resources resources(Configuration configuration) {
        Preconditions.notNull(configuration, "configuration");
        long[] group = local.of(configuration);
        return new Resources(group, arguments.localMemoryBytes(configuration), 0);
    }

    @Override
    public Candidate compile(Configuration configuration) {
        Preconditions.notNull(configuration, "configuration");
        return new Launch(configuration);
    }

    /** The kernel compiled with a configuration, its launch sizes set. */
    public Kernel kernel(Configuration configuration) {
        Preconditions.notNull(configuration, "configuration");
        return sized(kernel.program().compile(session, options(configuration)), configuration);
    }

    /** The options that {@link #kernel(Configuration)} compiles with. */
    public String[] options(Configuration configuration) {
        Preconditions.notNull(configuration, "configuration");
        List<String> options = new ArrayList<>(otherOptions);
        options.addAll(Arrays.asList(configuration.options()));
        return options.toArray(String[]::new);
    }

    private Kernel sized(Program program, Configuration configuration) {
        long[] items = global.of(configuration);
        long[] group = local.of(configuration);
        for (int d = 0; d < Math.min(items.length, group.length); d++) {
            items[d] = Kernel.roundUp(items[d], group[d]);
        }
        Kernel sized = program.kernel(kernel.name()).global(items);
        return group.length == 0 ? sized : sized.local(group);
    }

    /** Frees the copies of the arguments. */
    @Override
    public void close() {
        arguments.close();
    }

    /** One configuration, compiled. */
    private final class Launch implements Candidate {
        private final Program program;
        private final Kernel sized;
        private final Object[] values;
        private boolean broken;

        Launch(Configuration configuration) {
            program = kernel.program().compile(session, options(configuration));
            try {
                sized = sized(program, configuration);
                values = arguments.values(configuration);
            } catch (RuntimeException e) {
                program.close();
                throw e;
            }
        }

        @Override
        public Check verify() {
            return arguments.check(this::run);
        }

        @Override
        public double run() {
            broken = true;
            long start = System.nanoTime();
            Event event = sized.call(values);
            event.await();
            broken = false;
            double hostSeconds = (System.nanoTime() - start) * 1e-9;
            return event.seconds() > 0 ? event.seconds() : hostSeconds; // simulators have no clock
        }

        @Override
        public Map<String, Double> figures() {
            Map<String, Double> figures = new LinkedHashMap<>();
            sized.resources().registers().ifPresent(n -> figures.put("registers", (double) n));
            sized.resources().spillBytes().ifPresent(n -> figures.put("spilled bytes", (double) n));
            figures.put("local bytes", (double) sized.resources().localBytes());
            return figures;
        }

        @Override
        public void close() {
            if (broken) {
                Thread.interrupted(); // or the wait would end at once
                session.compute().finish();
            }
            program.close();
        }
    }

    /** A launch size that depends on the configuration: 1 to 3 numbers, or none to leave it open. */
    @FunctionalInterface
    public interface LaunchSize {
        long[] of(Configuration configuration);

        /**
         * Sizes by expressions over parameters and other names, see {@link SizeExpression#parseSize}.
         *
         * @param values what the names stand for that are not parameters
         */
        static LaunchSize parse(List<String> expressions, Function<String, Optional<Long>> values) {
            List<SizeExpression> parsed =
                    expressions.stream().map(SizeExpression::parseSize).toList();
            return c -> parsed.stream().mapToLong(e -> e.value(c.names(values))).toArray();
        }
    }

    /** Collects what a {@link TunableKernel} needs. */
    public static final class Builder {
        private final Session session;
        private final Kernel kernel;
        private Space space = Space.of();
        private LaunchSize global;
        private LaunchSize local;
        private Object[] arguments = {};
        private final Object[] expected;
        private double tolerance = Double.NaN;
        private long[] size = {};

        private Builder(Session session, Kernel kernel) {
            this.session = session;
            this.kernel = kernel;
            this.global = c -> kernel.global();
            this.local = c -> kernel.local();
            this.expected = new Object[kernel.parameters().size()];
        }

        /** The macros to tune and their constraints. */
        public Builder space(Space parameters) {
            Preconditions.notNull(parameters, "parameters");
            this.space = parameters;
            return this;
        }

        /**
         * Work-items in each dimension, rounded up to multiples of the local size: the kernel must test its index where
         * that may exceed the problem. Without it as the kernel was given.
         */
        public Builder global(LaunchSize workItems) {
            Preconditions.notNull(workItems, "workItems");
            this.global = workItems;
            return this;
        }

        /** Work-items of a work-group in each dimension; without it as the kernel was given, or as the driver chooses. */
        public Builder local(LaunchSize workItems) {
            Preconditions.notNull(workItems, "workItems");
            this.local = workItems;
            return this;
        }

        /**
         * The arguments, as for {@link Kernel#call}; one that depends on the configuration, such as local memory, is a
         * {@link ByConfiguration}.
         */
        public Builder arguments(Object... values) {
            Preconditions.notNull(values, "values");
            this.arguments = values.clone();
            return this;
        }

        /**
         * What an argument must hold after one run, in place of what the kernel as given writes.
         *
         * @param parameter a parameter's name
         * @param values a primitive array or {@link org.plegma.array.Grid} like the argument
         */
        public Builder expect(String parameter, Object values) {
            Preconditions.notNull(values, "values");
            for (int i = 0; i < expected.length; i++) {
                if (kernel.parameters().get(i).name().equals(parameter)) {
                    expected[i] = values;
                    return this;
                }
            }
            throw new IllegalArgumentException(kernel.name() + " has no parameter " + parameter + ": there are "
                    + kernel.parameters().stream()
                            .map(org.plegma.device.source.KernelParameter::name)
                            .toList()
                    + ".");
        }

        /**
         * The largest difference from the reference, relative to its largest finite number; by default 256 units of
         * rounding for floating-point outputs. Integers must be equal in any case.
         */
        public Builder tolerance(double relative) {
            if (!(relative >= 0)) {
                throw new IllegalArgumentException("The tolerance must not be negative: " + relative + ".");
            }
            this.tolerance = relative;
            return this;
        }

        /** The problem's extent, by which results are stored; without it, the global size of the kernel as given. */
        public Builder size(long... extent) {
            Preconditions.notNull(extent, "extent");
            this.size = extent.clone();
            return this;
        }

        /**
         * Copies the arguments and runs the kernel as given, for the reference.
         *
         * @throws RuntimeException if it cannot be compiled or launched
         */
        public TunableKernel prepare() {
            return new TunableKernel(this);
        }
    }

    /** The device of the session. */
    public Device device() {
        return session.device();
    }
}
