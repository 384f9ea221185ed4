package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.CellThread;

/**
 * One session that takes thousands of random and hostile cells, and computes after each that 1 + 1 is 2. As many as
 * {@code -Dplegma.fuzz.cells} says, from the seed {@code -Dplegma.fuzz.seed}.
 */
class CellFuzzTest {
    private static final int CELLS = Integer.getInteger("plegma.fuzz.cells", 150);
    private static final int CHECK_KEPT = 25;
    private static final int RUNAWAY_SECONDS = 20;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final InterruptShield shield = new InterruptShield();
    private JavaEvaluator java;
    private CellThread thread;

    @BeforeEach
    void open() throws Exception {
        thread = new CellThread(shield, () -> java != null && java.running(), stack -> List.of());
        thread.run(() -> {
            java = new JavaEvaluator(shield);
            DefaultImports.declare(java);
            return null;
        });
        evaluate(
                "int kept = 40; int[] keptArray = {7}; int keptSum(Kept k) { return k.n() + kept; } record Kept(int n) {}");
        quiet();
    }

    @AfterEach
    void close() {
        System.setOut(out);
        System.setErr(err);
        clock.shutdownNow();
        java.close();
    }

    /** Cells may set the streams to null, too. */
    private static void quiet() {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    /** The value as text, or the failure; a loop that a damaged cell has become is interrupted. */
    private Object evaluate(String cell) throws Exception {
        ScheduledFuture<?> stop = clock.schedule(thread::interrupt, RUNAWAY_SECONDS, TimeUnit.SECONDS);
        try {
            return thread.run(() -> {
                try {
                    return java.evaluate(cell, 1);
                } catch (Throwable failure) { // whatever a cell throws
                    return failure;
                }
            });
        } finally {
            stop.cancel(false);
        }
    }

    @Test
    void noCellRuinsTheSession() throws Exception {
        long seed = Long.getLong("plegma.fuzz.seed", 1);
        HostileCells cells = new HostileCells(seed);
        for (int i = 1; i <= CELLS; i++) {
            String cell = cells.next();
            java.beginCell(i);
            Object outcome = evaluate(cell);
            quiet();
            String place =
                    "seed " + seed + ", cell " + i + ":\n" + (cell.length() < 2000 ? cell : cell.substring(0, 2000));
            assertEquals(2, evaluate("1 + 1"), place);
            if (i % CHECK_KEPT == 0) {
                assertEquals(49, evaluate("keptSum(new Kept(2)) + keptArray[0]"), place);
            }
            if (outcome instanceof RuntimeException fault && isOurs(fault)) {
                fail("a fault of the kernel's own at " + place, fault);
            }
        }
    }

    /** Whether an exception comes from the kernel or from JShell, rather than from the cell. */
    private static boolean isOurs(RuntimeException fault) {
        if (fault instanceof JavaEvaluator.UndeclaredException || fault instanceof StopSwitch.ExitRefusedException) {
            return false;
        }
        StackTraceElement[] stack = fault.getStackTrace();
        for (int i = 0; stack != null && i < stack.length; i++) {
            String type = stack[i].getClassName();
            if (type.startsWith("REPL.")) {
                return false;
            }
            if (type.startsWith("jdk.jshell.") || type.equals(CellRun.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
