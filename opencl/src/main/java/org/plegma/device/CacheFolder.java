package org.plegma.device;

import java.nio.file.Path;

/** Where Plegma keeps what it can make again: {@code $PLEGMA_CACHE}, else the cache folder of the XDG standard. */
public final class CacheFolder {
    private CacheFolder() {}

    /** The folder; it need not exist, nor be writable. */
    public static Path path() {
        String own = System.getenv("PLEGMA_CACHE");
        if (own != null && !own.isBlank()) {
            return Path.of(own);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path caches = xdg != null && !xdg.isBlank() ? Path.of(xdg) : Path.of(System.getProperty("user.home"), ".cache");
        return caches.resolve("plegma");
    }
}
