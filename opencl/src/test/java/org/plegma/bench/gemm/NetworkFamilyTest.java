package org.plegma.bench.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.network.Engine;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;

/** Training and its products are right on the host and the device; a product that is not is found in each case. */
class NetworkFamilyTest {
    private static final int IMAGES = 100;

    private static List<Measurement> measured(Session session, List<BenchCase> cases) {
        return new Bench(session).timeLimit(0.001).warmUp(0).run(cases);
    }

    @Test
    void hostAndDeviceAreRight() {
        try (Session session = Session.open()) {
            List<BenchCase> cases = new ArrayList<>();
            HostGemm loops = HostGemm.loops(2);
            cases.addAll(NetworkFamily.of(loops.name(), ElementType.FLOAT, IMAGES, any -> Engine.of(loops)));
            cases.addAll(NetworkFamily.of(
                    Gemm.AUTO,
                    ElementType.DOUBLE,
                    IMAGES,
                    any -> Engine.of(any, Gemm.of(any).method("cpu"))));
            assertEquals(8, cases.size());
            for (Measurement measurement : measured(session, cases)) {
                assertTrue(measurement.valid(), measurement + " " + measurement.problem());
            }
        }
    }

    @Test
    void aWrongProductIsFound() {
        HostGemm wrong = new WrongLoops(1.001, 1.001, false);
        try (Session session = Session.open()) {
            for (Measurement measurement :
                    measured(session, NetworkFamily.of("wrong", ElementType.FLOAT, IMAGES, any -> Engine.of(wrong)))) {
                assertFalse(measurement.valid(), measurement.toString());
            }
        }
    }
}
