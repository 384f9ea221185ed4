package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

class DefaultImportsTest {
    /** A class that two packages have must be named by an import of its own, or no cell can use it. */
    @Test
    void noClassIsAmbiguous() throws Exception {
        Set<String> named = DefaultImports.DECLARATIONS.stream()
                .filter(i -> !i.endsWith("*;"))
                .map(i -> i.substring(i.lastIndexOf('.') + 1, i.length() - 1))
                .collect(Collectors.toSet());
        Map<String, List<String>> homes = new TreeMap<>();
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
                        Class<?> type = Class.forName(name, false, getClass().getClassLoader());
                        if (java.lang.reflect.Modifier.isPublic(type.getModifiers()) && !name.contains("$")) {
                            homes.computeIfAbsent(type.getSimpleName(), n -> new ArrayList<>())
                                    .add(home);
                        }
                    }
                }
            }
        }
        homes.values().removeIf(packages -> packages.size() == 1);
        homes.keySet().removeAll(named);
        assertEquals(Map.of(), homes);
    }
}
