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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
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
        Set<String> whole = new TreeSet<>();
        for (Path library : libraries()) {
            if (!TRIMMED.contains(nameOf(library))) {
                Set<String> missing = classes(library);
                missing.removeIf(name -> packaged.contains(name) || packaged.contains(relocated(name)));
                assertEquals(Set.of(), missing, library::toString);
                whole.add(nameOf(library));
            }
        }
        assertTrue(
                whole.containsAll(List.of(
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
                        "plegma-opencl",
                        "plegma-rewrite")),
                whole::toString);
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
    void keepsServicesAndNativesAndDropsSignatures() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertNotNull(jar.getEntry("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"));
            assertNotNull(jar.getEntry("lib/libJOCL_2_0_6-linux-x86_64.so"));
            assertFalse(jar.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]*\\.(SF|RSA|DSA)")));
            // Libraries to compare with are for benches and tests.
            assertFalse(jar.stream().anyMatch(entry -> entry.getName()
                    .matches("org/(bytedeco|jocl/blast)/.*|.*(openblas|clblast).*\\.so")));
            assertEquals(
                    "org.plegma.cli.Plegma",
                    jar.getManifest().getMainAttributes().getValue("Main-Class"));
        }
    }

    @Test
    void keepsTheLicenceOfEveryLibrary() throws IOException {
        Map<String, String> kept = licences(JAR);
        int compared = 0;
        for (Path library : libraries()) {
            for (Map.Entry<String, String> licence : licences(library).entrySet()) {
                String name = licence.getKey();
                assertTrue(kept.getOrDefault(name, "").contains(licence.getValue()), () -> name + " of " + library);
                compared++;
            }
        }
        assertTrue(compared > 20, "licences compared: " + compared);
    }

    @Test
    void everyLibraryIsNamedInTheNotice() throws IOException {
        List<String> named = List.of(Files.readString(Path.of("..", "NOTICE")).split("[\\s,;:()]+"));
        Set<String> unnamed = new TreeSet<>();
        for (Path library : libraries()) {
            if (!named.contains(nameOf(library)) && !nameOf(library).startsWith("plegma-")) {
                unnamed.add(nameOf(library));
            }
        }
        assertEquals(Set.of(), unnamed);
    }

    /** The jars of the class path of which at least one class is packaged, which are all but those for tests. */
    private static List<Path> libraries() throws IOException {
        Set<String> packaged = classes(JAR);
        List<Path> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (entry.endsWith(".jar")
                    && classes(Path.of(entry)).stream()
                            .anyMatch(name -> packaged.contains(name) || packaged.contains(relocated(name)))) {
                libraries.add(Path.of(entry));
            }
        }
        return libraries;
    }

    /** The name in the jar of a class that another kernel may bring in an older version. */
    private static String relocated(String name) {
        return name.replaceFirst("^(com/google/gson|org/apache/maven|org/codehaus/plexus)/", "org/plegma/libraries/$1/")
                .replaceFirst("/(com/google|org/apache|org/codehaus)/", "/");
    }

    /** Code of the jar uses the relocated names only; Gson is there under its own name, too, as cells read JSON by it. */
    @Test
    void keepsClassesThatOtherKernelsBringUnderNamesOfItsOwn() throws IOException {
        Set<String> packaged = classes(JAR);
        assertTrue(packaged.contains("com/google/gson/Gson.class"));
        assertTrue(packaged.contains("org/plegma/libraries/gson/Gson.class"));
        assertFalse(packaged.stream().anyMatch(name -> name.matches("org/(apache/maven|codehaus/plexus)/.*")));
    }

    private static String nameOf(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*", "");
    }

    private static Map<String, String> licences(Path file) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().matches("(META-INF/)?(LICENSE|NOTICE)[^/]*")) {
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    texts.put(entry.getName(), new String(bytes, StandardCharsets.ISO_8859_1).strip());
                }
            }
        }
        return texts;
    }

    private static Set<String> classes(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile());
                Stream<String> names = jar.stream().map(entry -> entry.getName())) {
            return names.filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
