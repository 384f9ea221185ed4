package org.plegma.bench.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.Measurement;

/** What {@code plegma bench rewriting} measures, at small sizes: each order of rules is run, and is right. */
class RewritingFamilyTest {

    @Test
    void everyOrderOfRulesIsRight() {
        try (Session session = Session.open()) {
            List<Measurement> all =
                    new Bench(session).warmUp(0).timeLimit(1e-3).run(RewritingFamily.cases(5000, 3000, 1 << 10, 5));
            assertEquals(
                    List.of(
                            "start",
                            "paper",
                            "paper and later",
                            "found by model",
                            "found by time",
                            "start",
                            "all rules"),
                    all.stream().map(each -> each.work().method()).toList());
            for (Measurement each : all) {
                assertTrue(each.valid(), each.toString());
                assertTrue(each.error() >= 0, each.toString()); // NaN, were it not checked
            }
        }
    }

    /** Each case of the paper's sort runs, and is right. */
    @Test
    void thePapersSortIsRight() {
        try (Session session = Session.open()) {
            List<Measurement> all = new Bench(session).warmUp(0).timeLimit(1e-3).run(PaperSortFamily.cases(9, 9));
            assertEquals(
                    List.of("Java, 1 thread", "kernels", "with copies", "Arrays.sort", "all rules"),
                    all.stream().map(each -> each.work().method()).toList());
            for (Measurement each : all) {
                assertTrue(each.valid(), each.toString());
                assertEquals(List.of(512), each.work().shape());
            }
        }
    }
}
