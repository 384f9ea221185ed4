package org.plegma.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Kind;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.VarSnippet;
import org.plegma.kernel.CellSplitter.Part;
import org.plegma.kernel.CompileException.Problem;

/**
 * Evaluates Java by JShell, in this process. Not safe for use by several threads.
 *
 * <p>Within a cell, declarations may refer to later ones, as in a Java file: where a snippet is rejected, the cell's
 * later methods and types are declared first and the snippet is tried again.
 */
final class JavaEvaluator implements AutoCloseable {
    private static final Set<SubKind> WITH_RESULT =
            Set.of(SubKind.OTHER_EXPRESSION_SUBKIND, SubKind.TEMP_VAR_EXPRESSION_SUBKIND, SubKind.VAR_VALUE_SUBKIND);
    private static final Pattern OVERRIDE = Pattern.compile("@Override\\b");

    private final InterruptShield shield;
    private final CellControl control;
    private final JShell shell;
    private final CellSplitter splitter;
    private final Cures cures;
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
    }

    /** Says which cell the source that follows is from. */
    void beginCell(int number) {
        traces.beginCell(number);
    }

    /** The places in the cells of exceptions thrown by {@link #evaluate}. */
    CellTraces traces() {
        return traces;
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
        return new Run(source, firstLine).evaluate();
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

    /** Declares a variable of a type, as one writes it in a declaration, that holds a live object. */
    void bind(String name, String type, Object value) throws Throwable {
        Handoff.leave(name, value);
        boolean primitive = Set.of("int", "long", "float", "double", "short", "byte", "char", "boolean")
                .contains(type);
        if (primitive && value == null) {
            throw new IllegalArgumentException("The variable " + name + " of type " + type + " cannot be null.");
        }
        evaluate(type + " " + name + " = (" + type + ") org.plegma.kernel.Handoff.take(\"" + name + "\");", 0);
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

    private List<SnippetEvent> shielded(String snippet) throws Throwable {
        StopSwitch.check();
        control.reset();
        shield.raise();
        try {
            return shell.eval(snippet);
        } finally {
            shield.lower();
        }
    }

    /** The evaluation of one piece of source. */
    private final class Run {
        private final String source;
        private final int firstLine;
        private final List<Part> waiting;
        private final List<Part> uncheckedOverrides = new ArrayList<>();
        private final List<Snippet> unresolved = new ArrayList<>();
        private Object result;

        Run(String source, int firstLine) {
            this.source = source;
            this.firstLine = firstLine;
            waiting = new ArrayList<>(splitter.split(source));
        }

        Object evaluate() throws Throwable {
            while (!waiting.isEmpty()) {
                Part part = waiting.remove(0);
                List<Problem> problems = tryPart(part, part.source());
                if (!problems.isEmpty() && declareLater()) {
                    problems = tryPart(part, part.source());
                }
                if (!problems.isEmpty() && !declaredWithoutOverride(part)) {
                    throw new CompileException(problems);
                }
            }
            Object value = result;
            for (Part part : uncheckedOverrides) {
                List<Problem> problems = tryPart(part, part.source());
                if (!problems.isEmpty() && !declaredWithoutOverride(part)) {
                    throw new CompileException(problems);
                }
            }
            noteUnresolved();
            return value;
        }

        /** Evaluates one snippet; gives the compiler's problems, none if it was accepted. */
        private List<Problem> tryPart(Part part, String text) throws Throwable {
            result = null;
            for (SnippetEvent event : shielded(text)) {
                if (event.causeSnippet() != null) {
                    continue; // an update of an earlier snippet
                }
                traces.add(event.snippet(), text, line(part.offset()));
                if (event.status() == Status.REJECTED) {
                    return problems(event.snippet(), part);
                }
                if (control.thrown() != null) {
                    throw traces.remember(control.thrown(), event.exception());
                }
                Snippet snippet = event.snippet();
                if (event.status() == Status.RECOVERABLE_DEFINED || event.status() == Status.RECOVERABLE_NOT_DEFINED) {
                    unresolved.add(snippet);
                }
                if (WITH_RESULT.contains(snippet.subKind()) && !part.isStatement(source)) {
                    result = control.value();
                }
            }
            return List.of();
        }

        /** Declares the methods and types that come later in the cell; whether there was any that compiles. */
        private boolean declareLater() throws Throwable {
            boolean any = false;
            boolean progress = true;
            while (progress) {
                progress = false;
                for (Part part : List.copyOf(waiting)) {
                    if (isDeclaration(part) && tryPart(part, part.source()).isEmpty()) {
                        waiting.remove(part);
                        progress = true;
                        any = true;
                    }
                }
            }
            return any;
        }

        private boolean isDeclaration(Part part) {
            return part.completeness().isComplete()
                    && analysis().sourceToSnippets(part.source()).stream()
                            .anyMatch(s -> s.kind() == Kind.METHOD || s.kind() == Kind.TYPE_DECL);
        }

        /**
         * Declares a type without its {@code @Override} annotations: the compiler rejects them while a supertype is
         * not declared yet. They are checked at the end of the cell.
         */
        private boolean declaredWithoutOverride(Part part) throws Throwable {
            if (!isDeclaration(part) || !OVERRIDE.matcher(part.source()).find()) {
                return false;
            }
            String relaxed = OVERRIDE.matcher(part.source()).replaceAll(" ".repeat("@Override".length()));
            boolean accepted = tryPart(part, relaxed).isEmpty()
                    && unresolved.stream().anyMatch(s -> shell.status(s) == Status.RECOVERABLE_NOT_DEFINED);
            if (accepted) {
                uncheckedOverrides.add(part);
            }
            return accepted;
        }

        private void noteUnresolved() {
            for (Snippet snippet : unresolved) {
                if (shell.status(snippet).isDefined() && shell.status(snippet) == Status.VALID
                        || !(snippet instanceof DeclarationSnippet declaration)
                        || !shell.status(snippet).isActive()) {
                    continue;
                }
                String missing = shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "));
                System.err.println("Note: " + declaration.name() + " cannot be used until there is: " + missing);
            }
        }

        private List<Problem> problems(Snippet snippet, Part part) {
            List<Problem> problems = shell.diagnostics(snippet)
                    .filter(Diag::isError)
                    .map(problem -> problem(problem, part))
                    .distinct()
                    .toList();
            return problems.isEmpty() ? List.of(unusable(snippet, part)) : problems;
        }

        /** JShell rejects a snippet without a diagnostic if what it needs is declared but cannot be used yet. */
        private Problem unusable(Snippet snippet, Part part) {
            String missing = snippet instanceof DeclarationSnippet declaration
                    ? shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "))
                    : "";
            int start = part.offset() + indexOfCode(part.source());
            return at(start, start, "this cannot be used yet" + (missing.isEmpty() ? "" : ": it needs " + missing), "");
        }

        private Problem problem(Diag diag, Part part) {
            int limit = source.length();
            int start = (int) Math.min(limit, part.offset() + Math.max(0, diag.getPosition()));
            int end = (int) Math.min(limit, part.offset() + Math.max(0, diag.getEndPosition()));
            return at(start, end, CompilerMessages.clean(diag), cures.of(diag));
        }

        private Problem at(int start, int end, String message, String cure) {
            int lineStart = source.lastIndexOf('\n', start - 1) + 1;
            int lineEnd = source.indexOf('\n', start);
            String text = source.substring(lineStart, lineEnd < 0 ? source.length() : lineEnd);
            int length = Math.max(1, Math.min(end, lineStart + text.length()) - start);
            return new Problem(line(start), start - lineStart + 1, length, text, message, cure);
        }

        private int line(int offset) {
            return firstLine
                    + (int) source.substring(0, offset)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
        }

        private static int indexOfCode(String text) {
            int index = 0;
            while (index < text.length() - 1 && Character.isWhitespace(text.charAt(index))) {
                index++;
            }
            return index;
        }
    }
}
