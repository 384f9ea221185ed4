package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine without OpenCL: a child process whose loader finds no driver. */
class WithoutOpenClTest {

    @Test
    void javaWorksAndDeviceMagicsSayWhatToInstall(@TempDir Path folder) throws Exception {
        Path empty = Files.createDirectory(folder.resolve("vendors"));
        Map<String, String> environment =
                Map.of("OCL_ICD_VENDORS", empty.toString(), "OCL_ICD_FILENAMES", "", "CUDA_VISIBLE_DEVICES", "");
        List<String> lines = ChildProcess.run(folder, WithoutOpenClTest.class, environment);
        assertTrue(lines.contains("all is well"), () -> String.join("\n", lines));
    }

    /** The child. */
    public static void main(String[] arguments) throws Exception {
        JShellHost host = new JShellHost();
        try (host;
                Magics magics = new Magics(host)) {
            assertEquals(7, magics.execute("%lsmagic\nint a = 3;\n%time a + 4"));
            for (String cell : List.of("%devices", "%device", "%device 0", "%%opencl\nkernel void f() {}")) {
                MagicException e = assertThrows(MagicException.class, () -> magics.execute(cell), cell);
                assertTrue(e.getMessage().contains("pocl-opencl-icd"), cell + ": " + e.getMessage());
                assertEquals(1, e.line());
            }
            assertEquals(
                    List.of("--isolated", "--reset"),
                    magics.complete("%device ", 8).orElseThrow().matches());
            System.out.println("all is well");
        }
    }
}
