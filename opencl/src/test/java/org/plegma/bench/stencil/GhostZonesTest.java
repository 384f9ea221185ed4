package org.plegma.bench.stencil;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.testing.AmdTargets;

/** Tiles with ghost zones compute the star's steps, with tiles that do not divide the grid. */
class GhostZonesTest {
    @Test
    void tilesAreRight() {
        List<BenchCase> cases = List.of(
                GhostZones.of("demo", new int[] {37, 41}, 6, 3, new int[] {16, 16, 1}),
                GhostZones.of("demo", new int[] {50, 33}, 4, 2, new int[] {16, 4, 4}),
                GhostZones.of("demo", new int[] {13, 18, 21}, 4, 2, new int[] {16, 8, 8}),
                GhostZones.of("demo", new int[] {9, 5, 30}, 3, 3, new int[] {8, 8, 8}));
        try (Session session = Session.open()) {
            for (Measurement measurement :
                    new Bench(session).timeLimit(0.001).warmUp(0).run(cases)) {
                assertTrue(measurement.valid(), measurement + " " + measurement.problem());
            }
            List<BenchCase> all =
                    GhostZones.cases("demo", new int[] {64, 64, 64}, 12, new int[] {2, 4}, session.device());
            assertTrue(all.stream()
                    .noneMatch(one -> one.work().parameters().get("group_y").equals(8)
                            && one.work().method().equals("ghost-zones(4)")));
        }
    }

    @Test
    void compilesForAmdWithoutSpills() {
        String source = KernelSource.resource(GhostZones.class, "ghost-zones.cl");
        AmdTargets.assertFits(source, "-DGROUP_X=16", "-DGROUP_Y=16", "-DCELLS=16", "-DSTEPS=3");
    }
}
