package org.plegma.rewrite.parallel.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.plegma.process.WorkLimit;
import org.plegma.testing.ChildJvm;

/** A step that does not end ends the process, with the text of its program. */
class StepWatchTest {
    /** Ends three steps, but not the fourth, which computes for ever, or waits. */
    public static final class Endless {
        private Endless() {}

        /** Whether it waits, as the argument. */
        public static void main(String[] arguments) throws InterruptedException {
            StepWatch watch = new StepWatch(new WorkLimit(Duration.ofSeconds(2), Duration.ofSeconds(2)));
            for (int i = 1; i < 4; i++) {
                String text = "program " + i;
                watch.next("Java", () -> text);
                Thread.sleep(20);
            }
            watch.next("Java", () -> "while (true) {}");
            long count = 0;
            while (count >= 0) {
                count = arguments[0].equals("wait") ? sleep() : (count + 1) & Long.MAX_VALUE;
            }
        }

        private static long sleep() throws InterruptedException {
            Thread.sleep(1000);
            return 0;
        }
    }

    @Test
    void aStepThatComputesForEverIsTold() {
        ChildJvm.Result result = ChildJvm.of(Endless.class).run("compute");
        assertEquals(StepWatch.EXIT_CODE, result.exitCode(), result.errors());
        assertTrue(
                result.output().contains("=== One step used 2 s of processor time: Java\nwhile (true) {}"),
                result.output());
        assertTrue(result.output().contains("Endless.main"), result.output());
    }

    @Test
    void aStepThatWaitsForEverIsTold() {
        ChildJvm.Result result = ChildJvm.of(Endless.class).run("wait");
        assertEquals(StepWatch.EXIT_CODE, result.exitCode(), result.errors());
        assertTrue(
                result.output().contains("=== One step did nothing for 2 s: Java\nwhile (true) {}"), result.output());
    }
}
