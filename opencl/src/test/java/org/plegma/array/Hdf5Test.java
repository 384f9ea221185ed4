package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.DatasetCreationOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Hdf5Test {
    @TempDir
    Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void keepsTypesShapesGroupsAndAttributes() throws IOException {
        Map<String, Grid> grids = new LinkedHashMap<>();
        grids.put("height", Grid.random(ElementType.FLOAT, 1, 37, 53).withAttribute("units", "m"));
        grids.put(
                "runs/first/u",
                Grid.random(ElementType.DOUBLE, 2, 3, 4, 5)
                        .withAttribute("spacing", 0.5)
                        .withAttribute("origin", new double[] {1, 2, 3})
                        .withAttribute("step", 12));
        grids.put("runs/first/mask", Grid.random(ElementType.INT, 3, 7));
        grids.put("runs/first/ids", Grid.of(new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE, 5}, 2, 2));
        grids.put("runs/second", Grid.random(ElementType.FLOAT, 4, 1, 1, 1, 1));
        Path file = folder.resolve("new/data.h5");
        Hdf5.save(file, grids, Map.of("title", "a test"));

        Map<String, Grid> loaded = Hdf5.load(file);
        assertEquals(grids, loaded);
        assertEquals(Map.of("units", "m"), loaded.get("height").attributes());
        Grid u = Hdf5.load(file, "runs/first/u");
        assertEquals(grids.get("runs/first/u"), u);
        assertEquals(0.5, u.attribute("spacing"));
        assertEquals(12, u.attribute("step"));
        assertArrayEquals(new double[] {1, 2, 3}, (double[]) u.attribute("origin"));
        assertEquals(Map.of("title", "a test"), Hdf5.attributes(file));
        assertEquals(u, Hdf5.load(file, "/runs/first/u"));
    }

    @Test
    void compresses() throws IOException {
        Path file = folder.resolve("zeros.h5");
        Hdf5.save(file, "zeros", Grid.doubles(500, 500));
        assertTrue(Files.size(file) < 100_000, "2 MB of zeros took " + Files.size(file));
        assertEquals(Grid.doubles(500, 500), Hdf5.load(file, "zeros"));
    }

    @Test
    void replacesTheFileAsAWhole() throws IOException {
        Path file = folder.resolve("data.h5");
        Hdf5.save(file, "a", Grid.floats(3).fill(1));
        Hdf5.save(file, "b", Grid.floats(4).fill(2));
        assertEquals(Set.of("b"), Hdf5.load(file).keySet());
        assertEquals(List.of("data.h5"), files());
    }

    @Test
    void aFailedSaveLeavesTheOldFile() throws IOException {
        Path file = folder.resolve("data.h5");
        Grid good = Grid.floats(3).fill(1);
        Hdf5.save(file, "a", good);
        Grid bad = good.withAttribute("when", new java.util.Date());
        var error = assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, "b", bad));
        assertEquals(
                "Attribute 'when' cannot be stored: expected a String, a number or an array of them, found Date.",
                error.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, "", good));
        assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, "group/", good));
        assertEquals(Map.of("a", good), Hdf5.load(file));
        assertEquals(List.of("data.h5"), files());
    }

    @Test
    void readsIntegersOfOtherSizes() {
        Path file = folder.resolve("other.h5");
        var unsigned = DatasetCreationOptions.builder().unsigned().build();
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putDataset("bytes", new byte[][] {{1, -2}, {3, 4}});
            hdf.putDataset("shorts", new short[] {-5});
            hdf.putDataset("unsigned", new byte[] {-1, 1}, unsigned);
            hdf.putDataset("longs", new long[] {(1L << 60) + 1, -3});
            hdf.putDataset("scalar", 2.5);
            hdf.putDataset("text", new String[] {"not a grid"});
        }
        Map<String, Grid> loaded = Hdf5.load(file);
        assertEquals(Grid.of(new int[][] {{1, -2}, {3, 4}}), loaded.get("bytes"));
        assertEquals(Grid.of(new int[] {-5}), loaded.get("shorts"));
        assertEquals(Grid.of(new long[] {(1L << 60) + 1, -3}), loaded.get("longs"));
        assertEquals(Grid.of(new double[] {2.5}), loaded.get("scalar"));
        assertEquals(Grid.of(new int[] {255, 1}), loaded.get("unsigned"));
        assertEquals(5, loaded.size());
        var error = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, "text"));
        assertTrue(error.getMessage().startsWith("Dataset 'text' in "), error.getMessage());
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Path missing = folder.resolve("missing.h5");
        assertThrows(UncheckedIOException.class, () -> Hdf5.load(missing));
        Path relative = Path.of("no-such.h5");
        assertEquals(
                "No HDF5 file no-such.h5: " + relative.toAbsolutePath() + " is not there.",
                assertThrows(UncheckedIOException.class, () -> Hdf5.load(relative))
                        .getMessage());
        Path text = Files.writeString(folder.resolve("text.h5"), "not HDF5, but long enough to have a header in it");
        var unreadable = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(text));
        assertTrue(unreadable.getMessage().contains("is not a readable HDF5 file"), unreadable.getMessage());
        Path file = folder.resolve("data.h5");
        Hdf5.save(file, "a", Grid.floats(3));
        var absent = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, "b"));
        assertTrue(absent.getMessage().contains("No dataset 'b'"), absent.getMessage());
        assertTrue(absent.getMessage().contains("it holds [a]"), absent.getMessage());
    }

    @Test
    void saysThatWhatIsEmptyCannotBeStored() {
        Path file = folder.resolve("data.h5");
        for (Grid empty : List.of(Grid.floats(0), Grid.ints(0, 3), Grid.doubles(2, 0, 2))) {
            var error = assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, "a", empty));
            assertTrue(
                    error.getMessage().startsWith("'a' has no elements, shape [" + empty.size(0)), error.getMessage());
        }
        Grid labelled = Grid.floats(2).withAttribute("origin", new int[0]);
        var error = assertThrows(IllegalArgumentException.class, () -> Hdf5.save(file, "a", labelled));
        assertEquals("Attribute 'origin' cannot be stored: it has no elements.", error.getMessage());
        assertFalse(Files.exists(file));
        Hdf5.save(file, Map.of());
        assertEquals(Map.of(), Hdf5.load(file));
    }
}
