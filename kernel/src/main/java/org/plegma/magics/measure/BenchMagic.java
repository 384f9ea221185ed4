package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.OpenClUnavailableException;
import org.plegma.display.results.MeasureViews;
import org.plegma.magics.Candidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.VariableNames;
import org.plegma.magics.measure.BenchCode.Reference;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Measurement;
import org.plegma.measure.chart.MethodCharts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %%bench}: times expressions against each other, and checks that they compute the same. */
@Command(
        name = "bench",
        description =
                "Times the expressions of the cell, one a line as `label: expression`, until their medians are stable, by"
                        + " the device's clock where they launch kernels. Lines that start with `setup:` run before, untimed. In them"
                        + " `buffers.input(ElementType.FLOAT, n)` makes an array that is closed after the case, and"
                        + " `buffers.closing(plan)` closes what else is opened. Results are compared: the value of an expression, or"
                        + " the array that it fills, which `label -> array: expression` or `--result` names. That array is filled"
                        + " with NaN first. A time whose result is wrong is not shown. With `--over`, all is done for each size, and"
                        + " drawn; with two variables for all pairs, and each case is a map of coloured cells.")
public final class BenchMagic implements Magic {

    private static final List<String> TYPES = List.of("double", "float", "int");

    /** What javac says of an expression that stands where a statement would have to. */
    private static final Pattern TOLD = Pattern.compile("line (\\d{1,6}): (.*?)(?: \\(and .*)?");

    private static final String NO_STATEMENT = "not a statement";

    @Option(
            names = "--over",
            arity = "1..2",
            paramLabel = "n=SIZES",
            description =
                    "Sizes, by the name that the cell uses: n=1000,2000 or n=2^10..2^20 or n=100..1000+100. All pairs of two"
                            + " variables: a=2..8+2, b=1..4.")
    private List<String> over = List.of();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Leaves out sizes for which it does not hold, such as b<a; the map has no colour there.")
    private @Nullable String where;

    @Option(
            names = "--result",
            paramLabel = "EXPRESSION",
            completionCandidates = Candidates.Variables.class,
            description = "The array that each case fills: a variable of the set-up or of the notebook.")
    private @Nullable String result;

    @Option(
            names = "--in-place",
            description = "The result is also an input: keep what it holds before each judged run.")
    private boolean inPlace;

    @Option(
            names = "--tolerance",
            paramLabel = "RELATIVE",
            defaultValue = "1e-5",
            description =
                    "The largest difference from the first case, relative to its largest number; 1e-5 unless told.")
    private double tolerance;

    @Option(
            names = "--baseline",
            paramLabel = "LABEL",
            description = "The case that results and times are compared with.")
    private @Nullable String baseline;

    @Option(names = "--flops", paramLabel = "EXPRESSION", description = "Floating-point operations of a run: 2.0*n.")
    private @Nullable String flops;

    @Option(names = "--bytes", paramLabel = "EXPRESSION", description = "Bytes that a run must move at least: 12.0*n.")
    private @Nullable String bytes;

