package org.plegma.kernel.cell;

import java.io.File;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.VarSnippet;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Handover;
import org.plegma.magics.TablesawLoader;

/** Java by JShell, in this process: the notebook's declarations and classpath. Not safe for use by several threads. */
public final class JavaEvaluator implements AutoCloseable {
    private static final Set<String> PRIMITIVES =
            Set.of("int", "long", "float", "double", "short", "byte", "char", "boolean");

    /** Imports of packages whose classes give tables, or are such. */
    private static final Pattern OF_TABLES = Pattern.compile("import (?:org\\.plegma|tech)\\..*");

    private final InterruptShield shield;
    private final CellControl control;
    private final JShell shell;
    private final CellSplitter splitter;
    private final Set<String> gone = new HashSet<>();
    private final ClassList classes;
    private final Cures cures;
    private final CompilerRepair repair;
    private final SnippetMemory memory;
    private final PendingOverloads overloads;
    private final CellTraces traces;
    private PendingImports imports;

    public JavaEvaluator(InterruptShield shield) {
        this.shield = shield;
        control = new CellControl(shield);
        CompletableFuture<CompilerFiles> files = new CompletableFuture<>();
        shell = JShell.builder()
                .executionEngine(control.provider(), null)
                .fileManager(standard -> {
                    files.complete(new CompilerFiles(standard));
                    return files.join();
                })
                // and -proc:none, which JShell adds; by -g the message on a null says which variable it was
                .compilerOptions("-Xlint:none", "-g")
                .build();
        splitter = new CellSplitter(shell.sourceCodeAnalysis());
        traces = new CellTraces(shell.sourceCodeAnalysis());
        repair = new CompilerRepair(shell, control);
        classes = new ClassList(shell, files.join(), repair);
        cures = new Cures(shell, classes, gone);
        memory = new SnippetMemory(shell, control, repair);
        overloads = new PendingOverloads(shell, control, repair);
        importLater(new PendingImports(List.of(), getClass().getClassLoader()));
    }

    /** From now on, makes imports when source names something of them. */
    void importLater(PendingImports pending) {
        imports = pending;
    }

    /** Makes those default imports that a source needs, as {@link #evaluate} does by itself. */
    public void importFor(String source) {
        declareImports(imports.neededBy(source));
    }

    /** Makes the default imports of methods whose names begin so, for those who complete them. */
    public void importMembers(String beginning) {
        declareImports(imports.ofMembers(beginning));
    }

    /** Makes all default imports, for those who ask what names there are. */
    public void importAll() {
        declareImports(imports.all());
    }

    /**
     * Has JShell list the packages, for those who complete their names.
     *
     * @param wait whether the list has to be whole; else it is made in the background
     */
    public void listPackages(boolean wait) {
        if (wait) {
            classes.named("Object");
        } else {
            classes.begin();
        }
    }

    private void declareImports(List<String> lines) {
        if (lines.stream().anyMatch(OF_TABLES.asMatchPredicate())) {
            TablesawLoader.load();
        }
        for (String line : lines) {
            repair.keep(analysed(line));
            imports.imported(line);
        }
    }

    /** Says which cell the source that follows is from. */
    public void beginCell(int number) {
        traces.forget(memory.tidy());
        traces.beginCell(number);
    }

    /** The places in the cells of exceptions thrown by {@link #evaluate}. */
    public CellTraces traces() {
        return traces;
    }

    JShell shell() {
        return shell;
    }

    public CellControl control() {
        return control;
    }

    Cures cures() {
        return cures;
    }

    CompilerRepair repair() {
        return repair;
    }

    PendingOverloads overloads() {
        return overloads;
    }

    public SourceCodeAnalysis analysis() {
        return shell.sourceCodeAnalysis();
    }

    public CellSplitter splitter() {
        return splitter;
    }

    /** Ends the cell if an interrupt came while the compiler worked. */
    void stopIfAsked() {
        shield.stopIfAsked();
    }

    /** How long code of cells has run so far, in nanoseconds, without the compiler. */
    public long runNanos() {
        return control.runNanos();
    }

    /** Whether code of a cell is running now, rather than the compiler. */
    public boolean running() {
        return control.running();
    }

