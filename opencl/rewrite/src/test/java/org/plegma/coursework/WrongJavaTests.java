package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.plegma.coursework.WrongKernelTests.Kind;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Session;

/** What the tests of judges share whose students write Java that launches kernels. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WrongJavaTests {
    /**
     * Kinds that these judges leave to those of the kernels, which come before: what the Java launches runs in the notebook's own
     * process, and nothing simulates it.
     */
    private static final Set<Kind> OF_KERNELS = EnumSet.of(
            BOUNDS_WRITE,
            LOCAL_RACE,
            GLOBAL_RACE,
            MISSING_BARRIER,
            DIVERGENT_BARRIER,
            UNINITIALISED_SUM,
            ENDLESS,
            COMPILE,
            LOST_ATOMICS);

    Session session;

    @BeforeAll
    void open() {
        session = Session.open();
    }

    @AfterAll
    void close() {
        session.close();
    }

    /** The kinds of wrong that the test tries. */
    abstract Set<Kind> tried();

    @Test
    void everyKindIsThereOrOfKernels() {
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(tried())), OF_KERNELS);
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
