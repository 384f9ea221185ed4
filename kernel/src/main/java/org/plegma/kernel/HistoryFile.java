package org.plegma.kernel;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Host.PastCell;
import org.plegma.process.UserHome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cells of all sessions of a user, one JSON object a line, readable by the user alone. It is
 * {@code $PLEGMA_HISTORY}, else {@code plegma/history.jsonl} in the data folder of the XDG standard; the value {@code off}
 * keeps none. Several kernels may write at once. What cannot be read or written is left out: a history is no reason for a
 * cell to fail.
 */
final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final Gson GSON = new Gson();

    /** Beyond this the older half is forgotten when a session begins. */
    private static final long MOST_BYTES = 8 << 20;

    private final Path file;
    private int session;

    HistoryFile(Path file) {
        this.file = file;
    }

    /** The file of the environment; null for none. */
    static @Nullable HistoryFile ofUser() {
        String named = System.getenv("PLEGMA_HISTORY");
        if ("off".equals(named)) {
            return null;
        }
        if (named != null && !named.isBlank()) {
            return new HistoryFile(Path.of(named));
        }
        String xdg = System.getenv("XDG_DATA_HOME");
        Path data = xdg != null && !xdg.isBlank()
                ? Path.of(xdg)
                : UserHome.path().resolve(".local").resolve("share");
        return new HistoryFile(data.resolve("plegma").resolve("history.jsonl"));
    }

    /** The cells of the sessions before this one, the oldest first. */
    synchronized List<PastCell> earlier() {
        try {
            return Files.exists(file)
                    ? parse(Files.readString(file)).stream()
                            .filter(cell -> session == 0 || cell.session() < session)
                            .toList()
                    : List.of();
        } catch (IOException e) {
            LOG.debug("no history", e);
            return List.of();
        }
    }

    /** Adds a cell and gives the number of its session, one above all that were there when its first cell came. */
    synchronized int add(int number, String source) {
        try {
            if (session == 0) {
                create();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (session == 0) {
                    session = begin(channel);
                }
                append(channel, new PastCell(session, number, source));
            }
        } catch (IOException | OutOfMemoryError e) {
            LOG.debug("no history", e);
        }
        return Math.max(1, session);
    }

    private void create() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (!Files.exists(file)) {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(Set.copyOf(PosixFilePermissions.fromString("rw-------"))));
        }
    }

    private static int begin(FileChannel channel) throws IOException {
        String text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        List<PastCell> cells = parse(text);
        if (channel.size() > MOST_BYTES) {
            channel.truncate(0);
            for (PastCell cell : cells.subList(cells.size() / 2, cells.size())) {
                append(channel, cell);
            }
        } else if (!text.isEmpty() && !text.endsWith("\n")) {
            channel.write(ByteBuffer.wrap(new byte[] {'\n'}), channel.size()); // a line that a kill cut off
        }
        return 1 + cells.stream().mapToInt(PastCell::session).max().orElse(0);
    }

    private static void append(FileChannel channel, PastCell cell) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((GSON.toJson(cell) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line, channel.size());
        }
    }

    /** The cells of a file; lines that are none are left out. */
    private static List<PastCell> parse(String text) {
        List<PastCell> cells = new ArrayList<>();
        for (String line : text.split("\n")) {
            try {
                PastCell cell = GSON.fromJson(line, PastCell.class);
                if (cell != null && cell.source() != null) {
                    cells.add(cell);
                }
            } catch (JsonParseException e) {
                LOG.debug("a line of the history cannot be read", e);
            }
        }
        return cells;
    }
}
