package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Session;
import org.plegma.magics.Candidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Measurement;
import org.plegma.measure.Work;
import org.plegma.measure.chart.Roofline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %roofline}: how far measured kernels are from the device's limits. */
@Command(
        name = "roofline",
        description =
                "Draws the roofline of the device: its bandwidths and arithmetic rates, and measurements as points, at"
                        + " the FLOP and bytes that their cases declare. The ceilings are measured the first time (some 20 s).")
public final class RooflineMagic implements Magic {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = Measured.class,
            description =
                    "Variables that hold measurements, such as those of %%%%bench --into, or bench cases, which are"
                            + " run; with spaces or commas.")
    private List<String> names = List.of();

    @Option(names = "--title", paramLabel = "TEXT", description = "The chart's title.")
    private @Nullable String title;

    @Option(names = "--measure", description = "Measures the ceilings again.")
    private boolean again;

    static final class Measured extends Candidates {
        @Override
        protected List<String> values(Request request) {
            Host host = request.notebook().host();
            return host.variables().stream()
                    .map(Host.Variable::name)
                    .filter(name ->
                            host.variable(name).filter(RooflineMagic::fits).isPresent())
                    .toList();
        }
    }

    @Override
    public String example() {
        return "%roofline";
    }

    @Override
    public Object run(MagicCall call) {
        List<Object> given = new ArrayList<>();
        for (String name : names) {
            if (!name.isBlank()) {
                given.addAll(measurable(call, name.strip()));
            }
        }
        Session session = call.notebook().open();
        Ceilings ceilings = again ? Ceilings.measure(session) : Ceilings.of(session);
        Bench bench = new Bench(session).against(ceilings);
        List<Measurement> points = new ArrayList<>();
        for (Object one : given) {
            points.add(one instanceof BenchCase toRun ? bench.run(toRun) : (Measurement) one);
        }
        return Roofline.chart(
                title != null ? title : "Roofline of " + session.device().name(), ceilings, points);
    }

    /** What a variable holds, if it has a place on the chart. */
    private static Collection<?> measurable(MagicCall call, String name) {
        Object value = call.require(name);
        if (!fits(value)) {
            throw call.error("%roofline takes measurements (%%bench --into NAME keeps them) or bench cases, and " + name
                    + " is of type " + value.getClass().getSimpleName() + ".");
        }
        Collection<?> all = value instanceof Collection<?> several ? several : List.of(value);
        for (Object one : all) {
            Work work = one instanceof BenchCase toRun ? toRun.work() : ((Measurement) one).work();
            if (!(work.intensity() > 0)) {
                throw call.error(
                        "The case '" + work + "' of " + name + " declares no FLOP or no bytes, so it has no place on"
                                + " the chart. With %%bench, say --flops and --bytes.");
            }
        }
        return all;
    }

    private static boolean fits(Object value) {
        Collection<?> all = value instanceof Collection<?> several ? several : List.of(value);
        return !all.isEmpty() && all.stream().allMatch(v -> v instanceof Measurement || v instanceof BenchCase);
    }
}
