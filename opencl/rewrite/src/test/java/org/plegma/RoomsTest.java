package org.plegma;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Keeps packages small and free of circles, sub-packages too, and each class under a name of its own. */
class RoomsTest {
    private static final int ROOM = 25;

    private static final JavaClasses CLASSES = PackageOrderTest.CLASSES;
    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(new ImportOption.OnlyIncludeTests())
            .importPackages("org.plegma");

    @Test
    void noPackageIsCrowded() {
        assertRoom(CLASSES, JavaClass::getPackageName, "org.plegma.array");
    }

    @Test
    void noPackageOfTestsIsCrowded() {
        assertRoom(TESTS, RoomsTest::folder, "org/plegma/rewrite/parallel");
    }

    /** Of the class file: two modules may have tests of one package. */
    private static String folder(JavaClass test) {
        return test.getSource().orElseThrow().getUri().toString().replaceFirst("/[^/]*$", "");
    }

    private static void assertRoom(JavaClasses classes, Function<JavaClass, String> room, String known) {
        Map<String, Integer> sizes = new TreeMap<>();
        classes.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .forEach(each -> sizes.merge(room.apply(each), 1, Integer::sum));
        assertTrue(sizes.keySet().stream().anyMatch(name -> name.endsWith(known)), "nothing was imported: " + sizes);
        sizes.values().removeIf(size -> size <= ROOM);
        assertEquals(Map.of(), sizes, "packages above " + ROOM + " classes; make a sub-package");
    }

    @Test
    void noPackagesNeedEachOtherInACircle() {
        slices().matching("org.plegma.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noTwoClassesShareAName() {
        Map<String, Set<String>> homes = new TreeMap<>();
        for (JavaClass each : CLASSES) {
            if (each.isTopLevelClass() && !each.getSimpleName().equals("package-info")) {
                homes.computeIfAbsent(each.getSimpleName(), n -> new TreeSet<>())
                        .add(each.getPackageName());
            }
        }
        homes.values().removeIf(packages -> packages.size() == 1);
        assertEquals(Map.of(), homes, "say in the name which is meant");
    }
}
