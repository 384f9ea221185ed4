package org.plegma.rewrite.parallel.launch;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.rewrite.lanes.LaneKernel;
import org.plegma.rewrite.lanes.LaneWidths;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.parallel.code.ReductionWriter;
import org.plegma.rewrite.program.KernelProgram;

/** Kernels of a session in the form that its device likes, each compiled when it is first used. */
public final class CompiledKernels implements AutoCloseable {
    private final Session session;
    private final LaneWidths widths;
    private final boolean always;
    private final List<String> more;
    private final Map<KernelProgram, Program> programs = new IdentityHashMap<>();
    private final Map<ParallelKernel, Form> forms = new IdentityHashMap<>();
    private final Map<ParallelKernel, KernelDraft> checked = new IdentityHashMap<>();

    /**
     * A kernel without checks as a device runs it.
     *
     * @param width how many iterations a work-item does
     * @param reason why it is not more; empty if it is, or is not wanted
     */
    public record Form(KernelDraft draft, int width, String reason) {}

    public CompiledKernels(Session session) {
        this(session, LaneWidths.of(session.device()), false);
    }

    /** @param more options of the compiler */
    public CompiledKernels(Session session, List<String> more) {
        this(session, LaneWidths.of(session.device()), false, more);
    }

    /**
     * @param widths how many iterations a work-item shall do
     * @param always even if that is hardly faster
     */
    public CompiledKernels(Session session, LaneWidths widths, boolean always) {
        this(session, widths, always, List.of());
    }

    private CompiledKernels(Session session, LaneWidths widths, boolean always, List<String> more) {
        this.session = session;
        this.widths = widths;
        this.always = always;
        this.more = more;
    }

    /** The kernel for launches whose obligations hold. */
    public Form form(ParallelKernel kernel) {
        return forms.computeIfAbsent(kernel, key -> {
            if (widths.single() == 1) {
                return new Form(onDevice(kernel.plain()), 1, "");
            }
            try {
                LaneKernel lanes =
                        LaneKernel.of(kernel.plain().program(), widths, VectorFunctions.of(session.device()));
                return lanes.doubt().isEmpty() || always
                        ? new Form(kernel.plain().with(lanes.program()), lanes.width(), "")
                        : new Form(kernel.plain(), 1, lanes.doubt());
            } catch (RefusedException e) {
                return new Form(kernel.plain(), 1, e.reason());
            }
        });
    }

    /** The kernel for the other launches. */
    public KernelDraft checked(ParallelKernel kernel) {
        return checked.computeIfAbsent(kernel, key -> onDevice(kernel.checked()));
    }

    private KernelDraft onDevice(KernelDraft draft) {
        boolean gpu = session.device().kind() == Device.Kind.GPU;
        return gpu ? draft.with(ReductionWriter.onGpu(draft.program())) : draft;
    }

    public Session session() {
        return session;
    }

    public Kernel of(KernelProgram program) {
        return programs.computeIfAbsent(program, key -> session.compile(key.source(), options()))
                .kernel(program.kernel());
    }

    /** Quotients of floats have the last bit of Java's only if they are asked for. */
    private String[] options() {
        List<String> options = new ArrayList<>(more);
        if (session.device().canRoundFloatsCorrectly()) {
            options.add("-cl-fp32-correctly-rounded-divide-sqrt");
        }
        return options.toArray(new String[0]);
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
        programs.clear();
    }
}
