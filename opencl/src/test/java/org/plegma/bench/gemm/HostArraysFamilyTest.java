package org.plegma.bench.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.gemm.host.HostGemm;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;

/** Products of arrays of the host are right on both sides of the bus, and one that is not is found. */
class HostArraysFamilyTest {
    private static final int SIDE = 33;

    private static List<Measurement> measured(Session session, BenchCase... cases) {
        return new Bench(session).timeLimit(0.001).warmUp(0).run(List.of(cases));
    }

    @Test
    void bothSidesAreRight() {
        try (Session session = Session.open()) {
            for (Measurement measurement : measured(
                    session,
                    HostArraysFamily.withCopies(ElementType.FLOAT, SIDE),
                    HostArraysFamily.withCopies(ElementType.DOUBLE, SIDE),
                    HostArraysFamily.auto(ElementType.FLOAT, SIDE),
                    HostCases.square("gemm-host", HostGemm.loops(2), ElementType.DOUBLE, SIDE))) {
                assertTrue(measurement.valid(), measurement + " " + measurement.problem());
                assertEquals(2.0 * SIDE * SIDE * SIDE, measurement.work().flops());
            }
        }
    }

    @Test
    void aWrongProductIsFound() {
        HostGemm wrong = new WrongLoops(1, 1, true);
        try (Session session = Session.open()) {
            for (Measurement measurement :
                    measured(session, HostCases.square("gemm-host", wrong, ElementType.FLOAT, SIDE))) {
                assertFalse(measurement.valid(), measurement.toString());
            }
        }
    }

    @Test
    void eachSideIsMeasuredOnTheDeviceAndTheHost() {
        try (Session session = Session.open()) {
            List<BenchCase> cases = BenchFamily.find("gemm-host").cases(session.device());
            for (int n : List.of(16, 256)) {
                Set<String> methods = cases.stream()
                        .filter(c -> c.work().shape().equals(List.of(n, n, n)))
                        .map(c -> c.work().method())
                        .collect(Collectors.toSet());
                assertTrue(
                        methods.containsAll(Set.of("auto", "device, with copies", "Java loops, 1 thread")),
                        methods.toString());
            }
        }
    }
}
