package org.plegma.magics;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import org.plegma.display.page.MimeBundle;

/** A host as small as can be: JShell in this process, and lists of what was shown. */
public class JShellHost implements Host, AutoCloseable {
    private static volatile Object lastValue;

    private final JShell shell = JShell.builder().executionEngine("local").build();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    private final List<Path> classpath = new ArrayList<>();

    /** What was displayed, by id or by its number. */
    public final Map<String, MimeBundle> shown = new LinkedHashMap<>();

    /** What was evaluated, as {@code line: source}. */
    public final List<String> evaluated = new ArrayList<>();

    public JShellHost() {
        shell.addToClasspath(System.getProperty("java.class.path"));
        shell.eval("import java.util.*;");
    }

    /** Text printed since the last call. */
    public String printed() {
        String text = printed.toString(StandardCharsets.UTF_8);
        printed.reset();
        return text;
    }

    @Override
    public Object evaluate(String source, int firstLine) throws Exception {
        evaluated.add(firstLine + ": " + source);
        Object value = null;
        String rest = source;
        while (!rest.isBlank()) {
            SourceCodeAnalysis.CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            String snippet = info.source() == null ? rest : info.source();
            value = evaluateSnippet(snippet);
            rest = info.remaining();
        }
        return value;
    }

    private Object evaluateSnippet(String snippet) throws Exception {
        value(null);
        boolean expression =
                snippet.strip().endsWith(";") == false || snippet.strip().matches("(?s)[\\w.]+\\(.*\\);?");
        if (expression) {
            String bare = snippet.strip().replaceAll(";$", "");
            var wrapped = shell.eval("org.plegma.magics.JShellHost.value(" + bare + ");");
            if (wrapped.stream().allMatch(event -> event.status() == jdk.jshell.Snippet.Status.VALID)) {
                failOn(wrapped);
                return lastValue;
            }
        }
        failOn(shell.eval(snippet));
        return null;
    }

    private void failOn(List<jdk.jshell.SnippetEvent> events) throws Exception {
        for (jdk.jshell.SnippetEvent event : events) {
            if (event.exception() != null) {
                throw event.exception();
            }
            if (event.status() == jdk.jshell.Snippet.Status.REJECTED) {
                throw new IllegalStateException("does not compile: "
                        + shell.diagnostics(event.snippet())
                                .map(d -> d.getMessage(null))
                                .toList()
                        + " in " + event.snippet().source());
            }
        }
    }

    /** Called by snippets, to hand their value over. */
    public static void value(Object value) {
        lastValue = value;
    }

    @Override
    public void bind(String name, String type, Object value) throws Exception {
        failOn(shell.eval(Handover.declaration(type, name, value)));
    }

    @Override
    public Optional<Object> variable(String name) {
        if (shell.variables().noneMatch(variable -> variable.name().equals(name))) {
            return Optional.empty();
        }
        try {
            failOn(shell.eval("org.plegma.magics.JShellHost.value(" + name + ");"));
            return Optional.ofNullable(lastValue);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public List<Variable> variables() {
        return shell.variables()
                .map(variable -> new Variable(variable.name(), variable.typeName()))
                .toList();
    }

    @Override
    public List<String> methods() {
        return shell.methods().map(jdk.jshell.Snippet::source).toList();
    }

    @Override
    public void display(MimeBundle bundle) {
        shown.put("#" + shown.size(), bundle);
    }

    @Override
    public void display(MimeBundle bundle, String displayId) {
        shown.put(displayId, bundle);
    }

    @Override
    public void update(MimeBundle bundle, String displayId) {
        shown.put(displayId, bundle);
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public void addToClasspath(List<Path> entries) {
        entries.forEach(entry -> shell.addToClasspath(entry.toString()));
        classpath.addAll(entries);
    }

    @Override
    public List<Path> classpath() {
        return classpath;
    }

    @Override
    public void close() {
        shell.close();
    }
}
