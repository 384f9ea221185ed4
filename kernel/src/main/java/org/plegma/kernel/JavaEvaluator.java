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
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.UnresolvedReferenceException;
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

    private static final int LARGEST_BLOCK = 512;

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

    /** A method was called that uses what is not declared. */
    static final class UndeclaredException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UndeclaredException(String name, String missing) {
            super(name + " cannot be called: it uses what is not declared, " + missing + ".");
        }
    }

    /** The evaluation of one piece of source. */
    private final class Run {
        private final String source;
        private final int firstLine;
        private final List<Part> waiting;
        private final List<DeclarationSnippet> unresolved = new ArrayList<>();
        private Object result;

        Run(String source, int firstLine) {
            this.source = source;
            this.firstLine = firstLine;
            waiting = new ArrayList<>(splitter.split(source));
        }

        Object evaluate() throws Throwable {
            refuseWhatIsNoJava();
            while (!waiting.isEmpty()) {
                int statements = 0;
                while (statements < Math.min(LARGEST_BLOCK, waiting.size())
                        && waiting.get(statements).declaresNothing()) {
                    statements++;
                }
                if (statements > 1) {
                    List<Part> block = List.copyOf(waiting.subList(0, statements));
                    waiting.subList(0, statements).clear();
                    evaluateBlock(block);
                } else {
                    evaluatePart(waiting.remove(0));
                }
            }
            noteUnresolved();
            return result;
        }

        /** Nothing of a cell runs if its end cannot be understood; errors of meaning show only when it is their turn. */
        private void refuseWhatIsNoJava() throws Throwable {
            Part last = waiting.isEmpty() ? null : waiting.get(waiting.size() - 1);
            if (waiting.size() > 1
                    && (last.completeness() == Completeness.UNKNOWN
                            || last.completeness() == Completeness.DEFINITELY_INCOMPLETE)) {
                List<Problem> problems = tryPart(last, last.source());
                if (!problems.isEmpty()) {
                    throw new CompileException(problems);
                }
                waiting.remove(last);
            }
        }

        /**
         * Evaluates statements as one block, since a snippet costs JShell some milliseconds whatever is in it. If the
         * block does not compile, its halves are evaluated one after the other, as the statements would have been.
         */
        private void evaluateBlock(List<Part> statements) throws Throwable {
            if (statements.size() == 1) {
                evaluatePart(statements.get(0));
                return;
            }
            Part first = statements.get(0);
            Part last = statements.get(statements.size() - 1);
            String text = source.substring(first.offset(), last.end());
            if (!tryPart(first, "{" + text + "\n}").isEmpty()) {
                int half = statements.size() / 2;
                evaluateBlock(statements.subList(0, half));
                evaluateBlock(statements.subList(half, statements.size()));
            }
        }

        private void evaluatePart(Part part) throws Throwable {
            List<Problem> problems = tryPart(part, part.source());
            if (problems.stream().anyMatch(Problem::isUnresolved) && declareLater()) {
                problems = tryPart(part, part.source());
            }
            if (problems.stream().anyMatch(Problem::isUnresolved)) {
                problems = tryWithoutOverride(part, problems);
            }
            if (!problems.isEmpty()) {
                throw new CompileException(problems);
            }
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
                if (event.exception() instanceof UnresolvedReferenceException call) {
                    throw traces.remember(
                            new UndeclaredException(call.getSnippet().name(), missing(call.getSnippet())), call);
                }
                if (control.thrown() != null) {
                    throw traces.remember(control.thrown(), event.exception());
                }
                Snippet snippet = event.snippet();
                if (snippet instanceof VarSnippet variable && event.status() == Status.RECOVERABLE_NOT_DEFINED) {
                    return List.of(undeclaredType(variable, part));
                }
                if (snippet instanceof DeclarationSnippet declared && event.status() != Status.VALID) {
                    unresolved.add(declared);
                }
                if (WITH_RESULT.contains(snippet.subKind()) && !part.isStatement(source)) {
                    result = control.value();
                }
            }
            return List.of();
        }

        /** Declares the methods and types that come later in the cell; whether there was any that compiles. */
        private boolean declareLater() throws Throwable {
            List<Part> declarations = new ArrayList<>(waiting);
            declarations.removeIf(part -> !isDeclaration(part));
            int count = declarations.size();
            while (removeDeclared(declarations, false) || removeDeclared(declarations, true)) {
                // what was declared may be what others waited for
            }
            return declarations.size() < count;
        }

        /** Tries each declaration once; whether any compiled. */
        private boolean removeDeclared(List<Part> declarations, boolean relaxed) throws Throwable {
            boolean any = false;
            for (Part part : List.copyOf(declarations)) {
                List<Problem> problems = tryPart(part, part.source());
                if (relaxed && problems.stream().anyMatch(Problem::isUnresolved)) {
                    problems = tryWithoutOverride(part, problems);
                }
                if (problems.isEmpty()) {
                    declarations.remove(part);
                    waiting.remove(part);
                    any = true;
                }
            }
            return any;
        }

        private boolean isDeclaration(Part part) {
            return part.completeness().isComplete()
                    && !part.declaresNothing()
                    && analysis().sourceToSnippets(part.source()).stream()
                            .anyMatch(s -> s.kind() == Kind.METHOD || s.kind() == Kind.TYPE_DECL);
        }

        /**
         * Declares a type without its {@code @Override} annotations, since the compiler rejects them as long as a
         * supertype is not declared. Then with them, if it can be: they are there to be checked.
         */
        private List<Problem> tryWithoutOverride(Part part, List<Problem> problems) throws Throwable {
            if (!isDeclaration(part) || !OVERRIDE.matcher(part.source()).find()) {
                return problems;
            }
            String relaxed = OVERRIDE.matcher(part.source()).replaceAll(" ".repeat("@Override".length()));
            List<Problem> others = tryPart(part, relaxed);
            if (!others.isEmpty()) {
                return others;
            }
            List<Problem> remaining = tryPart(part, part.source());
            return remaining.stream().anyMatch(Problem::isUnresolved) ? List.of() : remaining;
        }

        /** Says of methods and types that they need something that is not declared yet. */
        private void noteUnresolved() {
            for (DeclarationSnippet declared : unresolved) {
                Status status = shell.status(declared);
                if (status == Status.RECOVERABLE_DEFINED || status == Status.RECOVERABLE_NOT_DEFINED) {
                    System.err.println(
                            "Note: " + declared.name() + " cannot be used until there is: " + missing(declared));
                }
            }
        }

        private String missing(DeclarationSnippet declared) {
            return shell.unresolvedDependencies(declared).collect(Collectors.joining(", "));
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
            String missing = snippet instanceof DeclarationSnippet declared ? missing(declared) : "";
            String message = "this cannot be used yet" + (missing.isEmpty() ? "" : ": it needs " + missing);
            return at(part.offset(), part.offset(), Problem.UNRESOLVED, message, "");
        }

        /** JShell takes a variable of an unknown type and waits for the type; in a notebook that is an error. */
        private Problem undeclaredType(VarSnippet variable, Part part) {
            String missing = missing(variable);
            shell.drop(variable);
            String name = missing.substring(missing.lastIndexOf(' ') + 1);
            int start = part.offset() + Math.max(0, part.source().indexOf(name));
            return at(
                    start,
                    start + name.length(),
                    Problem.UNRESOLVED,
                    "cannot find symbol: " + missing,
                    cures.ofUnknown(name, false));
        }

        private Problem problem(Diag diag, Part part) {
            int limit = source.length();
            int start = (int) Math.min(limit, part.offset() + Math.max(0, diag.getPosition()));
            int end = (int) Math.min(limit, part.offset() + Math.max(0, diag.getEndPosition()));
            return at(start, end, String.valueOf(diag.getCode()), CompilerMessages.clean(diag), cures.of(diag));
        }

        private Problem at(int start, int end, String code, String message, String cure) {
            int lineStart = source.lastIndexOf('\n', start - 1) + 1;
            int lineEnd = source.indexOf('\n', start);
            String text = source.substring(lineStart, lineEnd < 0 ? source.length() : lineEnd);
            int length = Math.max(1, Math.min(end, lineStart + text.length()) - start);
            return new Problem(line(start), start - lineStart + 1, length, text, code, message, cure);
        }

        private int line(int offset) {
            return firstLine
                    + (int) source.substring(0, offset)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
        }
    }
}
