package org.plegma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps packages of all modules small, those of tests, too, and each class under a name of its own. */
class RoomsTest {
    private static final int ROOM = 25;

    private static final List<Path> MODULES = Stream.of(
                    "kernel", "opencl", "opencl/rewrite", "opencl/mpi", "opencl/spark")
            .map(Path.of("..")::resolve)
            .toList();

    @Test
    void noPackageIsCrowded() throws IOException {
        assertRoom("main");
    }

    @Test
    void noPackageOfTestsIsCrowded() throws IOException {
        assertRoom("test");
    }

    private static void assertRoom(String kind) throws IOException {
        Map<Path, Long> sizes = classes(kind).stream()
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        sizes.values().removeIf(size -> size <= ROOM);
        assertEquals(Map.of(), sizes, "packages above " + ROOM + " classes; make a sub-package");
    }

    /** A name alone says which class is meant. */
    @Test
    void noTwoClassesShareAName() throws IOException {
        Map<Path, List<Path>> homes = classes("main").stream().collect(Collectors.groupingBy(Path::getFileName));
        homes.values().removeIf(classes -> classes.size() == 1);
        assertEquals(Map.of(), homes, "say in the name which is meant");
    }

    private static List<Path> classes(String kind) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path module : MODULES) {
            try (Stream<Path> files = Files.walk(module.resolve("src/" + kind + "/java"))) {
                List<Path> ofModule = files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .toList();
                assertTrue(!ofModule.isEmpty(), "nothing was found in " + module);
                found.addAll(ofModule);
            }
        }
        return found;
    }
}
