package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
    private static final int STRANGER = 12345;

    @TempDir
    private Path folder;

    @Test
    void aFolderOfOnesOwnOrNoneYetIsTaken() throws IOException {
        assertEquals(folder, CacheFolder.checked(folder));
        Path none = folder.resolve("none");
        assertEquals(none, CacheFolder.checked(none));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertEquals(folder, CacheFolder.checked(folder));
    }

    @Test
    void aFolderForAllToWriteIntoIsRefused() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xrwx"));
        String message = assertThrows(IllegalStateException.class, () -> CacheFolder.checked(folder))
                .getMessage();
        assertTrue(message.startsWith("The cache folder " + folder + " can be written by all users"), message);
        assertTrue(message.contains("Set PLEGMA_CACHE to a folder of your own"), message);
        assertTrue(message.endsWith("chmod go-w '" + folder + "'"), message);
    }

    /** Only root can give a folder away; others find none that is a stranger's and theirs to list. */
    @Test
    void aFolderOfAnotherUserIsRefusedAndOneOfRootIsNot() throws IOException {
        assertEquals(Path.of("/"), CacheFolder.checked(Path.of("/")));
        Path strangers = Files.createDirectory(folder.resolve("strangers"));
        try {
            Files.setAttribute(strangers, "unix:uid", STRANGER);
        } catch (IOException notRoot) {
            assertEquals(strangers, CacheFolder.checked(strangers));
            return;
        }
        String message = assertThrows(IllegalStateException.class, () -> CacheFolder.checked(strangers))
                .getMessage();
        assertTrue(message.contains("belongs to another user (" + STRANGER), message);
    }
}
