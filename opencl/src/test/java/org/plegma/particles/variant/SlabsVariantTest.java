package org.plegma.particles.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;
import org.plegma.testing.ChildJvm;

/** A soft cube on several devices: a process in which PoCL offers itself three times. */
class SlabsVariantTest {

    @Test
    void slabsGiveWhatTheReferenceGives() {
        String output = ChildJvm.of(SlabsVariantTest.class)
                .environment("POCL_DEVICES", "pthread pthread pthread")
                .environment("PLEGMA_DEVICE", null)
                .environment("OCL_ICD_VENDORS", null)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    public static void main(String[] arguments) {
        Device[] devices = Devices.all().stream().filter(Device::isPocl).toArray(Device[]::new);
        assertEquals(3, devices.length);
        try (Session session = Session.open(devices)) {
            for (int reach = 1; reach <= 2; reach++) {
                for (int iterations : new int[] {0, 1, 4}) {
                    isRight(
                            session,
                            SoftBody.cube(7, reach).withIterations(iterations).withBox(0, 7));
                }
            }
            String message = assertThrows(
                            IllegalArgumentException.class, () -> new SlabsVariant().plan(session, SoftBody.cube(4, 3)))
                    .getMessage();
            assertTrue(message.contains("planes"), message);
            assertEquals(0, session.memoryInUse());
        }
        System.out.println("all is well");
    }

    /** Two steps, as the second begins with what the first left. */
    private static void isRight(Session session, SoftBody body) {
        ParticleState before = ParticleState.disturbed(body, 1);
        try (ParticlePlan plan = new SlabsVariant().plan(session, body)) {
            plan.start(before);
            for (int step = 0; step < 2; step++) {
                plan.step();
                ParticleState after = plan.finish();
                ReferenceStep right = new ParticleReference(body, Solver.JACOBI).step(before);
                assertTrue(right.error(after) <= 1, body + ": " + right.error(after));
                assertEquals(right.energy(), plan.energy(), 1e-3 * Math.abs(right.energy()));
                before = after;
            }
        }
    }
}
