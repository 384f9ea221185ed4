package org.plegma.kernel;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.magics.Host;
import org.plegma.magics.MagicException;

/** The notebook as its magics and cells see it. */
final class NotebookHost implements Host {
    private final JavaEvaluator java;
    private final CellOutput output;
    private final CellInput input;
    private final ErrorReports errors;
    private final InputHistory history;
    private final List<Path> classpath = new ArrayList<>();

    NotebookHost(JavaEvaluator java, CellOutput output, CellInput input, ErrorReports errors, InputHistory history) {
        this.java = java;
        this.output = output;
        this.input = input;
        this.errors = errors;
        this.history = history;
    }

    @Override
    public @Nullable Object evaluate(String source, int firstLine) throws Exception {
        return checked(() -> java.evaluate(source, firstLine));
    }

    @Override
    public void bind(String name, String type, Object value) throws Exception {
        checked(() -> {
            java.bind(name, type, value);
            return null;
        });
    }

    @Override
    public Optional<Object> variable(String name) {
        return java.variable(name);
    }

    @Override
    public List<Variable> variables() {
        return java.variables().map(v -> new Variable(v.name(), java.typeOf(v))).toList();
    }

    @Override
    public List<String> methods() {
        return java.methods().toList();
    }

    @Override
    public void display(MimeBundle bundle) {
        output.display(bundle, null);
    }

    @Override
    public void display(MimeBundle bundle, String displayId) {
        output.display(bundle, displayId);
    }

    @Override
    public void update(MimeBundle bundle, String displayId) {
        output.update(bundle, displayId);
    }

    void clearOutput(boolean wait) {
        output.clear(wait);
    }

    void page(MimeBundle bundle) {
        output.page(bundle);
    }

    String input(String prompt, boolean password) throws IOException {
        return input.ask(prompt, password);
    }

    @Override
    public PrintStream out() {
        return output.out();
    }

    @Override
    public void addToClasspath(List<Path> entries) {
        for (Path entry : entries) {
            if (!Files.exists(entry)) {
                throw new MagicException("There is no " + entry + " to add to the classpath.");
            }
        }
        java.addToClasspath(entries);
        entries.stream().filter(entry -> !classpath.contains(entry)).forEach(classpath::add);
    }

    @Override
    public List<Path> classpath() {
        return List.copyOf(classpath);
    }

    @Override
    public long runNanos() {
        return java.runNanos();
    }

    @Override
    public void replaceCell(String text) {
        output.replaceCell(text);
    }

    @Override
    public List<PastCell> history(boolean earlierSessions) {
        return history.cells(earlierSessions);
    }

    @Override
    public void reset() {
        java.reset();
    }

    @Override
    public void showStackTraces(boolean shown) {
        errors.showAllFrames(shown);
    }

    private interface Evaluation {
        @Nullable
        Object get() throws Throwable;
    }

    /** Errors of the cell pass as they are, as exceptions do. */
    private static @Nullable Object checked(Evaluation evaluation) throws Exception {
        try {
            return evaluation.get();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable neither) {
            throw new IllegalStateException(neither);
        }
    }
}
