package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.ErrorView;
import org.plegma.display.page.Text;
import org.plegma.kernel.cell.CellTraces;
import org.plegma.kernel.cell.CellTraces.CellFrame;
import org.plegma.kernel.cell.CompileException;
import org.plegma.kernel.cell.CompileException.Problem;
import org.plegma.kernel.cures.MissingFiles;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.MagicException;

/**
 * Failures of cells in words: what, where in which cell, and, where it is known, the cure. Frames of libraries are left
 * out unless asked for.
 */
final class ErrorReports {
    /** Without a colour: bold red is hardly read on the dark red of JupyterLab's errors. */
    private static final String BOLD = "\u001b[1m";

    private static final String BLUE = "\u001b[34m";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";
    private static final int MOST_PROBLEMS = 10;
    private static final int MOST_FRAMES = 12;
    private static final int LONGEST_LINE = 160;
    private static final String OUT_OF_MEMORY =
            "What variables hold stays in memory: %whos lists them, and NAME = null; gives up"
                    + " what one holds. \"plegma install --java-option=-Xmx8g\" sets another limit.";

    private final CellTraces traces;
    private volatile boolean allFrames;

    ErrorReports(CellTraces traces) {
        this.traces = traces;
    }

    /** Whether reports hold the whole stack. */
    void showAllFrames(boolean show) {
        allFrames = show;
    }

    /** What a failure is called, in one sentence and in full: the content of an error message. */
    JsonObject report(Throwable failure, String cell, boolean interrupted) {
        if (interrupted) {
            return content("Interrupted", "The cell was interrupted.", interruption(failure));
        }
        if (failure instanceof CompileException compile) {
            return content("CompileException", message(compile), problems(compile.problems()));
        }
        if (failure instanceof MagicException magic) {
            return content("MagicException", message(magic), magic(magic, cell));
        }
        return content(failure.getClass().getSimpleName(), message(failure), thrown(failure));
    }

    private static JsonObject content(String name, String value, List<String> traceback) {
        JsonObject content = new JsonObject();
        content.addProperty("ename", name);
        content.addProperty("evalue", value);
        content.add("traceback", Wire.tree(traceback));
        return content;
    }

