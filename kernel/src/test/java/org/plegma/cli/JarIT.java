package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged {@code plegma.jar}: small, yet with the libraries that notebooks call whole. Runs after packaging. */
class JarIT {
    private static final Path JAR = Path.of("target", "plegma.jar");
    private static final long LARGEST = 32L << 20;
    /** Libraries of which only the classes that others reach are kept. */
    private static final Set<String> TRIMMED = Set.of("fastutil", "icu4j");

    @Test
    void isSmall() throws IOException {
        assertTrue(Files.size(JAR) < LARGEST, () -> JAR + " has " + JAR.toFile().length() + " bytes");
    }

    @Test
    void holdsEveryClassOfEveryLibraryButTheTrimmedOnes() throws IOException {
        Set<String> packaged = classes(JAR);
        Set<String> libraries = new TreeSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString().replaceFirst("-\\d.*", "");
            if (!entry.endsWith(".jar") || TRIMMED.contains(name)) {
                continue;
            }
            Set<String> missing = classes(jar);
            // A test library has nothing in the jar; of all others nothing may be missing.
            if (missing.stream().anyMatch(packaged::contains)) {
                libraries.add(name);
                missing.removeAll(packaged);
                assertEquals(Set.of(), missing, name);
            }
        }
        assertTrue(
                libraries.containsAll(List.of(
                        "tablesaw-core",
                        "tablesaw-html",
                        "xchart",
                        "jhdf",
                        "jocl",
                        "commons-math3",
                        "gson",
                        "picocli",
                        "jjava-jupyter",
                        "slf4j-api",
                        "VectorGraphics2D",
                        "plegma-opencl")),
                libraries::toString);
    }

    /** Tablesaw's reader goes through both trimmed libraries: ICU guesses the file's character set. */
    @Test
    void readsATableWithTheTrimmedLibraries(@TempDir Path folder) throws Exception {
        Path csv = folder.resolve("cities.csv");
        Files.writeString(csv, "city,population\nZürich,443037\nGenève,206635\nZürich,1\n");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Class<?> table = loader.loadClass("tech.tablesaw.api.Table");
            Object reader = table.getMethod("read").invoke(null);
            Method csvReader = reader.getClass().getMethod("csv", File.class);
            Object read = csvReader.invoke(reader, csv.toFile());
            Object unique = table.getMethod("countBy", String[].class).invoke(read, (Object) new String[] {"city"});
            assertEquals(2, table.getMethod("rowCount").invoke(unique));
            assertTrue(read.toString().contains("Zürich"), read::toString);
        }
    }

    @Test
    void keepsServicesLicencesAndNativesAndDropsSignatures() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertNotNull(jar.getEntry("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"));
            assertNotNull(jar.getEntry("lib/libJOCL_2_0_6-linux-x86_64.so"));
            String licences = new String(
                    jar.getInputStream(jar.getEntry("META-INF/LICENSE")).readAllBytes());
            assertTrue(licences.contains("Apache License") && licences.contains("MIT"), "appended licences");
            assertFalse(jar.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]*\\.(SF|RSA|DSA)")));
            assertEquals(
                    "org.plegma.cli.Plegma",
                    jar.getManifest().getMainAttributes().getValue("Main-Class"));
        }
    }

    private static Set<String> classes(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile());
                Stream<String> names = jar.stream().map(entry -> entry.getName())) {
            return names.filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
