package org.plegma.kernel;

import java.util.Optional;

/** The end of the kernel's process: in time, whatever cells have left running, and never later than Jupyter's. */
final class Lifetime {
    private static final int HOOKS_MILLISECONDS = 700;
    private static final int PARENT_MILLISECONDS = 1000;

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
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(parent));
        process.ifPresent(jupyter -> daemon("plegma-parent", () -> {
            while (jupyter.isAlive()) {
                sleep(PARENT_MILLISECONDS);
            }
            end();
        }));
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
