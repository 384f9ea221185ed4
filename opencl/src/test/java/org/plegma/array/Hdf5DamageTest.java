package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that Plegma does not write: {@code odd.h5} was made by h5py, with groups that contain themselves, datasets that were
 * never written, text, and links; {@code parts.h5}, with datasets of which some chunks were written, and an {@code Empty}; and
 * good files with random damage.
 */
class Hdf5DamageTest {
    private static final int DAMAGED = 40;
    private static final int SECONDS = 600;

    @TempDir
    private Path folder;

    private Path odd() throws IOException {
        return resource("odd.h5");
    }

    private Path resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = Hdf5DamageTest.class.getResourceAsStream(name)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    @Test
    void allThatIsNumericIsLoadedAndTheRestIsNamed() throws IOException {
        Hdf5.Contents contents = Hdf5.contents(odd());
        assertEquals(
                Set.of("height", "run/speed", "never", "nowritten", "soft", "truth"),
                contents.grids().keySet());
        assertEquals(contents.grids().get("height"), contents.grids().get("soft"));
        assertEquals(
                Map.of(
                        "names", "text",
                        "text", "text",
                        "pairs", "a compound",
                        "run/above/", "the same group as /",
                        "run/itself/", "the same group as run/",
                        "dangling", "a link to /gone, which is not there",
                        "elsewhere", "a link to gone.h5:/data, which is not there"),
                contents.skipped());
    }

    @Test
    void whatWasNeverWrittenHoldsTheFillValue() throws IOException {
        assertEquals(Grid.floats(10, 10).fill(2.5f), Hdf5.load(odd(), "never"));
        assertEquals(Grid.of(new int[4], 4), Hdf5.load(odd(), "nowritten"));
    }

    /** {@code f.create_dataset(name, shape=(7, 5, 9), chunks=(3, 2, 4), fillvalue=…)[3:5, 2:4, 1:2] = 1}, for each type. */
    @Test
    void chunksThatWereNeverWrittenHoldTheFillValue() throws IOException {
        Map<String, Grid> grids = Hdf5.load(resource("parts.h5"));
        for (var each : Map.of("short", -7.0, "uint", 4294967295.0, "float", 2.5, "nan", Double.NaN, "zero", 0.0)
                .entrySet()) {
            Grid grid = grids.get(each.getKey());
            Grid expected = Grid.generate(grid.type(), at -> inside(at) ? 1 : each.getValue(), 7, 5, 9);
            assertEquals(expected, grid, each.getKey());
        }
    }

    private static boolean inside(int[] at) {
        return at[0] >= 3 && at[0] < 5 && at[1] >= 2 && at[1] < 4 && at[2] == 1;
    }

    @Test
    void aScalarThatWasNeverWrittenKeepsItsType() throws IOException {
        Path file = resource("parts.h5");
        assertEquals(Grid.floats(1).fill(3), Hdf5.load(file, "scalar"));
        assertEquals(Grid.ints(1), Hdf5.load(file, "count"));
    }

    /** A dataset without any value is passed over, and does not stand in the way of others. */
    @Test
    void anEmptyDatasetIsNoGrid() throws IOException {
        Path file = resource("parts.h5");
        String empty = "empty, without a place for a value";
        assertEquals(Map.of("empty", empty), Hdf5.contents(file).skipped());
        for (var each : Map.of("empty", "is no array of numbers but " + empty, "gone", "No dataset 'gone' in " + file)
                .entrySet()) {
            String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, each.getKey()))
                    .getMessage();
            assertTrue(message.contains(each.getValue()), message);
        }
    }

    @Test
    void linksAndOtherTypesAreToldByName() throws IOException {
        Path file = odd();
        assertEquals(Hdf5.load(file, "height"), Hdf5.load(file, "run/above/soft"));
        for (Map.Entry<String, String> expected : Map.of(
                        "dangling",
                        "'dangling' is a link to /gone, which is not there",
                        "elsewhere",
                        "'elsewhere' is a link to gone.h5:/data, which is not there",
                        "text",
                        "Dataset 'text' in " + file + " is no array of numbers but text.",
                        "run",
                        "No dataset 'run' in " + file)
                .entrySet()) {
            String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, expected.getKey()))
                    .getMessage();
            assertTrue(message.contains(expected.getValue()), message);
            assertTrue(message.contains(file.toString()), message);
        }
    }

    /** Random bytes replaced, or the end cut off: the values come out, or one exception that names the file. */
    @Test
    void damagedFilesAreRefusedByName() throws IOException {
        Path good = folder.resolve("good.h5");
        Hdf5.save(
                good,
                Map.of("a", Grid.random(ElementType.FLOAT, 1, 20, 30), "g/b", Grid.random(ElementType.INT, 2, 9)));
        Random random = new Random(7);
        int refused = 0;
        for (byte[] whole : new byte[][] {Files.readAllBytes(good), Files.readAllBytes(odd())}) {
            for (int i = 0; i < DAMAGED; i++) {
                byte[] bytes = i % 4 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
                for (int hit = 0; hit < (i % 4) * (i % 4) * 4; hit++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                refused += refuses(Files.write(folder.resolve("damaged.h5"), bytes)) ? 1 : 0;
            }
        }
        assertTrue(refused > DAMAGED / 2, "refused: " + refused);
    }

    private static boolean refuses(Path file) {
        return assertTimeoutPreemptively(Duration.ofSeconds(SECONDS), () -> {
            boolean refused = false;
            for (Runnable use : new Runnable[] {
                () -> Hdf5.load(file),
                () -> Hdf5.contents(file),
                () -> Hdf5.attributes(file),
                () -> Hdf5.load(file, "a")
            }) {
                try {
                    use.run();
                } catch (IllegalArgumentException told) {
                    assertTrue(told.getMessage().contains(file.toString()), told.getMessage());
                    refused = true;
                }
            }
            return refused;
        });
    }
}
