package org.plegma.kernel.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.FileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingFilesTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @Test
    void aMissingFileIsNamedByItsWholePath() {
        String told = "There is no file " + HERE.resolve("none.csv") + ".";
        Exception read = assertThrows(IOException.class, () -> Files.readString(Path.of("src", "..", "none.csv")));
        assertEquals(told, MissingFiles.sentence(read, ""));
        Exception opened = assertThrows(IOException.class, () -> new FileReader("none.csv").close());
        assertEquals(told, MissingFiles.sentence(opened, ""));
        assertNull(MissingFiles.sentence(opened, "No table " + HERE.resolve("none.csv")), "it was told");
    }

    @Test
    void soIsAFolderIfThatIsMissing(@TempDir Path folder) {
        Path none = folder.resolve("none");
        Exception written =
                assertThrows(NoSuchFileException.class, () -> Files.writeString(none.resolve("a.txt"), "text"));
        assertEquals("There is no folder " + none + ".", MissingFiles.sentence(written, ""));
    }

    @Test
    void otherFaultsAreNotOfMissingFiles(@TempDir Path folder) {
        assertNull(MissingFiles.sentence(new IllegalStateException("none.csv"), ""));
        assertNull(MissingFiles.sentence(new FileNotFoundException(), ""));
        Exception own = new RuntimeException() {
            @Override
            public String getMessage() {
                throw this;
            }
        };
        assertNull(MissingFiles.sentence(own, ""));
        Exception opened = assertThrows(FileNotFoundException.class, () -> new FileReader(folder.toFile()).close());
        assertNull(MissingFiles.sentence(opened, ""), "it is a folder");
    }
}
