package org.plegma.particles.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.testing.ChildJvm;

/** Cubes on several devices, as which PoCL offers itself, beside the reference. */
class DevicesVariantTest {
    /** Sides and reaches: short ones and long ones, parts thinner than the reach, and all of the cube. */
    private static final int[][] CUBES = {{9, 1}, {7, 3}, {9, 4}, {7, 6}, {5, 4}, {3, 1}};

    @Test
    void partsHaveAboutAsManyConstraints() {
        assertArrayEquals(new int[] {0, 64, 128}, DevicesPlan.cuts(new CubeLattice(128, 31), 2));
        assertArrayEquals(new int[] {0, 1, 2, 3}, DevicesPlan.cuts(new CubeLattice(3, 2), 3));
        // Planes at the ends look at 32 to 62 planes, those between at 63.
        assertArrayEquals(new int[] {0, 36, 64, 92, 128}, DevicesPlan.cuts(new CubeLattice(128, 31), 4));
    }

    @Test
    void stepsAreTheReferences() {
        String output = ChildJvm.onProcessors(4, DevicesVariantTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.processors(4);
        try (Session session = Session.open(devices)) {
            for (int count = 1; count <= 4; count++) {
                for (int[] cube : CUBES) {
                    SoftBody body = SoftBody.cube(cube[0], cube[1]).withForce(3, 1, -2);
                    if (count <= cube[0]) {
                        steps(session, ParticleVariants.onDevices(count), body.withIterations(count == 3 ? 1 : 2));
                    }
                }
            }
            exchangesWaitForADeviceThatLags(session);
            refused(session);
        }
        System.out.println("all is well");
    }

    private static void steps(Session session, ParticleVariant variant, SoftBody body) {
        ParticleState state = ParticleState.disturbed(body, 1);
        try (ParticlePlan plan = variant.plan(session, body)) {
            plan.start(state);
            for (int step = 0; step < 3; step++) {
                ReferenceStep expected = new ParticleReference(body, variant.solver(), variant.rootError()).step(state);
                plan.step();
                ParticleState found = plan.finish();
                String what = variant.name() + " of " + body.lattice() + ", step " + step;
                assertTrue(expected.error(found) <= 1, () -> what + ": " + expected.error(found) + " of the bound");
                assertEquals(expected.energy(), plan.energy(), 1e-4 * Math.abs(expected.energy()), what);
                state = found;
            }
        }
    }

    private static void exchangesWaitForADeviceThatLags(Session session) {
        SoftBody body = SoftBody.cube(9, 1).withForce(3, 1, -2).withIterations(40);
        ParticleState state = ParticleState.disturbed(body, 1);
        try (ParticlePlan one = ParticleVariants.onDevices(1).plan(session, body);
                ParticlePlan two = ParticleVariants.onDevices(2).plan(session, body)) {
            one.start(state);
            one.step();
            float[] expected = one.finish().position();
            for (int i = 0; i < 30; i++) {
                two.start(state);
                two.step();
                assertArrayEquals(expected, two.finish().position());
            }
        }
    }

    private static void refused(Session session) {
        String message = assertThrows(IllegalArgumentException.class, () -> ParticleVariants.onDevices(3)
                        .plan(session, SoftBody.cube(2, 1)))
                .getMessage();
        assertEquals(
                "devices-3 needs a session of 3 devices, a cube of as many planes, and an iteration, as devices exchange"
                        + " planes before each; found 4 devices, 2 planes and "
                        + SoftBody.cube(2, 1).iterations() + " iterations.",
                message);
        assertThrows(IllegalArgumentException.class, () -> ParticleVariants.onDevices(5)
                .plan(session, SoftBody.cube(9, 1)));
    }
}
