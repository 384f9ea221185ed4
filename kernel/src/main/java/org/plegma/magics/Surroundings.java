package org.plegma.magics;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.plegma.process.UserHome;

/**
 * The folder and the environment of the notebook's commands. A Java process cannot change its own, so the paths of Java code
 * and {@link System#getenv()} stay as they were when the kernel started.
 */
public final class Surroundings {
    private Path folder = started();
    private Path previous = folder;
    private final Map<String, String> changes = new TreeMap<>();

    public static Surroundings of(NotebookSession notebook) {
        return notebook.state(Surroundings.class, Surroundings::new);
    }

    /** The folder in which the kernel started. */
    public static Path started() {
        return Path.of("").toAbsolutePath();
    }

    public Path folder() {
        return folder;
    }

    public Path previous() {
        return previous;
    }

    public void enter(Path wanted) {
        previous = folder;
        folder = wanted;
    }

    /** A path as the user writes it: relative to the folder, {@code ~} for home. */
    public Path resolve(String path) {
        if (path.equals("~") || path.startsWith("~/")) {
            return Path.of(UserHome.path() + path.substring(1)).normalize();
        }
        return folder.resolve(path).normalize();
    }

    /** The same, but as it is written where the folder is still that of Java code. */
    public Path place(Path path) {
        return folder.equals(started()) && !path.startsWith("~") ? path : resolve(path.toString());
    }

    /** Sets a variable for commands. */
    public void set(String name, String value) {
        changes.put(name, value);
    }

    /** The variables as commands see them. */
    public Map<String, String> environment() {
        Map<String, String> all = new TreeMap<>(System.getenv());
        all.putAll(changes);
        return all;
    }
}
