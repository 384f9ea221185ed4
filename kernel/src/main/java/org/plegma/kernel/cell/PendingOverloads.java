package org.plegma.kernel.cell;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Kind;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;

/**
 * Keeps methods whose parameters or results are of types that are not declared yet, where others of their name can be used.
 *
 * <p>JShell of JDK 17 plans one class for all methods of a name that it compiles together. When one of them proves to be
 * unusable, it compiles the others to another class, but what it has wrapped before still imports the planned one, which it
 * never writes. So it takes a method, variable or type for undefined that has nothing to do with it. Therefore such methods
 * are dropped, and declared again when a type is declared or imported; and what got lost already is declared again, too.
 */
final class PendingOverloads {
    /** What the compiler says to an import of a member of a class that is not there. */
    private static final String NO_SUCH_CLASS = "compiler.err.static.imp.only.classes.and.interfaces";

    private final JShell shell;
    private final CellControl control;
    private final CompilerRepair repair;
    private final Map<String, MethodSnippet> aside = new LinkedHashMap<>();

    PendingOverloads(JShell shell, CellControl control, CompilerRepair repair) {
        this.shell = shell;
        this.control = control;
        this.repair = repair;
    }

    /** Whether a method was put aside and still waits for a type. */
    boolean waits(Snippet declared) {
        MethodSnippet waiting = declared instanceof MethodSnippet method ? aside.get(signature(method)) : null;
        return waiting != null && shell.status(waiting) != Status.REJECTED;
    }

    /** Forgets all that waits. */
    void clear() {
        aside.clear();
    }

    /** Has JShell evaluate a snippet, and nothing else get lost by that. */
    List<SnippetEvent> evaluate(String source) {
        List<SnippetEvent> events = shell.eval(source);
        boolean lost = putAside(events);
        if (lost) {
            events = withoutLoss(source, events);
        }
        if (lost || events.stream().anyMatch(PendingOverloads::bringsTypes)) {
            List<SnippetEvent> all = events;
            control.apart(() -> {
                restoreLost(all, new HashSet<>());
                declareAgain();
            });
        }
        return events;
    }

    /** Evaluates a snippet once more that got lost itself, so that nothing of it has run. */
    private List<SnippetEvent> withoutLoss(String source, List<SnippetEvent> first) {
        List<Snippet> own = first.stream()
                .filter(event -> event.causeSnippet() == null)
                .map(SnippetEvent::snippet)
                .toList();
        if (own.size() != 1 || !isLost(own.get(0))) {
            return first;
        }
        List<SnippetEvent> second = shell.eval(source);
        putAside(second);
        return Stream.concat(
                        second.stream().filter(event -> event.snippet() != own.get(0)),
                        first.stream().filter(event -> event.status() == Status.OVERWRITTEN))
                .toList();
    }

    private static boolean bringsTypes(SnippetEvent event) {
        Kind kind = event.snippet().kind();
        return event.status().isDefined() && (kind == Kind.TYPE_DECL || kind == Kind.IMPORT);
    }

    /** Declares again what lost its class as another snippet was evaluated, and what this makes lost in its turn. */
    private void restoreLost(List<SnippetEvent> events, Set<String> tried) {
        for (SnippetEvent event : events) {
            Snippet snippet = event.snippet();
            if (event.causeSnippet() != null && isLost(snippet) && tried.add(snippet.id())) {
                List<SnippetEvent> others = repair.restore(snippet);
                putAside(others);
                restoreLost(others, tried);
            }
        }
    }

    private void declareAgain() {
        for (MethodSnippet method : List.copyOf(aside.values())) {
            boolean known = shell.status(method) == Status.REJECTED;
            List<SnippetEvent> events = repair.restore(method);
            putAside(events);
            restoreLost(events, new HashSet<>());
            for (SnippetEvent event : events) {
                if (event.status() == Status.REJECTED && event.snippet() instanceof MethodSnippet rejected) {
                    aside.put(signature(method), rejected);
                    if (!known) {
                        note(rejected);
                    }
                }
            }
        }
    }

    private void note(MethodSnippet rejected) {
        System.err.println("Note: " + rejected.name() + " cannot be used yet: "
                + shell.diagnostics(rejected)
                        .filter(Diag::isError)
                        .map(CompilerMessages::clean)
                        .collect(Collectors.joining("; ")));
    }

    /**
     * Drops the methods that cannot be used and would keep others from being compiled.
     *
     * @return whether anything got lost
     */
    private boolean putAside(List<SnippetEvent> events) {
        boolean lost = events.stream().anyMatch(event -> isLost(event.snippet()));
        for (SnippetEvent event : events) {
            if (event.snippet() instanceof MethodSnippet method
                    && event.status().isActive()) {
                aside.remove(signature(method));
            }
        }
        if (lost || events.stream().anyMatch(event -> event.snippet().kind() == Kind.METHOD)) {
            List<MethodSnippet> methods = shell.methods()
                    .filter(method -> shell.status(method).isActive())
                    .toList();
            Set<MethodSnippet> usable = methods.stream()
                    .filter(method -> lost || !lacksType(method))
                    .collect(Collectors.toSet());
            for (MethodSnippet method : methods) {
                if (isUnusable(method)
                        && (lost || lacksType(method))
                        && usable.stream()
                                .anyMatch(
                                        other -> other != method && other.name().equals(method.name()))) {
                    aside.put(signature(method), method);
                    shell.drop(method);
                }
            }
        }
        return lost;
    }

    private boolean lacksType(MethodSnippet method) {
        return isUnusable(method)
                && shell.unresolvedDependencies(method).findAny().isPresent();
    }

    private boolean isUnusable(MethodSnippet method) {
        return shell.status(method) == Status.RECOVERABLE_NOT_DEFINED && !isLost(method);
    }

    /** Whether a snippet was compiled against a class that JShell planned and did not write. */
    private boolean isLost(Snippet snippet) {
        Status status = shell.status(snippet);
        return snippet.kind() != Kind.IMPORT
                && (status == Status.RECOVERABLE_NOT_DEFINED || status == Status.REJECTED)
                && shell.diagnostics(snippet).anyMatch(diagnostic -> NO_SUCH_CLASS.equals(diagnostic.getCode()));
    }

    private static String signature(MethodSnippet method) {
        return method.name() + "(" + method.parameterTypes() + ")";
    }
}
