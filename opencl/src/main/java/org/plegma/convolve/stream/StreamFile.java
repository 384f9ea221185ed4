package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.plegma.array.ArrayShapes;
import org.plegma.array.AtomicFile;
import org.plegma.array.ElementType;
import org.plegma.device.memory.Bytes;

/**
 * An image that is written to a file in such a way that a kill at any time leaves a whole file, or one that can be gone on
 * with: the rows go to a part file, what is in it to a {@link StreamJournal}, and the end is a move into place.
 */
final class StreamFile implements StreamSink.Output {
    private final Path file;
    private final Path part;
    private final byte[] header;
    private final int rows;
    private final long rowBytes;
    private final FileChannel channel;
    private final StreamJournal journal;

    private StreamFile(
            Path file, Path part, byte[] header, int rows, long rowBytes, FileChannel channel, StreamJournal journal) {
        this.file = file;
        this.part = part;
        this.header = header;
        this.rows = rows;
        this.rowBytes = rowBytes;
        this.channel = channel;
        this.journal = journal;
    }

    /**
     * Opens it; rows of an earlier run are kept if their key is the same and their checksums are right.
     *
     * @param header bytes before the first row
     * @throws IOException if another process is writing it, or there is no room for it
     */
    static StreamFile open(Path file, byte[] header, ElementType type, int[] shape, String key) throws IOException {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IOException("Files are little-endian, this machine is not: stream to a grid instead.");
        }
        Path target = file.toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new IOException("Cannot write " + file + ": it is a folder.");
        }
        try {
            return open(
                    target,
                    file,
                    header,
                    shape[0],
                    ArrayShapes.length(shape) / Math.max(1, shape[0]) * type.bytes(),
                    key);
        } catch (FileSystemException e) {
            throw new IOException(
                    "Cannot write " + file + ": " + AtomicFile.reason(e) + ". Check that the folder can be written to.",
                    e);
        }
    }

    private static StreamFile open(Path target, Path named, byte[] header, int rows, long rowBytes, String key)
            throws IOException {
        Files.createDirectories(target.getParent());
        Path part = target.resolveSibling(target.getFileName() + ".part");
        Path journalFile = target.resolveSibling(target.getFileName() + ".journal");
        StreamJournal journal = StreamJournal.open(journalFile, named, key);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            StreamFile opened = new StreamFile(target, part, header, rows, rowBytes, channel, journal);
            opened.goOn();
            return opened;
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            journal.close();
            throw e;
        }
    }

    /** Finds out what is there, cuts off the rest, and sees whether there is room for what is to come. */
    private void goOn() throws IOException {
        journal.keepWhile((row, count, checksum) -> {
            long bytes = count * rowBytes;
            long from = header.length + row * rowBytes;
            return from + bytes <= channel.size() && StreamJournal.checksum(channel, from, bytes) == checksum;
        });
        channel.truncate(header.length + finishedRows() * rowBytes);
        long missing = header.length + rows * rowBytes - channel.size();
        long room = Files.getFileStore(part).getUsableSpace();
        if (room < missing) {
            throw new IOException("No room for " + file + ": " + Bytes.text(missing)
                    + " are to be written, the disk has " + Bytes.text(room) + " left.");
        }
        // Also before rows that are kept: the dataset may have got another name.
        write(ByteBuffer.wrap(header), 0);
    }

    @Override
    public int finishedRows() {
        return journal.rows();
    }

    @Override
    public String discarded() {
        return journal.discarded();
    }

    @Override
    public boolean takesChecksums() {
        return true;
    }

    @Override
    public List<StreamReport.Strip> finished() {
        return journal.strips();
    }

    @Override
    public void write(int row, int count, ByteBuffer from) throws IOException {
        write(row, count, from, StreamChecksum.of(from));
    }

    @Override
    public void write(int row, int count, ByteBuffer from, int checksum) throws IOException {
        if (row != journal.rows()) {
            throw new IllegalStateException("Row " + journal.rows() + " comes next, not " + row + ".");
        }
        try {
            write(from, header.length + row * rowBytes);
            journal.add(count, checksum);
        } catch (IOException e) {
            throw new IOException(
                    "Cannot write rows " + row + " to " + (row + count - 1) + " of " + file + ": " + e.getMessage()
                            + ". "
                            + journal.rows() + " of " + rows + " rows are kept in " + part.getFileName() + "; "
                            + Bytes.text((rows - journal.rows()) * rowBytes)
                            + " are missing. Make room, and start the same work again to go on.",
                    e);
        }
    }

    private void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public void complete() throws IOException {
        if (journal.rows() != rows) {
            throw new IllegalStateException(journal.rows() + " of " + rows + " rows of " + file + " are written.");
        }
        channel.force(true);
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            throw new IOException(part + " has gone: somebody else has moved or deleted it.", e);
        }
        journal.delete();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        journal.close();
    }
}
