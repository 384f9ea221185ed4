package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    private static void write(Path file, String text) {
        AtomicFile.replace(file, temporary -> Files.writeString(temporary, text));
    }

    @Test
    void aLinkStaysAndWhatItLeadsToIsReplaced() throws IOException {
        Path data =
                Files.writeString(Files.createDirectory(folder.resolve("far")).resolve("data"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("far/data"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), link);
        Path early = Files.createSymbolicLink(folder.resolve("early"), Path.of("far/later"));
        write(second, "new");
        write(early, "first");
        assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(second) && Files.isSymbolicLink(early));
        assertEquals("new", Files.readString(data));
        assertEquals("first", Files.readString(folder.resolve("far/later")));
        try (Stream<Path> all = Files.list(folder.resolve("far"))) {
            assertEquals(2, all.count(), "no part is left");
        }
    }

    @Test
    void whoMayReadAFileStays() throws IOException {
        Path file = Files.writeString(folder.resolve("mine"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        write(file, "new");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    /** A process that may do all would put a file in the place of the device. */
    @Test
    void foldersAndPipesAreNotReplaced() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        for (var wrong : List.of(folder.resolve("."), pipe, Files.createSymbolicLink(folder.resolve("link"), pipe))) {
            String message = assertThrows(UncheckedIOException.class, () -> write(wrong, "x"))
                    .getMessage();
            assertTrue(message.startsWith("Cannot write " + wrong + ": it is "), message);
        }
        assertTrue(Files.exists(pipe) && !Files.isRegularFile(pipe));
    }

    @Test
    void aFailureLeavesTheOldFile() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        assertThrows(
                UncheckedIOException.class,
                () -> AtomicFile.replace(file, temporary -> {
                    Files.writeString(temporary, "half");
                    throw new IOException("the disk is full");
                }));
        assertEquals("old", Files.readString(file));
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(List.of(file), all.toList());
        }
    }

    /** Another machine's processes are not known here, whatever their numbers. */
    @Test
    void onlyPartsOfDeadProcessesOfThisMachineAreRemoved() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        assertEquals(0, dead.waitFor());
        Path file = folder.resolve("file");
        AtomicFile.replace(file, temporary -> {
            String name = Files.writeString(temporary, "text").getFileName().toString();
            String abandoned = name.replace("." + ProcessHandle.current().pid() + ".", "." + dead.pid() + ".");
            Files.createFile(folder.resolve(abandoned));
            Files.createFile(folder.resolve(abandoned.replace(".file.", ".file.f")));
        });
        write(file, "again");
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(
                    List.of(".file.f", "file"),
                    all.map(path -> path.getFileName().toString())
                            .map(name -> name.startsWith(".") ? name.substring(0, ".file.f".length()) : name)
                            .sorted()
                            .toList());
        }
    }
}
