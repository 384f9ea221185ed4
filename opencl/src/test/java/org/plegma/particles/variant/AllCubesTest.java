package org.plegma.particles.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;

/** A step of each variant of Jacobi's for each cube of 2 to 12 particles a side, with all reaches, beside the reference. */
@Tag("optimized") // hundreds of millions of constraints
class AllCubesTest {
    private static final int LONGEST_SIDE = 12;

    @Test
    void everyVariantIsRightForAllCubes() {
        List<ParticleVariant> variants = ParticleVariants.BUILT_IN.stream()
                .filter(each -> each.solver() == Solver.JACOBI)
                .toList();
        int done = 0;
        try (Session session = Session.open()) {
            for (int side = 2; side <= LONGEST_SIDE; side++) {
                for (int reach = 1; reach < side; reach++) {
                    SoftBody body = SoftBody.cube(side, reach).withIterations(1).withForce(3, 1, -2);
                    ParticleState state = ParticleState.disturbed(body, 1);
                    Map<Double, ReferenceStep> expected = new HashMap<>();
                    for (ParticleVariant variant : variants) {
                        ReferenceStep step = expected.computeIfAbsent(
                                variant.rootError(),
                                error -> new ParticleReference(body, Solver.JACOBI, error).step(state));
                        isRight(session, variant, body, state, step);
                        done++;
                    }
                }
            }
            assertEquals(0, session.memoryInUse(), "what plans made is freed");
        }
        assertEquals(66 * variants.size(), done);
    }

    private static void isRight(
            Session session, ParticleVariant variant, SoftBody body, ParticleState state, ReferenceStep expected) {
        String what = variant.name() + " of " + body.lattice();
        try (ParticlePlan plan = variant.plan(session, body)) {
            plan.start(state);
            plan.step();
            double error = expected.error(plan.finish());
            assertTrue(error <= 1, () -> what + ": " + error + " of the bound");
            assertEquals(expected.energy(), plan.energy(), 1e-4 * Math.abs(expected.energy()), what);
        }
    }
}
