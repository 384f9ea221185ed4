package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.plegma.process.WorkLimit;

/** Waits for what must come sooner or later: as long as there is work, since a clock says little on a busy machine. */
public final class Patience {
    /** Whoever waits, for this process or another, gives up only what hangs. */
    public static final WorkLimit LIMIT = new WorkLimit(Duration.ofMinutes(20), Duration.ofMinutes(5));

    private Patience() {}

    /**
     * Waits for something that this process does to come true.
     *
     * @throws AssertionError if the process hangs
     */
    public static void until(BooleanSupplier condition, String what) throws InterruptedException {
        WorkLimit.End end = LIMIT.await(ProcessHandle.current(), WorkLimit.Wait.until(condition));
        assertEquals(WorkLimit.End.OVER, end, () -> what + ": this process " + LIMIT.text(end));
    }
}
