package org.plegma.device.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.plegma.process.UserHome;

/** Where Plegma keeps what it can make again: {@code $PLEGMA_CACHE}, else the cache folder of the XDG standard. */
public final class CacheFolder {
    private static final String OWNER = "unix:uid";
    private static final int ROOT = 0;

    private CacheFolder() {}

    /**
     * The folder; it need not exist, nor be writable.
     *
     * @throws IllegalStateException if others could put programs there, which would run as this user's
     */
    public static Path path() {
        String own = System.getenv("PLEGMA_CACHE");
        if (own != null && !own.isBlank()) {
            return checked(Path.of(own));
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path caches =
                xdg != null && !xdg.isBlank() ? Path.of(xdg) : UserHome.path().resolve(".cache");
        return checked(caches.resolve("plegma"));
    }

    /** The same folder, if it is this user's or root's, and not for all to write into. */
    static Path checked(Path folder) {
        try {
            Object owner = Files.getAttribute(folder, OWNER);
            Object self = Files.getAttribute(Path.of("/proc/self"), OWNER);
            if (!owner.equals(self) && !owner.equals(ROOT)) {
                throw refused(folder, "belongs to another user (" + Files.getOwner(folder) + ")");
            }
            if (Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)) {
                throw refused(folder, "can be written by all users");
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return folder; // it does not exist yet, or this system has other kinds of owners
        }
        return folder;
    }

    private static IllegalStateException refused(Path folder, String reason) {
        return new IllegalStateException("The cache folder " + folder + " " + reason
                + ", who could put programs there. Set PLEGMA_CACHE to a folder of your own, or, if it is yours, run: chmod go-w '"
                + folder + "'");
    }
}
