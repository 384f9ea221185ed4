package org.plegma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.Work;

/** What {@code plegma bench} offers: all families, those of the library too, on this device. */
@Tag("optimized")
class BenchFamiliesTest {

    static List<String> names() {
        return BenchFamily.all().stream().map(BenchFamily::name).toList();
    }

    /** Those whose cases no other test runs. */
    static List<String> others() {
        return names().stream()
                .filter(name -> !List.of("device", "parallel", "rewriting", "paper-sort", "training")
                        .contains(name))
                .toList();
    }

    @Test
    void namesAreDistinctAndAreThoseOfTheCases() {
        assertEquals(names().size(), new HashSet<>(names()).size(), names().toString());
        for (BenchFamily family : BenchFamily.all()) {
            assertFalse(family.description().isBlank());
            List<BenchCase> cases = family.cases(Devices.preferred());
            assertFalse(cases.isEmpty());
            cases.forEach(one -> assertEquals(family.name(), one.work().family()));
        }
    }

    /** The case that declares the least work, without a choice of method first: its family can run here, and is right. */
    @ParameterizedTest
    @MethodSource("others")
    void theLightestCaseIsRight(String name) {
        try (Session session = Session.open()) {
            List<BenchCase> cases = BenchFamily.find(name).cases(session.device());
            BenchCase lightest = cases.stream()
                    .filter(one -> !one.work().method().startsWith("auto"))
                    .min(Comparator.comparingDouble(one -> load(one.work())))
                    .orElseThrow();
            Measurement measured = new Bench(session)
                    .timeLimit(1e-3)
                    .warmUp(0)
                    .run(List.of(lightest))
                    .get(0);
            assertTrue(measured.valid(), lightest.work() + ": " + measured.problem());
        }
    }

    private static double load(Work work) {
        double bytes = Double.isNaN(work.bytes()) ? 0 : work.bytes();
        double flops = Double.isNaN(work.flops()) ? 0 : work.flops();
        return bytes + flops;
    }
}
