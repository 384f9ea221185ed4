package org.plegma.array;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The files of data that this process has read, so that a report can tell which they were. */
public final class DataFiles {
    private static final Map<Path, Path> READ = new LinkedHashMap<>();

    private DataFiles() {}

    /** Tells that a file is read. */
    public static void reading(Path file) {
        Preconditions.notNull(file, "file");
        synchronized (READ) {
            READ.putIfAbsent(file.toAbsolutePath().normalize(), file);
        }
    }

    /** What a look at a file finds that does not count as reading it, such as one before it is written anew. */
    public static <T> T glance(Path file, Supplier<T> look) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(look, "look");
        Path place = file.toAbsolutePath().normalize();
        boolean known;
        synchronized (READ) {
            known = READ.containsKey(place);
        }
        try {
            return look.get();
        } finally {
            synchronized (READ) {
                if (!known) {
                    READ.remove(place);
                }
            }
        }
    }

    /** Those read so far, as they were named first, each once. */
    public static List<Path> read() {
        synchronized (READ) {
            return List.copyOf(READ.values());
        }
    }
}
