package org.plegma.kernel.cell;

/**
 * Keeps interrupts away from the compiler: one that hits it while it reads a jar closes that jar for good. An interrupt
 * that comes while the shield is up is kept back, and ends the cell before the next snippet, as the {@link StopSwitch} does within one.
 */
public final class InterruptShield {
    private boolean up;
    private boolean asked;

    /** Raises it for the snippets of a part of a cell. */
    synchronized void begin() {
        asked = false;
        raise();
    }

    /** Ends the cell if an interrupt was kept back; where the compiler has nothing half done. */
    synchronized void stopIfAsked() {
        if (asked) {
            throw new StopSwitch.CellStopped();
        }
    }

    synchronized void raise() {
        up = true;
        Thread.interrupted();
    }

    synchronized void lower() {
        up = false;
    }

    public synchronized void interrupt(Thread thread) {
        asked = true;
        if (!up) {
            thread.interrupt();
        }
    }
}
