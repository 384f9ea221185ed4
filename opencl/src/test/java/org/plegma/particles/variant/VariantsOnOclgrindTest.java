package org.plegma.particles.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.device.Session;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The kernels on other devices: Oclgrind finds nothing, and AMD's compiler needs no scratch memory. */
class VariantsOnOclgrindTest {

    /** Those that read and write where others do, and compute differently. */
    private static final Set<String> AS_OTHERS = Set.of(
            "cubes", "local-cubes-8", "bit-root", "relaxed-division", "relaxed-root", "relaxed-both", "substeps");

    /** A step of each other variant for tiny cubes. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (ParticleVariant variant : ParticleVariants.BUILT_IN) {
                    for (int reach : variant.name().equals("plegma") ? List.of(1, 4) : List.of(1)) {
                        if (variant.isOnDevice() && !AS_OTHERS.contains(variant.name())) {
                            boolean isLong = variant.solver() == Solver.COLOURED;
                            SoftBody body = SoftBody.cube(reach + (isLong ? 1 : 2), reach);
                            step(session, variant, body.withIterations(isLong ? 1 : 2));
                        }
                    }
                }
            }
            System.out.println("ran all");
        }

        private static void step(Session session, ParticleVariant variant, SoftBody body) {
            ParticleState state = ParticleState.disturbed(body, 1);
            ReferenceStep expected = new ParticleReference(body, variant.solver(), variant.rootError()).step(state);
            try (ParticlePlan plan = variant.plan(session, body)) {
                plan.start(state);
                plan.step();
                ParticleState found = plan.finish();
                for (int c = 0; c < found.position().length; c++) {
                    assertEquals(expected.position()[c], found.position()[c], 1e-4, variant.name());
                }
                assertEquals(expected.energy(), plan.energy(), 1e-4 * expected.energy(), variant.name());
            }
        }
    }

    @Test
    void cleanOnOclgrind() throws IOException {
        assertTrue(Oclgrind.assertClean(Main.class).contains("ran all"));
    }

    @ParameterizedTest
    @CsvSource({
        "stages.cl,",
        "stages.cl,-DFOURS",
        "energy.cl,-DSTRUCTS",
        "structs.cl,",
        "rows.cl,",
        "cubes.cl,-DBIT_ROOT",
        "local_cubes.cl,-DTILE=8",
        "halo.cl,-DFIRST -DLAST",
        "halo.cl,-DREACH=3 -DEACH=2",
        "naive.cl,",
        "shares.cl,-DWHOLE -DLAST",
        "shares.cl,-DLANES=8 -DEACH=2",
        "shares.cl,-DWHOLE -DEACH=8",
        "lanes.cl,-DGUARD=128",
        "accumulated.cl,",
        "coloured.cl,"
    })
    void fitsAmdDevices(String file, String option) {
        AmdTargets.assertFits(ParticleKernels.source(file), option == null ? new String[0] : new String[] {option});
    }
}
