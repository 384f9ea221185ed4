package org.plegma.stencil.source;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindDriver;
import org.plegma.expr.tree.Boundary;
import org.plegma.process.WorkLimit;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.method.KeptCode;
import org.plegma.stencil.method.SpecHash;
import org.plegma.stencil.method.StencilSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a user's code in place of the generated one, after it gave what the formula means on small grids of random values.
 *
 * <p>The trial runs in a process of its own with a limit, since a wrong kernel can end or hang the driver, and after
 * that under Oclgrind, if it is installed, for reads and writes out of bounds that happen to do no harm; where that cannot be
 * checked, a warning says so. What passed is remembered as long as this process lives.
 */
public final class SourceCheck {
    /** For all that a trial does: a compiler may hang, too. */
    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofMinutes(5), Duration.ofMinutes(2));

    /** Of a grid that is tried: evaluating it takes a minute. */
    private static final long MOST_CELLS = 1 << 22;

    /** Of a grid that is simulated, a thousand times slower. */
    private static final long MOST_SIMULATED = 1 << 14;

    private static final int PERIOD = 64;

    private static final Set<List<Object>> PASSED = ConcurrentHashMap.newKeySet();

    private static final Logger LOG = LoggerFactory.getLogger(SourceCheck.class);

    private SourceCheck() {}

    /**
     * The code for an instance, with the user's source if there is one.
     *
     * @throws IllegalArgumentException if the method has no code for it, or takes no source of a user's own
     * @throws RefusedSourceException if the source is wrong
     */
    public static StepCode code(Session session, StencilSettings settings, StencilInstance instance) {
        if (settings.source() == null) {
            return KeptCode.of(settings.method(), instance);
        }
        if (!settings.method().way().takesOwnSource()) {
            throw new IllegalArgumentException(
                    "The kernels of " + settings.method() + " are the same for all stencils, so a source"
                            + " of one's own cannot stand in their place. Use the method direct.");
        }
        return replace(session, settings, instance);
    }

    /**
     * The code with the user's source.
     *
     * @throws RefusedSourceException if it is not right, or cannot be checked
     * @throws org.plegma.device.errors.BuildException if it does not compile
     */
    private static StepCode replace(Session session, StencilSettings settings, StencilInstance instance) {
        StepCode code = settings.editable(instance);
        String source = Objects.requireNonNull(settings.source());
        StepCode replaced = new StepCode(code.steps(), code.outputs(), () -> source, code.uniform(), code.launches())
                .withOptions(code.options());
        if (!PASSED.contains(key(settings, instance, code))) {
            compile(session, replaced);
            check(settings, instance, code);
            trust(settings, instance, code);
        }
        return replaced;
    }

    /** Takes a source for right. */
    static void trust(StencilSettings settings, StencilInstance instance, StepCode code) {
        PASSED.add(key(settings, instance, code));
    }

    private static List<Object> key(StencilSettings settings, StencilInstance instance, StepCode code) {
        return List.of(
                instance.device().key(),
                SpecHash.of(instance.spec()),
                settings.method(),
                instance.boundaries(),
                instance.type(),
                code.source(),
                settings.source());
    }

    /** In this process, for the compiler's messages; nothing runs. */
    private static void compile(Session session, StepCode code) {
        try (Program program = code.compile(session)) {
            for (Launch launch : code.launches()) {
                if (!program.kernelNames().contains(launch.kernel())) {
                    throw new RefusedSourceException("The source has no kernel '" + launch.kernel() + "', only "
                            + program.kernelNames() + ". Keep the names and parameters of the generated kernels.");
                }
            }
        }
    }

    private static void check(StencilSettings settings, StencilInstance instance, StepCode code) {
        List<int[]> shapes = shapesToTry(settings, instance, code);
        SourceTrial.Request request = new SourceTrial.Request(
                instance.device().index(),
                instance.device().key(),
                instance.spec().formula(),
                settings.method().toString(),
                instance.boundaries().stream().map(Boundary::toString).toList(),
                settings.parameters(),
                instance.type(),
                instance.variant(),
                shapes,
                code.source(),
                Objects.requireNonNull(settings.source()),
                SourceTrial.SECONDS);
        ask(request).ifPresent(problem -> {
            throw new RefusedSourceException(
                    problem + (isForAllShapes(settings, instance, code) ? "" : begin(instance)));
        });
    }

    /** Whether all small grids have this code, however different they are. */
    private static boolean isForAllShapes(StencilSettings settings, StencilInstance instance, StepCode code) {
        return shapes(instance.spec().rank(), reach(instance, code)).stream()
                .allMatch(sameCode(settings, instance, code));
    }

    private static String begin(StencilInstance instance) {
        String shape =
                Arrays.stream(instance.shape()).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return " It stands in place of source(" + shape
                + "); other shapes may have other code: begin with this one, and" + " check it by withSource(text, "
                + shape + ").";
    }

    private static int reach(StencilInstance instance, StepCode code) {
        return instance.spec().footprint().radius() * code.steps();
    }

    private static Predicate<int[]> sameCode(StencilSettings settings, StencilInstance instance, StepCode code) {
        return shape -> {
            try {
                return settings.editable(instance.withShape(shape)).source().equals(code.source());
            } catch (IllegalArgumentException e) {
                return false;
            }
        };
    }

    /** Shapes with the code of an instance: small ones, or if it is not that of small ones, the smallest that is found. */
    private static List<int[]> shapesToTry(StencilSettings settings, StencilInstance instance, StepCode code) {
        int reach = reach(instance, code);
        Predicate<int[]> sameCode = sameCode(settings, instance, code);
        List<int[]> small =
                shapes(instance.spec().rank(), reach).stream().filter(sameCode).toList();
        if (!small.isEmpty()) {
            return small;
        }
        int[] shape = shortened(instance.shape(), 2 * reach + 3, sameCode);
        if (instance.withShape(shape).cells() > MOST_CELLS) {
            throw new RefusedSourceException("The code of " + settings.method() + " for the shape "
                    + Arrays.toString(instance.shape()) + " is not that of any grid of at most " + MOST_CELLS
                    + " cells that was found, and on larger ones a source of one's own is not checked. Use the method"
                    + " direct, and fewer than 2^31 cells.");
        }
        return List.of(shape);
    }

    /**
     * Each size as small as it can be, in turn, such that a condition holds as it does for the shape. Remainders by
     * {@value #PERIOD} stay, on which depends whether rows are whole vectors.
     */
    public static int[] shortened(int[] shape, int least, Predicate<int[]> condition) {
        int[] shortest = shape.clone();
        for (int axis = 0; axis < shape.length; axis++) {
            for (int periods = 0; ; periods += Math.max(1, periods / 4)) {
                int size = periods * PERIOD + shape[axis] % PERIOD;
                if (size >= shape[axis]) {
                    break;
                }
                int[] candidate = shortest.clone();
                candidate[axis] = size;
                if (size >= least && condition.test(candidate)) {
                    shortest = candidate;
                    break;
                }
            }
        }
        return shortest;
    }

    /**
     * Small grids: with rows of a power of two, which generators may use, and odd ones; wider than a work-group, and smaller
     * than what a step reads.
     */
    public static List<int[]> shapes(int rank, int reach) {
        int side = 2 * reach + 3;
        int row = (side / 32 + 1) * 32;
        List<int[]> all = List.of(
                new int[] {side, side + 4, row},
                new int[] {side, side + 2, row + 256},
                new int[] {side, side + 4, side + 8},
                new int[] {side, side + 2, side + 130},
                new int[] {2, 1, 32},
                new int[] {2, 1, 3});
        return all.stream().map(shape -> Arrays.copyOfRange(shape, 3 - rank, 3)).toList();
    }

    /** What is wrong; empty if nothing is. */
    static Optional<String> ask(SourceTrial.Request request) {
        try {
            Path question = Files.createTempFile("plegma-source", ".json");
            Path answer = Files.createTempFile("plegma-source", ".txt");
            try {
                Files.writeString(question, new Gson().toJson(request));
                String[] arguments = {question.toString(), answer.toString()};
                ChildProcess.End end = ChildProcess.run(SourceTrial.class, LIMIT, Map.of(), arguments);
                if (end.way() != WorkLimit.End.OVER) {
                    return Optional.of("The trial of the source was given up: it " + LIMIT.text(end.way()) + ".");
                }
                String problem = Files.readString(answer);
                // A driver may also crash when it is closed after a fault that was told.
                if (!problem.isEmpty()) {
                    return Optional.of(problem);
                }
                if (!end.failure().isEmpty()) {
                    return Optional.of("The trial of the source failed: " + end.failure() + ".");
                }
                Optional<String> invalid =
                        simulate(question, answer, request.shapes().get(0));
                if (end.exitCode() != 0) {
                    return Optional.of("The source crashed the driver in a trial on small grids (exit code "
                            + end.exitCode() + "), as a write outside the arrays can. "
                            + invalid.map(text -> "Oclgrind: " + text + ".").orElse(""));
                }
                return invalid.map(
                        text -> "The source gives the right values, but reads or writes outside the arrays. Oclgrind: "
                                + text + ".");
            } finally {
                Files.delete(question);
                Files.delete(answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Oclgrind finds on the smallest grid. */
    private static Optional<String> simulate(Path question, Path answer, int[] shape) throws IOException {
        Files.writeString(answer, "");
        long cells = Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
        Optional<String> invalid = cells <= MOST_SIMULATED
                ? Oclgrind.invalidAccess(SourceTrial.class, LIMIT, question.toString(), answer.toString(), "simulated")
                : Optional.empty();
        if (invalid.isEmpty()) {
            whyNotSimulated(OclgrindDriver.isInstalled(), cells, Files.readString(answer))
                    .ifPresent(why -> LOG.warn(
                            "The source gives the right values, but whether it reads outside the arrays, which may do"
                                    + " harm elsewhere, was not checked: {}.",
                            why));
        }
        return invalid;
    }

    /** Empty if it was. */
    public static Optional<String> whyNotSimulated(boolean installed, long cells, String end) {
        if (!installed) {
            return Optional.of("that needs Oclgrind, which is not installed (apt-get install oclgrind)");
        } else if (cells > MOST_SIMULATED) {
            return Optional.of("the smallest grid with this code has " + cells + " cells, and only up to "
                    + MOST_SIMULATED + " are simulated");
        } else if (end.equals(SourceTrial.SIMULATED)) {
            return Optional.empty();
        }
        return Optional.of("Oclgrind did not come to an end" + (end.isEmpty() ? "" : ": " + end));
    }
}
