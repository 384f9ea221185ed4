package org.plegma;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Keeps the packages of this module in the order of the design, and the libraries of other kernels in their places. */
class KernelPackageOrderTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.plegma");

    @Test
    void packagesUseOnlyLowerOnes() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("display")
                .definedBy("org.plegma.display..")
                .layer("magics")
                .definedBy("org.plegma.magics..")
                .layer("kernel")
                .definedBy("org.plegma.kernel..")
                .layer("ijava")
                .definedBy("org.plegma.ijava..")
                .layer("cli")
                .definedBy("org.plegma.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("kernel")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("ijava")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("magics")
                .mayOnlyBeAccessedByLayers("kernel", "ijava", "cli")
                .check(CLASSES);
    }

    @Test
    void onlyTheDeviceLayerUsesJocl() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.plegma.device")
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
