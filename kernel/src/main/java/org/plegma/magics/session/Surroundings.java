package org.plegma.magics.session;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.plegma.magics.NotebookSession;
import org.plegma.process.UserHome;

/**
 * The folder and the environment of the notebook's commands. A Java process cannot change its own, so the paths of Java code
 * and {@link System#getenv()} stay as they were when the kernel started.
 */
final class Surroundings {
    private Path folder = started();
    private Path previous = folder;
    private final Map<String, String> changes = new TreeMap<>();

    static Surroundings of(NotebookSession notebook) {
        return notebook.state(Surroundings.class, Surroundings::new);
    }

    /** The folder in which the kernel started. */
    static Path started() {
        return Path.of("").toAbsolutePath();
    }

    Path folder() {
        return folder;
    }

    Path previous() {
        return previous;
    }

    void enter(Path wanted) {
        previous = folder;
        folder = wanted;
    }

    /** A path as the user writes it: relative to the folder, {@code ~} for home. */
    Path resolve(String path) {
        if (path.equals("~") || path.startsWith("~/")) {
            return Path.of(UserHome.path() + path.substring(1)).normalize();
        }
        return folder.resolve(path).normalize();
    }

    /** Sets a variable for commands. */
    void set(String name, String value) {
        changes.put(name, value);
    }

    /** The variables as commands see them. */
    Map<String, String> environment() {
        Map<String, String> all = new TreeMap<>(System.getenv());
        all.putAll(changes);
        return all;
    }
}
