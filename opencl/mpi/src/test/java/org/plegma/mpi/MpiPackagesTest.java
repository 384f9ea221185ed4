package org.plegma.mpi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Keeps native calls in one room, and the module's packages free of circles. */
class MpiPackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.plegma.mpi");

    @Test
    void onlyTheLibrarysRoomCallsNativeCode() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.plegma.mpi.library")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.jna..", "org.jocl..")
                .check(CLASSES);
    }

    @Test
    void packagesNeedNoCircle() {
        slices().matching("org.plegma.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
