package org.plegma.kernel.cell;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.VarSnippet;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.CompileException.Problem;
import org.plegma.kernel.cures.PythonHabits;
import org.plegma.kernel.cures.ShellHabits;

/** What the compiler says of snippets, as problems of the cell that they are from: with place and cure. */
final class CellProblems {
    private final JavaEvaluator java;
    private final JShell shell;
    private final String source;
    private final int firstLine;

    CellProblems(JavaEvaluator java, String source, int firstLine) {
        this.java = java;
        shell = java.shell();
        this.source = source;
        this.firstLine = firstLine;
    }

    /** The problems of a snippet that was rejected. */
    List<Problem> of(Snippet snippet, Part part) {
        List<Problem> problems = shell.diagnostics(snippet)
                .filter(Diag::isError)
                .map(diag -> problem(
                        String.valueOf(diag.getCode()),
                        diag.getMessage(Locale.ROOT),
                        part.offset() + Math.max(0, diag.getPosition()),
                        part.offset() + Math.max(0, diag.getEndPosition())))
                .distinct()
                .toList();
        return problems.isEmpty() ? List.of(unusable(snippet, part)) : withoutEchoes(problems);
    }

    /** After a quote that is not closed, the compiler takes everything for something else. */
    private static List<Problem> withoutEchoes(List<Problem> problems) {
        for (int i = 0; i < problems.size(); i++) {
            if (problems.get(i).code().endsWith("unclosed.char.lit")) {
                return problems.subList(0, i + 1);
            }
        }
        return problems;
    }

    /** A message of the compiler about a range of the cell. */
    Problem problem(String code, String message, long from, long to) {
        int start = (int) Math.min(source.length(), from);
        int end = (int) Math.min(source.length(), to);
        return at(start, end, code, CompilerMessages.clean(code, message), cure(code, message, start, end));
    }

    /** JShell rejects a snippet without a diagnostic if what it needs is declared but cannot be used yet. */
    private Problem unusable(Snippet snippet, Part part) {
        String missing = snippet instanceof DeclarationSnippet declared ? missing(declared) : "";
        String message = "this cannot be used yet" + (missing.isEmpty() ? "" : ": it needs " + missing);
        return at(part.offset(), part.offset(), Problem.UNRESOLVED, message, "");
    }

    String missing(DeclarationSnippet declared) {
        return shell.unresolvedDependencies(declared).collect(Collectors.joining(", "));
    }

    Problem hiding(String name, Part part) {
        int start = part.offset() + Math.max(0, part.source().indexOf(name));
        String message = "a type named " + name + " would hide Java's own, which all code of cells needs";
        return at(start, start + name.length(), "hides", message, "Call it otherwise, or nest it in a class.");
    }

    /** JShell takes a variable of an unknown type and waits for the type; in a notebook that is an error. */
    Problem undeclaredType(VarSnippet variable, Part part) {
        String missing = missing(variable);
        shell.drop(variable);
        String name = missing.substring(missing.lastIndexOf(' ') + 1);
        int start = part.offset() + Math.max(0, part.source().indexOf(name));
        return at(
                start,
                start + name.length(),
                Problem.UNRESOLVED,
                "cannot find symbol: " + missing,
                habit(lineAt(start)).orElseGet(() -> java.cures().ofUnknown(name, false)));
    }

    private static Optional<String> habit(String line) {
        return PythonHabits.cure(line).or(() -> ShellHabits.cure(line));
    }

    private String cure(String code, String message, int start, int end) {
        String line = lineAt(start);
        Optional<String> habit = habit(line);
        if (habit.isPresent()) {
            return habit.get();
        }
        String cure = java.cures().of(code, message);
        return cure.isEmpty()
                ? PythonHabits.declaration(line, source.substring(start, Math.max(start, end)))
                        .orElse("")
                : cure;
    }

    private String lineAt(int offset) {
        int end = source.indexOf('\n', offset);
        return source.substring(source.lastIndexOf('\n', offset - 1) + 1, end < 0 ? source.length() : end);
    }

    Problem at(int start, int end, String code, String message, String cure) {
        int lineStart = source.lastIndexOf('\n', start - 1) + 1;
        String text = lineAt(start);
        int length = Math.max(1, Math.min(end, lineStart + text.length()) - start);
        return new Problem(line(start), start - lineStart + 1, length, text, code, message, cure);
    }

    /** The line of the cell that an offset is on. */
    int line(int offset) {
        return firstLine
                + (int) source.substring(0, offset)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
