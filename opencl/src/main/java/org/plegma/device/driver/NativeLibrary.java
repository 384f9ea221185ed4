package org.plegma.device.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jocl.CL;
import org.jspecify.annotations.Nullable;
import org.plegma.device.source.CacheFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads JOCL's native library from a folder of this process's own.
 *
 * <p>JOCL unpacks the library to a file of a fixed name in the temporary folder and takes one that is already there. Two
 * processes that start together could load a half-written file, and on a shared machine the file may be another user's.
 */
public final class NativeLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    private static final String TEMPORARY_FOLDER = "java.io.tmpdir";

    private NativeLibrary() {}

    /**
     * Initializes the class {@link CL}.
     *
     * @throws UnsatisfiedLinkError if JOCL's or the OpenCL library cannot be loaded
     */
    public static void load() {
        String usual = System.getProperty(TEMPORARY_FOLDER);
        Path own = ownFolder();
        if (own == null) {
            CL.setExceptionsEnabled(false);
            return;
        }
        try {
            System.setProperty(TEMPORARY_FOLDER, own.toString());
            CL.setExceptionsEnabled(false);
        } finally {
            System.setProperty(TEMPORARY_FOLDER, usual);
            delete(own);
        }
    }

    private static @Nullable Path ownFolder() {
        try {
            return Files.createTempDirectory("plegma-jocl");
        } catch (IOException e) {
            LOG.debug("The temporary folder cannot be written, trying the cache folder: {}", e.toString());
        }
        try {
            return Files.createTempDirectory(Files.createDirectories(CacheFolder.path()), "jocl");
        } catch (IOException e) {
            LOG.debug("Nor can the cache folder be written, JOCL is left to itself: {}", e.toString());
            return null;
        }
    }

    /** A loaded library needs its file no more, except on Windows, where the operating system keeps it. */
    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            LOG.debug("Cannot delete {}: {}", folder, e.toString());
        }
    }
}
