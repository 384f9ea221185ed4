package org.plegma.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.VarSnippet;

/** Java by JShell, in this process: the notebook's declarations and classpath. Not safe for use by several threads. */
final class JavaEvaluator implements AutoCloseable {
    private static final Set<String> PRIMITIVES =
            Set.of("int", "long", "float", "double", "short", "byte", "char", "boolean");

    private final InterruptShield shield;
    private final CellControl control;
    private final JShell shell;
    private final CellSplitter splitter;
    private final Cures cures;
    private final CompilerRepair repair;
    private final SnippetMemory memory;
    private final CellTraces traces = new CellTraces();

    JavaEvaluator(InterruptShield shield) {
        this.shield = shield;
        control = new CellControl(shield);
        shell = JShell.builder()
                .executionEngine(control.provider(), null)
                .compilerOptions("-Xlint:none", "-proc:none")
                .build();
        splitter = new CellSplitter(shell.sourceCodeAnalysis());
        cures = new Cures(shell);
        repair = new CompilerRepair(shell, control);
        memory = new SnippetMemory(shell, control, repair);
    }

    /** Says which cell the source that follows is from. */
    void beginCell(int number) {
        traces.forget(memory.tidy());
        traces.beginCell(number);
    }

    /** The places in the cells of exceptions thrown by {@link #evaluate}. */
    CellTraces traces() {
        return traces;
    }

    JShell shell() {
        return shell;
    }

    CellControl control() {
        return control;
    }

    Cures cures() {
        return cures;
    }

    CompilerRepair repair() {
        return repair;
    }

    SourceCodeAnalysis analysis() {
        return shell.sourceCodeAnalysis();
    }

    CellSplitter splitter() {
        return splitter;
    }

    /** How long code of cells has run so far, in nanoseconds, without the compiler. */
    long runNanos() {
        return control.runNanos();
    }

    /** Whether code of a cell is running now, rather than the compiler. */
    boolean running() {
        return control.running();
    }

    /**
     * Evaluates snippets in order.
     *
     * @param firstLine the line of the cell at which {@code source} starts, from 1
     * @return the value of the last snippet if it is an expression that does not end in a semicolon; else null
     * @throws CompileException if a snippet does not compile; those before it were evaluated
     */
    Object evaluate(String source, int firstLine) throws Throwable {
        shield.raise();
        try {
            return new CellRun(this, source, firstLine).evaluate();
        } catch (CompileException failure) {
            throw repair.heal().map(failure::withCure).orElse(failure);
        } finally {
            shield.lower();
        }
    }

    /** The value of a declared variable; empty if there is none by that name, or if it is null. */
    Optional<Object> variable(String name) {
        return declared(name).map(variable -> {
            control.reset();
            shell.varValue(variable);
            return control.value();
        });
    }

    Optional<VarSnippet> declared(String name) {
        return shell.variables()
                .filter(v -> v.name().equals(name) && shell.status(v).isActive())
                .reduce((earlier, later) -> later);
    }

    /** The declared variables in order, without those that JShell makes for results. */
    Stream<VarSnippet> variables() {
        return shell.variables().filter(v -> !v.name().startsWith("$"));
    }

    /** The sources of the declared methods. */
    Stream<String> methods() {
        return shell.methods().filter(method -> shell.status(method).isActive()).map(Snippet::source);
    }

    /** Declares a variable of a type, as one writes it in a declaration, that holds a live object. */
    void bind(String name, String type, Object value) throws Throwable {
        if (value == null && PRIMITIVES.contains(type)) {
            throw new IllegalArgumentException("The variable " + name + " of type " + type + " cannot be null.");
        }
        evaluate(Handoff.declaration(type, name, value), 0);
    }

    /** Forgets all that was declared but the default imports. */
    void reset() {
        shell.snippets().filter(snippet -> shell.status(snippet).isActive()).forEach(shell::drop);
        DefaultImports.declare(this);
    }

    /** Adds jars or class folders to what cells are compiled against and run with. */
    void addToClasspath(List<Path> entries) {
        for (Path entry : entries) {
            shell.addToClasspath(entry.toAbsolutePath().toString());
        }
    }

    @Override
    public void close() {
        shell.close();
    }

    /** Has JShell evaluate one snippet, unless cells are being stopped. */
    List<SnippetEvent> snippet(String source) throws Throwable {
        StopSwitch.check();
        control.reset();
        memory.evaluated();
        return shell.eval(source);
    }

    /** A method was called that uses what is not declared, or not as it was any more. */
    static final class UndeclaredException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UndeclaredException(String name, String lack) {
            super(name + " cannot be called: " + lack + ".");
        }
    }
}
