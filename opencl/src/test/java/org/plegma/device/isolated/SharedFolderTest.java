package org.plegma.device.isolated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFolderTest {
    @Test
    void foldersOfDeadProcessesGo(@TempDir Path place) throws IOException, InterruptedException {
        Process over = new ProcessBuilder("true").start();
        over.waitFor();
        Path dead = Files.createDirectory(place.resolve("plegma-shared-" + over.pid() + "-1"));
        Files.writeString(dead.resolve("block1"), "left");
        Path foreign = Files.createDirectory(place.resolve("of-another-program-1"));
        Path mine = SharedFolder.create(place);
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(foreign));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(mine)));
        SharedFolder.create(place);
        assertTrue(Files.exists(mine), "its process lives");
        SharedFolder.delete(mine);
        assertFalse(Files.exists(mine));
    }

    @Test
    void memoryIsThereUntilItIsDeleted(@TempDir Path place) throws IOException {
        Path file = place.resolve("block");
        SharedBlock block = SharedBlock.create(1, file, (1 << 20) + 5);
        block.bytes().putInt(1 << 20, 0x01020304);
        assertEquals((1 << 20) + 5, Files.size(file));
        assertEquals(4, Files.readAllBytes(file)[(1 << 20) + 3]);
        block.delete();
        assertFalse(Files.exists(file));
    }
}
