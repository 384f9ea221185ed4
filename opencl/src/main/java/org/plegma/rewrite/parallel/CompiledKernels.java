package org.plegma.rewrite.parallel;

import java.util.IdentityHashMap;
import java.util.Map;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.rewrite.KernelProgram;

/** Kernels of a session, each compiled when it is first used. */
final class CompiledKernels implements AutoCloseable {
    private final Session session;
    private final Map<KernelProgram, Program> programs = new IdentityHashMap<>();

    CompiledKernels(Session session) {
        this.session = session;
    }

    Kernel of(KernelProgram program) {
        return programs.computeIfAbsent(program, key -> session.compile(key.source()))
                .kernel(program.kernel());
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
        programs.clear();
    }
}
