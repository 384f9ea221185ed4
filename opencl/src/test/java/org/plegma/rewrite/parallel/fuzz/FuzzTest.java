package org.plegma.rewrite.parallel.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;

/**
 * Random loops give the bits that javac's class of their text gives, on five data sets, and throw what it throws. {@code
 * -Dplegma.fuzz.seed=S -Dplegma.fuzz.programs=N} draws others, and more.
 */
class FuzzTest {
    @Test
    void loopsGiveTheBitsOfJava() {
        Report report = new Report();
        int programs = Integer.getInteger("plegma.fuzz.programs", 2000);
        try (Session session = Session.open()) {
            new Fuzzer(
                            session,
                            Long.getLong("plegma.fuzz.seed", 1),
                            report,
                            failure -> System.out.println(failure.text()))
                    .run(programs);
            assertEquals(0, session.memoryInUse());
        }
        System.out.println(report);
        assertEquals(0, report.counted("wrong"), () -> report.failures.stream()
                .map(Report.Failure::text)
                .collect(Collectors.joining("\n\n")));
        int drawn = report.counted("programs");
        // not vacuous
        assertTrue(report.counted("right in parallel") > 0.6 * drawn, report::toString);
        assertTrue(report.counted("plain form") > 0.3 * drawn, report::toString);
        assertTrue(report.counted("checked form") > 0.1 * drawn, report::toString);
        assertTrue(report.counted("runs compared") > 3 * report.counted("right in parallel"), report::toString);
        assertTrue(report.counted("runs that throw") > 0.004 * drawn, report::toString);
        assertTrue(report.counted("no Java") < 0.02 * drawn, report::toString);
    }
}
