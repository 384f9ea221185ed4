package org.plegma.coursework.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tech.tablesaw.api.Table;

class VerdictTest {
    private static Verdict verdict(double share, FaultKind kind, boolean usesLocalMemory) {
        return new Verdict(
                "tiled",
                Table.create("tiled"),
                share,
                kind,
                "so",
                OptionalLong.of(1),
                "a device",
                1.5,
                usesLocalMemory,
                Optional.empty());
    }

    private static void assertFails(String message, Verdict verdict) {
        assertEquals(
                message,
                assertThrows(IllegalStateException.class, verdict::require).getMessage());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aVerdictThatIsNotRightFailsItsCell(FaultKind kind) {
        assertFails("tiled: so (2 of 4 points)", verdict(0.5, kind, true).outOf(4));
    }

    @Test
    void aRightVerdictDoesNot() {
        Verdict right = verdict(1, FaultKind.NONE, true).outOf(4);
        assertSame(right, right.require());
        assertEquals(4, right.usingLocalMemory().require().points());
        assertEquals(6, right.faster(1.5, 2).require().points());
    }

    @Test
    void oneThatIsRightInAnotherWayThanAskedFails() {
        Verdict right = verdict(1, FaultKind.NONE, false).outOf(4);
        assertFails(
                "tiled: right, but it has no array in local memory that it fills and reads, which this step is about (0 of 4 points)",
                right.usingLocalMemory());
        assertFails(
                "tiled: right, but 1.50 times as fast as the reference kernel, and the goal is 1.60 (4 of 6 points)",
                right.faster(1.6, 2));
        assertFails("tiled: so (0 of 4 points)", right.and(verdict(0, FaultKind.RACE, false)));
    }
}
