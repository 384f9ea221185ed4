package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningCodeTest {
    @Test
    void aChangedKernelShowsInFoldersAndInJars(@TempDir Path folder) throws IOException {
        Path kernel = Files.createDirectories(folder.resolve("org/plegma/fft")).resolve("radix.cl");
        Files.writeString(kernel, "a + b");
        String before = digits(folder);
        assertEquals(before, digits(jar(folder.resolve("1.jar"), "a + b")), "wherever it lies");
        Files.writeString(kernel, "a - b");
        assertNotEquals(before, digits(folder));
        assertEquals(digits(folder), digits(jar(folder.resolve("2.jar"), "a - b")));
        Files.writeString(kernel, "a + b");
        assertEquals(before, digits(folder));
        Files.writeString(folder.resolve("org/other.txt"), "no part of Plegma");
        assertEquals(before, digits(folder));
    }

    private static String digits(Path place) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {place.toUri().toURL()}, null)) {
            return RunningCode.digits(loader);
        }
    }

    private static Path jar(Path file, String kernel) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry("org/plegma/"));
            jar.putNextEntry(new JarEntry("org/plegma/fft/radix.cl"));
            jar.write(kernel.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
