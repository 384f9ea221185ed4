package org.plegma.stencil.source;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.process.WorkLimit;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.StencilPlan;

/**
 * The process that runs a user's source on small grids and compares each cell with the {@link Evaluator}: a {@code main}
 * with a file of the request, one for the problem that was found (empty if none was) and the word {@code simulated} under
 * a simulator, where the smallest grid is enough and nothing is compared.
 */
public final class SourceTrial {
    /**
     * Processor time that a source may use. A step on a small grid takes milliseconds, and as long as the compiler where it
     * works at the first launch. A processor uses it up in an endless kernel; the host does nothing beside another device.
     */
    static final int SECONDS = 20;

    private static final Duration IDLE = Duration.ofSeconds(30);

    /** The answer of a simulator that came to the end. */
    public static final String SIMULATED = "simulated";

    private final Request request;
    private final Path answer;
    private final Session session;
    private final StencilSpec spec;
    private final Boundary[] boundaries;
    private final Map<String, Double> parameters;

    /** What is tried; the texts travel as JSON. */
    record Request(
            int device,
            String deviceKey,
            String formula,
            String method,
            List<String> boundaries,
            Map<String, Double> parameters,
            ElementType type,
            Variant variant,
            List<int[]> shapes,
            String generated,
            String source,
            int seconds) {}

    private SourceTrial(Request request, Path answer, Session session) {
        this.request = request;
        this.answer = answer;
        this.session = session;
        this.spec = StencilSpec.parse(request.formula);
        this.boundaries = request.boundaries.stream().map(Boundary::parse).toArray(Boundary[]::new);
        this.parameters = new LinkedHashMap<>();
        spec.params()
                .forEach(param -> parameters.put(param.name(), request.parameters.getOrDefault(param.name(), 0.3)));
    }

    public static void main(String[] arguments) throws IOException {
        Request request = new Gson().fromJson(Files.readString(Path.of(arguments[0])), Request.class);
        answer(request, Path.of(arguments[1]), arguments.length > 2);
        System.exit(0);
    }

    static void answer(Request request, Path answer, boolean simulated) throws IOException {
        Device device = simulated ? Devices.preferred() : Devices.find(Integer.toString(request.device));
        if (!simulated && !device.key().equals(request.deviceKey)) {
            throw new IllegalStateException("the device " + request.device + " is " + device.key()
                    + " in the process of the trial, expected " + request.deviceKey);
        }
        try (Session session = Session.open(device)) {
            SourceTrial trial = new SourceTrial(request, answer, session);
            Files.writeString(
                    answer, simulated ? trial.simulated() : trial.problem().orElse(""));
        }
    }

