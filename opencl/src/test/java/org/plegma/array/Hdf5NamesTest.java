package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

/** Names and attributes that a file cannot have are refused before the old file is lost; all others come back. */
class Hdf5NamesTest {
    private static final Grid GRID = Grid.of(new int[] {1, 2});

    @TempDir
    private Path folder;

    private String refusal(Map<String, Grid> grids) {
        Path file = folder.resolve("refused.h5");
        String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, new TreeMap<>(grids)))
                .getMessage();
        assertFalse(Files.exists(file), message);
        return message;
    }

    private void assertKept(String name, Grid grid) {
        Path file = folder.resolve("kept.h5");
        Hdf5.save(file, name, grid);
        assertEquals(Map.of(name, grid), Hdf5.load(file));
    }

    /** The library wrote longer names, and no program could read the file. */
    @Test
    void namesAreAsLongAsOthersCanRead() throws Exception {
        for (String letter : List.of("x", "ä", "日", "😀")) {
            int bytes = letter.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
            String longest = letter.repeat(254 / bytes);
            assertKept("in/" + longest, GRID);
            assertEquals(
                    String.valueOf(longest.codePointCount(0, longest.length())),
                    OtherPrograms.python(
                                    "import h5py, sys; print(len(list(h5py.File(sys.argv[1])['in'])[0]))",
                                    folder.resolve("kept.h5"))
                            .strip());
            String message = refusal(Map.of("in/" + longest + letter, GRID));
            assertTrue(message.contains("a part of it has " + (254 / bytes + 1) * bytes + " bytes"), message);
        }
    }

    @Test
    void whatIsNoNameIsRefused() {
        for (String name : List.of("", " ", "/", "a/", "a//b", ".", "a/./b", "a\0b")) {
            assertEquals("'" + name + "' is not a name for a dataset.", refusal(Map.of(name, GRID)));
        }
    }

    /** The later of two was written, and the earlier lost. */
    @Test
    void oneNameIsForOneThing() {
        assertEquals("'a/b' cannot be a dataset, as 'a' is one.", refusal(Map.of("a", GRID, "a/b", GRID)));
        assertEquals(
                "'a' cannot be a dataset: there is a group of this name.", refusal(Map.of("/a/b", GRID, "a", GRID)));
        assertEquals(
                "'a' cannot be a dataset: there is a dataset of this name.", refusal(Map.of("/a", GRID, "a", GRID)));
        Hdf5.save(folder.resolve("both.h5"), Map.of("a/b", GRID, "a/c/d", GRID));
        assertEquals(2, Hdf5.load(folder.resolve("both.h5")).size());
    }

    @Test
    void attributesAreAsLongAsOthersCanRead() {
        for (Object value :
                List.of("x".repeat(59_000), "日".repeat(14_000), new double[8_000], new String[] {"", "ä"})) {
            assertKept("a", GRID.withAttribute("long", value));
        }
        for (Object value : List.of(
                "x".repeat(60_000), "日".repeat(22_000), new double[9_000], new String[] {"x".repeat(40_000), ""})) {
            String message = refusal(Map.of("a", GRID.withAttribute("long", value)));
            assertTrue(message.contains("an attribute has at most 65000 bytes"), message);
        }
    }

    @Test
    void attributesThatHdf5CannotHoldAreRefused() {
        for (Object value : List.of(new java.math.BigInteger("7"), new char[] {'a'}, new String[] {"a", null})) {
            String message = refusal(Map.of("a", GRID.withAttribute("of", value)));
            assertTrue(message.startsWith("Attribute 'of' cannot be stored: expected"), message);
        }
        String message = refusal(Map.of("a", GRID.withAttribute("of", "a\0b")));
        assertTrue(message.contains("ends at its first NUL"), message);
    }

    /** What is put by hand is looked at, too. */
    @Test
    void aFileThatNobodyCanReadIsNotKept() {
        Path file = folder.resolve("old.h5");
        Hdf5.save(file, "old", GRID);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Hdf5.write(file, Map.of(), (hdf, grids) -> hdf.putGroup("g")
                                .putDataset("x".repeat(300), 1)))
                .getMessage();
        assertTrue(message.contains("a file that nobody can read"), message);
        assertEquals(Map.of("old", GRID), Hdf5.load(file));
    }
}
