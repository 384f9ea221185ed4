package org.plegma.device.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled programs on disk, one file each, named by a digest of all that they depend on. Files appear whole, by a move,
 * and end in a digest of themselves; one that is damaged counts as missing. A folder that cannot be written is no error.
 */
public final class BinaryCache {
    private static final Logger LOG = LoggerFactory.getLogger(BinaryCache.class);
    private static final String FORMAT = "plegma program 1";
    private static final int DIGEST_BYTES = 32;
    private static final long MOST_BYTES = 1L << 30;
    private static final Gson GSON = new Gson();

    /** What is stored of a program. */
    public record Entry(byte[] binary, String log, List<KernelSignature> kernels) {}

    private record Header(String format, String log, List<KernelSignature> kernels) {}

    private final Path folder;
    private final AtomicBoolean pruned = new AtomicBoolean();

    BinaryCache(Path folder) {
        this.folder = folder;
    }

    /** In {@code $PLEGMA_CACHE}, else {@code $XDG_CACHE_HOME/plegma}, else {@code ~/.cache/plegma}. */
    public static BinaryCache standard() {
        return new BinaryCache(CacheFolder.path().resolve("programs"));
    }

    /** @param driver what makes programs of it: the platform with its version, and the device with its driver */
    public String key(String driver, String source, List<String> options) {
        Sha256 digest = new Sha256();
        for (String part : List.of(FORMAT, driver, String.join("\n", options), source)) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.add(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length))
                    .add(bytes);
        }
        return digest.hex();
    }

    public Optional<Entry> load(String key) {
        Path file = file(key);
        try {
            byte[] content = Files.readAllBytes(file);
            int length = content.length - DIGEST_BYTES;
            byte[] digest = new Sha256()
                    .add(ByteBuffer.wrap(content, 0, Math.max(0, length)))
                    .bytes();
            if (length < 0 || !Arrays.equals(digest, Arrays.copyOfRange(content, length, content.length))) {
                throw new IOException("wrong digest");
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, 0, length));
            byte[] json = in.readNBytes(in.readInt());
            Header header = GSON.fromJson(new String(json, StandardCharsets.UTF_8), Header.class);
            byte[] binary = in.readNBytes(in.readInt());
            return Optional.of(new Entry(binary, header.log(), header.kernels()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JsonParseException | SecurityException e) {
            LOG.debug("Program cache file {} cannot be used and is made anew: {}", file, e.toString());
            return Optional.empty();
        }
    }

    public void store(String key, Entry entry) {
        Path file = file(key);
        try {
            Files.createDirectories(file.getParent());
            Path temporary = Files.createTempFile(file.getParent(), "new", ".part");
            try {
                Files.write(temporary, encode(entry));
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
            if (pruned.compareAndSet(false, true)) {
                prune(MOST_BYTES);
            }
        } catch (IOException | SecurityException e) {
            LOG.debug(
                    "The program cache {} cannot be written, programs are compiled each time: {}",
                    folder,
                    e.toString());
        }
    }

    /** The file of a key. */
    Path file(String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key + ".bin");
    }

    /** Deletes the oldest files until the rest is half of {@code most} bytes, if there are more than that. */
    void prune(long most) throws IOException {
        Map<Path, BasicFileAttributes> files = new LinkedHashMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.put(file, attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        long total =
                files.values().stream().mapToLong(BasicFileAttributes::size).sum();
        if (total <= most) {
            return;
        }
        List<Map.Entry<Path, BasicFileAttributes>> oldestFirst = new ArrayList<>(files.entrySet());
        oldestFirst.sort(Comparator.comparing(file -> file.getValue().lastModifiedTime()));
        for (Map.Entry<Path, BasicFileAttributes> file : oldestFirst) {
            if (total <= most / 2) {
                return;
            }
            Files.deleteIfExists(file.getKey());
            total -= file.getValue().size();
        }
    }

    private static byte[] encode(Entry entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] json =
                GSON.toJson(new Header(FORMAT, entry.log(), entry.kernels())).getBytes(StandardCharsets.UTF_8);
        out.writeInt(json.length);
        out.write(json);
        out.writeInt(entry.binary().length);
        out.write(entry.binary());
        bytes.write(new Sha256().add(bytes.toByteArray()).bytes());
        return bytes.toByteArray();
    }
}
