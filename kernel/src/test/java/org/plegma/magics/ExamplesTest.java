package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.source.CacheFolder;
import org.plegma.display.page.MimeBundle;
import org.plegma.measure.Ceilings;

/** The help's promise: each magic's example runs as it stands in a fresh notebook. */
class ExamplesTest {
    private final JShellHost host = new JShellHost() {
        @Override
        public void showStackTraces(boolean shown) {} // as Plegma's kernel, which can do all of these

        @Override
        public void replaceCell(String text) {}

        @Override
        public List<PastCell> history(boolean earlierSessions) {
            return List.of();
        }

        @Override
        public void reset() {}
    };
    private final Magics magics = new Magics(host);

    /** Where no ceilings are stored, some that nothing reaches: to measure them takes three quarters of a minute. */
    @BeforeAll
    static void storeCeilings() throws IOException {
        Device device = Devices.preferred();
        if (Ceilings.stored(device).isEmpty()) {
            Map<Ceilings.Limit, Double> values = Arrays.stream(Ceilings.Limit.values())
                    .collect(Collectors.toMap(
                            limit -> limit, limit -> limit.unit().equals("µs") ? 1e-18 : 1e18));
            Map<String, ?> stored = Map.of(
                    "format", 2, "device", device.name(), "driver", "none", "values", values, "sweep", List.of());
            stored(device).toFile().getParentFile().mkdirs();
            Files.writeString(stored(device), new Gson().toJson(stored));
        }
    }

    @AfterAll
    static void removeCeilings() throws IOException {
        if (Files.readString(stored(Devices.preferred())).contains("\"driver\":\"none\"")) {
            Files.delete(stored(Devices.preferred()));
        }
    }

    private static Path stored(Device device) {
        return CacheFolder.path().resolve("ceilings").resolve(device.key() + ".json");
    }

    @AfterEach
    void close() throws Exception {
        magics.close();
        host.close();
        for (String written : List.of("ramp.h5", "points.csv", "answer.jsh")) {
            Files.deleteIfExists(Path.of(written));
        }
    }

    static List<String> names() {
        return MagicRegistry.of(Magics.class.getClassLoader()).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void runs(String name) throws Exception {
        host.evaluate(
                "import org.plegma.array.*; import org.plegma.device.Kernel;"
                        + " import static org.plegma.magics.NotebookSession.session;",
                1);
        Magic magic = magics.notebook().registry().create(name);
        String example = magic.example();
        if (name.equals("spark")) { // which is not on this class path: the guide's tests run it
            String cure = assertThrows(MagicException.class, () -> magics.execute(example))
                    .getMessage();
            assertTrue(cure.contains("plegma lab --spark"), cure);
            return;
        }
        assertDoesNotThrow(() -> magics.execute(example));
        magic.furtherExample().ifPresent(further -> assertDoesNotThrow(() -> magics.execute(further)));
    }

    /** Picocli takes descriptions as formats, and complains on standard error of a percent sign that is not doubled. */
    @ParameterizedTest
    @MethodSource("names")
    void helpIsWellFormed(String name) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
        try {
            MimeBundle help = (MimeBundle) magics.execute("%help " + name);
            String text = help.get(MimeBundle.TEXT);
            assertFalse(text.contains("%%%") || text.contains("%n"), text);
            assertTrue(
                    text.lines()
                            .limit(text.substring(0, text.indexOf("Example:"))
                                    .lines()
                                    .count())
                            .allMatch(line -> line.length() <= 110),
                    text);
        } finally {
            System.setErr(before);
        }
        assertEquals("", complaints.toString(StandardCharsets.UTF_8));
    }
}
