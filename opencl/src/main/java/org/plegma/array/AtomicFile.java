package org.plegma.array;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces a file as a whole: written under another name beside it, flushed to disk, then moved over it. A reader, or a
 * kill at any time, finds the old file or the new one.
 */
public final class AtomicFile {

    private static final String ENDING = ".part";
    private static final int MOST_LINKS = 40;

    private AtomicFile() {}

    /** Writes to the path that it is given. */
    @FunctionalInterface
    public interface Writer {
        void write(Path temporary) throws IOException;
    }

    /**
     * Replaces {@code target}, making its folders. Parts that killed processes of this machine left beside it
     * are removed. A link stays, and the file that it leads to is replaced; who may read and write it stays, too.
     *
     * @throws UncheckedIOException if it cannot be written, or is a folder or a device, which no file takes the place of; what
     *     is there is then untouched
     */
    public static void replace(Path target, Writer writer) {
        requireFile(target);
        Path file = linked(target.toAbsolutePath());
        Path folder = file.getParent();
        if (folder == null) {
            throw new IllegalArgumentException("Cannot write " + target + ": it is a folder.");
        }
        try {
            Files.createDirectories(folder);
            String prefix = "." + file.getFileName() + "." + machine() + ".";
            removeAbandoned(folder, prefix);
            Path temporary =
                    file.resolveSibling(prefix + ProcessHandle.current().pid() + "."
                            + Thread.currentThread().getId() + ENDING);
            try {
                writer.write(temporary);
                try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
                keepPermissions(file, temporary);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write " + target + ": " + reason(e)
                            + ". Check that the folder can be written to and that the disk is not full.",
                    e);
        }
    }

    /** Fails where {@link #replace} would, as far as that can be told now: for what is written after a long computation. */
    public static void requirePlace(Path target) {
        requireFile(target);
        Path folder = linked(target.toAbsolutePath()).getParent();
        while (folder != null && !Files.exists(folder)) {
            folder = folder.getParent();
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new UncheckedIOException(
                    "Cannot write " + target + ": " + folder + " is no folder that can be written to.",
                    new NotDirectoryException(String.valueOf(folder)));
        }
    }

    private static void requireFile(Path target) {
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            String kind = Files.isDirectory(target) ? "a folder" : "no file, but a device or a pipe";
            throw new UncheckedIOException(
                    "Cannot write " + target + ": it is " + kind + ".",
                    new FileAlreadyExistsException(target.toString(), null, kind));
        }
    }

    /** The file that a link leads to, over all links. */
    private static Path linked(Path file) {
        Path end = file;
        try {
            for (int links = 0; Files.isSymbolicLink(end) && links < MOST_LINKS; links++) {
                end = end.resolveSibling(Files.readSymbolicLink(end)).normalize();
            }
            return end;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file + ": its link cannot be read.", e);
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        if (Files.exists(from)
                && from.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        }
    }

    /** Exceptions of files often have the file for their message, and what happened in their type only. */
    public static String reason(IOException e) {
        String message = e.getMessage();
        return message == null || (e instanceof FileSystemException fault && fault.getReason() == null)
                ? e.getClass().getSimpleName().replace("Exception", "")
                : message;
    }

    /** Machines that share a folder have processes of the same numbers: parts of others are left alone. */
    private static String machine() throws IOException {
        Path name = Path.of("/proc/sys/kernel/hostname");
        return Integer.toHexString(Files.exists(name) ? Files.readString(name).hashCode() : 0);
    }

    private static void removeAbandoned(Path folder, String prefix) throws IOException {
        try (var parts =
                Files.newDirectoryStream(folder, p -> p.getFileName().toString().startsWith(prefix))) {
            for (Path part : parts) {
                String rest = part.getFileName().toString().substring(prefix.length());
                if (rest.matches("\\d+\\.\\d+\\" + ENDING)) {
                    long writer = Long.parseLong(rest.substring(0, rest.indexOf('.')));
                    if (ProcessHandle.of(writer).isEmpty()) {
                        Files.deleteIfExists(part);
                    }
                }
            }
        }
    }
}
