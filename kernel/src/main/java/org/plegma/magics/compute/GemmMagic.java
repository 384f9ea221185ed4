package org.plegma.magics.compute;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.display.page.Numbers;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmExplanation;
import org.plegma.gemm.SharedGemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Precision;
import org.plegma.magics.Candidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.result.TuningInterruptedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %gemm C = 1.0*A*B' + 0.5*C}: a product of notebook variables. */
@Command(
        name = "gemm",
        description =
                "Multiplies matrices of the notebook on the device: `D = alpha*A*B' + beta*C`, where `'` transposes and"
                        + " `alpha`, `beta` and `C` may be left out. Matrices are of type `Grid` or `DeviceArray`, arrays such as"
                        + " `float[][]`, or parts of device arrays (`Matrix`); a vector is a column, three axes are a batch. The"
                        + " result is of the kind of the factors: on the device if one of them, or D, is, else a `Grid` if one of"
                        + " them is, else an array; a D that is a `Matrix` is written where it lies. With several devices in use,"
                        + " what is not on a device is dealt out to all of them; `--tune` and `--explain` are of the main one.")
public final class GemmMagic implements Magic {

    /** In a formula it would be minus minus a variable. */
    private static final Pattern LATE_OPTION = Pattern.compile("\\s(--(?:method|precision|tune|trials|explain))\\b");

