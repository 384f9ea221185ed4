package org.plegma.particles.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.device.Session;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;

/** Each way of our variant beside the reference: halos, and shares with two, four and eight particles a work-item. */
class PlegmaVariantTest {
    /** Iterations: none, one that begins and ends the step, and more. Reaches: short, some, and all of the cube. */
    @ParameterizedTest
    @CsvSource({
        "6, 1, 0",
        "9, 1, 1",
        "9, 2, 2",
        "5, 3, 3",
        "5, 4, 1",
        "9, 5, 3",
        "12, 11, 2",
        "13, 10, 1",
    })
    void stepsAreTheReferences(int side, int reach, int iterations) {
        SoftBody body = SoftBody.cube(side, reach).withIterations(iterations).withForce(3, 1, -2);
        PlegmaVariant variant = new PlegmaVariant();
        ParticleState state = ParticleState.disturbed(body, 1);
        try (Session session = Session.open();
                ParticlePlan plan = variant.plan(session, body)) {
            plan.start(state);
            // The second step begins where the first ended: in the other arrays.
            for (int step = 0; step < 2; step++) {
                ReferenceStep expected = new ParticleReference(body, variant.solver(), variant.rootError()).step(state);
                plan.step();
                ParticleState found = plan.finish();
                assertTrue(expected.error(found) <= 1, () -> "error " + expected.error(found) + " of the bound");
                assertEquals(expected.energy(), plan.energy(), 1e-4 * Math.abs(expected.energy()), "energy");
                state = found;
            }
        }
    }
}
