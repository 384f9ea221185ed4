package org.plegma.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.cell.InterruptShield;

/** Cells that wait for their turn, as the first does until JShell has started. */
class CellThreadTest {
    private final CellThread thread = new CellThread(new InterruptShield(), () -> true, stack -> List.of());

    private static String sleep() {
        try {
            Thread.sleep(600_000);
            return "slept";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    @Test
    void anInterruptReachesACellThatHasNotBegun() throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        thread.start(() -> {
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new AssertionError("an interrupt came to another task", e);
            }
        });
        CompletableFuture<String> cell = CompletableFuture.supplyAsync(() -> {
            try {
                return thread.run(() -> sleep() + " " + thread.wasInterrupted());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        while (!thread.interrupt()) {
            Thread.sleep(1); // the cell is not waiting yet
        }
        ready.countDown();
        assertEquals("interrupted true", cell.get());
        assertEquals(
                "false false",
                thread.run(() -> Thread.currentThread().isInterrupted() + " " + thread.wasInterrupted()));
    }

    @Test
    void anInterruptOfAnIdleKernelStopsNoLaterCell() throws Exception {
        assertFalse(thread.interrupt());
        assertTrue(thread.run(() -> !Thread.currentThread().isInterrupted()));
        assertFalse(thread.interrupt());
        assertFalse(thread.run(thread::wasInterrupted));
    }

    @Test
    void aCellThatReadsFromAProcessIsStoppedWithIt() throws Exception {
        Process earlier = new ProcessBuilder("sleep", "600").start();
        Thread.sleep(2100); // so that it is older than the cell, though processes start at whole seconds
        CompletableFuture<Process> started = new CompletableFuture<>();
        CompletableFuture<Void> cell = CompletableFuture.runAsync(() -> {
            try {
                thread.run(() -> {
                    started.complete(new ProcessBuilder("sh", "-c", "sleep 600; true").start());
                    return started.get().getInputStream().read();
                });
            } catch (Exception stopped) {
                // by Thread.stop, where Java has it
            }
        });
        try {
            Process process = started.get();
            thread.interrupt();
            cell.join();
            process.waitFor();
            assertTrue(earlier.isAlive(), "what other cells have started goes on");
        } finally {
            earlier.destroy();
        }
    }
}