    private static String message(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : Text.withoutWrappers(Text.ends(message));
        } catch (Throwable broken) { // the message is code of the cell too
            return "(its getMessage() throws a " + broken.getClass().getName() + ")";
        }
    }

    private List<String> interruption(Throwable failure) {
        List<String> lines = new ArrayList<>();
        lines.add(BOLD + "Interrupted." + PLAIN);
        addFrames(lines, failure, 0);
        return lines;
    }

    private static List<String> problems(List<Problem> problems) {
        List<String> lines = new ArrayList<>();
        for (Problem problem : problems.subList(0, Math.min(MOST_PROBLEMS, problems.size()))) {
            lines.add(BOLD + "Line " + problem.line() + ": " + PLAIN + problem.message());
            addCaret(lines, problem.line(), problem.column(), problem.length(), problem.text());
            if (!problem.cure().isEmpty()) {
                lines.add(problem.cure());
            }
        }
        if (problems.size() > MOST_PROBLEMS) {
            lines.add("… and " + (problems.size() - MOST_PROBLEMS) + " more");
        }
        return lines;
    }

    private List<String> magic(MagicException magic, String cell) {
        List<String> lines = new ArrayList<>();
        List<String> words = Text.ends(Objects.requireNonNullElse(magic.coloured(), ""))
                .lines()
                .toList();
        lines.add(BOLD + (words.isEmpty() ? "" : words.get(0)) + PLAIN);
        lines.addAll(
                words.subList(Math.min(1, words.size()), words.size())); // usage, or source with the compiler's words
        List<String> source = cell.lines().toList();
        if (magic.line() > 0 && magic.line() <= source.size()) {
            addCaret(lines, magic.line(), magic.column(), 1, source.get(magic.line() - 1));
        }
        if (allFrames) {
            addStack(lines, magic);
        }
        return lines;
    }

    /** The line with its number, and below it carets; no carets for column 0. */
    private static void addCaret(List<String> lines, int number, int column, int length, String text) {
        int from = text.length() <= LONGEST_LINE ? 0 : Math.max(0, column - 1 - LONGEST_LINE / 2);
        int to = Math.min(text.length(), from + LONGEST_LINE);
        String gutter = String.format(Locale.ROOT, "%4d | ", number);
        lines.add(BLUE + gutter + PLAIN + text.substring(Math.min(from, to), to));
        if (column > 0) {
            String blank = text.substring(Math.min(from, to), Math.min(Math.max(from, column - 1), to))
                    .replaceAll("[^\t]", " ");
            int carets = Math.max(1, Math.min(length, to - column + 1));
            lines.add(" ".repeat(gutter.length()) + blank + BOLD + "^".repeat(carets) + PLAIN);
        }
    }

    private List<String> thrown(Throwable failure) {
        List<String> lines = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        String prefix = "";
        Throwable effect = null;
        for (Throwable t = failure; t != null && seen.add(t); t = t.getCause()) {
            lines.add(prefix + title(t));
            if (allFrames) {
                addStack(lines, t);
            } else {
                addFrames(lines, t, shared(t, effect));
            }
            effect = t;
            prefix = "Caused by ";
        }
        String missing = effect == null ? null : MissingFiles.sentence(effect, String.join("\n", lines));
        if (missing != null) {
            lines.add(missing);
        }
        if (failure instanceof OutOfMemoryError) {
            lines.add(OUT_OF_MEMORY);
        }
        return lines;
    }

    private static String title(Throwable failure) {
        if (failure.getClass().getName().startsWith("org.plegma.")) {
            String words = String.join("\n", ErrorView.of(failure).ansi()); // our own errors explain themselves
            return Text.ends(words);
        }
        String message = message(failure);
        return BOLD + typeName(failure) + PLAIN + (message.isEmpty() ? "" : ": " + message);
    }

    private static String typeName(Throwable failure) {
        return Text.withoutWrappers(failure.getClass().getName());
    }

    /** The frames in cells; runs of the same frame, as in a recursion, are shown once with a count. */
    private void addFrames(List<String> lines, Throwable failure, int shared) {
        List<CellFrame> all = traces.of(failure);
        List<CellFrame> frames = all.subList(0, all.size() - shared).stream()
                .filter(frame -> frame.line() > 0) // what a magic ran itself is on no line of the cell
                .toList();
        int shown = 0;
        for (int i = 0; i < frames.size(); shown++) {
            CellFrame frame = frames.get(i);
            int run = 1;
            while (i + run < frames.size() && frames.get(i + run).equals(frame)) {
                run++;
            }
            if (shown == MOST_FRAMES) {
                lines.add("    … and " + (frames.size() - i) + " more frames in cells");
                return;
            }
            String method = frame.method().isEmpty() ? "" : " in " + frame.method();
            String repeated = run == 1 ? "" : " (" + run + " times)";
            lines.add("    at " + GREEN + "cell " + frame.cell() + ", line " + frame.line() + PLAIN + method + repeated
                    + ":  " + BLUE + shortened(frame.text().strip()) + PLAIN);
            i += run;
        }
    }

    /** How many frames, from the outermost on, an exception has in common with the one that it caused. */
    private int shared(Throwable cause, @Nullable Throwable effect) {
        List<CellFrame> a = traces.of(cause);
        List<CellFrame> b = effect == null ? List.of() : traces.of(effect);
        int shared = 0;
        while (shared < Math.min(a.size(), b.size())
                && a.get(a.size() - 1 - shared).equals(b.get(b.size() - 1 - shared))) {
            shared++;
        }
        return shared;
    }

    private static void addStack(List<String> lines, Throwable failure) {
        for (StackTraceElement element : failure.getStackTrace()) {
            lines.add("    at " + element);
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "…";
    }
}
