package org.plegma.magics.compute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.source.AmdCompiler;
import org.plegma.device.source.AmdReport;
import org.plegma.display.Renderers;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;
import org.plegma.magics.Candidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.measure.waiting.SharedWork;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Stencil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %explain}: what a kernel is made of, and what it needs of a device. */
@Command(
        name = "explain",
        description =
                "Shows what a kernel, a stencil or work on several devices is made of, and what it takes. Of a kernel: its"
                        + " source, registers, local and private memory, work-group. Of a stencil: the methods with predicted and"
                        + " measured times, why one is the fastest, and its source. Of a `SlabPlan`, a `SharedGemm` or a"
                        + " `SharedFftPlan`: the share of the time in which each device waits for the others, predicted and in the"
                        + " last run. With `--target`, the same for an AMD device that is not there, by clang and libclc.")
public final class ExplainMagic implements Magic {

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = Candidates.Variables.class,
            description =
                    "A variable that holds a kernel, a program, a stencil, or work that several devices share, such as a SlabPlan.")
    private String name;

    @Option(
            names = "--shape",
            split = "\\s*[,x×]\\s*",
            splitSynopsisLabel = ",",
            paramLabel = "N",
            description =
                    "Of a stencil: the grid, one size an axis with commas or as displays write it, such as 4096,4096 or"
                            + " 64x64x64; without it, one that is larger than the caches.")
    private int[] shape = {};

    @Option(
            names = "--steps",
            paramLabel = "N",
            description =
                    "Of a stencil: the steps of a run, for which fft(k) may be the fastest; without it, the methods that"
                            + " are fast whatever the number of steps.")
    private @Nullable Long steps;

    @Option(
            names = "--target",
            split = ",",
            paramLabel = "TARGET",
            completionCandidates = Targets.class,
            description = "An AMD architecture, or several with commas: gfx90a,gfx1100.")
    private List<String> targets = List.of();

    @Option(names = "--assembly", description = "With --target: shows the machine code too.")
    private boolean assembly;

    static final class Targets extends Candidates {
        @Override
        protected List<String> values(Request request) {
            String done = request.prefix().substring(0, request.prefix().lastIndexOf(',') + 1);
            return AmdCompiler.TARGETS.stream().map(target -> done + target).toList();
        }
    }

    @Override
    public String example() {
        return """
                Kernel twice = session()
                    .compile("kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }")
                    .kernel("twice");
                %explain twice""";
    }

    @Override
    public Object run(MagicCall call) {
        Object value = call.require(name);
        if (value instanceof Stencil stencil) {
            return explain(call, stencil.on(call.notebook().open()));
        } else if (value instanceof BoundStencil bound) {
            return explain(call, bound);
        } else if (value instanceof SharedWork shared) {
            return shared.explain();
        }
        if (!(value instanceof Kernel) && !(value instanceof Program)) {
            throw call.error("The variable " + name + " is of type "
                    + value.getClass().getSimpleName() + ". %explain takes a kernel, a program, a stencil,"
                    + " or a SlabPlan, SharedGemm or SharedFftPlan.");
        }
        if (targets.isEmpty()) {
            requireNoAssembly(call);
            return Renderers.render(value);
        }
        Program program = value instanceof Kernel kernel ? kernel.program() : (Program) value;
        return report(
                call,
                value instanceof Kernel kernel ? kernel.name() : null,
                program.source(),
                program.options().toArray(String[]::new));
    }

    private Object explain(MagicCall call, BoundStencil bound) {
        if (!targets.isEmpty()) {
            return report(call, null, bound.source(Device.Kind.GPU));
        }
        requireNoAssembly(call);
        try {
            return steps == null ? bound.explain(shape) : bound.explainRun(steps, shape);
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
    }

    private void requireNoAssembly(MagicCall call) {
        if (assembly) {
            throw call.error("--assembly needs a --target, such as gfx90a.");
        }
    }

    private Sheet report(MagicCall call, @Nullable String only, String source, String... options) {
        List<AmdReport> reports = compile(call, source, options);
        if (assembly) {
            reports.forEach(
                    report -> call.show(SourceView.of(report.assembly()).title("Assembly for " + report.target())));
        }
        return table(reports, only);
    }

    private List<AmdReport> compile(MagicCall call, String source, String... options) {
        AmdCompiler compiler = AmdCompiler.find()
                .orElseThrow(() -> call.error("Compiling for an AMD device needs clang and libclc, which are not here."
                        + " On Debian: apt install clang-15 libclc-15-dev"));
        List<AmdReport> reports = new ArrayList<>();
        for (String target : targets) {
            reports.add(compiler.compile(source, target, options));
        }
        return reports;
    }

    private static Sheet table(List<AmdReport> reports, @Nullable String only) {
        Sheet sheet = new Sheet(null)
                .text("target")
                .text("kernel")
                .number("vector registers")
                .number("scalar registers")
                .number("spilled registers")
                .number("local memory")
                .number("scratch")
                .number("occupancy");
        for (AmdReport report : reports) {
            for (AmdReport.Usage usage : report.kernels()) {
                if (only == null || only.equals(usage.name())) {
                    sheet.row(
                            report.target(),
                            usage.name(),
                            usage.vgprs(),
                            usage.sgprs(),
                            usage.vgprSpills() + usage.sgprSpills(),
                            Numbers.bytes(usage.ldsBytes()),
                            Numbers.bytes(usage.scratchBytes()),
                            usage.occupancy());
                }
            }
        }
        return sheet.note(
                "Occupancy counts the wavefronts that a SIMD unit can hold at once; local arguments come on top"
                        + " of the local memory.");
    }
}
