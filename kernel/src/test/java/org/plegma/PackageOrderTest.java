package org.plegma;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Keeps the packages of the library, of rewriting and of the kernel in the order of the design, and other libraries in their places. */
class PackageOrderTest {
    /** What each may use, besides itself; {@code *} is the library with rewriting. */
    private static final Map<String, String> MAY_USE = Map.ofEntries(
            Map.entry("process", ""),
            Map.entry("array", ""),
            Map.entry("device", "array process"),
            Map.entry("expr", ""),
            Map.entry("measure", "array device"),
            Map.entry("tune", "array device measure"),
            Map.entry("primitives", "array device"),
            Map.entry("neighbours", "array device primitives"),
            Map.entry("particles", "array device"),
            Map.entry("fft", "array device measure tune"),
            Map.entry("gemm", "array device measure tune"),
            Map.entry("convolve", "array device expr measure tune fft stencil"),
            Map.entry("stencil", "process array device expr measure tune fft"),
            Map.entry("graph", "array device measure tune"),
            Map.entry("rewrite", "process array device measure"),
            Map.entry(
                    "bench",
                    "array device expr measure tune primitives neighbours particles fft gemm convolve stencil rewrite graph"),
            Map.entry("coursework", "process array device measure gemm rewrite particles"),
            Map.entry("display", "*"),
            Map.entry("magics", "* display"),
            Map.entry("widgets", "* display"),
            Map.entry("kernel", "* display magics widgets"),
            Map.entry("ijava", "* display magics"),
            Map.entry("cli", "* display magics kernel ijava"));

    private static final Set<String> OF_THE_KERNEL = Set.of("display", "magics", "widgets", "kernel", "ijava", "cli");

    /** Of this module and those below it; to read them takes seconds. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.plegma");

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(each -> found.add(layer(each)));
        assertEquals(new TreeSet<>(MAY_USE.keySet()), found, "add a package here and to docs/architecture.md");
    }

    @Test
    void eachPackageUsesOnlyThoseBelowIt() {
        Set<String> faults = new TreeSet<>();
        for (JavaClass each : CLASSES) {
            Set<String> below = mayUse(layer(each));
            for (Dependency use : each.getDirectDependenciesFromSelf()) {
                JavaClass target = use.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith("org.plegma") && !below.contains(layer(target))) {
                    faults.add(use.getDescription());
                }
            }
        }
        assertEquals(Set.of(), faults);
    }

    private static Set<String> mayUse(String layer) {
        Set<String> below =
                new HashSet<>(List.of(MAY_USE.getOrDefault(layer, "").split(" ")));
        if (below.contains("*")) {
            MAY_USE.keySet().stream()
                    .filter(each -> !OF_THE_KERNEL.contains(each))
                    .forEach(below::add);
        }
        below.add(layer);
        return below;
    }

    private static String layer(JavaClass each) {
        return (each.getPackageName() + "..").split("\\.", -1)[2];
    }

    @Test
    void noPackagesNeedEachOtherInACircle() {
        slices().matching("org.plegma.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheDeviceLayerUsesJocl() {
        assertOnlyIn(List.of("org.plegma.device.."), "org.jocl..");
    }

    @Test
    void librariesOfKernelsStayInTheirRooms() {
        assertOnlyIn(List.of("org.plegma.kernel..", "org.plegma.ijava"), "org.dflib..");
        assertOnlyIn(
                List.of("org.plegma.kernel..", "org.plegma.ijava", "org.plegma.rewrite.parallel.cell"), "jdk.jshell..");
        assertOnlyIn(List.of("org.plegma.ijava"), "io.github.spencerpark..");
    }

    private static void assertOnlyIn(List<String> rooms, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackages(rooms.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(CLASSES);
    }
}
