package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.magics.ChildProcess;
import picocli.CommandLine;

/** {@code plegma doctor} where PoCL offers itself twice. */
class DoctorCommandTest {
    @Test
    void tellsHowDevicesReachEachOther(@TempDir Path folder) throws Exception {
        List<String> lines =
                ChildProcess.run(folder, DoctorCommandTest.class, Map.of("POCL_DEVICES", "pthread pthread"));
        assertTrue(
                lines.stream()
                        .anyMatch(line ->
                                line.matches("note    devices \\d+, \\d+: Between these devices arrays go through"
                                        + " the host's memory\\. Device \\d+ .*")),
                () -> String.join("\n", lines));
    }

    /** The child. */
    public static void main(String[] arguments) {
        new CommandLine(new DoctorCommand()).execute();
    }
}
