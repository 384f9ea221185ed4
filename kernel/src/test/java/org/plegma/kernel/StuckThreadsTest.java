package org.plegma.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.cell.CellTraces.CellFrame;
import org.plegma.kernel.cell.InterruptShield;

class StuckThreadsTest {
    /** A monitor whose class shows in the message. */
    private static final class Account {}

    /** Locks the one, waits until the other thread has the other, and then wants it, too. */
    private static Thread locker(String name, Object one, Object other, CountDownLatch both) {
        Thread thread = new Thread(() -> lock(one, other, both), name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void lock(Object one, Object other, CountDownLatch both) {
        synchronized (one) {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
            synchronized (other) {
                throw new AssertionError("no deadlock");
            }
        }
    }

    private static void awaitBlocked(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.BLOCKED) {
            Thread.sleep(5);
        }
    }

    @Test
    void aDeadlockNamesTheThreadsAndWhatTheyHold() throws InterruptedException {
        Account mine = new Account();
        Object yours = new StringBuilder();
        CountDownLatch both = new CountDownLatch(2);
        Thread first = locker("the cell", mine, yours, both);
        awaitBlocked(locker("the other", yours, mine, both));
        awaitBlocked(first);
        String text = StuckThreads.describe(first, stack -> List.of());
        String account = mine.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(mine));
        String builder = "java.lang.StringBuilder@" + Integer.toHexString(System.identityHashCode(yours));
        assertTrue(text.contains("threads wait for each other (a deadlock)"), text);
        assertTrue(
                text.contains("thread \"the cell\" waits for " + builder + ", which \"the other\" holds; it holds "
                        + account),
                text);
        assertTrue(text.contains("thread \"the other\" waits for " + account + ", which \"the cell\" holds"), text);
        assertTrue(text.contains("StuckThreadsTest.lock"), text);
        assertTrue(text.endsWith("restart the kernel: the notebook's variables are lost then."), text);
    }

    @Test
    void oneThatWaitsForAThreadThatIsBusySaysWhich() throws InterruptedException {
        Account lock = new Account();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    synchronized (lock) {
                        held.countDown();
                        while (end.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                },
                "busy");
        holder.start();
        held.await();
        Thread waiting = new Thread(
                () -> {
                    synchronized (lock) {
                        end.countDown();
                    }
                },
                "waiting");
        waiting.start();
        awaitBlocked(waiting);
        String text = StuckThreads.describe(waiting, stack -> List.of(new CellFrame(3, 7, "", "  lock();")));
        end.countDown();
        assertFalse(text.contains("deadlock"), text);
        assertTrue(text.contains("which \"busy\" holds"), text);
        assertTrue(text.contains("    at cell 3, line 7: lock();\n"), text);
        assertTrue(text.contains("thread \"busy\" is running; it holds " + Account.class.getName()), text);
    }

    @Test
    void aThreadThatWaitsForNobodyIsToldWithoutItsLocks() throws InterruptedException {
        ReentrantLock own = new ReentrantLock();
        Thread alone = new Thread(
                () -> {
                    own.lock();
                    new Semaphore(0).acquireUninterruptibly();
                },
                "the cell");
        alone.setDaemon(true);
        alone.start();
        while (alone.getState() != Thread.State.WAITING) {
            Thread.sleep(5);
        }
        String text = StuckThreads.describe(alone, stack -> List.of());
        assertTrue(text.startsWith("The cell cannot be stopped: what it calls ignores interrupts."), text);
        assertFalse(text.contains("it holds"), text);
    }

    @Test
    void whileTheCompilerWorksNobodyIsToldToRestart() throws InterruptedException {
        AtomicBoolean end = new AtomicBoolean();
        Thread compiling = new Thread(() -> {
            while (!end.get()) {
                ToolProvider.getSystemJavaCompiler()
                        .run(null, OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), "-help");
            }
        });
        compiling.start();
        String text = "";
        while (!text.startsWith("Java's compiler is at work")) {
            Thread.sleep(1);
            text = StuckThreads.describe(compiling, stack -> List.of());
        }
        end.set(true);
        compiling.join();
        assertFalse(text.contains("restart"), text);
    }

    @Test
    void anInterruptedCellThatCannotBeStoppedIsTold() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        CellThread thread = new CellThread(new InterruptShield(), () -> true, stack -> List.of());
        AtomicReference<Thread> waiting = new AtomicReference<>();
        Account lock = new Account();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    synchronized (lock) {
                        held.countDown();
                        while (end.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                },
                "busy");
        holder.start();
        held.await();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> {
                try {
                    thread.run(() -> {
                        waiting.set(Thread.currentThread());
                        synchronized (lock) {
                            return null;
                        }
                    });
                } catch (Exception stopped) {
                    // by Thread.stop, once it has the lock
                }
            });
            while (waiting.get() == null) {
                Thread.sleep(5);
            }
            awaitBlocked(waiting.get());
            thread.interrupt();
            while (!told.toString(StandardCharsets.UTF_8).contains("restart the kernel")) {
                Thread.sleep(100);
            }
            end.countDown();
            asked.join();
        } finally {
            System.setErr(before);
        }
        String text = told.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("thread \"plegma-cell\" waits for "), text);
        assertTrue(text.contains("thread \"busy\" is running; it holds " + Account.class.getName()), text);
    }
}
