package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
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
import org.plegma.measure.chart.Charts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %%bench}: times expressions against each other, and checks that they compute the same. */
@Command(
        name = "bench",
        description =
                "Times the expressions of the cell, one a line as label: expression, until their medians are stable, by"
                        + " the device's clock where they launch kernels. Lines that start with setup: run before, untimed; in them, buffers makes arrays that are closed after the case, as buffers.input(ElementType.FLOAT, n) does. Results are"
                        + " compared: the value of an expression, or the array that --result names, which is filled with NaN first. A"
                        + " time whose result is wrong is not shown. With --over, all is done for each size, and drawn.")
public final class BenchMagic implements Magic {

    private static final String NO_VARIABLE = "size$";

    @Option(
            names = "--over",
            paramLabel = "n=SIZES",
            description = "Sizes, by the name that the cell uses: n=1000,2000 or n=2^10..2^20 or n=100..1000+100.")
    private String over;

    @Option(
            names = "--result",
            paramLabel = "EXPRESSION",
            completionCandidates = Candidates.Variables.class,
            description = "The array that each case fills: a variable of the set-up or of the notebook.")
    private String result;

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
    private String baseline;

    @Option(names = "--flops", paramLabel = "EXPRESSION", description = "Floating-point operations of a run: 2.0*n.")
    private String flops;

    @Option(names = "--bytes", paramLabel = "EXPRESSION", description = "Bytes that a run must move at least: 12.0*n.")
    private String bytes;

    @Option(names = "--cells", paramLabel = "EXPRESSION", description = "Elements that a run computes; n with --over.")
    private String cells;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = "float",
            completionCandidates = Types.class,
            description = "Element type, for limits: float, double or int.")
    private String type;

    @Option(names = "--time", paramLabel = "SECONDS", defaultValue = "1", description = "Longest time of a case.")
    private double seconds;

    @Option(
            names = "--into",
            paramLabel = "VARIABLE",
            description = "Keeps the measurements in a variable of type List<Measurement>.")
    private String into;

    static final class Types extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.of("double", "float", "int");
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
    public String declarations() {
        String size = over == null ? "" : "int " + over.replaceFirst("=.*", "").strip() + ";";
        return size + " " + Buffers.class.getName() + " buffers;";
    }

    @Override
    public String example() {
        return """
                %%bench --over n=2^10..2^16 --baseline loop
                setup: double[] x = new Random(1).doubles(n).toArray();
                loop: java.util.stream.IntStream.range(0, n).mapToDouble(i -> x[i]).sum()
                stream: Arrays.stream(x).sum()""";
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        if (into != null) {
            VariableNames.check(call.host(), into, List.class, "result");
        }
        SizeSweep sweep = sweep(call);
        BenchBody body = BenchBody.parse(call);
        if (baseline != null && body.cases().stream().noneMatch(c -> c.label().equals(baseline))) {
            throw call.error("No case has the label '" + baseline + "'; there are "
                    + body.cases().stream().map(BenchBody.Line::label).toList() + ".");
        }
        List<BenchCode> codes = new ArrayList<>();
        for (BenchBody.Line line : body.cases()) {
            codes.add(compile(call, body, line, sweep.variable()));
        }
        List<Measurement> measurements = measure(call, body, codes, sweep);
        if (into != null) {
            call.host().bind(into, "java.util.List<" + Measurement.class.getName() + ">", measurements);
        }
        if (over != null) {
            draw(call, measurements);
        }
        return baseline == null
                ? MeasureViews.measurements(measurements)
                : MeasureViews.measurements(measurements, baseline);
    }

    private SizeSweep sweep(MagicCall call) {
        try {
            return over == null ? new SizeSweep(NO_VARIABLE, List.of(1)) : SizeSweep.parse(over);
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
    }

    /** The line as an expression, else as a statement; the error of the latter is the one to show. */
    private BenchCode compile(MagicCall call, BenchBody body, BenchBody.Line line, String variable) throws Exception {
        String filled = line.result() == null ? result : line.result();
        int firstLine = call.bodyLine() - 1;
        try {
            return (BenchCode) call.host().evaluate(body.source(line, variable, true, filled), firstLine);
        } catch (Exception notAnExpression) {
            try {
                return (BenchCode) call.evaluate(body.source(line, variable, false, filled), firstLine);
            } catch (Exception e) {
                if (filled != null && compiles(call, body, line, variable)) {
                    throw new MagicException(
                            "The array that '" + line.label() + "' fills was to be " + filled
                                    + ", which is no variable of"
                                    + " the notebook or of the set-up lines. Name one that is.",
                            line.result() == null ? call.codeLine() - 1 : call.bodyLine() + line.index(),
                            1,
                            e);
                }
                throw e;
            }
        }
    }

    /** Whether the line by itself compiles, in one of the two ways. */
    private static boolean compiles(MagicCall call, BenchBody body, BenchBody.Line line, String variable) {
        for (boolean hasValue : new boolean[] {true, false}) {
            try {
                call.host().evaluate(body.source(line, variable, hasValue, null), call.bodyLine() - 1);
                return true;
            } catch (Exception e) {
                // then it is the line's own fault
            }
        }
        return false;
    }

    private List<Measurement> measure(MagicCall call, BenchBody body, List<BenchCode> codes, SizeSweep sweep)
            throws Exception {
        Bench bench = bench(call).timeLimit(seconds);
        IntToDoubleFunction flopsOf = count(call, sweep, flops);
        IntToDoubleFunction bytesOf = count(call, sweep, bytes);
        IntToDoubleFunction cellsOf = cells == null && over != null ? n -> n : count(call, sweep, cells);
        int first = 0;
        for (int i = 0; i < codes.size(); i++) {
            first = body.cases().get(i).label().equals(baseline) ? i : first;
        }
        List<BenchCase> cases = new ArrayList<>();
        for (int n : sweep.values()) {
            Reference reference = new Reference();
            for (int i = 0; i < codes.size(); i++) {
                // The reference is judged first, whatever its place in the cell.
                int which = i == 0 ? first : i <= first ? i - 1 : i;
                BenchCase.Builder one = BenchCase.of(
                                "bench", "", body.cases().get(which).label())
                        .flops(flopsOf.applyAsDouble(n))
                        .bytes(bytesOf.applyAsDouble(n))
                        .cells(cellsOf.applyAsDouble(n))
                        .tolerance(tolerance)
                        .inCache();
                if (over != null) {
                    one.shape(n);
                }
                if (!Double.isNaN(flopsOf.applyAsDouble(n))) {
                    one.type(type);
                }
                cases.add(one.prepare(buffers -> codes.get(which).prepare(n, reference, inPlace, buffers)));
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

    /** A count as a function of the size; NaN if the user gave none. */
    private static IntToDoubleFunction count(MagicCall call, SizeSweep sweep, String expression) throws Exception {
        if (expression == null) {
            return n -> Double.NaN;
        }
        return (IntToDoubleFunction) call.evaluate(
                "(java.util.function.IntToDoubleFunction) ((int " + sweep.variable() + ") -> (double) (" + expression
                        + "))",
                call.codeLine());
    }

    private void draw(MagicCall call, List<Measurement> measurements) {
        if (measurements.stream().anyMatch(Measurement::valid)) {
            call.show(Charts.time("Time over " + over, measurements));
            if (baseline != null
                    && measurements.stream()
                            .anyMatch(m -> m.valid() && m.work().method().equals(baseline))) {
                call.show(Charts.speedup("Speed-up over " + baseline, measurements, baseline));
            }
        }
    }
}
