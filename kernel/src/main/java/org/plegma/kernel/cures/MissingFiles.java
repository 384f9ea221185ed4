package org.plegma.kernel.cures;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a missing file or folder was looked for. Java's exceptions name a file as the cell does, and not from which folder. */
public final class MissingFiles {
    private static final String NO_SUCH_FILE = " (No such file or directory)";

    private MissingFiles() {}

    /** What is missing, by its whole path, in a sentence; null if that was told, or an exception is about something else. */
    public static @Nullable String sentence(Throwable fault, String told) {
        String name = name(fault);
        if (name == null) {
            return null;
        }
        Path file = Path.of(name).toAbsolutePath().normalize();
        Path folder = file.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            return "There is no folder " + folder + ".";
        }
        return told.contains(file.toString()) ? null : "There is no file " + file + ".";
    }

    /** Asked of Java's own exceptions only: methods of a cell's class may fail in their turn. */
    private static @Nullable String name(Throwable fault) {
        if (fault.getClass() == NoSuchFileException.class) {
            return ((NoSuchFileException) fault).getFile();
        }
        if (fault.getClass() != FileNotFoundException.class) {
            return null;
        }
        String message = Objects.requireNonNullElse(fault.getMessage(), "");
        return message.endsWith(NO_SUCH_FILE) ? message.substring(0, message.length() - NO_SUCH_FILE.length()) : null;
    }
}
