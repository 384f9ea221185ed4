package org.plegma.kernel.cell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.PersistentSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import org.plegma.magics.Handover;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session able to compile, whatever its cells held: what would keep all later cells from compiling is taken back,
 * and what the user has declared before stays, with its values.
 */
final class CompilerRepair {
    /** A class path entry that is nowhere: to add one is the way to have JShell make a new compiler. */
    static final Path NOWHERE = Path.of("/nowhere/of-plegma");

    /** JShell writes these names around each snippet, so that a type of the notebook's must not hide them. */
    private static final Set<String> NEEDED_TYPES = Set.of("Object", "Throwable", "java");

    private static final String GENERATED_TYPE = "$JShell$";
    private static final String PROBE = "int plegma$probe = 1 + 1;";

    private static final Logger LOG = LoggerFactory.getLogger(CompilerRepair.class);

    private final JShell shell;
    private final CellControl control;
    private List<String> own = List.of();

    CompilerRepair(JShell shell, CellControl control) {
        this.shell = shell;
        this.control = control;
    }

    /** Takes what is declared now as the kernel's own, which is never taken back. */
    void keepPresent() {
        own = shell.snippets().map(Snippet::id).toList();
    }

    /** Takes what was just declared as the kernel's own, too. */
    void keep(List<SnippetEvent> declared) {
        own = Stream.concat(own.stream(), declared.stream().map(event -> event.snippet()
                        .id()))
                .toList();
    }

    /** Whether the compiler understood a snippet but could not write its class, as with constants that are too long. */
    boolean isUnwritten(SnippetEvent event) {
        return event.status() == Status.RECOVERABLE_NOT_DEFINED
                && shell.diagnostics(event.snippet()).anyMatch(Diag::isError);
    }

    /** Whether a snippet declares a type by a name that the code around all snippets needs. */
    static boolean hidesWhatIsNeeded(Snippet snippet) {
        return namesType(snippet)
                && snippet instanceof PersistentSnippet named
                && (NEEDED_TYPES.contains(named.name()) || named.name().startsWith(GENERATED_TYPE));
    }

    /** Of a type and an import of the same simple name the newer counts: with both, nothing compiles. */
    void dropNamesakes(Snippet snippet) {
        if (snippet instanceof PersistentSnippet named && namesType(snippet)) {
            shell.snippets()
                    .filter(other -> other.kind() != snippet.kind() && namesType(other))
                    .filter(other -> ((PersistentSnippet) other).name().equals(named.name()))
                    .forEach(this::drop);
        }
    }

    static boolean namesType(Snippet snippet) {
        return snippet instanceof TypeDeclSnippet
                || snippet.subKind() == SubKind.SINGLE_TYPE_IMPORT_SUBKIND
                || snippet.subKind() == SubKind.SINGLE_STATIC_IMPORT_SUBKIND;
    }

    /** Undoes the declaration of a snippet: it is dropped, and what it replaced is declared again, with its value. */
    void takeBack(Snippet snippet, List<SnippetEvent> events) {
        rebuild();
        drop(snippet);
        for (SnippetEvent event : events) {
            if (event.status() == Status.OVERWRITTEN) {
                restore(event.snippet());
            }
        }
    }

    /** Drops the compiler's state, but nothing that is declared. */
    void rebuild() {
        shell.addToClasspath(NOWHERE.toString());
    }

    /**
     * Makes sure that code compiles, after some did not.
     *
     * @return what had to be taken back, in words; empty if nothing
     */
    Optional<String> heal() {
        if (compiles()) {
            return Optional.empty();
        }
        rebuild();
        // Types and imports hide names, methods hardly; a variable never does, and would lose its value.
        List<PersistentSnippet> suspects = new ArrayList<>(ofKind(CompilerRepair::namesType));
        suspects.addAll(ofKind(MethodSnippet.class::isInstance));
        List<String> dropped = new ArrayList<>();
        for (PersistentSnippet suspect : suspects) {
            if (compiles()) {
                break;
            }
            drop(suspect);
            dropped.add(suspect.name());
        }
        return dropped.isEmpty()
                ? Optional.empty()
                : Optional.of("No code compiled beside the declaration of " + dropped.get(dropped.size() - 1)
                        + ", so it was taken back"
                        + (dropped.size() == 1
                                ? ""
                                : ", with what came after it: "
                                        + String.join(", ", dropped.subList(0, dropped.size() - 1)))
                        + ". Run this cell again.");
    }

    /** The user's active snippets of a kind, the newest first. */
    private List<PersistentSnippet> ofKind(Predicate<Snippet> kind) {
        List<PersistentSnippet> found = new ArrayList<>();
        shell.snippets()
                .filter(snippet -> kind.test(snippet) && !own.contains(snippet.id()))
                .filter(snippet -> shell.status(snippet).isActive())
                .forEach(snippet -> found.add(0, (PersistentSnippet) snippet));
        return found;
    }

    /** Whether a declaration compiles; that an interrupt keeps it from running does not matter. */
    private boolean compiles() {
        boolean well = true;
        List<SnippetEvent> events = guarded(() -> shell.eval(PROBE));
        for (SnippetEvent event : events) {
            well &= event.status() == Status.VALID || event.causeSnippet() != null;
            drop(event.snippet());
        }
        control.reset();
        return well && !events.isEmpty();
    }

    private void drop(Snippet snippet) {
        if (shell.status(snippet).isActive()) {
            guarded(() -> shell.drop(snippet));
        }
    }

    /** What JShell answers; nothing if its compiler fails, by a fault of its own. */
    private List<SnippetEvent> guarded(Supplier<List<SnippetEvent>> answer) {
        try {
            return answer.get();
        } catch (RuntimeException | AssertionError | InternalError | StackOverflowError fault) {
            LOG.debug("the compiler failed", fault);
            rebuild();
            return List.of();
        }
    }

    /** Declares a snippet again, a variable with its value; gives what JShell says of that. */
    List<SnippetEvent> restore(Snippet replaced) {
        if (replaced instanceof VarSnippet variable) {
            String holder = shell.sourceCodeAnalysis().wrapper(variable).fullClassName();
            try {
                Object value = control.valueOf(holder, variable.name());
                String declaration = Handover.declaration(variable.typeName(), variable.name(), value);
                return guarded(() -> shell.eval(declaration));
            } catch (ReflectiveOperationException | LinkageError neverInitialised) {
                LOG.debug("{} had no value", variable.name(), neverInitialised);
            }
        } else if (replaced instanceof MethodSnippet || replaced instanceof TypeDeclSnippet) {
            return guarded(() -> shell.eval(replaced.source()));
        }
        return List.of();
    }
}
