package org.plegma.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.plegma.device.Device;

/**
 * The right to use a device alone, among all processes of one user on one machine. It is a lock on a file, which the operating
 * system releases when the process ends, in whatever way.
 */
final class DeviceClaim implements AutoCloseable {

    /** Environment variable that names the folder of the locks, if processes see different ones by the same name. */
    static final String FOLDER_VARIABLE = "PLEGMA_LOCKS";

    private static final long PAUSE_MILLIS = 5;

    /** Of this process. Its own locks would be lost if it opened their files once more and closed them. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Device device;
    private final Path file;
    private final FileChannel channel;

    private DeviceClaim(Device device, Path file, FileChannel channel) {
        this.device = device;
        this.file = file;
        this.channel = channel;
    }

    /**
     * Waits until one of these devices is free, and claims it.
     *
     * @param stop asked while it waits: whether to give up
     * @throws IllegalArgumentException if there are none
     * @throws CancellationException if it was asked to give up, or the thread was interrupted
     */
    static DeviceClaim first(List<Device> devices, BooleanSupplier stop) {
        if (devices.isEmpty()) {
            throw new IllegalArgumentException("This executor was given no device of the model that is meant.");
        }
        try {
            while (true) {
                for (Device device : devices) {
                    Optional<DeviceClaim> claim = claim(device);
                    if (claim.isPresent()) {
                        return claim.get();
                    }
                }
                if (stop.getAsBoolean()) {
                    throw new CancellationException("Stopped while it waited for a device.");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            throw new CancellationException("Interrupted while it waited for a device.");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "A device could not be claimed by a lock in " + folder() + ": " + e.getMessage() + ". Name another"
                            + " folder of this machine by " + FOLDER_VARIABLE + ".",
                    e);
        }
    }

    Device device() {
        return device;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD.remove(file);
        }
    }

    /** Empty if another has it. */
    private static Optional<DeviceClaim> claim(Device device) throws IOException {
        // An index would mean different devices in processes that see different ones. Copies of a processor have one
        // number.
        String number = device.kind() == Device.Kind.GPU
                ? device.uuid().map(HexFormat.of()::formatHex).orElse("")
                : "";
        String name = (number.isEmpty() ? Integer.toString(device.index()) : number) + "-" + device.key() + ".lock";
        Path file = Files.createDirectories(folder()).resolve(name);
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            locked = channel.tryLock() != null;
            return locked ? Optional.of(new DeviceClaim(device, file, channel)) : Optional.empty();
        } finally {
            if (!locked) {
                if (channel != null) {
                    channel.close();
                }
                HELD.remove(file);
            }
        }
    }

    /** Not {@code java.io.tmpdir}, as YARN gives each container one of its own. */
    private static Path folder() {
        String named = System.getenv(FOLDER_VARIABLE);
        return named != null && !named.isBlank()
                ? Path.of(named)
                : Path.of("/tmp", "plegma-devices-" + System.getProperty("user.name"));
    }
}
