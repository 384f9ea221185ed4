package org.plegma.magics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files and folders that go on from the path typed so far; a folder ends with a slash. */
public class FileCandidates extends Candidates {
    private final List<String> suffixes;

    /** All files. */
    public FileCandidates() {
        this(List.of());
    }

    /** Files whose names end in one of these, and all folders. */
    protected FileCandidates(List<String> suffixes) {
        this.suffixes = suffixes;
    }

    @Override
    protected List<String> values(Request request) throws IOException {
        return matching(Surroundings.of(request.notebook()), request.prefix());
    }

    private List<String> matching(Surroundings where, String prefix) throws IOException {
        int slash = prefix.lastIndexOf('/') + 1;
        String folder = prefix.substring(0, slash);
        boolean hidden = prefix.startsWith(".", slash);
        try (Stream<Path> entries = Files.list(where.resolve(folder))) {
            return entries.filter(
                            entry -> hidden || !entry.getFileName().toString().startsWith("."))
                    .map(entry -> folder + entry.getFileName() + (Files.isDirectory(entry) ? "/" : ""))
                    .filter(this::isWanted)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean isWanted(String path) {
        return suffixes.isEmpty() || path.endsWith("/") || suffixes.stream().anyMatch(path::endsWith);
    }
}
