package org.plegma.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plegma.process.WorkLimit.End;

class WorkLimitTest {
    private static final String SPIN = "while :; do :; done";
    private static final Duration HOUR = Duration.ofHours(1);

    private static End shell(WorkLimit limit, String script) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        try {
            return limit.await(process);
        } finally {
            WorkLimit.kill(process);
            assertTrue(process.waitFor(1, TimeUnit.HOURS));
        }
    }

    @Test
    void workEndsAtItsLimitWhoeverDoesIt() throws Exception {
        WorkLimit limit = new WorkLimit(Duration.ofMillis(300), HOUR);
        assertEquals(End.TOO_MUCH_WORK, shell(limit, SPIN));
        assertEquals(End.TOO_MUCH_WORK, shell(limit, "(" + SPIN + ") & wait"));
        // None of these takes long by itself.
        String child = "'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'";
        assertEquals(End.TOO_MUCH_WORK, shell(limit, "while :; do sh -c " + child + "; done"));
    }

    @Test
    void whatDoesNothingIsIdle() throws Exception {
        WorkLimit limit = new WorkLimit(HOUR, Duration.ofSeconds(1));
        assertEquals(End.IDLE, shell(limit, "sleep 3600"));
    }

    @Test
    void whatEndsIsOver() throws Exception {
        WorkLimit limit = new WorkLimit(HOUR, HOUR);
        assertEquals(End.OVER, shell(limit, "exit 3"));
        assertEquals(End.OVER, limit.await(ProcessHandle.current(), millis -> true));
        AtomicLong asked = new AtomicLong();
        assertEquals(
                End.OVER,
                limit.await(ProcessHandle.current(), WorkLimit.Wait.until(() -> asked.incrementAndGet() == 200)));
        assertEquals(200, asked.get());
    }

    /** Of a process that has so many parts of so many looks, each a second of work. */
    private static End parts(int parts, int looksOfAPart) throws InterruptedException {
        AtomicLong looks = new AtomicLong();
        return new WorkLimit(Duration.ofSeconds(5), HOUR)
                .awaitParts(
                        () -> Duration.ofSeconds(looks.get()),
                        millis -> looks.incrementAndGet() % looksOfAPart == 0,
                        () -> looks.get() == (long) parts * looksOfAPart);
    }

    @Test
    void whoGetsOnHasTheWholeLimitForEachPart() throws Exception {
        assertEquals(End.OVER, parts(1, 5));
        assertEquals(End.OVER, parts(20, 5));
        assertEquals(End.TOO_MUCH_WORK, parts(1, 6));
        assertEquals(End.TOO_MUCH_WORK, parts(20, 6));
    }

    @Test
    void workBeforeTheWaitDoesNotCount() throws Exception {
        AtomicLong used = new AtomicLong(1000);
        AtomicLong looks = new AtomicLong();
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(2), HOUR);
        assertEquals(End.TOO_MUCH_WORK, limit.await(() -> Duration.ofSeconds(used.get()), millis -> {
            looks.incrementAndGet();
            used.incrementAndGet();
            return false;
        }));
        assertEquals(2, looks.get());
    }

    /** After how many looks, one a second, a process is given up that gets this share of a core; 0 if it is not. */
    private static long looksUntilIdle(double share) throws InterruptedException {
        AtomicLong looks = new AtomicLong();
        WorkLimit limit = new WorkLimit(HOUR, Duration.ofSeconds(100));
        End end = limit.await(
                () -> Duration.ofNanos((long) (looks.get() * share * 1e9)), millis -> looks.incrementAndGet() > 10_000);
        assertEquals(looks.get() > 10_000 ? End.OVER : End.IDLE, end);
        return end == End.IDLE ? looks.get() : 0;
    }

    @Test
    void whoHasToShareACoreWithManyIsNotIdle() throws InterruptedException {
        assertEquals(0, looksUntilIdle(1 / 30.0));
        assertEquals(100, looksUntilIdle(1 / 40.0));
        assertEquals(100, looksUntilIdle(0));
    }

    @Test
    void workThatStopsIsIdleFromThenOn() throws InterruptedException {
        AtomicLong looks = new AtomicLong();
        WorkLimit limit = new WorkLimit(HOUR, Duration.ofSeconds(100));
        End end = limit.await(() -> Duration.ofSeconds(Math.min(looks.get(), 150)), millis -> {
            looks.incrementAndGet();
            return false;
        });
        assertEquals(End.IDLE, end);
        assertEquals(300, looks.get());
    }

    @Test
    void theTextSaysWhatHappened() {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(20), Duration.ofSeconds(30));
        assertEquals("used 20 s of processor time", limit.text(End.TOO_MUCH_WORK));
        assertEquals("did nothing for 30 s", limit.text(End.IDLE));
    }
}
