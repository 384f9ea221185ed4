package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.SnippetWrapper;

/** Where in which cell the code of an exception's stack frames stands. Safe for use by several threads. */
public final class CellTraces {
    private static final Pattern SNIPPET_CLASS = Pattern.compile("REPL\\.\\$JShell\\$(\\d+)[A-Z]*\\b[.$]?(.*)");

    private record Origin(int cell, int firstLine, String source, Snippet snippet) {}

    /**
     * A frame in a cell.
     *
     * @param method the method's name, with its class if it has one; empty for the cell's own statements
     * @param text the line of source
     */
    public record CellFrame(int cell, int line, String method, String text) {}

    private final SourceCodeAnalysis analysis;
    private final Map<String, Origin> origins = new ConcurrentHashMap<>();
    private final Map<Throwable, List<CellFrame>> frames = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile int cell;

    CellTraces(SourceCodeAnalysis analysis) {
        this.analysis = analysis;
    }

    void beginCell(int number) {
        cell = number;
    }

    /** Notes where a snippet comes from. */
    void add(Snippet snippet, String source, int firstLine) {
        origins.put(snippet.id(), new Origin(cell, firstLine, source, snippet));
    }

    /** Forgets snippets that are gone. */
    void forget(Set<String> ids) {
        origins.keySet().removeAll(ids);
    }

    /**
     * Keeps the places of an exception and of its causes.
     *
     * @param translated the same exception as JShell describes it, its frames named by snippets
     */
    Throwable remember(Throwable thrown, Throwable translated) {
        Throwable original = thrown;
        Throwable described = translated instanceof JShellException ? translated : null;
        while (original != null && described != null && !frames.containsKey(original)) {
            frames.put(original, locate(described.getStackTrace()));
            original = original.getCause();
            described = described.getCause();
        }
        return thrown;
    }

    /** The frames of an exception that are in cells, innermost first; empty if none is known. */
    public List<CellFrame> of(Throwable thrown) {
        List<CellFrame> remembered = frames.get(thrown);
        return remembered == null ? in(thrown.getStackTrace()) : remembered;
    }

    /** The frames of a thread's stack that are in cells, innermost first. */
    public List<CellFrame> in(StackTraceElement[] stack) {
        return locate(translated(stack));
    }

    /** The frames of code that JShell did not call itself, as it would name them: by snippet, line and class within. */
    private StackTraceElement[] translated(StackTraceElement[] stack) {
        return Stream.of(stack).map(this::translated).toArray(StackTraceElement[]::new);
    }

    private StackTraceElement translated(StackTraceElement element) {
        Matcher name = SNIPPET_CLASS.matcher(element.getClassName());
        Origin origin = name.matches() ? origins.get(name.group(1)) : null;
        if (origin == null) {
            return element;
        }
        String method = element.getMethodName().equals("do_it$") ? "" : element.getMethodName();
        return new StackTraceElement(
                name.group(2), method, "#" + name.group(1), sourceLine(origin.snippet, element.getLineNumber()));
    }

    /** The line of a snippet's source, from 1, that is a line of the class that JShell made of it. */
    private int sourceLine(Snippet snippet, int line) {
        SnippetWrapper wrapper = analysis.wrapper(snippet);
        String source = wrapper.source();
        int start = 0;
        int found = 1;
        for (int i = 1; start >= 0 && start < source.length(); i++) {
            int wrapped = wrapper.sourceToWrappedPosition(start);
            if (wrapped >= 0 && lineOf(wrapper.wrapped(), wrapped) <= line) {
                found = i;
            }
            start = source.indexOf('\n', start) + 1;
            if (start == 0) {
                break;
            }
        }
        return found;
    }

    private static int lineOf(String text, int position) {
        return 1
                + (int) text.substring(0, Math.min(position, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    private List<CellFrame> locate(StackTraceElement[] stack) {
        List<CellFrame> located = new ArrayList<>();
        for (StackTraceElement element : stack) {
            String file = element.getFileName();
            Origin origin = file != null && file.startsWith("#") ? origins.get(file.substring(1)) : null;
            if (origin != null) {
                located.add(frame(origin, element));
            }
        }
        return located;
    }

    private static CellFrame frame(Origin origin, StackTraceElement element) {
        List<String> lines = origin.source.lines().toList();
        int line = Math.max(1, element.getLineNumber());
        String text = line <= lines.size() ? lines.get(line - 1) : "";
        String name = name(element.getClassName(), element.getMethodName());
        return new CellFrame(origin.cell, origin.firstLine + line - 1, name, text);
    }

    private static String name(String type, String method) {
        if (method.startsWith("lambda$")) {
            return "a lambda";
        }
        if (method.equals("<clinit>")) {
            return "the static initialiser of " + type;
        }
        if (method.equals("<init>")) {
            return "new " + type;
        }
        return type.isEmpty() || method.isEmpty() ? method : type + "." + method;
    }
}
