package org.plegma.ijava;

import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jshell.JShell;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Handover;
import org.plegma.magics.Host;
import org.plegma.magics.LibraryImports;
import org.plegma.magics.TablesawLoader;

/** A notebook that runs in a kernel which is not Plegma's own, but has a JShell too. */
abstract class ForeignHost implements Host {
    private final JShell shell;
    private final List<Path> classpath = new ArrayList<>();
    private boolean evaluating;

    /**
     * @param kernel an object of a kernel that holds its JShell in a field, its own or one of an object that it holds
     * @throws IllegalStateException if there is none
     */
    ForeignHost(Object kernel) {
        try {
            shell = (JShell) Reflection.find(kernel, JShell.class)
                    .orElseThrow(() -> new IllegalStateException("Plegma finds no JShell in "
                            + kernel.getClass().getName() + ": this version of the kernel is not supported."))
                    .get();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // find() made it accessible
        }
    }

    /** Evaluates by the kernel, as if the source were a cell. */
    abstract Object evaluateRaw(String source) throws Exception;

    /** Shows a bundle; with an id unless that is null. */
    abstract void show(MimeBundle bundle, @Nullable String displayId);

    /** Makes Plegma's classes known to the cells, and imports those that they need most. */
    final void prepare() {
        TablesawLoader.load();
        try {
            CodeSource own = Host.class.getProtectionDomain().getCodeSource();
            if (own != null) {
                shell.addToClasspath(pathOf(own));
            }
            for (String line : LibraryImports.DECLARATIONS) {
                evaluate(line, 1);
            }
        } catch (Exception e) { // the magics work without
            System.err.println("Plegma's classes could not be imported into the notebook: " + e.getMessage());
        }
    }

    private static String pathOf(CodeSource source) throws URISyntaxException {
        return Path.of(source.getLocation().toURI()).toString();
    }

    /** Whether the kernel works on Java that the magics gave it, in which no magic is to be looked for. */
    final boolean isEvaluating() {
        return evaluating;
    }

    @Override
    public final Object evaluate(String source, int firstLine) throws Exception {
        boolean outer = evaluating;
        evaluating = true;
        try {
            return evaluateRaw(source);
        } finally {
            evaluating = outer;
        }
    }

    @Override
    public final void bind(String name, String type, Object value) throws Exception {
        evaluate(Handover.declaration(type, name, value), 1);
    }

    @Override
    public final Optional<Object> variable(String name) {
        if (variables().stream().noneMatch(variable -> variable.name().equals(name))) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(evaluate(name, 1));
        } catch (Exception e) {
            throw new IllegalStateException("The variable " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public final List<String> methods() {
        return shell.methods()
                .filter(method -> shell.status(method).isActive())
                .map(method -> method.source())
                .toList();
    }

    @Override
    public final List<Variable> variables() {
        return shell.variables()
                .filter(variable -> !variable.name().startsWith("$"))
                .map(variable -> new Variable(variable.name(), variable.typeName()))
                .toList();
    }

    @Override
    public final void display(MimeBundle bundle) {
        show(bundle, null);
    }

    @Override
    public final void display(MimeBundle bundle, String displayId) {
        show(bundle, displayId);
    }

    /** The process's, which these kernels lead into the notebook. */
    @Override
    public final PrintStream out() {
        return System.out;
    }

    @Override
    public final void addToClasspath(List<Path> entries) {
        for (Path entry : entries) {
            shell.addToClasspath(entry.toAbsolutePath().toString());
            classpath.add(entry);
        }
    }

    @Override
    public final List<Path> classpath() {
        return List.copyOf(classpath);
    }
}
