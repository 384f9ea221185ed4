package org.plegma.rewrite.parallel;

import java.util.List;
import java.util.Map;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.parallel.launch.LaunchProof;
import org.plegma.rewrite.parallel.launch.ParallelKernel;

/** A program as {@code %%parallel} runs it, with what a test needs to know of it. */
public final class ParallelForms implements AutoCloseable {
    private final Session session;
    private final ParallelCode code;
    private final CompiledKernels compiled;

    /**
     * Compiles nothing before it runs.
     *
     * @param options of the compiler
     */
    public ParallelForms(Session session, ParallelCode code, String... options) {
        this.session = session;
        this.code = code;
        this.compiled = new CompiledKernels(session, List.of(options));
    }

    /**
     * Which form of each kernel runs for these values: plain or checked, how many iterations a work-item does, whether it
     * gathers; a question mark where that is not known beforehand, and an exclamation mark where the launch would fail.
     */
    public String of(Map<String, Object> values) {
        StringBuilder forms = new StringBuilder();
        for (ParallelKernel kernel : code.kernels().values()) {
            forms.append(kernel.reductions().isEmpty() ? "" : "g");
            try {
                boolean plain = new LaunchProof(kernel.plain().ranges(), code.inner(values)::get)
                        .holds(kernel.plain().obligations());
                forms.append(plain ? "p" + compiled.form(kernel).width() + " " : "c ");
            } catch (ParallelException | IndexOutOfBoundsException e) {
                forms.append('!');
            } catch (IllegalArgumentException e) {
                forms.append('?');
            }
        }
        return forms.toString();
    }

    /** Runs it; arrays are changed in place, new values of variables put into the map. */
    public void run(Map<String, Object> values) {
        try (HostRun run = new HostRun(session, code, compiled, values)) {
            run.run();
        }
    }

    @Override
    public void close() {
        compiled.close();
    }
}