    private String simulated() {
        try {
            run(request.shapes.get(0), true, Method.parse(request.method).steps(), true);
            return SIMULATED;
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private Optional<String> problem() {
        try {
            for (int[] shape : request.shapes) {
                for (boolean whole : new boolean[] {false, true}) {
                    Optional<String> wrong = wrongCell(shape, whole, 1);
                    if (wrong.isPresent()) {
                        return wrong;
                    }
                }
            }
            return wrongCell(request.shapes.get(0), false, 3);
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of("The source cannot be run: " + e.getMessage());
        }
    }

    private Map<String, Grid> start(int[] shape, boolean whole) {
        Random random = new Random(1);
        Map<String, Grid> grids = new LinkedHashMap<>();
        for (String key : State.keys(spec)) {
            // Whole numbers for formulas that test for equality; others for all else.
            grids.put(
                    key,
                    Grid.generate(request.type, i -> whole ? random.nextInt(2) : 2 * random.nextDouble() - 1, shape));
        }
        return grids;
    }

    private Map<String, Grid> run(int[] shape, boolean whole, long steps, boolean users) {
        StencilSettings settings =
                StencilSettings.of(spec).withBoundary(boundaries).withMethod(Method.parse(request.method));
        for (Map.Entry<String, Double> parameter : parameters.entrySet()) {
            settings = settings.withParam(parameter.getKey(), parameter.getValue());
        }
        if (users) {
            settings = settings.withSource(request.source);
        }
        StencilSettings tried = settings;
        StencilInstance instance = tried.on(session.device(), request.variant, request.type, shape);
        if (users) {
            StepCode code = tried.editable(instance);
            requireSame(request.generated, code.source());
            SourceCheck.trust(tried, instance, code);
        }
        try (StencilPlan plan =
                new StencilPlan(session, tried, instance, at -> SourceCheck.code(session, tried, at), Map.of())) {
            plan.load(start(shape, whole));
            Thread watch = watch();
            try {
                return plan.run(steps).result();
            } finally {
                watch.interrupt();
            }
        }
    }

    /** Fails unless the code that the source stands in place of is the same in this process. */
    public static void requireSame(String expected, String found) {
        String[] there = expected.split("\n");
        String[] here = found.split("\n");
        int line = Arrays.mismatch(there, here);
        if (line >= 0) {
            throw new IllegalStateException("The code generated for the trial is other code: line " + (line + 1)
                    + " is '" + (line < here.length ? here[line].strip() : "") + "', expected '"
                    + (line < there.length ? there[line].strip() : "") + "'.");
        }
    }

    /** Ends this process with an answer, unless it is interrupted in time. Under a simulator all takes its time. */
    private Thread watch() {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(request.seconds), IDLE);
        Thread watch = new Thread(() -> {
            try {
                WorkLimit.End end = limit.await(ProcessHandle.current(), millis -> {
                    Thread.sleep(millis);
                    return false;
                });
                Files.writeString(
                        answer,
                        "The source does not come to an end: on a small grid it " + limit.text(end)
                                + ". Look for a loop or a barrier that not all work-items reach.");
                Runtime.getRuntime().halt(0);
            } catch (InterruptedException e) {
                // it has come to an end
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        watch.setDaemon(true);
        if (!session.device().isOclgrind()) {
            watch.start();
        }
        return watch;
    }

    private Optional<String> wrongCell(int[] shape, boolean whole, int rounds) {
        int steps = rounds * Method.parse(request.method).steps();
        Map<String, List<double[]>> expected = expected(shape, whole, steps);
        Map<String, Grid> generated = run(shape, whole, steps, false);
        Map<String, Grid> found = run(shape, whole, steps, true);
        double unit = request.type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        for (Field field : spec.fields().stream().filter(Field::updated).toList()) {
            for (int age = 0; age < field.levels(); age++) {
                String key = State.key(field.name(), age);
                double[] values =
                        Objects.requireNonNull(expected.get(field.name())).get(age);
                Grid exact = Objects.requireNonNull(generated.get(key));
                Grid own = Objects.requireNonNull(found.get(key));
                double scale = Arrays.stream(values)
                        .map(Math::abs)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0);
                for (int i = 0; i < values.length; i++) {
                    double error = Math.abs(exact.at(i) - values[i]);
                    double tolerance = 64 * unit * scale + 8 * error;
                    if (!agree(own.at(i), values[i], tolerance)) {
                        return Optional.of(sentence(key, i, shape, steps, values[i], own));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Map<String, List<double[]>> expected(int[] shape, boolean whole, int steps) {
        Map<String, Grid> start = start(shape, whole);
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        for (Field field : spec.fields()) {
            List<double[]> levels = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                levels.add(Objects.requireNonNull(start.get(State.key(field.name(), age)))
                        .to(ElementType.DOUBLE)
                        .doubles());
            }
            state.put(field.name(), levels);
        }
        Evaluator evaluator = Evaluator.of(spec.simplified()).boundary(boundaries);
        for (Map.Entry<String, Double> parameter : parameters.entrySet()) {
            evaluator = evaluator.param(parameter.getKey(), parameter.getValue());
        }
        return evaluator.run(shape, state, steps);
    }

    /** A tolerance that is no number says that the generated code left the numbers of this type there, too. */
    private static boolean agree(double found, double expected, double tolerance) {
        if (!Double.isFinite(expected)) {
            return Double.compare(found, expected) == 0;
        }
        return Math.abs(found - expected) <= tolerance || !Double.isFinite(tolerance);
    }

    private String sentence(String key, int place, int[] shape, int steps, double expected, Grid found) {
        int[] cell = new int[shape.length];
        int rest = place;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            cell[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return "The source is wrong: cell " + Arrays.toString(cell) + " of " + key + " on a grid of "
                + Arrays.toString(shape) + " is " + found.at(place) + " after "
                + (steps == 1 ? "1 step" : steps + " steps") + " from random values,"
                + " expected " + expected + " (boundary " + String.join(", ", request.boundaries) + ", "
                + request.type.javaName() + ").";
    }
}
