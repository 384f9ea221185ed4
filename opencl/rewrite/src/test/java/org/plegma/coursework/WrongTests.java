package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;

/** What the tests of wrong submissions share: a session for all of a class, and what a verdict has to say. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WrongTests {
    Session session;

    @BeforeAll
    void open() {
        session = Session.open();
    }

    @AfterAll
    void close() {
        session.close();
    }

    /** @param told a regular expression that the reason begins with */
    void assertTold(FaultKind fault, String told, Verdict verdict) {
        assertTrue(
                Pattern.compile(told).matcher(verdict.reason()).lookingAt(),
                () -> "expected " + told + "\nfound " + verdict);
        assertEquals(fault, verdict.fault(), verdict::toString);
        assertEquals(0, session.memoryInUse(), "the notebook goes on");
    }
}
