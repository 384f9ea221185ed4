package org.plegma.magics;

import java.util.concurrent.atomic.AtomicBoolean;
import tech.tablesaw.api.Table;

/**
 * Loads Tablesaw's class {@code Table} ahead of its first use. It looks through all jars for half a second when it is
 * initialised; a cell that is interrupted meanwhile would leave it broken, and the notebook without tables until it restarts.
 */
public final class TablesawLoader {
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private TablesawLoader() {}

    /**
     * To be called before code that may use tables. Starts once in a process, in a thread that nobody interrupts; who needs a table
     * before it is done waits for it.
     */
    public static void load() {
        if (STARTED.compareAndSet(false, true)) {
            Thread thread = new Thread(Table::create, "plegma-tables");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
