package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The help's promise: each magic's example runs as it stands in a fresh notebook. */
class ExamplesTest {
    private final JShellHost host = new JShellHost() {
        @Override
        public void showStackTraces(boolean shown) {} // as Plegma's kernel, which can
    };
    private final Magics magics = new Magics(host);

    @AfterEach
    void close() throws Exception {
        magics.close();
        host.close();
        Files.deleteIfExists(Path.of("ramp.h5"));
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
        String example = magics.notebook().registry().create(name).example();
        assertDoesNotThrow(() -> magics.execute(example));
    }
}
