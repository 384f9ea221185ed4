package org.plegma.convolve.stream;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.device.memory.Bytes;

/** Elements that lie in one piece in a file, from an offset on. */
final class StreamRawSource implements StreamSource {
    private final Path file;
    private final long offset;
    private final ElementType type;
    private final int[] shape;

    StreamRawSource(Path file, long offset, ElementType type, int... shape) {
        this.file = file;
        this.offset = offset;
        this.type = type;
        this.shape = shape.clone();
    }

    static StreamRawSource of(Path file, ElementType type, int... shape) {
        if (!type.isFloating()) {
            throw new IllegalArgumentException("An image has floats or doubles, not " + type.javaName() + "s.");
        }
        long expected = Math.multiplyExact(ArrayShapes.length(shape), (long) type.bytes());
        long found = size(file);
        if (found != expected) {
            throw new IllegalArgumentException(file + " has " + found + " bytes; " + type.javaName() + " "
                    + ArrayShapes.text(shape) + " needs " + expected + " (" + Bytes.text(expected)
                    + "). Check shape and type.");
        }
        return new StreamRawSource(file, 0, type, shape);
    }

    static long size(Path file) {
        try (FileChannel channel = open(file)) {
            return channel.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            throw new IOException("No file " + file + ".", e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " may not be read by this user.", e);
        }
    }

    /** Where it is read from. */
    Path file() {
        return file;
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public int[] shape() {
        return shape.clone();
    }

    @Override
    public void read(int row, int count, ByteBuffer into) throws IOException {
        try (FileChannel channel = open(file)) {
            StreamCopy.inParallel(row, count, rowBytes(), (first, rows) -> {
                ByteBuffer part = StreamCopy.part(into, (first - row) * rowBytes(), rows * rowBytes());
                long position = offset + first * rowBytes();
                while (part.hasRemaining()) {
                    int read = channel.read(part, position);
                    if (read < 0) {
                        throw new EOFException(file + " ends at byte " + channel.size() + ", within row "
                                + (position - offset) / rowBytes() + " of " + shape[0]
                                + ": it has been cut since it was opened.");
                    }
                    position += read;
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public String identity() throws IOException {
        return file.toAbsolutePath() + " from " + offset + " of " + Files.size(file) + " "
                + Files.getLastModifiedTime(file);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
