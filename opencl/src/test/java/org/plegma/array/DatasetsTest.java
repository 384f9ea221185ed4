package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of {@code datasets/}: as their README says, and readable. */
class DatasetsTest {
    private static final Path FOLDER = Path.of("..", "datasets");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\S+\\.h5)` .* `([0-9a-f]{64})` \\|$");

    @Test
    void everyFileIsListedWithItsChecksum() throws Exception {
        Map<String, String> listed = new TreeMap<>();
        Matcher rows = ROW.matcher(Files.readString(FOLDER.resolve("README.md")));
        while (rows.find()) {
            listed.put(rows.group(1), rows.group(2));
        }
        Map<String, String> found = new TreeMap<>();
        for (Path file : files()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            found.put(file.getFileName().toString(), HexFormat.of().formatHex(digest));
        }
        assertEquals(found, listed);
        assertTrue(found.size() >= 2, found::toString);
    }

    @Test
    void elevationIsInMetres() {
        Grid elevation = Hdf5.load(FOLDER.resolve("elevation.h5"), "elevation");
        assertEquals(ElementType.FLOAT, elevation.type());
        assertArrayEquals(new int[] {344, 403}, elevation.shape());
        assertEquals(236, elevation.min());
        assertEquals(1076, elevation.max());
        assertEquals("m", elevation.attribute("units"));
        // Three seconds of arc: 93 m along a meridian, less by the cosine of 36.6 degrees along a parallel.
        double[] spacing = (double[]) elevation.attribute("spacing");
        assertArrayEquals(new double[] {92.7, 92.7 * Math.cos(Math.toRadians(36.59))}, spacing, 0.1);
    }

    @Test
    void cameraIsInGreyLevels() {
        Grid camera = Hdf5.load(FOLDER.resolve("camera.h5"), "camera");
        assertArrayEquals(new int[] {512, 512}, camera.shape());
        assertEquals(0, camera.min());
        assertEquals(255, camera.max());
    }

    @Test
    void eachSaysWhereItIsFromAndUnderWhichLicence() throws IOException {
        for (Path file : files()) {
            for (Map.Entry<String, Grid> dataset : Hdf5.load(file).entrySet()) {
                assertEquals(file.getFileName().toString(), dataset.getKey() + ".h5");
                for (String name : List.of("title", "origin", "licence", "units", "axes", "spacing_units")) {
                    String value = (String) dataset.getValue().attribute(name);
                    assertTrue(value != null && !value.isBlank(), () -> name + " of " + file);
                }
            }
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(path -> path.toString().endsWith(".h5")).toList();
        }
    }
}
