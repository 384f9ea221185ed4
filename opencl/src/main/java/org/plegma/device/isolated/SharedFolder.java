package org.plegma.device.isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Folders for files that processes share: in memory where the system has such a place, else on the disk. */
final class SharedFolder {
    private static final String NAME = "plegma-shared-";
    private static final Pattern OWNED = Pattern.compile(NAME + "(\\d+)-.*");

    private SharedFolder() {}

    /** Where folders can be, the best place first. */
    static List<Path> places() {
        return Stream.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))
                .filter(Files::isWritable)
                .toList();
    }

    /** A new folder of this process, for this user alone; what dead processes left there goes. */
    static Path create(Path place) throws IOException {
        removeForgotten(place);
        return Files.createTempDirectory(place, NAME + ProcessHandle.current().pid() + "-");
    }

    private static void removeForgotten(Path place) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(place)) {
            folders = all.filter(each -> isForgotten(each.getFileName().toString()))
                    .filter(Files::isWritable)
                    .toList();
        }
        folders.forEach(SharedFolder::delete);
    }

    private static boolean isForgotten(String name) {
        Matcher owned = OWNED.matcher(name);
        return owned.matches()
                && ProcessHandle.of(Long.parseLong(owned.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty();
    }

    /** Deletes a folder with its files, as far as that can be done. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // the next process here tries again
        }
    }
}
