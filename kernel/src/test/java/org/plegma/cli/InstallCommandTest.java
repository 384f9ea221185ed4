package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallCommandTest {
    @Test
    void aKernelUnderAnotherNameHasAnotherTitle() {
        for (var title : Map.of(
                        "plegma", "Java (Plegma)", "plegma-dev", "Java (Plegma, dev)", "old", "Java (Plegma, old)")
                .entrySet()) {
            assertEquals(title.getValue(), KernelSpec.displayName(Path.of("kernels", title.getKey())));
        }
        StringWriter told = new StringWriter();
        assertEquals(2, Plegma.commandLine().setErr(new PrintWriter(told)).execute("install", "--name", "a b"));
        assertTrue(told.toString().contains("letters, digits, '.', '_' and '-' only, not a b"), told::toString);
    }

    @Test
    void findsTheUsersFolderAsJupyterDoes() {
        assertEquals(
                Path.of("/home/ann/.local/share/jupyter"),
                InstallCommand.userDataDirectory(Map.of("HOME", "/home/ann"), "Linux", "/root"));
        assertEquals(
                Path.of("/root/.local/share/jupyter"), InstallCommand.userDataDirectory(Map.of(), "Linux", "/root"));
        assertEquals(
                Path.of("/data/jupyter"),
                InstallCommand.userDataDirectory(Map.of("HOME", "/h", "XDG_DATA_HOME", "/data"), "Linux", "/root"));
        assertEquals(
                Path.of("/mine"),
                InstallCommand.userDataDirectory(Map.of("HOME", "/h", "JUPYTER_DATA_DIR", "/mine"), "Linux", "/root"));
        assertEquals(
                Path.of("/Users/ann/Library/Jupyter"),
                InstallCommand.userDataDirectory(Map.of("HOME", "/Users/ann"), "Mac OS X", "/root"));
    }

    @Test
    void writesAKernelspecThatOutlivesTheCheckout(@TempDir Path folder) throws IOException {
        Path jar = Files.writeString(folder.resolve("built.jar"), "the jar");
        Path written = folder.resolve("data dir/kernels/plegma");
        KernelSpec.write(written, jar, false, List.of("-Xmx3g"));
        Files.delete(jar);

        JsonObject spec = JsonParser.parseString(Files.readString(written.resolve("kernel.json")))
                .getAsJsonObject();
        assertEquals("java", spec.get("language").getAsString());
        assertEquals("Java (Plegma)", spec.get("display_name").getAsString());
        var command = spec.getAsJsonArray("argv");
        assertTrue(Files.isExecutable(Path.of(command.get(0).getAsString())), command::toString);
        assertEquals("{connection_file}", command.get(command.size() - 1).getAsString());
        String words = command.toString();
        assertTrue(words.indexOf("MaxRAMPercentage") < words.indexOf("-Xmx3g"), words);
        assertTrue(words.indexOf("-Xmx3g") < words.indexOf("-jar"), words);
        Path copy = written.resolve("plegma.jar");
        assertTrue(command.toString().contains(copy.toString()), command::toString);
        assertEquals("the jar", Files.readString(copy));
    }

    @Test
    void drawsSmallLogosOfBothSizes(@TempDir Path folder) throws IOException {
        Path jar = Files.createFile(folder.resolve("built.jar"));
        Path written = folder.resolve("kernels/plegma");
        KernelSpec.write(written, jar, true, List.of());
        for (int size : new int[] {32, 64}) {
            Path logo = written.resolve("logo-" + size + "x" + size + ".png");
            assertEquals(size, ImageIO.read(logo.toFile()).getWidth());
            assertTrue(Files.size(logo) < 10_000, () -> "size of " + logo);
        }
        assertTrue(Files.notExists(written.resolve("plegma.jar")), "in place means no copy");
    }

    @Test
    void writesTheCellThatQuartoRunsFirstAgainAtEachInstallation(@TempDir Path folder) throws IOException {
        Path jar = Files.createFile(folder.resolve("built.jar"));
        KernelSpec.write(folder, jar, true, List.of());
        Path cell = folder.resolve("quarto_setup_cell");
        assertTrue(Files.readString(cell).contains("QUARTO_FIG_FORMAT"));
        Files.writeString(cell, "of an earlier version");
        KernelSpec.write(folder, jar, true, List.of());
        assertTrue(Files.readString(cell).contains("QUARTO_FIG_FORMAT"));
    }

    @Test
    void keepsTheWayToTheOpenClDriver(@TempDir Path folder) {
        Map<String, Object> spec = KernelSpec.contents(
                folder.resolve("plegma.jar"),
                List.of(),
                Map.of("OCL_ICD_VENDORS", "/vendors", "LD_LIBRARY_PATH", "", "HOME", "/h"));
        String preload = KernelSpec.signalChaining(Map.of()).orElseThrow();
        assertEquals(
                Map.of(
                        "OCL_ICD_VENDORS",
                        "/vendors",
                        "POCL_AFFINITY",
                        KernelSpec.affinity(Path.of("/proc/self/status")),
                        "GLIBC_TUNABLES",
                        "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2",
                        "LD_PRELOAD",
                        preload),
                spec.get("env"));
    }

    @Test
    void keepsTheLocaleThatTheLauncherTook(@TempDir Path folder) {
        for (String locale : List.of("C.UTF-8", "de_DE.UTF-8", "C")) {
            var spec = KernelSpec.contents(folder.resolve("plegma.jar"), List.of(), Map.of("LC_ALL", locale));
            String kept = ((Map<?, ?>) spec.get("env")).get("LC_ALL") instanceof String s ? s : "none";
            assertEquals(
                    locale.equals("C.UTF-8") ? locale : "none", kept, "the user's own is that of the Jupyter then");
        }
    }

    @Test
    void threadsStayOnCoresOnlyWhereAllCoresFromTheFirstMayBeUsed(@TempDir Path folder) throws IOException {
        Path status = folder.resolve("status");
        for (String cores : List.of("0", "0-1", "0-63")) {
            Files.writeString(status, "Threads:\t1\nCpus_allowed_list:\t" + cores + "\nMems_allowed_list:\t4\n");
            assertEquals("1", KernelSpec.affinity(status), cores);
        }
        for (String cores : List.of("1", "4-7", "0,2", "0-1,4-5", "10")) {
            Files.writeString(status, "Cpus_allowed_list:\t" + cores + "\nMems_allowed_list:\t0\n");
            assertEquals("0", KernelSpec.affinity(status), cores);
        }
        assertEquals("0", KernelSpec.affinity(folder.resolve("missing")));
    }
}
