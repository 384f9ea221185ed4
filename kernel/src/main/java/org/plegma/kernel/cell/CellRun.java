package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.PersistentSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Kind;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.CompileException.Problem;
import org.plegma.kernel.cures.OpenClHabits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The evaluation of one piece of a cell's source: in which order its snippets go to JShell, and what the compiler's
 * messages mean in the cell.
 *
 * <p>Within a cell, declarations may refer to later ones, as in a Java file: where a snippet is rejected, the cell's
 * later methods and types are declared first and the snippet is tried again.
 */
final class CellRun {
    private static final Set<SubKind> WITH_RESULT =
            Set.of(SubKind.OTHER_EXPRESSION_SUBKIND, SubKind.TEMP_VAR_EXPRESSION_SUBKIND, SubKind.VAR_VALUE_SUBKIND);
    private static final Pattern OVERRIDE = Pattern.compile("@Override\\b");
    private static final int LARGEST_BLOCK = 512;
    private static final String FAULT_CURE =
            "The notebook's variables are still there. Write it in another way, or in smaller parts.";
    private static final Logger LOG = LoggerFactory.getLogger(CellRun.class);

    private final JavaEvaluator java;
    private final JShell shell;
    private final String source;
    private final CellProblems places;
    private final List<Part> waiting = new ArrayList<>();
    private final List<DeclarationSnippet> unresolved = new ArrayList<>();
    private List<Part> all = List.of();
    private @Nullable Object result;
    private boolean declaredType;

    CellRun(JavaEvaluator java, String source, int firstLine) {
        this.java = java;
        shell = java.shell();
        this.source = source;
        places = new CellProblems(java, source, firstLine);
    }

    @Nullable
    Object evaluate() throws Throwable {
        try {
            return evaluateAll();
        } catch (CompileException e) {
            OptionalInt kernel = OpenClHabits.kernel(source);
            if (kernel.isEmpty()) {
                throw e;
            }
            int start = kernel.getAsInt();
            throw new CompileException(List.of(
                    places.at(start, source.indexOf('(', start), "opencl", OpenClHabits.MESSAGE, OpenClHabits.CURE)));
        }
    }

    private @Nullable Object evaluateAll() throws Throwable {
        refuseLongLiterals();
        all = byCompiler(0, () -> java.splitter().split(source, java::stopIfAsked));
        waiting.addAll(all);
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
        if (declaredType) {
            Optional<String> taken = java.repair().heal();
            if (taken.isPresent()) {
                throw new CompileException(
                        List.of(places.at(0, 0, "ruins", "with this, no other code compiles", taken.get())));
            }
        }
        noteUnresolved();
        return result;
    }

    private void refuseLongLiterals() throws CompileException {
        StringLiterals.TooLong literal = StringLiterals.tooLong(source);
        if (literal != null) {
            throw new CompileException(List.of(places.at(
                    literal.offset(), literal.offset() + 1, "limit.string", literal.message(), StringLiterals.CURE)));
        }
    }

    /** What the compiler answers; its own faults, which a few sources bring about, are problems of the cell. */
    private <T> T byCompiler(int offset, Answer<T> answer) throws Throwable {
        try {
            return answer.get();
        } catch (RuntimeException | AssertionError | InternalError | StackOverflowError fault) {
            LOG.debug("the compiler failed", fault);
            java.repair().rebuild();
            Throwable cause = fault.getCause() == null ? fault : fault.getCause();
            String name = cause.getClass().getSimpleName();
            throw new CompileException(List.of(places.at(
                    offset,
                    offset,
                    "compiler",
                    "Java's compiler fails on this, by a fault of its own: " + name,
                    FAULT_CURE)));
        }
    }

    private interface Answer<T> {
        T get() throws Throwable;
    }