    @Option(names = "--cells", paramLabel = "EXPRESSION", description = "Elements that a run computes; n with --over.")
    private @Nullable String cells;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = Types.class,
            description = "Element type, for limits: float, double or int.")
    private String type = "float";

    @Option(names = "--time", paramLabel = "SECONDS", defaultValue = "1", description = "Longest time of a case.")
    private double seconds;

    @Option(
            names = "--into",
            paramLabel = "VARIABLE",
            description = "Keeps the measurements in a variable of type List<Measurement>.")
    private @Nullable String into;

    static final class Types extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return TYPES;
        }
    }

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public boolean bodyIsJava() {
        return true;
    }

    @Override
    public String javaOf(String body) {
        return BenchBody.java(body);
    }

    @Override
    public List<String> declarations() {
        List<String> declarations = new ArrayList<>();
        try {
            sweeps().axes().forEach(axis -> declarations.add("int " + axis.variable() + ";"));
        } catch (IllegalArgumentException notYetWhole) {
            declarations.add("int " + over.get(0).replaceFirst("=.*", "").strip() + ";");
        }
        declarations.add(Buffers.class.getName() + " buffers;");
        return declarations;
    }

    @Override
    public String example() {
        return """
                %%bench --over n=1000,10000,100000 --baseline loop
                setup: double[] x = new Random(1).doubles(n).toArray();
                loop: java.util.stream.IntStream.range(0, n).mapToDouble(i -> x[i]).sum()
                stream: Arrays.stream(x).sum()""";
    }

    /** Of two variables: all pairs with {@code m <= n}, as a map for each case. */
    @Override
    public Optional<String> furtherExample() {
        return Optional.of(
                """
                %%bench --over n=4..16+4, m=4..16+4 --where m<=n --baseline rows --cells n*m --time 0.05
                setup: double[] x = new Random(1).doubles(n*m).toArray();
                rows: java.util.stream.IntStream.range(0, n*m).mapToDouble(i -> x[i]).sum()
                columns: java.util.stream.IntStream.range(0, n*m).mapToDouble(i -> x[i % n * m + i / n]).sum()""");
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        checkOptions(call);
        SizeSweeps sweeps = sweeps(call);
        BenchBody body = BenchBody.parse(call);
        if (baseline != null && body.cases().stream().noneMatch(c -> c.label().equals(baseline))) {
            throw call.error("No case has the label '" + baseline + "'; there are "
                    + body.cases().stream().map(BenchBody.Line::label).toList() + ".");
        }
        List<BenchCode> codes = new ArrayList<>();
        for (BenchBody.Line line : body.cases()) {
            codes.add(compile(call, body, line, sweeps));
        }
        List<Measurement> measurements = measure(call, body, codes, sweeps);
        if (into != null) {
            call.host().bind(into, "java.util.List<" + Measurement.class.getName() + ">", measurements);
        }
        if (!over.isEmpty()) {
            draw(call, measurements, sweeps);
        }
        return baseline == null
                ? MeasureViews.measurements(measurements)
                : MeasureViews.measurements(measurements, baseline);
    }

    private void checkOptions(MagicCall call) {
        if (into != null) {
            VariableNames.check(call.host(), into, List.class, "result");
        }
        if (!(tolerance >= 0)) {
            throw call.error("--tolerance is 0 or more, not " + tolerance + ".");
        }
        if (!TYPES.contains(type)) {
            throw call.error("--type is one of " + String.join(", ", TYPES) + ", not '" + type + "'.");
        }
    }

    private SizeSweeps sweeps() {
        return over.isEmpty() ? new SizeSweeps(List.of()) : SizeSweeps.parse(String.join(" ", over));
    }

    private SizeSweeps sweeps(MagicCall call) {
        try {
            return sweeps();
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
    }

    /** The line as an expression, else as a statement; the error of the latter is the one to show if it was meant as one. */
    private @Nullable BenchCode compile(MagicCall call, BenchBody body, BenchBody.Line line, SizeSweeps sweeps)
            throws Exception {
        String filled = line.result() == null ? result : line.result();
        int firstLine = call.bodyLine() - 1;
        try {
            return (BenchCode) call.host().evaluate(body.source(line, sweeps, true, filled), firstLine);
        } catch (Exception notAnExpression) {
            try {
                return (BenchCode) call.evaluate(body.source(line, sweeps, false, filled), firstLine);
            } catch (Exception e) {
                if (filled != null && compiles(call, body, line, sweeps)) {
                    throw new MagicException(
                            "The array that '" + line.label() + "' fills was to be " + filled
                                    + ", which is no variable of"
                                    + " the notebook or of the set-up lines. Name one that is.",
                            line.result() == null ? call.codeLine() - 1 : call.bodyLine() + line.index(),
                            1,
                            e);
                }
                Exception told = e;
                if (String.valueOf(e.getMessage()).contains(NO_STATEMENT)) {
                    try {
                        return (BenchCode) call.evaluate(body.source(line, sweeps, true, filled), firstLine);
                    } catch (Exception expression) {
                        told = expression;
                    }
                }
                throw placed(call, line, told);
            }
        }
    }

    /** The compiler's error, at the case where it is about what stands behind it, which the user has not written. */
    private static Exception placed(MagicCall call, BenchBody.Line line, Exception error) {
        int first = call.bodyLine() + line.index();
        Matcher told = TOLD.matcher(String.valueOf(error.getMessage()));
        return told.matches()
                        && Integer.parseInt(told.group(1))
                                >= first + line.code().lines().count()
                ? new MagicException(
                        "The case '" + line.label() + "' is no whole expression or statement: " + told.group(2) + ".",
                        first,
                        1,
                        error)
                : error;
    }

    /** Whether the line by itself compiles, in one of the two ways. */
    private static boolean compiles(MagicCall call, BenchBody body, BenchBody.Line line, SizeSweeps sweeps) {
        for (boolean hasValue : new boolean[] {true, false}) {
            try {
                call.host().evaluate(body.source(line, sweeps, hasValue, null), call.bodyLine() - 1);
                return true;
            } catch (Exception e) {
                // then it is the line's own fault
            }
        }
        return false;
    }

    private List<Measurement> measure(MagicCall call, BenchBody body, List<BenchCode> codes, SizeSweeps sweeps)
            throws Exception {
        Bench bench = bench(call).timeLimit(seconds);
        ToDoubleFunction<int[]> flopsOf = count(call, sweeps, "--flops", flops, "");
        ToDoubleFunction<int[]> bytesOf = count(call, sweeps, "--bytes", bytes, "");
        ToDoubleFunction<int[]> cellsOf = cells == null && sweeps.axes().size() == 1
                ? sizes -> sizes[0]
                : count(call, sweeps, "--cells", cells, "");
        ToDoubleFunction<int[]> holds = count(call, sweeps, "--where", where == null ? "true" : where, " ? 1 : 0");
        List<int[]> points = sweeps.points().stream()
                .filter(sizes -> holds.applyAsDouble(sizes) > 0)
                .toList();
        if (points.isEmpty()) {
            throw call.error("--where " + where + " leaves no sizes of --over " + String.join(" ", over) + ".");
        }
        int first = 0;
        for (int i = 0; i < codes.size(); i++) {
            first = body.cases().get(i).label().equals(baseline) ? i : first;
        }
        List<BenchCase> cases = new ArrayList<>();
        for (int[] sizes : points) {
            Reference reference = new Reference();
            for (int i = 0; i < codes.size(); i++) {
                // The reference is judged first, whatever its place in the cell.
                int which = i == 0 ? first : i <= first ? i - 1 : i;
                BenchCase.Builder one = BenchCase.of(
                                "bench", "", body.cases().get(which).label())
                        .flops(flopsOf.applyAsDouble(sizes))
                        .bytes(bytesOf.applyAsDouble(sizes))
                        .cells(cellsOf.applyAsDouble(sizes))
                        .tolerance(tolerance)
                        .inCache();
                if (!over.isEmpty()) {
                    one.shape(sizes);
                }
                if (!Double.isNaN(flopsOf.applyAsDouble(sizes))) {
                    one.type(type);
                }
                cases.add(one.prepare(buffers -> codes.get(which).prepare(sizes, reference, inPlace, buffers)));
            }
        }
        return bench.run(cases);
    }

    private static Bench bench(MagicCall call) {
        try {
            return new Bench(call.notebook().open());
        } catch (OpenClUnavailableException noDevice) {
            return Bench.onHost();
        }
    }

    /**
     * An option's expression as a function of the sizes; NaN if the user gave none. Sizes are longs in it, so that products do not
     * overflow, or ints where that does not compile.
     *
     * @param asNumber what makes its value a number
     */
    private static ToDoubleFunction<int[]> count(
            MagicCall call, SizeSweeps sweeps, String option, @Nullable String expression, String asNumber) {
        if (expression == null) {
            return sizes -> Double.NaN;
        }
        String value = "return (double) ((" + expression + ")" + asNumber + "); })";
        try {
            return function(call, sweeps.declarations("long") + value);
        } catch (Exception noLongs) {
            try {
                return function(call, sweeps.declarations() + value);
            } catch (Exception e) {
                String reason = String.valueOf(e.getMessage()).replaceFirst("^Line \\d+: ", "");
                throw call.error(option + " " + expression + " is no expression here: " + reason + ".");
            }
        }
    }

    @SuppressWarnings("unchecked") // the cast is in the source
    private static ToDoubleFunction<int[]> function(MagicCall call, String body) throws Exception {
        return (ToDoubleFunction<int[]>) Objects.requireNonNull(call.host()
                .evaluate(
                        "(java.util.function.ToDoubleFunction<int[]>) (" + SizeSweeps.ARRAY + " -> { " + body,
                        call.codeLine()));
    }

    private void draw(MagicCall call, List<Measurement> measurements, SizeSweeps sweeps) {
        if (measurements.stream().noneMatch(Measurement::valid)) {
            return;
        }
        String compared = measurements.stream()
                        .anyMatch(m -> m.valid() && m.work().method().equals(baseline))
                ? baseline
                : null;
        if (sweeps.axes().size() == 2) {
            new SweepMaps(sweeps, measurements).charts(cells != null, compared).forEach(call::show);
            return;
        }
        String variable = sweeps.axes().get(0).variable();
        MethodCharts charts = new MethodCharts(
                measurements, variable, each -> each.work().shape().get(0));
        call.show(charts.time("Time over " + variable));
        if (compared != null) {
            call.show(charts.speedup("Speed-up over " + compared, compared));
        }
    }
}
