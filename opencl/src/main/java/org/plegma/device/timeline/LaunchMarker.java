package org.plegma.device.timeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file that tells, after this process has died in a kernel on a processor, which kernel that was. It is mapped into memory,
 * so that a launch writes some bytes there and calls nothing; the system keeps them when the process is gone.
 */
public final class LaunchMarker {
    private static final int BYTES = 512;
    private static final int NAME = 8;

    private static volatile @Nullable LaunchMarker current;
    private static volatile long latest;

    private final MappedByteBuffer file;
    private String name = "";

    private LaunchMarker(MappedByteBuffer file) {
        this.file = file;
    }

    /**
     * What a marker told last.
     *
     * @param kernel the kernel that was launched last; empty if none was
     * @param ran whether it had not ended yet, as far as the process knew
     */
    public record LastLaunch(String kernel, boolean ran) {}

    /** From now on launches on processors are noted in a file. */
    public static void keepIn(Path path) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            current = new LaunchMarker(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    /** Reads the marker of a process that has ended. */
    public static LastLaunch read(Path path) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(Files.readAllBytes(path), BYTES));
        int length = Math.max(0, Math.min(bytes.getInt(Integer.BYTES), BYTES - NAME));
        String name = new String(bytes.array(), NAME, length, StandardCharsets.UTF_8);
        return new LastLaunch(name, bytes.getInt(0) != 0);
    }

    /** Before a kernel is launched on a processor. */
    public static void begin(String kernel) {
        LaunchMarker marker = current;
        if (marker != null) {
            marker.note(kernel);
        }
    }

    /** Numbers the launches. */
    public static long latest() {
        return latest;
    }

    /** After a command has ended before which this was the latest launch. */
    public static void end(long launch) {
        LaunchMarker marker = current;
        if (marker != null && launch == latest) {
            marker.file.putInt(0, 0);
        }
    }

    private synchronized void note(String kernel) {
        latest++;
        if (!kernel.equals(name)) {
            name = kernel;
            byte[] bytes = kernel.getBytes(StandardCharsets.UTF_8);
            byte[] shown = bytes.length > BYTES - NAME ? Arrays.copyOf(bytes, BYTES - NAME) : bytes;
            file.putInt(Integer.BYTES, 0);
            file.put(NAME, shown);
            file.putInt(Integer.BYTES, shown.length);
        }
        file.putInt(0, 1);
    }
}
