package org.plegma.kernel.editor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.plegma.magics.MagicEngine.Completions;
import org.plegma.magics.cell.JavaScanner;

/** The files that a string of Java may name, as Java itself would find them. */
final class FileNames {
    private FileNames() {}

    /** Those that go on from what is typed of the string that the code ends in; none in a comment, or where nothing is typed. */
    static Completions at(String code) {
        int end = code.length();
        int quote = code.lastIndexOf('"');
        String typed = code.substring(quote + 1);
        if (quote < 0
                || typed.isBlank()
                || typed.contains("\n")
                || typed.contains("\\")
                || endsInText(code.substring(0, quote))) {
            return new Completions(List.of(), end, end);
        }
        return new Completions(beginningWith(typed), quote + 1, end);
    }

    /** Whether the code ends in a comment or a string. */
    static boolean endsInText(String code) {
        JavaScanner scanner = new JavaScanner();
        for (String line : code.split("\n", -1)) {
            scanner.line(line);
        }
        return scanner.endsInText();
    }

    private static List<String> beginningWith(String typed) {
        String folder = typed.substring(0, typed.lastIndexOf('/') + 1);
        boolean hidden = typed.startsWith(".", folder.length());
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            return entries.map(entry -> folder + entry.getFileName() + (Files.isDirectory(entry) ? "/" : ""))
                    .filter(path -> path.startsWith(typed) && (hidden || !path.startsWith(".", folder.length())))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException | InvalidPathException nowhere) {
            return List.of();
        }
    }
}
