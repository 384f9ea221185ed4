package org.plegma.tune.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.plegma.array.AtomicFile;

/**
 * A text file to which several processes append whole lines.
 *
 * <p>A line is written in one piece under a lock on the file, so a kill can tear only the last line; the next writer
 * closes a torn line before its own, so that the damage stays one line.
 */
final class AppendFile {
    /**
     * A file lock belongs to the process: threads of one process are kept apart by this. Readers, too: where any of its channels on a
     * file is closed, a process loses its lock on it.
     */
    private static final Object THIS_PROCESS = new Object();

    private final Path path;

    AppendFile(Path path) {
        this.path = path;
    }

    /** Appends one line, even if this thread is interrupted. */
    void append(String line) {
        boolean interrupted = false;
        synchronized (THIS_PROCESS) {
            for (boolean done = false; !done; ) {
                try {
                    Files.createDirectories(path.toAbsolutePath().getParent());
                    write(line);
                    done = true;
                } catch (ClosedByInterruptException | FileLockInterruptionException e) {
                    // An interrupt closes a channel in the middle of its work. What may be torn now, the next try
                    // mends.
                    interrupted |= Thread.interrupted();
                } catch (IOException e) {
                    throw new UncheckedIOException(
                            "Cannot append to " + path + ": " + AtomicFile.reason(e)
                                    + ". Check that the folder can be written to and that the disk is not full.",
                            e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(String line) throws IOException {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.lock(); // until the channel is closed
            long end = file.size();
            ByteBuffer bytes = ByteBuffer.wrap(
                    ((endsWithinLine(file, end) ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes, end + bytes.position());
            }
        }
    }

    /** All lines so far, a torn one included; none if there is no file. */
    List<String> lines() {
        return text().lines().toList();
    }

    private String text() {
        synchronized (THIS_PROCESS) {
            try {
                return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
            } catch (NoSuchFileException e) {
                return "";
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + path + ".", e);
            }
        }
    }

    private static boolean endsWithinLine(FileChannel file, long end) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return end > 0 && file.read(last, end - 1) == 1 && last.get(0) != '\n';
    }
}
