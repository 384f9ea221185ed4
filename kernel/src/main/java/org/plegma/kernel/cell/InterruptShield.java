package org.plegma.kernel.cell;

/**
 * Keeps interrupts away from the compiler: one that hits it while it reads a jar closes that jar for good. An interrupt
 * that comes while the shield is up is dropped; the {@link StopSwitch} then ends the cell after the compiler is done.
 */
public final class InterruptShield {
    private boolean up;

    synchronized void raise() {
        up = true;
        Thread.interrupted();
    }

    synchronized void lower() {
        up = false;
    }

    public synchronized void interrupt(Thread thread) {
        if (!up) {
            thread.interrupt();
        }
    }
}
