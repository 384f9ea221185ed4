package org.plegma.kernel.cell;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.jspecify.annotations.Nullable;

/**
 * Stops code of cells that does not react to an interrupt. {@link CellWeaver} puts a call of {@link #check()} before each
 * backward jump and at the start of each method.
 *
 * <p>The check costs nothing in compiled code: it calls through a {@link MutableCallSite} whose target, an empty method,
 * the compiler takes as constant; turning the switch replaces the target, which throws away the compiled code. A flag
 * read in each round would keep loops from being vectorised.
 */
public final class StopSwitch {
    private static final MethodHandle GO = MethodHandles.empty(MethodType.methodType(void.class));
    private static final MethodHandle STOP = stop();
    private static final MutableCallSite SITE = new MutableCallSite(GO);
    private static final MethodHandle CHECK = SITE.dynamicInvoker();

    static {
        // Java prepares a call at its first use. If the stack has no room for that, classes of Java itself stay broken.
        set(true);
        try {
            check();
        } catch (Throwable stopped) {
            set(false);
        }
    }

    private StopSwitch() {}

    private static volatile boolean on;
    private static volatile @Nullable CellStopped first; // since the switch is on

    /** Thrown in all threads that run code of cells while the switch is on. */
    static class CellStopped extends ThreadDeath {
        private static final long serialVersionUID = 1;
        private final transient Thread thread = Thread.currentThread();
    }

    /**
     * Thrown in a thread that has caught one. A recursion that catches at each of a million levels would spend minutes on
     * traces of its deep stack; the first one tells where the cell was.
     */
    private static final class CellStoppedAgain extends CellStopped {
        private static final long serialVersionUID = 1;
        private final CellStopped first;

        CellStoppedAgain(CellStopped first) {
            this.first = first;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return first.getStackTrace();
        }
    }

    /** Returns at once, or throws if cells are being stopped. Called by the code of cells. */
    public static void check() throws Throwable {
        CHECK.invokeExact();
    }

    /** The class file of a class whose loops and methods check. */
    public static byte[] woven(byte[] classFile) {
        return CellWeaver.weave(classFile);
    }

    /** Stands in for {@link System#exit} in the code of cells. */
    public static void exit(int status) {
        throw new ExitRefusedException(status);
    }

    /** Stands in for {@link Runtime#exit}. */
    public static void exit(Runtime unused, int status) {
        exit(status);
    }

    /** A cell called {@code System.exit}. */
    public static final class ExitRefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ExitRefusedException(int status) {
            super("System.exit(" + status + ") in a cell would end the kernel, so it was refused."
                    + " To end the kernel, use the notebook's menu; to end the cell, throw an exception.");
        }
    }

    /**
     * Turns the switch: on ends running code of cells, off lets cells run. A thread may be stopped while it does so: then the next one
     * finds that it is not done.
     */
    public static synchronized void set(boolean wanted) {
        if (wanted == on) {
            return; // each change of the target has the frames of the stack compiled anew, which may be a million
        }
        first = null;
        SITE.setTarget(wanted ? STOP : GO);
        MutableCallSite.syncAll(new MutableCallSite[] {SITE});
        on = wanted; // last
    }

    private static void throwStopped() {
        CellStopped before = first;
        if (before != null && before.thread == Thread.currentThread()) {
            throw new CellStoppedAgain(before);
        }
        CellStopped stopped = new CellStopped();
        first = stopped;
        throw stopped;
    }

    private static MethodHandle stop() {
        try {
            return MethodHandles.lookup()
                    .findStatic(StopSwitch.class, "throwStopped", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
