package org.plegma.device.isolated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Memory that another process can map, too: a file. */
public final class SharedBlock {
    private static final Logger LOG = LoggerFactory.getLogger(SharedBlock.class);
    private static final int CHUNK_BYTES = 1 << 20;

    private final int number;
    private final Path file;
    private final MappedByteBuffer bytes;

    private SharedBlock(int number, Path file, MappedByteBuffer bytes) {
        this.number = number;
        this.file = file;
        this.bytes = bytes;
    }

    /** @throws IOException if there is no room for it */
    static SharedBlock create(int number, Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            fill(channel, size);
            return new SharedBlock(number, file, channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** A file with holes would end the process later, where the system finds no room for a page that is written. */
    private static void fill(FileChannel channel, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(size, CHUNK_BYTES));
        for (long left = size; left > 0; ) {
            zeros.position(0).limit((int) Math.min(left, zeros.capacity()));
            left -= channel.write(zeros);
        }
    }

    int number() {
        return number;
    }

    Path file() {
        return file;
    }

    long size() {
        return bytes.capacity();
    }

    /** The memory. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Gives the memory back, in all processes at once; nobody may touch it any more. */
    void delete() {
        // The garbage collector unmaps it some day; until then the memory of the file would be taken.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
            Files.delete(file);
        } catch (IOException e) {
            LOG.debug("Shared memory is left: {}", e.toString());
        }
    }
}
