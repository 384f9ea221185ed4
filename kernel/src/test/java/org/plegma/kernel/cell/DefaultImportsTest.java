package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

class DefaultImportsTest {
    /** Plegma's classes that cells know by their simple names, a line a package. */
    private static final Path CHOSEN = Path.of("src/test/resources/org/plegma/kernel/cell/imported-classes.txt");

    /** A class that two packages have must be named by an import of its own, or no cell can use it. */
    @Test
    void noClassIsAmbiguous() throws Exception {
        Set<String> named = DefaultImports.DECLARATIONS.stream()
                .filter(i -> !i.endsWith("*;"))
                .map(i -> i.substring(i.lastIndexOf('.') + 1, i.length() - 1))
                .collect(Collectors.toSet());
        Map<String, List<String>> homes = new TreeMap<>();
        importedClasses()
                .forEach((home, names) -> names.forEach(name ->
                        homes.computeIfAbsent(name, n -> new ArrayList<>()).add(home)));
        homes.values().removeIf(packages -> packages.size() == 1);
        homes.keySet().removeAll(named);
        assertEquals(Map.of(), homes);
    }

    /**
     * What cells can name is promised to them, so a public class in an imported package is a choice: whoever adds one says so in the
     * list, or puts it into a room that is not imported. {@code -Dplegma.golden=rewrite} writes the list again.
     */
    @Test
    void whatCellsImportIsChosen() throws Exception {
        Map<String, Set<String>> own = importedClasses();
        own.keySet().removeIf(home -> !home.startsWith("org.plegma."));
        String found = own.entrySet().stream()
                .map(each -> each.getKey() + ": " + String.join(" ", each.getValue()) + "\n")
                .collect(Collectors.joining());
        if ("rewrite".equals(System.getProperty("plegma.golden"))) {
            Files.writeString(CHOSEN, found);
        }
        assertEquals(
                Files.readString(CHOSEN),
                found,
                "A public class is new in a package that cells import, or one is gone: look whether that is meant, then"
                        + " write " + CHOSEN + " again by -Dplegma.golden=rewrite.");
    }

    /** The public classes of the packages whose classes cells can name. */
    private static Map<String, Set<String>> importedClasses() throws Exception {
        Map<String, Set<String>> classes = new TreeMap<>();
        try (JavaFileManager files = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            List<JavaFileManager.Location> places = new ArrayList<>(List.of(StandardLocation.CLASS_PATH));
            places.add(files.getLocationForModule(StandardLocation.SYSTEM_MODULES, "java.base"));
            for (String declaration : DefaultImports.DECLARATIONS) {
                if (declaration.startsWith("import static") || !declaration.endsWith(".*;")) {
                    continue;
                }
                String home = declaration.substring("import ".length(), declaration.length() - 3);
                for (JavaFileManager.Location place : places) {
                    for (JavaFileObject file : files.list(place, home, EnumSet.of(JavaFileObject.Kind.CLASS), false)) {
                        String name = files.inferBinaryName(place, file);
                        Class<?> type = Class.forName(name, false, DefaultImportsTest.class.getClassLoader());
                        if (Modifier.isPublic(type.getModifiers()) && !name.contains("$")) {
                            classes.computeIfAbsent(home, n -> new TreeSet<>()).add(type.getSimpleName());
                        }
                    }
                }
            }
        }
        return classes;
    }
}
