package org.plegma.convolve.stream;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * Which rows of a part file are there: a line with the key of the work, then one a strip, of its number of rows and their
 * checksum, added after the rows were written. It is locked while somebody writes. A last line without its end, as a kill
 * may leave it, does not count.
 */
final class StreamJournal implements Closeable {
    private static final int CHECK_BYTES = 4 << 20;

    /** Those of this process. It would lose its lock on a file where any of its channels on it is closed. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;
    private final String key;
    private boolean isOurs;
    private String discarded = "";
    private List<StreamReport.Strip> strips;
    private int rows;

    private static String line(int rows, int checksum) {
        return rows + " " + Integer.toHexString(checksum) + "\n";
    }

    /** Looks at rows that should be there. */
    @FunctionalInterface
    interface Check {
        boolean isRight(int row, int count, int checksum) throws IOException;
    }

    private StreamJournal(Path path, FileChannel channel, FileLock lock, String key) throws IOException {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
        this.key = key;
        this.strips = read();
    }

    /**
     * @param target what is being written, for messages
     * @throws IOException if another process has it
     */
    static StreamJournal open(Path path, Path target, String key) throws IOException {
        Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
        Path real = folder.toRealPath().resolve(path.getFileName());
        if (!HELD.add(real)) {
            throw new IOException(target + " is being written by another thread of this program.");
        }
        FileChannel channel = null;
        StreamJournal opened = null;
        try {
            channel = FileChannel.open(
                    real, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IOException(target + " is being written by another process.");
            }
            opened = new StreamJournal(real, channel, lock, key);
            return opened;
        } finally {
            if (opened == null) {
                if (channel != null) {
                    channel.close();
                }
                HELD.remove(real);
            }
        }
    }

    /** The strips of a journal with the same key. */
    private List<StreamReport.Strip> read() throws IOException {
        // Not by another channel: see HELD.
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // a channel may give less than asked for
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        String[] lines = text.substring(0, text.lastIndexOf('\n') + 1).split("\n");
        isOurs = lines[0].equals(key);
        if (!isOurs && lines.length > 1) {
            discarded = "what was left is of other work: " + StreamKey.difference(lines[0], key);
        }
        List<StreamReport.Strip> found = new ArrayList<>();
        int row = 0;
        for (int i = 1; i < lines.length && isOurs && lines[i].matches("[1-9]\\d{0,8} [0-9a-f]{1,8}"); i++) {
            String[] parts = lines[i].split(" ");
            int count = Integer.parseInt(parts[0]);
            found.add(new StreamReport.Strip(row, count, Integer.parseUnsignedInt(parts[1], 16)));
            row += count;
        }
        return found;
    }

    /** Keeps strips from the first on as long as they are right, and cuts the journal off behind them. */
    void keepWhile(Check check) throws IOException {
        List<StreamReport.Strip> kept = new ArrayList<>();
        for (StreamReport.Strip strip : strips) {
            if (!check.isRight(rows, strip.rows(), strip.checksum())) {
                discarded = "rows from " + rows + " on are not as they were written";
                break;
            }
            kept.add(strip);
            rows += strip.rows();
        }
        strips = kept;
        if (isOurs) {
            long bytes = key.length() + 1;
            for (StreamReport.Strip strip : kept) {
                bytes += line(strip.rows(), strip.checksum()).length();
            }
            channel.truncate(bytes);
        } else {
            channel.truncate(0);
            append(key + "\n");
        }
    }

    /** Why rows that are there are not used; empty if they are. */
    String discarded() {
        return discarded;
    }

    /** The strips that an earlier run has left. */
    List<StreamReport.Strip> strips() {
        return List.copyOf(strips);
    }

    /** Rows that are there. */
    int rows() {
        return rows;
    }

    void add(int count, int checksum) throws IOException {
        append(line(count, checksum));
        rows += count;
    }

    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1));
        while (bytes.hasRemaining()) {
            channel.write(bytes, channel.size());
        }
    }

    /** The work is done. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        try {
            lock.close();
            channel.close();
        } finally {
            HELD.remove(path);
        }
    }

    /** The checksum of a part of a file. */
    static int checksum(FileChannel file, long from, long bytes) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(bytes, CHECK_BYTES));
        for (long at = from; at < from + bytes; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), from + bytes - at));
            int read = file.read(buffer, at);
            if (read < 0) {
                break;
            }
            crc.update(buffer.flip());
            at += read;
        }
        return (int) crc.getValue();
    }
}
