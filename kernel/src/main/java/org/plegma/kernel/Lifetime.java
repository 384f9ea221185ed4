package org.plegma.kernel;

/** The end of the kernel's process: in time, whatever cells have left running, and never later than Jupyter's. */
final class Lifetime {
    private static final int HOOKS_MILLISECONDS = 700;
    private static final int PARENT_MILLISECONDS = 1000;
    private static final int NO_MEMORY = 3;

    private Lifetime() {}

    /** Ends the process and those it started. Hooks get a moment; threads of cells get none. */
    static void end() {
        daemon("plegma-end", () -> {
            sleep(HOOKS_MILLISECONDS);
            endChildren();
            Runtime.getRuntime().halt(0);
        });
        endChildren();
        System.exit(0);
    }

    /** Watches the process that started the kernel, if Jupyter says which, and ends with it. */
    static void endWithParent() {
        String parent = System.getenv("JPY_PARENT_PID");
        if (parent == null || !parent.matches("[1-9]\\d{0,9}")) {
            return;
        }
        long jupyter = Long.parseLong(parent);
        boolean child = parentIs(jupyter); // not so if a script stands between
        daemon("plegma-parent", () -> {
            while (isThere(jupyter, child)) {
                sleep(PARENT_MILLISECONDS);
            }
            end();
        });
    }

    private static boolean isThere(long process, boolean child) {
        try {
            return ProcessHandle.of(process).isPresent() && (!child || parentIs(process));
        } catch (OutOfMemoryError asking) { // a cell took it all, and will have to give it up
            return true;
        }
    }

    /**
     * Ends the process if a thread of the kernel itself has ended for want of memory, as Jupyter starts a kernel that ended anew, and
     * waits for one that does not answer. Takes no memory.
     */
    static void endWithout(Thread failed, Throwable failure) {
        if (failure instanceof OutOfMemoryError
                && (failed.getName().startsWith("plegma-")
                        || failed.getName().startsWith("iothread-")
                        || failed.getName().startsWith("reaper-"))) {
            Runtime.getRuntime().halt(NO_MEMORY);
        }
    }

    /** Unlike being alive, being a parent ends with a process at once, even if nobody waits for it. */
    private static boolean parentIs(long process) {
        return ProcessHandle.current().parent().filter(p -> p.pid() == process).isPresent();
    }

    private static void endChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
