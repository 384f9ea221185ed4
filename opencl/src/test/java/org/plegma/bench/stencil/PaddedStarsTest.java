package org.plegma.bench.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.testing.AmdTargets;

/** The kernels of the literature compute the star, at the ends of their groups of planes and of the grid, too. */
class PaddedStarsTest {
    @Test
    void bothSchemesAreRight() {
        try (Session session = Session.open()) {
            // More planes than a group of them has, and a second group that is not whole.
            List<BenchCase> cases = PaddedStars.cases("demo", 2, new int[] {67, 16, 16}, session.device());
            assertEquals(2, cases.size());
            for (Measurement measurement :
                    new Bench(session).timeLimit(0.001).warmUp(0).run(cases)) {
                assertTrue(measurement.valid(), measurement + " " + measurement.problem());
            }
        }
    }

    @Test
    void compilesForAmdWithoutSpills() {
        String source = "#define WEIGHTS {0.3f, 0.1f, 0.01f, 0.05f, 0.2f}\n"
                + KernelSource.resource(PaddedStars.class, "padded-stars.cl");
        AmdTargets.assertFits(source, "-DRADIUS=4");
    }
}
