package org.plegma.mpi.library;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;

/** Standard error of a rank whose job is about to be ended. */
public final class StandardError {
    private static final int FILE = 2;
    /** Linux's number of the question how many bytes of a pipe were not read yet. */
    private static final int FIONREAD = 0x541B;

    private static final int LOOKS = 10_000;

    private StandardError() {}

    /**
     * Prints a text and waits until the launcher has read it: once a job is aborted, launchers do not read what is still in the pipe.
     * It waits no longer once nothing was read in ten seconds, and not at all where standard error is no pipe.
     */
    public static void printAndWait(String text) {
        System.err.print(text);
        System.err.flush();
        int before = unread();
        for (int looks = 0; before > 0 && looks < LOOKS; looks++) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            int now = unread();
            looks = now < before ? 0 : looks;
            before = now;
        }
    }

    /** Bytes that were printed and that nobody has read yet; 0 if standard error is no pipe. */
    static int unread() {
        IntByReference bytes = new IntByReference();
        Function ioctl = NativeLibrary.getProcess().getFunction("ioctl");
        return ioctl.invokeInt(new Object[] {FILE, FIONREAD, bytes}) == 0 ? bytes.getValue() : 0;
    }
}
