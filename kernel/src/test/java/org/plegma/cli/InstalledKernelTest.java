package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledKernelTest {
    @TempDir
    private Path folder;

    private Path built;
    private Path data;

    @BeforeEach
    void install() throws IOException {
        built = Files.writeString(folder.resolve("built.jar"), "new");
        data = folder.resolve("prefix/share/jupyter");
        KernelSpec.write(data.resolve("kernels/plegma"), built, false, List.of());
    }

    private Optional<String> fault(boolean user) {
        return new InstalledKernel(data, user).fault(Optional.of(built));
    }

    @Test
    void theBuiltJarOrACopyOfItIsWell() throws IOException {
        assertEquals(Optional.empty(), fault(true));
        KernelSpec.write(data.resolve("kernels/plegma"), built, true, List.of());
        assertEquals(Optional.empty(), fault(true));
    }

    @Test
    void theSameJarOfAnotherCheckoutIsAFault() throws IOException {
        Path other = Files.copy(built, folder.resolve("other.jar"));
        KernelSpec.write(data.resolve("kernels/plegma"), other, true, List.of());
        assertEquals(
                Optional.of(data.resolve("kernels/plegma/kernel.json") + " runs " + other
                        + ", which is another checkout's: this one's is " + built + ". Cure: plegma install."),
                fault(true));
    }

    @Test
    void anotherJarIsAFaultThatNamesBothAndTheCure() throws IOException {
        Path jar = Files.writeString(data.resolve("kernels/plegma/plegma.jar"), "old");
        String runs = data.resolve("kernels/plegma/kernel.json") + " runs " + jar + ", which is ";
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        assertEquals(Optional.of(runs + "older than " + built + ". Cure: plegma install."), fault(true));
        Files.setLastModifiedTime(built, FileTime.fromMillis(0));
        assertEquals(
                Optional.of(runs + "not the same as " + built + ". Cure: plegma install --prefix "
                        + folder.resolve("prefix") + "."),
                fault(false));
    }

    @Test
    void whatIsGoneOrUnreadableIsAFault() throws IOException {
        Path file = data.resolve("kernels/plegma/kernel.json");
        Path jar = data.resolve("kernels/plegma/plegma.jar");
        Files.delete(jar);
        assertEquals(Optional.of(file + " needs " + jar + ", which is gone. Cure: plegma install."), fault(true));
        for (String text : List.of("{", "[]", "{}", "")) {
            Files.writeString(file, text);
            String found = fault(true).orElseThrow();
            assertEquals(file + " cannot be read as a kernelspec: ", found.substring(0, found.indexOf(": ") + 2));
        }
        Files.writeString(file, "{\"argv\": [\"java\", \"-jar\"]}");
        assertEquals(Optional.of(file + " names no jar. Cure: plegma install."), fault(true));
    }

    @Test
    void kernelsAreLookedForWhereJupyterLooks() {
        Map<String, String> environment = Map.of(
                "JUPYTER_DATA_DIR",
                data.toString(),
                "VIRTUAL_ENV",
                folder.resolve("prefix").toString());
        assertEquals(
                new InstalledKernel(data, true),
                InstalledKernel.all(environment, "Linux", "/none").get(0));
        assertEquals(
                new InstalledKernel(data, false),
                InstalledKernel.all(
                                Map.of(
                                        "HOME",
                                        "/none",
                                        "CONDA_PREFIX",
                                        folder.resolve("prefix").toString()),
                                "Linux",
                                "/none")
                        .get(0));
    }
}
