package org.plegma.magics.compute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.display.page.Numbers;
import org.plegma.expr.tree.Boundary;
import org.plegma.magics.Candidates;
import org.plegma.magics.HostValues;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.VariableNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %conv OUT = IMAGE * FILTER --mode same --boundary reflect}: a convolution of notebook variables. */
@Command(
        name = "conv",
        description = "Convolves an image with a filter on the device, with SciPy's meanings. The image is a `Grid`, a"
                + " `DeviceArray` or an array such as `float[][]`, of one to three axes. The filter is a `Filter`, a `Grid`,"
                + " an array, or a common one: `gaussian(sigma)`, `gaussian(sigma,radius)`, `box(radius)`, `sobel(axis)`,"
                + " `laplacian()`, `sharpen(sigma,amount)`, `motion(length,degrees)`. The result is a `DeviceArray` if the"
                + " image is one, else a `Grid`.")
public final class ConvMagic implements Magic {

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            completionCandidates = Modes.class,
            description = "How much of the result: full, same (as large as the image) or valid. Default: same.")
    private String mode = "same";

    @Option(
            names = "--boundary",
            paramLabel = "BOUNDARY",
            completionCandidates = Boundaries.class,
            description =
                    "What lies beyond the image: zero, constant(v), reflect, mirror, nearest or wrap (periodic). Default: zero.")
    private @Nullable String boundary;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            completionCandidates = Methods.class,
            description =
                    "direct, separable, stencil (values are constants in the code), fft, fft(n) with tiles of n cells, or"
                            + " auto. Default: auto.")
    private String method = "auto";

    @Option(names = "--correlate", description = "Does not turn the filter round.")
    private boolean correlate;

    @Option(names = "--explain", description = "Shows the times of the methods, and where they cross.")
    private boolean explain;

    @Parameters(
            arity = "1..*",
            paramLabel = "OUT = IMAGE * FILTER",
            completionCandidates = Words.class,
            description = "What is computed, of variables of the notebook.")
    private List<String> formula;

    static final class Modes extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.of("full", "same", "valid");
        }
    }

    static final class Boundaries extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return Boundary.names().stream()
                    .filter(name ->
                            Window.boundaries().contains(Boundary.parse(name).kind()))
                    .toList();
        }
    }

    static final class Methods extends Candidates {
        @Override
        protected List<String> values(Request request) {
            List<String> all = new ArrayList<>(List.of(ConvolutionMethods.AUTO));
            all.addAll(ConvolutionMethods.names());
            all.add("fft(1024)");
            return all;
        }
    }

    /** Variables, and after the sign the common filters. */
    static final class Words extends Candidates {
        @Override
        protected List<String> values(Request request) {
            List<String> words = new ArrayList<>();
            request.notebook().host().variables().forEach(variable -> words.add(variable.name()));
            if (request.before().contains("*")) {
                words.addAll(ConvFormula.COMMON_FILTERS);
            }
            return words;
        }
    }

    @Override
    public String example() {
        return """
                Grid image = Grid.random(ElementType.FLOAT, 1, 256, 256);
                %conv smooth = image * gaussian(2) --boundary reflect
                smooth""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        String text = String.join(" ", formula);
        ConvFormula parsed = ConvFormula.parse(text)
                .orElseThrow(() -> call.error("'" + text + "' is not a convolution. Write OUT = IMAGE * FILTER, such as"
                        + " smooth = image * gaussian(2)."));
        try {
            return convolve(call, parsed);
        } catch (IllegalArgumentException e) {
            throw call.error(
                    parsed.target() + " = " + parsed.image() + " * " + parsed.filter() + ": " + e.getMessage());
        }
    }

    private @Nullable Object convolve(MagicCall call, ConvFormula parsed) throws Exception {
        Object value = call.require(parsed.image());
        boolean onDevice = value instanceof DeviceArray;
        VariableNames.check(call.host(), parsed.target(), onDevice ? DeviceArray.class : Grid.class, "result");
        Session session = call.notebook().open();
        Convolve convolve = call.notebook()
                .perSession(Convolve.class, Convolve::of)
                .mode(mode)
                .boundary(boundary == null ? "zero" : boundary)
                .method(method);
        DeviceArray image = onDevice ? (DeviceArray) value : session.upload(grid(call, parsed.image(), value));
        try {
            Filter filter = filter(call, parsed, image.shape().length);
            DeviceArray result;
            try (ConvolutionPlan plan = correlate
                    ? convolve.planCorrelation(image.type(), filter, image.shape())
                    : convolve.plan(image.type(), filter, image.shape())) {
                result = session.allocate(image.type(), plan.outputShape());
                long start = System.nanoTime();
                plan.run(image, result);
                session.compute().finish();
                report(call, parsed, filter, plan, (System.nanoTime() - start) * 1e-9);
                if (boundary != null && Mode.parse(mode) == Mode.VALID) {
                    call.host()
                            .out()
                            .println("The mode valid reads nothing beyond the image: --boundary " + boundary
                                    + " changes nothing.");
                }
            }
            if (onDevice) {
                call.host().bind(parsed.target(), DeviceArray.class.getName(), result.named(parsed.target()));
            } else {
                try (result) {
                    call.host().bind(parsed.target(), Grid.class.getName(), result.download());
                }
            }
            return explain ? convolve.explain(image.type(), filter, image.shape()) : null;
        } finally {
            if (!onDevice) {
                image.close();
            }
        }
    }

    private static Grid grid(MagicCall call, String name, Object value) {
        Grid grid = HostValues.grid(value)
                .orElseThrow(() -> call.error(name + " is a " + value.getClass().getSimpleName()
                        + ". An image is a Grid, a DeviceArray, or an array such as float[][]."));
        return grid.type().isFloating() ? grid : grid.to(ElementType.FLOAT);
    }

    private static Filter filter(MagicCall call, ConvFormula parsed, int rank) {
        return parsed.common(rank).orElseGet(() -> {
            Object value = call.require(parsed.filter());
            if (value instanceof Filter filter) {
                return filter;
            }
            return Filter.of(HostValues.grid(value)
                    .orElseThrow(() -> call.error(parsed.filter() + " is a "
                            + value.getClass().getSimpleName()
                            + ". A filter is a Filter, a Grid, or an array such as double[][].")));
        });
    }

    private static void report(
            MagicCall call, ConvFormula parsed, Filter filter, ConvolutionPlan plan, double seconds) {
        String shape = Arrays.toString(plan.outputShape()).replace(", ", "x").replaceAll("[\\[\\]]", "");
        call.host()
                .out()
                .println(parsed.target() + ": " + shape + " " + plan.type().javaName() + " by a filter of "
                        + Arrays.toString(filter.shape()).replace(", ", "x").replaceAll("[\\[\\]]", "") + ", "
                        + plan.method() + " (" + plan.why() + "), " + Numbers.seconds(seconds));
    }
}