    /**
     * Evaluates snippets in order.
     *
     * @param firstLine the line of the cell at which {@code source} starts, from 1
     * @return the value of the last snippet if it is an expression that does not end in a semicolon; else null
     * @throws CompileException if a snippet does not compile; those before it were evaluated
     */
    public @Nullable Object evaluate(String source, int firstLine) throws Throwable {
        shield.begin();
        try {
            importFor(source);
            return new CellRun(this, source, firstLine).evaluate();
        } catch (CompileException failure) {
            throw repair.heal().map(failure::withCure).orElse(failure);
        } finally {
            shield.lower();
        }
    }

    /**
     * The value of a declared variable; empty if there is none by that name, or if it is null, or has none any more since what
     * its type came from was declared anew.
     */
    public Optional<Object> variable(String name) {
        return declared(name)
                .filter(v -> shell.status(v) == Snippet.Status.VALID)
                .map(variable -> {
                    control.reset();
                    shell.varValue(variable);
                    return control.value();
                });
    }

    public Optional<VarSnippet> declared(String name) {
        return shell.variables()
                .filter(v -> v.name().equals(name) && isThere(v))
                .reduce((earlier, later) -> later);
    }

    /** The declared variables in order, without those that JShell makes for results. */
    public Stream<VarSnippet> variables() {
        return shell.variables().filter(v -> !v.name().startsWith("$") && isThere(v));
    }

    /** A variable that has lost its type has lost its value: were it to get its type again, it would come back as 0 or null. */
    void forgetIfGone(SnippetEvent update) {
        if (update.snippet() instanceof VarSnippet variable
                && shell.status(variable) == Snippet.Status.RECOVERABLE_NOT_DEFINED) {
            gone.add(variable.name());
            shell.drop(variable);
        }
    }

    /** A variable is gone, with its value, where that from which it had its type was declared anew, as something else. */
    private boolean isThere(VarSnippet variable) {
        return shell.status(variable) == Snippet.Status.VALID;
    }

    /** Drops the variables that JShell makes for results. */
    void forgetResults() {
        shell.variables().filter(v -> v.name().startsWith("$")).forEach(shell::drop);
    }

    /** The names of what cells declared: variables, methods and types. */
    public Set<String> names() {
        return shell.snippets()
                .filter(snippet -> snippet instanceof DeclarationSnippet
                        && shell.status(snippet).isActive())
                .map(snippet -> ((DeclarationSnippet) snippet).name())
                .collect(Collectors.toSet());
    }

    /** The sources of the declared methods. */
    public Stream<String> methods() {
        return shell.methods().filter(method -> shell.status(method).isActive()).map(Snippet::source);
    }

    /** A variable's type as one writes it in a cell. */
    public String typeOf(VarSnippet variable) {
        return DefaultImports.withoutPackages(variable.typeName());
    }

    /** Declares a variable of a type, as one writes it in a declaration, that holds a live object. */
    public void bind(String name, String type, Object value) throws Throwable {
        if (value == null && PRIMITIVES.contains(type)) {
            throw new IllegalArgumentException("The variable " + name + " of type " + type + " cannot be null.");
        }
        evaluate(Handover.declaration(type, name, value), 0);
    }

    /** Forgets all that was declared but the default imports. */
    public void reset() {
        overloads.clear();
        shell.snippets().filter(snippet -> shell.status(snippet).isActive()).forEach(shell::drop);
        importLater(new PendingImports(List.of(), getClass().getClassLoader()));
        DefaultImports.declare(this);
    }

    /** Adds jars or class folders to what cells are compiled against and run with. */
    public void addToClasspath(List<Path> entries) {
        if (!entries.isEmpty()) { // at once, as the shell begins anew after each call
            shell.addToClasspath(entries.stream()
                    .map(entry -> entry.toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator)));
        }
    }

    @Override
    public void close() {
        shell.close();
    }

    /** Has JShell evaluate one snippet, unless cells are being stopped. */
    List<SnippetEvent> snippet(String source) throws Throwable {
        StopSwitch.check();
        return analysed(source);
    }

    /** What JShell says of a snippet of which nothing runs. */
    List<SnippetEvent> analysed(String source) {
        control.reset();
        memory.evaluated();
        return overloads.evaluate(source);
    }

    /** A method was called that uses what is not declared, or not as it was any more. */
    static final class UndeclaredException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UndeclaredException(String name, String lack) {
            super(name + " cannot be called: " + lack + ".");
        }
    }
}
