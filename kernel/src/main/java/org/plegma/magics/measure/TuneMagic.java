package org.plegma.magics.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.magics.Candidates;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import org.plegma.magics.VariableNames;
import org.plegma.magics.cell.Arguments;
import org.plegma.magics.opencl.OpenClKernels;
import org.plegma.tune.EqualDevices;
import org.plegma.tune.TunableKernel;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.result.TuningInterruptedException;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %tune}: searches the fastest parameters of a kernel. */
@Command(
        name = "tune",
        description = "Finds the fastest values of a kernel's macros. It compiles the kernel with every combination (or"
                + " searches, if there are many), checks each against what the kernel writes as it is, times those that are"
                + " right, and shows a table, a chart and the winner. What was tried is kept on disk and not tried again."
                + " Sizes are expressions over the macros, the kernel's parameters and the notebook's variables, such as"
                + " `n/WIDTH`; `/` rounds up in them. With several devices in use (`%device 0,1`), combinations are dealt out"
                + " to those that equal the main one.")
public final class TuneMagic implements Magic {
    private static final Pattern MACRO_OR_OPTION = Pattern.compile("\\w+=(?!=)|--\\w");

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            completionCandidates = Kernels.class,
            description = "A kernel of %%%%opencl, or a variable of type Tunable.")
    private String name;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "MACRO=VALUES",
            completionCandidates = Macros.class,
            description = "A macro of the kernel's source and the values to try: TILE=8,16,32 or UNROLL=1..4.")
    private List<String> macros = List.of();

    @Option(
            names = "--global",
            paramLabel = "SIZES",
            description = "Work-items in each dimension, with commas: n/WIDTH or columns,rows/WORK. Rounded up to"
                    + " multiples of --local.")
    private @Nullable String global;

    @Option(
            names = "--local",
            paramLabel = "SIZES",
            description = "Work-items of a work-group in each dimension; left to the driver unless told.")
    private @Nullable String local;

    @Option(
            names = "--args",
            paramLabel = "ARGUMENTS",
            description =
                    "The arguments, Java expressions with commas. Without it, the variables that are called as the"
                            + " kernel's parameters are. For local memory: the number of elements, which may depend on macros.")
    private @Nullable String arguments;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Tries only combinations for which it holds, such as \"TILE*WIDTH <= 256\"; may be repeated.")
    private List<String> conditions = List.of();

    @Option(
            names = "--expect",
            paramLabel = "PARAMETER=EXPRESSION",
            description = "What an array must hold after a run, in place of what the kernel writes as it is; may be"
                    + " repeated.")
    private List<String> expected = List.of();

    @Option(
            names = "--tolerance",
            paramLabel = "RELATIVE",
            description =
                    "The largest difference, relative to the largest number of the array; 256 roundings unless told.")
    private @Nullable Double tolerance;

    @Option(names = "--trials", paramLabel = "N", description = "Tries so many combinations at most; 256 unless told.")
    private int trials = Tuner.TRIALS;

    @Option(names = "--time", paramLabel = "SECONDS", description = "Starts no combination after so many seconds.")
    private @Nullable Double seconds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the search; 1 unless told.")
    private long seed;

    @Option(
            names = "--store",
            paramLabel = "FOLDER",
            completionCandidates = FileCandidates.class,
            description = "Keeps what was tried there, not in the user's cache.")
    private @Nullable Path store;

    @Option(names = "--fresh", description = "Tries again what was tried before.")
    private boolean fresh;

    @Option(names = "--over", paramLabel = "MACRO", description = "Draws the times over this macro, too.")
    private @Nullable String over;

    @Option(names = "--apply", description = "Compiles the kernel with the winner and gives it to the variable NAME.")
    private boolean apply;

    @Option(
            names = "--into",
            paramLabel = "VARIABLE",
            description = "Keeps the result in a variable of type TuningResult.")
    private @Nullable String into;

    @Option(
            names = "--t4",
            paramLabel = "FILE",
            completionCandidates = FileCandidates.class,
            description = "Writes all trials as T4 JSON, the format of Kernel Tuner.")
    private @Nullable Path t4;

    /** Macros that have a default in the kernel's source, by {@code #ifndef}. */
    static final class Macros extends Candidates {
        private static final Pattern DEFAULT = Pattern.compile("(?m)^\\s*#\\s*ifndef\\s+(\\w+)");

        @Override
        protected List<String> values(Request request) {
            Object kernel =
                    request.notebook().host().variable(request.before().get(0)).orElse(null);
            return kernel instanceof Kernel found
                    ? DEFAULT.matcher(found.program().source())
                            .results()
                            .map(match -> match.group(1) + "=")
                            .toList()
                    : List.of();
        }
    }

    static final class Kernels extends Candidates {
        @Override
        protected List<String> values(Request request) {
            Host host = request.notebook().host();
            return host.variables().stream()
                    .map(Host.Variable::name)
                    .filter(variable -> host.variable(variable)
                            .filter(v -> v instanceof Kernel || v instanceof Tunable)
                            .isPresent())
                    .toList();
        }
    }

    @Override
    public String example() {
        return """
                Kernel saxpy = session().compile(\"""
                    #ifndef WIDTH
                    #define WIDTH 1
                    #endif
                    kernel void saxpy(int n, float a, global const float *x, global float *y) {
                        int first = get_global_id(0) * WIDTH;
                        for (int i = first; i < min(first + WIDTH, n); i++)
                            y[i] += a * x[i];
                    }\""").kernel("saxpy");
                int n = 1 << 20;
                float a = 2;
                float[] x = new float[n], y = new float[n];
                java.util.Arrays.fill(x, 3);
                %tune saxpy WIDTH=1,4,16 GROUP=32,64 --global n/WIDTH --local GROUP""";
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        if (into != null) {
            VariableNames.check(call.host(), into, TuningResult.class, "result");
        }
        Object value = call.variable(name)
                .orElseThrow(() -> call.error("There is no variable " + name
                        + ", or it is null. Compile the kernel with" + " %%opencl first."));
        if (value instanceof Tunable tunable) {
            refuseKernelOptions(call);
            return search(call, List.of(tunable));
        }
        if (!(value instanceof Kernel kernel)) {
            throw call.error(name + " is a " + value.getClass().getSimpleName()
                    + ": %tune takes a kernel of %%opencl, or a Tunable.");
        }
        Session session = call.notebook().open().on(kernel.program().device());
        EqualDevices devices = EqualDevices.of(session);
        List<TunableKernel> twins = new ArrayList<>();
        try {
            for (Session each : devices.sessions()) {
                twins.add(describe(call, each, kernel));
            }
            if (!devices.text().isEmpty()) {
                call.host().out().println(devices.text());
            }
            TuningResult result = search(call, twins);
            if (apply) {
                apply(call, session, twins.get(0), result);
            }
            return result;
        } finally {
            twins.forEach(TunableKernel::close);
        }
    }

    private void refuseKernelOptions(MagicCall call) {
        if (!macros.isEmpty()
                || global != null
                || local != null
                || arguments != null
                || !conditions.isEmpty()
                || !expected.isEmpty()
                || tolerance != null
                || apply) {
            throw call.error(name + " is a Tunable, which knows its parameters, sizes and arguments itself: leave them"
                    + " out.");
        }
    }

    /** An option's value with blanks in it ends at the first, and what follows would be taken for macros. */
    private void refuseWordsWithoutQuotes(MagicCall call) {
        List<Arguments.Token> words = Arguments.split(call.arguments());
        for (int i = 2; i < words.size(); i++) {
            String word = words.get(i).text();
            String option = words.get(i - 2).text();
            if (macros.contains(word) && !MACRO_OR_OPTION.matcher(word).lookingAt() && option.startsWith("--")) {
                int last = i;
                while (last + 1 < words.size()
                        && !MACRO_OR_OPTION.matcher(words.get(last + 1).text()).lookingAt()) {
                    last++;
                }
                String value = call.arguments()
                        .substring(words.get(i - 1).start(), words.get(last).end());
                throw call.error("'" + word + "' is not a macro with its values. If it belongs to " + option
                        + ", which has blanks then, quote the whole: " + option + " " + Arguments.quote(value));
            }
        }
    }

    private TunableKernel describe(MagicCall call, Session session, Kernel kernel) throws Exception {
        if (macros.isEmpty()) {
            throw call.error("There is nothing to tune. Name macros of the kernel and their values: %tune " + name
                    + " TILE=8,16,32");
        }
        if (global == null && kernel.global().length == 0) {
            throw call.error("Say how many work-items " + name + " needs: --global n");
        }
        refuseWordsWithoutQuotes(call);
        Space space = Space.of(macros.stream().<Parameter<?>>map(Parameter::of).toList());
        TuneArguments bound = TuneArguments.bind(call, kernel, space, arguments);
        for (String condition : conditions) {
            space = space.require(condition, bound::whole);
        }
        checkUse(call, kernel, space);
        TunableKernel.Builder builder =
                TunableKernel.of(session, kernel).space(space).arguments(bound.values());
        if (global != null) {
            builder.global(TunableKernel.LaunchSize.parse(TuneArguments.split(global), bound::whole));
        }
        if (local != null) {
            builder.local(TunableKernel.LaunchSize.parse(TuneArguments.split(local), bound::whole));
        }
        if (tolerance != null) {
            builder.tolerance(tolerance);
        }
        for (String text : expected) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw call.error("--expect takes PARAMETER=EXPRESSION, not " + text + ".");
            }
            Object values = call.evaluate(text.substring(equals + 1), call.codeLine());
            if (values == null) {
                throw call.error("--expect " + text + ": the expression gives null.");
            }
            builder.expect(text.substring(0, equals), values);
        }
        return builder.prepare();
    }

    /** A macro that nothing depends on is a slip of the pen. */
    private void checkUse(MagicCall call, Kernel kernel, Space space) {
        String uses = String.join(" ", kernel.program().source(), global, local, arguments);
        for (Parameter<?> macro : space.parameters()) {
            if (!Pattern.compile("\\b" + macro.name() + "\\b").matcher(uses).find()) {
                throw call.error("Neither the source of " + name + " nor a size or argument mentions " + macro.name()
                        + ": its values would all be the same.");
            }
        }
    }

    private TuningResult search(MagicCall call, List<? extends Tunable> twins) throws Exception {
        Tuner tuner = Tuner.on(call.notebook().open().device()).trials(trials).seed(seed);
        Optional.ofNullable(seconds).ifPresent(s -> tuner.time(Duration.ofNanos((long) (s * 1e9))));
        Surroundings where = Surroundings.of(call.notebook());
        Optional.ofNullable(store).map(where::place).map(TuningStore::at).ifPresent(tuner::store);
        if (fresh) {
            tuner.fresh();
        }
        try {
            TuningResult result = tuner.tune(twins);
            keep(call, result);
            if (result.best().isEmpty()) {
                call.show(result);
            }
            result.winner(); // or else it says why there is none
            if (over != null) {
                call.show(result.scatter(over));
            }
            return result;
        } catch (TuningInterruptedException e) {
            keep(call, e.result());
            call.show(e.result());
            throw e;
        } catch (NoSuchElementException e) {
            throw call.error(e.getMessage());
        }
    }

    private void keep(MagicCall call, TuningResult result) throws Exception {
        if (t4 != null) {
            result.saveT4(Surroundings.of(call.notebook()).place(t4));
        }
        if (into != null) {
            call.host().bind(into, TuningResult.class.getName(), result);
        }
    }

    private void apply(MagicCall call, Session session, TunableKernel tunable, TuningResult result) throws Exception {
        Kernel kernel = (Kernel) call.variable(name).orElseThrow();
        List<String> options =
                new ArrayList<>(List.of(tunable.options(result.winner().configuration())));
        OpenClKernels.of(call.notebook())
                .define(call.host(), session, kernel.program().source(), options, null);
        call.host().out().println(name + " is now compiled with " + String.join(" ", options) + ".");
    }
}
