package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IcdFileTest {
    @Test
    void readsTheFilesOfAFolderInOrderOrASingleOne(@TempDir Path folder) throws IOException {
        Path second = Files.writeString(folder.resolve("b.icd"), "libb.so\n");
        Path first = Files.writeString(folder.resolve("a.icd"), "/opt/liba.so\n\n");
        Files.writeString(folder.resolve("README"), "no driver\n");
        List<IcdFile> expected = List.of(new IcdFile(first, "/opt/liba.so"), new IcdFile(second, "libb.so"));
        assertEquals(expected, IcdFile.registered(folder.toString()));
        assertEquals(expected.subList(1, 2), IcdFile.registered(second.toString()));
        assertEquals(List.of(), IcdFile.registered(folder.resolve("none").toString()));
    }

    @Test
    void knowsWhetherTheLibraryExists(@TempDir Path folder) throws IOException {
        Path library = Files.createFile(folder.resolve("libdriver.so"));
        assertTrue(new IcdFile(folder, library.toString()).isUsable());
        assertFalse(new IcdFile(folder, folder.resolve("gone.so").toString()).isUsable());
        assertTrue(new IcdFile(folder, "libc.so.6").isUsable());
        assertFalse(new IcdFile(folder, "libnobodyhasit.so").isUsable());
        assertFalse(new IcdFile(folder, "").isUsable());
    }
}
