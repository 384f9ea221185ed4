package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** An interrupt does not cost the notebook its tables. */
class TablesawLoaderTest {

    @Test
    void theFirstTableMayBeMadeByAnInterruptedCell(@TempDir Path folder) throws Exception {
        List<String> lines = ChildProcess.run(folder, Interrupted.class, Map.of());
        assertTrue(lines.contains("first, second"), () -> String.join("\n", lines));
    }

    /** A process in which no table has been made before. */
    static final class Interrupted {
        public static void main(String[] arguments) throws Exception {
            try (JShellHost host = new JShellHost();
                    Magics magics = new Magics(host)) {
                magics.execute("1 + 1");
                Thread.currentThread().interrupt();
                System.out.println(Table.create("first").name() + ", "
                        + Table.create("second").name());
            }
        }
    }
}