    /** Matrices and numbers. */
    private static final Pattern VARIABLES = Pattern.compile("Grid|DeviceArray|Matrix|(?:float|double)(?:\\[]){0,3}"
            + "|byte|short|int|long|Byte|Short|Integer|Long|Float|Double|Number");

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            completionCandidates = MethodNames.class,
            description = "The kernel to use; without it, the best for device and shape.")
    private String method = Gemm.AUTO;

    @Option(
            names = "--precision",
            paramLabel = "PRECISION",
            completionCandidates = Precisions.class,
            description =
                    "ieee unless told. Float on NVIDIA's tensor cores: fp32-fast, by three products a term as exact as"
                            + " ieee but for the ends of the range; tf32 and bf16, with 11 and 8 bits of each factor.")
    private String precision = Precision.IEEE.toString();

    @Option(
            names = "--tune",
            paramLabel = "SECONDS",
            description =
                    "Searches the fastest tiles or panels for so long first, on this device and for this product. What"
                            + " was found is kept and used from then on, also for other products of about that shape.")
    private @Nullable Double seconds;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "With --tune: tries so many combinations at most; " + Tuner.TRIALS + " unless told.")
    private @Nullable Integer trials;

    @Option(
            names = "--explain",
            description =
                    "Times each method for this product, shows which one is chosen and why, and its OpenCL. Without"
                            + " --method, products of exactly this shape get the fastest from then on.")
    private boolean explain;

    @Parameters(
            arity = "0..*",
            paramLabel = "PRODUCT",
            description = "Such as D = A*B' + C, up to the end of the line.")
    private List<String> product;

    static final class MethodNames extends Candidates {
        @Override
        protected List<String> values(Request request) {
            List<String> names = new ArrayList<>(Gemm.methods());
            names.add(Gemm.AUTO);
            return names;
        }
    }

    static final class Precisions extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.of(Precision.values()).stream().map(Precision::toString).toList();
        }
    }

    /** Not Java, but code all the same: its quotes transpose, and variables in it can be inspected. */
    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public Optional<Pattern> formulaTypes() {
        return Optional.of(VARIABLES);
    }

    @Override
    public String example() {
        return """
                float[][] A = {{1, 2}, {3, 4}, {5, 6}}, B = {{1, 0}, {1, 1}};
                %gemm C = 0.5*A*B'
                C""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        if (trials != null && seconds == null) {
            throw call.error("--trials limits a search: tell how long it may take, too, for example --tune 60.");
        }
        Matcher late = LATE_OPTION.matcher(call.code());
        if (late.find()) {
            throw new MagicException(
                    "Options of %gemm stand before the product: %gemm " + late.group(1) + " … D = A*B.",
                    call.codeLine(),
                    call.codeColumn() + late.start(1),
                    null);
        }
        try {
            multiply(call, GemmFormula.parse(call.code(), name -> call.require(name) instanceof Number));
        } catch (GemmFormula.Fault fault) {
            throw new MagicException(fault.getMessage(), call.codeLine(), call.codeColumn() + fault.place, null);
        }
        return null;
    }

    private void multiply(MagicCall call, GemmFormula formula) throws Exception {
        List<GemmOperand> operands = new ArrayList<>();
        Session session = call.notebook().open();
        try {
            GemmOperand left = operand(call, session, formula.left(), operands);
            GemmOperand right = operand(call, session, formula.right(), operands);
            GemmOperand added = formula.added() == null ? null : operand(call, session, formula.added(), operands);
            int[] shape = GemmOperand.checkShapes(left, right, added);
            double alpha = value(call, formula.alpha());
            double beta = added == null ? 0 : value(call, formula.beta());
            Gemm gemm = call.notebook()
                    .perSession(Gemm.class, Gemm::of)
                    .method(method)
                    .precision(precision(call));
            boolean alone = seconds != null || explain;
            boolean onHost = !alone && GemmResult.isOnHost(call, formula.target(), operands);
            if (onHost && gemm.isForHost(alpha, left.onHost(), left.op(), right.onHost(), right.op())) {
                GemmResult.bind(
                        call,
                        formula.target(),
                        operands,
                        shape,
                        () -> byHost(call, gemm, formula, left, right, beta, added, shape));
                return;
            }
            if (onHost && session.devices().size() > 1) {
                GemmResult.bind(
                        call,
                        formula.target(),
                        operands,
                        shape,
                        () -> onAll(call, gemm, formula, alpha, left, right, beta, added, shape));
                return;
            }
            try (GemmResult target =
                    GemmResult.of(call, session, formula.target(), List.of(left, right), operands, shape)) {
                if (seconds != null) {
                    tune(call, session, seconds, gemm, left, right, target.matrix());
                }
                // Before the product, which then gets what was found to be the fastest.
                Optional<GemmExplanation> explanation =
                        explain ? Optional.of(explain(session, gemm, left, right, target.matrix())) : Optional.empty();
                Event event = gemm.multiply(
                        alpha,
                        left.matrix(),
                        left.op(),
                        right.matrix(),
                        right.op(),
                        beta,
                        added == null ? null : added.matrix(),
                        target.matrix());
                event.await();
                String chosen = gemm.methodFor(left.matrix(), left.op(), right.matrix(), right.op(), target.matrix());
                report(call, target.matrix(), precision(call), chosen, left.columns(), event.seconds());
                explanation.ifPresent(found -> {
                    call.show(found);
                    found.programs().forEach(call::show);
                });
                target.bind();
            }
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            throw call.error(e.getMessage());
        } finally {
            operands.forEach(GemmOperand::close);
        }
    }

    /** Rows of the result, or products of a batch, are dealt out to all devices in use. */
    private Grid onAll(
            MagicCall call,
            Gemm gemm,
            GemmFormula formula,
            double alpha,
            GemmOperand left,
            GemmOperand right,
            double beta,
            @Nullable GemmOperand added,
            int[] shape) {
        Grid result = Grid.zeros(left.type(), shape.length == 1 ? new int[] {shape[0], 1} : shape);
        long start = System.nanoTime();
        try (SharedGemm all = gemm.onAll()) {
            Grid c = added == null ? null : added.onHost();
            all.multiply(alpha, left.onHost(), left.op(), right.onHost(), right.op(), beta, c, result);
            double taken = (System.nanoTime() - start) * 1e-9;
            call.host()
                    .out()
                    .println(formula.target().text() + ": "
                            + GemmOperand.shapeText(
                                    result.rank() == 3 ? result.size(0) : 1, result.size(-2), result.size(-1))
                            + " " + precision(call).label(result.type()) + ", on "
                            + all.devices().size()
                            + " devices, " + Numbers.seconds(taken) + " with copies");
        }
        return result;
    }

    /** The host itself is done before the device would have the factors. */
    private Grid byHost(
            MagicCall call,
            Gemm gemm,
            GemmFormula formula,
            GemmOperand left,
            GemmOperand right,
            double beta,
            @Nullable GemmOperand added,
            int[] shape) {
        Grid result = Grid.zeros(left.type(), shape[0], right.columns());
        long start = System.nanoTime();
        gemm.multiply(
                1,
                left.onHost(),
                left.op(),
                right.onHost(),
                right.op(),
                beta,
                added == null ? null : added.onHost(),
                result);
        double taken = (System.nanoTime() - start) * 1e-9;
        call.host()
                .out()
                .println(formula.target().text() + ": " + GemmOperand.shapeText(1, shape[0], right.columns()) + " "
                        + precision(call).label(result.type()) + ", " + Numbers.seconds(taken)
                        + " on the host, as copies would take longer");
        return result;
    }

    private void tune(
            MagicCall call,
            Session session,
            double seconds,
            Gemm gemm,
            GemmOperand left,
            GemmOperand right,
            Matrix target)
            throws Exception {
        if (!(seconds > 0)) {
            throw call.error("The time budget must be positive, found --tune " + seconds + ".");
        }
        Tuner tuner = Tuner.on(session.device())
                .time(Duration.ofNanos((long) (seconds * 1e9)))
                .trials(trials == null ? Tuner.TRIALS : trials);
        try (DeviceArray scratch = like(session, target)) {
            Tunable tunable = gemm.tunable(left.matrix(), left.op(), right.matrix(), right.op(), Matrix.of(scratch));
            call.show(tuner.tune(tunable));
        } catch (TuningInterruptedException e) {
            call.show(e.result());
            throw e;
        }
    }

    private static GemmExplanation explain(
            Session session, Gemm gemm, GemmOperand left, GemmOperand right, Matrix target) {
        try (DeviceArray scratch = like(session, target)) {
            return gemm.explain(left.matrix(), left.op(), right.matrix(), right.op(), Matrix.of(scratch));
        }
    }

    /** An array for results that nobody wants, as the target may be added, too. */
    private static DeviceArray like(Session session, Matrix target) {
        return session.allocate(target.type(), target.count(), target.rows(), target.columns());
    }

    private static void report(
            MagicCall call, Matrix result, Precision precision, String method, int terms, double seconds) {
        double flops = 2.0 * result.count() * result.rows() * result.columns() * terms;
        String rate =
                flops == 0 || seconds <= 0 ? "" : ", " + Numbers.significant(flops / seconds * 1e-9, 3) + " GFLOP/s";
        call.host()
                .out()
                .println(result.name() + ": "
                        + GemmOperand.shapeText(result.count(), result.rows(), result.columns()) + " "
                        + precision.label(result.type()) + ", " + method + ", " + Numbers.seconds(seconds)
                        + " on the device" + rate);
    }

    private static GemmOperand operand(
            MagicCall call, Session session, GemmFormula.Factor factor, List<GemmOperand> operands) {
        GemmOperand operand =
                GemmOperand.of(session, factor, call.require(factor.name().text()));
        operands.add(operand);
        return operand;
    }

    private static double value(MagicCall call, List<GemmFormula.Scalar> scalars) {
        double value = 1;
        for (GemmFormula.Scalar scalar : scalars) {
            String text = scalar.word().text();
            double factor = Character.isJavaIdentifierStart(text.charAt(0))
                    ? ((Number) call.require(text)).doubleValue()
                    : Double.parseDouble(text);
            value *= scalar.negative() ? -factor : factor;
        }
        return value;
    }

    private Precision precision(MagicCall call) {
        for (Precision candidate : Precision.values()) {
            if (candidate.toString().equals(precision)) {
                return candidate;
            }
        }
        throw call.error("Unknown precision '" + precision + "'. There are "
                + String.join(
                        ", ",
                        List.of(Precision.values()).stream()
                                .map(Precision::toString)
                                .toList()) + ".");
    }
}
