package org.plegma;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the packages of this module in the order of the design, and the libraries of other kernels in their places. */
class KernelPackageOrderTest {
    /** Of this module and those below it; to read them takes seconds. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.plegma");

    private static final Set<String> OURS = Set.of("cli", "display", "ijava", "kernel", "magics", "widgets");

    @Test
    void packagesUseOnlyLowerOnes() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("display")
                .definedBy("org.plegma.display..")
                .layer("magics")
                .definedBy("org.plegma.magics..")
                .layer("widgets")
                .definedBy("org.plegma.widgets..")
                .layer("kernel")
                .definedBy("org.plegma.kernel..")
                .layer("ijava")
                .definedBy("org.plegma.ijava..")
                .layer("cli")
                .definedBy("org.plegma.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("widgets")
                .mayOnlyBeAccessedByLayers("kernel")
                .whereLayer("kernel")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("ijava")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("magics")
                .mayOnlyBeAccessedByLayers("kernel", "ijava", "cli")
                .check(CLASSES);
    }

    @Test
    void noPackagesNeedEachOtherInACircle() {
        slices().matching("org.plegma.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noPackageOfThisModuleIsCrowded() {
        Map<String, Long> sizes = CLASSES.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .filter(each -> OURS.contains(each.getPackageName().split("\\.")[2]))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        assertTrue(sizes.containsKey("org.plegma.magics.cell"), "nothing was imported: " + sizes);
        sizes.values().removeIf(size -> size <= 25);
        assertEquals(Map.of(), sizes, "make a sub-package");
    }

    /** Of this module and those below it: a name alone says which class is meant. */
    @Test
    void noTwoClassesShareAName() {
        Map<String, List<String>> homes = CLASSES.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName, Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
        homes.values().removeIf(packages -> packages.size() == 1);
        assertEquals(Map.of(), homes);
    }

    @Test
    void onlyTheDeviceLayerUsesJocl() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.plegma.device..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jocl..")
                .check(CLASSES);
    }

    @Test
    void magicsKnowNoKernel() {
        noClasses()
                .that()
                .resideInAnyPackage("org.plegma.magics..", "org.plegma.display..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.dflib.jjava..", "io.github.spencerpark..", "jdk.jshell..")
                .check(CLASSES);
    }

    @Test
    void onlyTheAdapterUsesIJavasLibrary() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.plegma.ijava")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.spencerpark..")
                .check(CLASSES);
    }
}
