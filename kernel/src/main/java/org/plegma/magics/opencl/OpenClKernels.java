package org.plegma.magics.opencl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.magics.Host;
import org.plegma.magics.MagicException;
import org.plegma.magics.NotebookSession;
import org.plegma.magics.VariableNames;

/** The kernels that {@code %%opencl} has made notebook variables, and the programs that they are part of. */
public final class OpenClKernels {
    private final Map<String, Kernel> kernels = new LinkedHashMap<>();

    /** What looks at the launches of a program's kernels, for those that are checked. */
    private final Map<Program, ArgumentCheck> checks = new HashMap<>();

    private OpenClKernels() {}

    /** Those of a notebook. */
    public static OpenClKernels of(NotebookSession notebook) {
        return notebook.state(OpenClKernels.class, OpenClKernels::new);
    }

    /**
     * Compiles source and binds each of its kernels to a variable of its name. A program none of whose kernels is bound
     * any more is closed. If source, options and device are those of a program that is bound, and it includes no files, nothing is
     * done.
     *
     * @param check what looks at each launch; null if nothing does
     * @return the program
     */
    public Program define(
            Host host, Session session, String source, List<String> options, @Nullable ArgumentCheck check)
            throws Exception {
        Program same = find(host, session, source, options);
        if (same != null && (check != null) == checks.containsKey(same)) {
            return same;
        }
        Program program = session.compileGuarded(source, options.toArray(String[]::new));
        try {
            if (program.kernelNames().isEmpty()) {
                throw new MagicException("The cell has no kernel. Begin one with: kernel void name(global float *x)");
            }
            for (String name : program.kernelNames()) {
                VariableNames.check(host, name, Kernel.class, "kernel");
            }
        } catch (MagicException e) {
            program.close();
            throw e;
        }
        bind(host, program, check);
        return program;
    }

    /** The program of this source whose kernels are all still what their variables hold. */
    private @Nullable Program find(Host host, Session session, String source, List<String> options) {
        for (Kernel kernel : kernels.values()) {
            Program program = kernel.program();
            if (!program.includesFiles()
                    && program.source().equals(source)
                    && program.options().equals(options)
                    && program.device() == session.device()
                    && program.kernelNames().stream().allMatch(name -> isBound(host, name, program))) {
                return program;
            }
        }
        return null;
    }

    private boolean isBound(Host host, String name, Program program) {
        Kernel kernel = kernels.get(name);
        return kernel != null
                && kernel.program() == program
                && host.variable(name).filter(value -> value == kernel).isPresent();
    }

    private void bind(Host host, Program program, @Nullable ArgumentCheck check) throws Exception {
        Set<Program> before = programs();
        if (check != null) {
            checks.put(program, check);
        }
        for (String name : program.kernelNames()) {
            Kernel kernel = checked(program, name);
            host.bind(name, Kernel.class.getName(), kernel);
            kernels.put(name, kernel);
        }
        before.removeAll(programs());
        before.forEach(Program::close);
        checks.keySet().removeAll(before);
    }

    private Kernel checked(Program program, String name) {
        ArgumentCheck check = checks.get(program);
        return check == null ? program.kernel(name) : program.kernel(name).withCheck(check);
    }

    private Set<Program> programs() {
        Set<Program> programs = new LinkedHashSet<>();
        kernels.values().forEach(kernel -> programs.add(kernel.program()));
        return programs;
    }

    /**
     * Compiles the programs again for the device that is in use now and binds the kernels that the user has not given
     * another value meanwhile.
     *
     * @return the names of the kernels
     */
    List<String> recompile(Host host, NotebookSession notebook) throws Exception {
        List<String> names = new ArrayList<>();
        for (Program old : programs()) {
            List<String> bound = old.kernelNames().stream()
                    .filter(name -> isBound(host, name, old))
                    .toList();
            if (bound.isEmpty()) {
                continue;
            }
            Program program = old.compile(notebook.open(), old.options().toArray(String[]::new));
            if (checks.containsKey(old)) {
                checks.put(program, checks.remove(old));
            }
            for (String name : bound) {
                Kernel kernel = checked(program, name);
                host.bind(name, Kernel.class.getName(), kernel);
                kernels.put(name, kernel);
                names.add(name);
            }
        }
        return names;
    }
}
