package org.plegma.kernel.cell;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/**
 * The compiler's own files, without three works of theirs that cells waited for.
 *
 * <p>Each compilation says anew which releases' classes of a jar count. The compiler's files take that for a change and drop
 * their index of all packages of all jars, and JShell compiles four times for a cell. So it is passed on once.
 *
 * <p>Each compilation looks for plugins of the compiler in all jars. It finds none.
 *
 * <p>JShell asks for the paths in order to list all classes in the background, beside the first cells. It is told none until
 * someone needs the list.
 */
final class CompilerFiles extends ForwardingJavaFileManager<StandardJavaFileManager>
        implements StandardJavaFileManager {
    private static final String RELEASE = "--multi-release";
    private static final ClassLoader NO_PLUGINS = new ClassLoader(null) {};

    private @Nullable String release;
    private volatile boolean told;

    CompilerFiles(StandardJavaFileManager files) {
        super(files);
    }

    /** From now on, tells the paths; whether they were not told before. */
    boolean tell() {
        boolean first = !told;
        told = true;
        return first;
    }

    @Override
    public boolean handleOption(String current, Iterator<String> remaining) {
        if (!current.equals(RELEASE)) {
            return super.handleOption(current, remaining);
        }
        String asked = remaining.next();
        if (!Objects.equals(asked, release)) {
            release = asked;
            return super.handleOption(current, List.of(asked).iterator());
        }
        return true;
    }

    @Override
    public ClassLoader getClassLoader(Location location) {
        return NO_PLUGINS;
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromFiles(Iterable<? extends File> chosen) {
        return fileManager.getJavaFileObjectsFromFiles(chosen);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(File... chosen) {
        return fileManager.getJavaFileObjects(chosen);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromStrings(Iterable<String> names) {
        return fileManager.getJavaFileObjectsFromStrings(names);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(String... names) {
        return fileManager.getJavaFileObjects(names);
    }

    @Override
    public void setLocation(Location location, Iterable<? extends File> path) throws IOException {
        fileManager.setLocation(location, path);
    }

    @Override
    public Iterable<? extends File> getLocation(Location location) {
        return fileManager.getLocation(location);
    }

    @Override
    public Iterable<? extends Path> getLocationAsPaths(Location location) {
        return told ? fileManager.getLocationAsPaths(location) : List.of();
    }
}