    /** Nothing of a cell runs if its end cannot be understood; errors of meaning show only when it is their turn. */
    private void refuseWhatIsNoJava() throws Throwable {
        Part last = waiting.isEmpty() ? null : waiting.get(waiting.size() - 1);
        if (last != null
                && waiting.size() > 1
                && (last.completeness() == Completeness.UNKNOWN
                        || last.completeness() == Completeness.DEFINITELY_INCOMPLETE)) {
            List<Problem> problems = tryPart(last, last.source());
            if (!problems.isEmpty()) {
                throw new CompileException(others().beside(problems, last, all));
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
            List<Part> rest = all.stream()
                    .filter(other -> other.offset() >= part.offset())
                    .toList();
            throw new CompileException(others().beside(problems, part, rest));
        }
    }

    private OtherProblems others() {
        return new OtherProblems(java, source, places);
    }

    /** Evaluates one snippet; gives the compiler's problems, none if it was accepted. */
    private List<Problem> tryPart(Part part, String text) throws Throwable {
        String shown = AssertedValues.shown(text);
        int waitingFor = unresolved.size();
        if (!shown.equals(text) && trySource(part, shown, text).isEmpty() && unresolved.size() == waitingFor) {
            return List.of();
        }
        unresolved.subList(waitingFor, unresolved.size()).clear();
        return trySource(part, text, text); // its problems have their places in the text as it is written
    }

    private List<Problem> trySource(Part part, String compiled, String text) throws Throwable {
        result = null;
        java.stopIfAsked();
        List<SnippetEvent> events = byCompiler(part.offset(), () -> java.snippet(compiled));
        for (SnippetEvent event : events) {
            if (event.causeSnippet() != null) { // an update of an earlier snippet
                java.forgetIfGone(event);
                continue;
            }
            java.traces().add(event.snippet(), text, places.line(part.offset()));
            if (java.repair().isUnwritten(event)) {
                List<Problem> problems = places.of(event.snippet(), part);
                java.repair().takeBack(event.snippet(), events);
                return problems;
            }
            if (CompilerRepair.hidesWhatIsNeeded(event.snippet())) {
                java.repair().takeBack(event.snippet(), events);
                return List.of(places.hiding(((PersistentSnippet) event.snippet()).name(), part));
            }
            if (event.status() == Status.REJECTED) {
                return places.of(event.snippet(), part);
            }
            declaredType |= CompilerRepair.namesType(event.snippet());
            java.repair().dropNamesakes(event.snippet());
            if (event.exception() instanceof UnresolvedReferenceException call) {
                throw java.traces()
                        .remember(
                                new JavaEvaluator.UndeclaredException(
                                        call.getSnippet().name(), lack(call.getSnippet())),
                                call);
            }
            if (java.control().thrown() != null) {
                throw java.traces().remember(java.control().thrown(), event.exception());
            }
            Snippet snippet = event.snippet();
            if (snippet instanceof VarSnippet variable && event.status() == Status.RECOVERABLE_NOT_DEFINED) {
                return List.of(places.undeclaredType(variable, part));
            }
            if (snippet instanceof DeclarationSnippet declared && event.status() != Status.VALID) {
                unresolved.add(declared);
            }
            if (WITH_RESULT.contains(snippet.subKind()) && !part.isStatement(source)) {
                result = java.control().value();
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
                && java.analysis().sourceToSnippets(part.source()).stream()
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
            if (status == Status.RECOVERABLE_DEFINED
                    || status == Status.RECOVERABLE_NOT_DEFINED
                    || java.overloads().waits(declared)) {
                System.err.println("Note: " + declared.name() + " cannot be used yet: " + lack(declared));
            }
        }
    }

    /** What keeps a declaration from being used: what it needs, or else what is wrong with it by now. */
    private String lack(DeclarationSnippet declared) {
        String missing = places.missing(declared);
        return missing.isEmpty()
                ? shell.diagnostics(declared)
                        .filter(Diag::isError)
                        .map(CompilerMessages::clean)
                        .collect(Collectors.joining("; "))
                : "there is no " + missing;
    }
}
