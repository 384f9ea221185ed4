package org.plegma.kernel;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.cell.CellTraces.CellFrame;
import org.plegma.kernel.cell.InterruptShield;
import org.plegma.kernel.cell.StopSwitch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that owns JShell and runs the cells, and how to stop it: an interrupt first; then, a moment later, the
 * {@link StopSwitch} for loops that ignore it; at last, for library code that ignores both, {@code Thread.stop} where
 * Java still has it, with what brings it back from a call of the system ({@link SystemCalls}).
 */
public final class CellThread {
    private static final Logger LOG = LoggerFactory.getLogger(CellThread.class);
    private static final int INSIST_MILLISECONDS = 250;
    private static final int STOP_ATTEMPT = 12;
    private static final int TELL_ATTEMPT = 16;

    /** For the compiler's recursion on long expressions; touched only as far as it is used. */
    private static final long STACK_BYTES = 64L << 20;

    private final ExecutorService executor = Executors.newSingleThreadExecutor(daemons("plegma-cell", STACK_BYTES));
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(daemons("plegma-stop", 0));
    private final InterruptShield shield;
    private final BooleanSupplier inCellCode;
    private final Function<StackTraceElement[], List<CellFrame>> cells;
    private final SystemCalls calls = new SystemCalls();
    private @Nullable Thread running;
    private Instant begun = Instant.EPOCH;
    private int task;
    private int waiting; // tasks that an interrupt can reach and that have not begun
    private boolean stopFirst;
    private boolean interrupted;

    /**
     * @param inCellCode whether the thread runs code of a cell now, rather than the compiler
     * @param cells finds the frames of a stack that are in cells
     */
    public CellThread(
            InterruptShield shield, BooleanSupplier inCellCode, Function<StackTraceElement[], List<CellFrame>> cells) {
        this.shield = shield;
        this.inCellCode = inCellCode;
        this.cells = cells;
    }

    private static ThreadFactory daemons(String name, long stackBytes) {
        return task -> {
            Thread thread = new Thread(null, task, name, stackBytes);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Runs a task on the thread, to its end; an interrupt reaches it. */
    public <T> T run(Callable<T> task) throws Exception {
        synchronized (this) {
            waiting++;
        }
        try {
            return runShielded(() -> tracked(task));
        } finally {
            ended(); // once more: what Thread.stop throws may have come in the midst of the first
        }
    }

    private synchronized void ended() {
        running = null;
        if (interrupted) {
            StopSwitch.set(false);
        }
    }

    /** Runs a task on the thread, to its end; an interrupt does not reach it. */
    <T> T runShielded(Callable<T> task) throws Exception {
        try {
            return executor.submit(task).get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Exception exception) {
                throw exception;
            }
            throw failure;
        }
    }

    /** Starts a task on the thread, and does not wait for it. */
    void start(Runnable task) {
        executor.execute(task);
    }

    /** Whether a task that an interrupt can reach has begun. */
    synchronized boolean hasRun() {
        return task > 0;
    }

    /** Whether the task that runs now was interrupted. */
    public synchronized boolean wasInterrupted() {
        return interrupted;
    }

    /** Stops the task that runs now, or else the one that waits for its turn, as soon as it begins; whether there is one. */
    public synchronized boolean interrupt() {
        if (running != null) {
            stopRunning(running);
            return true;
        }
        stopFirst = waiting > 0;
        return stopFirst;
    }

    private void stopRunning(Thread thread) {
        interrupted = true;
        shield.interrupt(thread);
        insistLater(task, 1);
    }

    private void insistLater(int interruptedTask, int attempt) {
        clock.schedule(() -> insist(interruptedTask, attempt), INSIST_MILLISECONDS, TimeUnit.MILLISECONDS);
    }

    private <T> T tracked(Callable<T> callable) throws Exception {
        synchronized (this) {
            running = Thread.currentThread();
            calls.isThisThread();
            begun = Instant.now();
            interrupted = false;
            task++;
            waiting--;
            if (stopFirst) {
                stopFirst = false;
                stopRunning(running);
            }
        }
        try {
            return callable.call();
        } finally {
            ended();
            Thread.interrupted();
        }
    }

    /** Code of a cell may catch what an interrupt or the switch throws, so both come again until it ends. */
    private synchronized void insist(int interruptedTask, int attempt) {
        if (running == null || task != interruptedTask) {
            return;
        }
        StopSwitch.set(true); // first, so that one who catches the interrupt cannot pass once more
        shield.interrupt(running);
        if (attempt == STOP_ATTEMPT) {
            stopThread(running);
        } else if (attempt == TELL_ATTEMPT) {
            System.err.println(StuckThreads.describe(running, cells));
        }
        insistLater(interruptedTask, attempt + 1);
    }

    /**
     * Ends the processes that the task has started, where it reads what one of them writes: nothing else ends that, and in a terminal
     * they are interrupted, too. Linux tells when a process started to the second.
     */
    private void endProcesses() {
        StackTraceElement[] stack = running == null ? new StackTraceElement[0] : running.getStackTrace();
        if (stack.length > 0 && stack[0].getClassName().equals("java.io.FileInputStream")) {
            ProcessHandle.current()
                    .children()
                    .filter(child ->
                            child.info().startInstant().orElse(Instant.EPOCH).isAfter(begun.minusSeconds(1)))
                    .forEach(child -> {
                        child.descendants().forEach(ProcessHandle::destroy);
                        child.destroy();
                    });
        }
    }

    private void stopThread(Thread thread) {
        if (!inCellCode.getAsBoolean()) {
            return; // the compiler comes to its end, and would be left in disorder
        }
        endProcesses();
        try {
            Thread.class.getMethod("stop").invoke(thread); // by reflection: Java 20 and later have only its shell
            calls.leave(thread);
        } catch (ReflectiveOperationException | UnsupportedOperationException refused) {
            LOG.debug("cannot stop the thread", refused);
        }
    }
}
