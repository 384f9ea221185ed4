package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;

/** What {@code plegma bench parallel} measures, at small sizes: each case runs, and is right. */
class ParallelFamilyTest {

    @Test
    void loopsAndTheirKernelsAgree() {
        try (Session session = Session.open()) {
            List<Measurement> all = new Bench(session)
                    .warmUp(0)
                    .timeLimit(1e-3)
                    .run(ParallelFamily.cases(new ParallelFamily.Sizes(3000, 100, 30, 20, 100)));
            assertEquals(21, all.size());
            for (Measurement each : all) {
                assertTrue(each.valid(), each.toString());
                boolean java = each.work().method().startsWith("Java");
                assertEquals(java, Double.isNaN(each.error()), each.toString());
                assertEquals(
                        each.work().method().equals("kernels"),
                        each.deviceSeconds().isPresent(),
                        each.toString());
            }
        }
    }

    @Test
    void theyAreFoundByName() {
        for (String name : List.of("parallel", "rewriting")) {
            assertEquals(name, BenchFamily.find(name).name());
        }
    }
}
