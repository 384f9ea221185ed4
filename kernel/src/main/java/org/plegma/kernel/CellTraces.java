package org.plegma.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;

/** Where in which cell the code of an exception's stack frames stands. */
final class CellTraces {
    private record Origin(int cell, int firstLine, String source) {}

    /**
     * A frame in a cell.
     *
     * @param method the method's name, with its class if it has one; empty for the cell's own statements
     * @param text the line of source
     */
    record CellFrame(int cell, int line, String method, String text) {}

    private final Map<String, Origin> origins = new HashMap<>();
    private final Map<Throwable, List<CellFrame>> frames = Collections.synchronizedMap(new WeakHashMap<>());
    private int cell;

    void beginCell(int number) {
        cell = number;
    }

    /** Notes where a snippet comes from. */
    void add(Snippet snippet, String source, int firstLine) {
        origins.put(snippet.id(), new Origin(cell, firstLine, source));
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
    List<CellFrame> of(Throwable thrown) {
        return frames.getOrDefault(thrown, List.of());
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
