package org.plegma.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashLogTest {
    /** No process can have it: the largest that Linux gives is 2 to the 22nd. */
    private static final long DEAD = 4_194_305;

    @TempDir
    private Path folder;

    private void left(String place, boolean report) throws IOException {
        Files.writeString(folder.resolve("place-" + DEAD), place);
        Files.write(folder.resolve("launch-" + DEAD), new byte[] {0, 0, 0, 1, 0, 0, 0, 4, 'p', 'o', 'k', 'e'});
        if (report) {
            Files.writeString(folder.resolve("hs_err_pid" + DEAD + ".log"), "#");
        }
    }

    @Test
    void aCrashIsToldOnceWhereItHappened() throws IOException {
        left("here", true);
        assertEquals(Optional.empty(), new CrashLog(folder, "elsewhere").begin());
        String told = new CrashLog(folder, "here").begin().orElseThrow();
        assertTrue(
                told.startsWith("The notebook's process before this one died while the OpenCL kernel 'poke' ran"),
                told);
        assertTrue(told.contains("%%opencl --check"), told);
        assertTrue(told.endsWith("hs_err_pid" + DEAD + ".log"), told);
        assertEquals(1, told.lines().count());
        assertEquals(Optional.empty(), new CrashLog(folder, "here").begin());
        assertFalse(Files.exists(folder.resolve("launch-" + DEAD)));
        assertTrue(
                Files.exists(folder.resolve("launch-" + ProcessHandle.current().pid())));
    }

    @Test
    void aProcessThatWasKilledDidNotCrash() throws IOException {
        left("here", false);
        assertEquals(Optional.empty(), new CrashLog(folder, "here").begin());
        assertFalse(Files.exists(folder.resolve("place-" + DEAD)));
    }

    /** There is nothing to tell of it where it ran, whereto nobody may come back. */
    @Test
    void aProcessThatWasKilledElsewhereLeavesNothing() throws IOException {
        left("elsewhere", false);
        assertEquals(Optional.empty(), new CrashLog(folder, "here").begin());
        assertFalse(Files.exists(folder.resolve("place-" + DEAD)));
        assertFalse(Files.exists(folder.resolve("launch-" + DEAD)));
    }

    @Test
    void oneThatIsAliveIsLeftAlone() throws IOException {
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        Files.writeString(folder.resolve("place-" + parent), "here");
        Files.writeString(folder.resolve("hs_err_pid" + parent + ".log"), "#");
        assertEquals(Optional.empty(), new CrashLog(folder, "here").begin());
        assertTrue(Files.exists(folder.resolve("place-" + parent)));
    }

    @Test
    void withoutALaunchNoKernelIsBlamed() throws IOException {
        left("here", true);
        Files.delete(folder.resolve("launch-" + DEAD));
        String told = new CrashLog(folder, "here").begin().orElseThrow();
        assertTrue(
                told.startsWith("The notebook's process before this one died in native code. Java's report: "), told);
    }
}
