package org.plegma.array;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The files of data that this process has read, so that a report can tell which they were. */
public final class DataFiles {
    /** A file as it was called, and what tells that it was written since: its size and when that was last. */
    private record Known(Path file, String state) {}

    private static final Map<Path, Known> READ = new LinkedHashMap<>();

    private DataFiles() {}

    /** Tells that a file is read. */
    public static void reading(Path file) {
        Preconditions.notNull(file, "file");
        synchronized (READ) {
            READ.computeIfAbsent(file.toAbsolutePath().normalize(), place -> new Known(file, state(file)));
        }
    }

    private static String state(Path file) {
        try {
            return Files.size(file) + " " + Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return "";
        }
    }

    /** Whether a file is as it was when it was read first: what it holds now may be something else. */
    public static boolean isAsRead(Path file) {
        Preconditions.notNull(file, "file");
        synchronized (READ) {
            Known known = READ.get(file.toAbsolutePath().normalize());
            return known != null && known.state().equals(state(file));
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
            return READ.values().stream().map(Known::file).toList();
        }
    }
}
