package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.plegma.coursework.WrongKernelTests.Kind.*;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plegma.coursework.WrongKernelTests.Kind;

/** What the tests of judges share whose students write Java that launches kernels. */
abstract class WrongJavaTests extends WrongTests {
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

    /** The kinds of wrong that the test tries. */
    abstract Set<Kind> tried();

    @Test
    void everyKindIsThereOrOfKernels() {
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(tried())), OF_KERNELS);
    }
}
