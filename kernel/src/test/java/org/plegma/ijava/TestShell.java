package org.plegma.ijava;

import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;

/** What a stock kernel's evaluator does: snippets one by one, in this process, the last value kept as an object. */
public final class TestShell {
    private static volatile Object value;

    private final JShell shell = JShell.builder().executionEngine("local").build();

    public TestShell() {
        shell.addToClasspath(System.getProperty("java.class.path"));
        shell.eval("import java.util.*;");
    }

    /** Called by snippets. */
    public static void keep(Object result) {
        value = result;
    }

    public Object eval(String source) {
        String rest = source;
        Object last = null;
        while (!rest.isBlank()) {
            SourceCodeAnalysis.CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            String snippet = info.source() == null ? rest : info.source();
            last = evalSnippet(snippet.strip());
            rest = info.remaining();
        }
        return last;
    }

    private Object evalSnippet(String snippet) {
        value = null;
        boolean expression = shell.sourceCodeAnalysis().sourceToSnippets(snippet).stream()
                .anyMatch(s -> s.kind() == Snippet.Kind.EXPRESSION
                        || s.kind() == Snippet.Kind.VAR && s.subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND);
        String bare = snippet.endsWith(";") ? snippet.substring(0, snippet.length() - 1) : snippet;
        List<SnippetEvent> events = shell.eval(expression ? "org.plegma.ijava.TestShell.keep(" + bare + ");" : snippet);
        if (expression && events.get(0).status() == Snippet.Status.REJECTED) {
            events = shell.eval(snippet); // of type void
        }
        for (SnippetEvent event : events) {
            if (event.exception() != null) {
                throw new IllegalStateException(event.exception());
            }
            if (event.status() == Snippet.Status.REJECTED) {
                throw new IllegalArgumentException(
                        "does not compile: " + event.snippet().source());
            }
        }
        return value;
    }

    public void addToClasspath(String jar) {
        shell.addToClasspath(jar);
    }

    public void close() {
        shell.close();
    }
}
