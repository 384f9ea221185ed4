package org.plegma.kernel.cell;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.JShell;
import jdk.jshell.PersistentSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.VarSnippet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps memory and time of a cell the same after thousands of cells. JShell forgets nothing: each snippet with the source
 * of its class, which imports all results so far, and its class file, which each later compilation reads.
 *
 * <p>Each later cell imports the results of expressions, which JShell calls {@code $1}, {@code $2} and a notebook never shows
 * by these names; so they are dropped as the next cell begins. For what the session needs no longer, JShell has no interface, so
 * that its maps are cleared by reflection; where Java refuses that, they grow.
 */
final class SnippetMemory {
    private static final Logger LOG = LoggerFactory.getLogger(SnippetMemory.class);
    private static final int SNIPPETS_KEPT = 256;
    private static final int SNIPPETS_BETWEEN = 16;
    private static final int SNIPPETS_OF_A_COMPILER = 1024;
    private static final Pattern SNIPPET_CLASS = Pattern.compile("\\$JShell\\$[0-9A-Z_]+");

    private final JShell shell;
    private final CellControl control;
    private final CompilerRepair repair;
    private boolean reachable = true;
    private int sinceTidy;
    private int sinceCompiler;

    SnippetMemory(JShell shell, CellControl control, CompilerRepair repair) {
        this.shell = shell;
        this.control = control;
        this.repair = repair;
    }

    /** Counts a snippet. */
    void evaluated() {
        sinceTidy++;
        sinceCompiler++;
    }

    /** Forgets results, and if enough has gathered since the last time what no later cell can use. Gives the ids that are gone. */
    Set<String> tidy() {
        dropResults();
        if (sinceTidy < SNIPPETS_BETWEEN) {
            return Set.of();
        }
        sinceTidy = 0;
        if (sinceCompiler >= SNIPPETS_OF_A_COMPILER) {
            sinceCompiler = 0;
            repair.rebuild(); // the compiler's table of names grows with each class
            collectBeside();
        }
        int newest = shell.snippets().mapToInt(SnippetMemory::number).max().orElse(0);
        List<Snippet> unused = shell.snippets()
                .filter(snippet -> !isDeclared(snippet))
                .filter(snippet -> number(snippet) < newest - SNIPPETS_KEPT)
                .toList();
        if (reachable) {
            forget(unused);
        }
        Set<String> gone = unused.stream().map(Snippet::id).collect(Collectors.toSet());
        shell.snippets().map(Snippet::id).forEach(gone::remove);
        return gone;
    }

    /**
     * Has the heap searched for what it can give back to the machine. By itself it is searched only when half of it is in use, and
     * cells that leave little behind let it grow without that.
     */
    private static void collectBeside() {
        Thread collecting = new Thread(System::gc, "plegma-memory");
        collecting.setDaemon(true);
        collecting.start();
    }

    /** The number in a snippet's id, which counts them in the order of their first declaration. */
    private static int number(Snippet snippet) {
        return Integer.parseInt(snippet.id());
    }

    private boolean isDeclared(Snippet snippet) {
        return snippet instanceof PersistentSnippet && shell.status(snippet).isActive();
    }

    private void dropResults() {
        List<VarSnippet> results = shell.variables()
                .filter(variable -> variable.subKind() == SubKind.TEMP_VAR_EXPRESSION_SUBKIND)
                .toList();
        for (VarSnippet result : results) {
            control.clear(classOf(result), result.name());
            shell.drop(result);
        }
    }

    private String classOf(Snippet snippet) {
        return shell.sourceCodeAnalysis().wrapper(snippet).fullClassName();
    }

    private void forget(List<Snippet> unused) {
        Set<String> declared = new HashSet<>();
        Set<String> known = new HashSet<>();
        shell.snippets()
                .filter(snippet -> !unused.contains(snippet))
                .filter(snippet -> snippet.kind() != Snippet.Kind.IMPORT && snippet.kind() != Snippet.Kind.ERRONEOUS)
                .forEach(snippet -> {
                    String name = baseOf(classOf(snippet));
                    known.add(name);
                    if (isDeclared(snippet)) {
                        declared.add(name);
                    }
                });
        try {
            Object maps = field(shell, "maps");
            ((Set<?>) field(maps, "snippets")).removeAll(new HashSet<>(unused));
            List<?> byNumber = (List<?>) field(maps, "keyIndexToSnippet");
            for (Snippet snippet : unused) {
                if (byNumber.get(number(snippet)) == snippet) {
                    byNumber.set(number(snippet), null);
                }
            }
            retain((Map<?, ?>) field(field(shell, "outerMap"), "classOuters"), known);
            retain((Map<?, ?>) field(field(field(shell, "taskFactory"), "fileManager"), "classObjects"), declared);
        } catch (ReflectiveOperationException | InaccessibleObjectException | ClassCastException refused) {
            reachable = false;
            LOG.warn(
                    "JShell's memory cannot be cleared, so that each cell takes some of it for good: {}",
                    refused.toString());
        }
    }

    private static void retain(Map<?, ?> byClass, Set<String> classes) {
        byClass.keySet().removeIf(name -> !classes.contains(baseOf((String) name)));
    }

    /** The class that JShell made for a snippet, of it or of a class within. */
    private static String baseOf(String className) {
        Matcher base = SNIPPET_CLASS.matcher(className);
        return base.find() ? base.group() : className;
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }
}
