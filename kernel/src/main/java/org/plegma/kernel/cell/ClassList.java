package org.plegma.kernel.cell;

import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis.QualifiedNames;

/**
 * JShell's list of all classes and packages that there are, which the first who asks for it waits for: it takes about a
 * second of processor time and some megabytes, and most notebooks never need it.
 */
final class ClassList {
    private static final int MILLISECONDS = 50;

    private final JShell shell;
    private final CompilerFiles files;
    private final CompilerRepair repair;

    ClassList(JShell shell, CompilerFiles files, CompilerRepair repair) {
        this.shell = shell;
        this.files = files;
        this.repair = repair;
    }

    /** Has the list made, in the background, if it is not made yet. */
    void begin() {
        if (files.tell()) {
            repair.rebuild(); // JShell makes the list anew when its class path changes
        }
    }

    /** The qualified names of a simple one, as soon as the list is made; an interrupt gives those that are there by then. */
    List<String> named(String simpleName) {
        begin();
        QualifiedNames found = find(simpleName);
        while (!found.isUpToDate()) {
            try {
                Thread.sleep(MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
            found = find(simpleName);
        }
        return found.getNames();
    }

    private QualifiedNames find(String simpleName) {
        return shell.sourceCodeAnalysis().listQualifiedNames(simpleName, simpleName.length());
    }
}
