package org.plegma;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps the packages of the library and of this module in the order of the design: each may use those listed for it, and no others.
 */
class PackageOrderTest {
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("process", Set.of()),
            Map.entry("array", Set.of()),
            Map.entry("device", Set.of("array", "process")),
            Map.entry("expr", Set.of()),
            Map.entry("measure", Set.of("array", "device")),
            Map.entry("tune", Set.of("array", "device", "measure")),
            Map.entry("primitives", Set.of("array", "device")),
            Map.entry("neighbours", Set.of("array", "device", "primitives")),
            Map.entry("particles", Set.of("array", "device")),
            Map.entry("fft", Set.of("array", "device", "measure", "tune")),
            Map.entry("gemm", Set.of("array", "device", "measure", "tune")),
            Map.entry("convolve", Set.of("array", "device", "expr", "measure", "tune", "fft", "stencil")),
            Map.entry("stencil", Set.of("process", "array", "device", "expr", "measure", "tune", "fft")),
            Map.entry("graph", Set.of("array", "device", "measure", "tune")),
            Map.entry("rewrite", Set.of("process", "array", "device", "measure")),
            Map.entry(
                    "bench",
                    Set.of(
                            "array",
                            "device",
                            "expr",
                            "measure",
                            "tune",
                            "primitives",
                            "neighbours",
                            "particles",
                            "fft",
                            "gemm",
                            "convolve",
                            "stencil",
                            "rewrite",
                            "graph")),
            Map.entry("coursework", Set.of("process", "array", "device", "measure", "gemm", "rewrite", "particles")));

    /** Of both modules; to read them takes seconds. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("org.plegma");

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> found = new TreeSet<>();
        for (JavaClass each : CLASSES) {
            found.add(layer(each.getPackageName()));
        }
        assertTrue(found.contains("array") && found.contains("device"), "nothing was imported: " + found);
        found.removeAll(MAY_USE.keySet());
        assertEquals(Set.of(), found, "packages that the order does not know; add them here and to the design");
    }

    @Test
    void eachPackageUsesOnlyThoseBelowIt() {
        MAY_USE.forEach((layer, below) -> {
            List<String> above = MAY_USE.keySet().stream()
                    .filter(other -> !other.equals(layer) && !below.contains(other))
                    .collect(Collectors.toList());
            noClasses()
                    .that()
                    .resideInAPackage("org.plegma." + layer + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            above.stream().map(o -> "org.plegma." + o + "..").toArray(String[]::new))
                    .allowEmptyShould(true)
                    .check(CLASSES);
        });
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
    void nothingHereKnowsOfNotebooks() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.dflib..", "org.plegma.kernel..", "org.plegma.magics..", "org.plegma.display..")
                .check(CLASSES);
    }

    private static String layer(String packageName) {
        String below = packageName.substring("org.plegma".length()).replaceFirst("^\\.", "");
        return below.isEmpty() ? "(root)" : below.split("\\.")[0];
    }
}
