package org.plegma.device.isolated;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Passes on to {@link System#out} what a process prints, as kernels do by {@code printf}; not what Java says there of a crash,
 * which is told otherwise.
 */
final class ProcessOutput {
    private static final int PAUSE_MILLIS = 50;
    private static final String CRASH = "#\n# A fatal error has been detected by the Java Runtime";

    private final InputStream from;
    private String held = "";
    private boolean crashed;

    ProcessOutput(InputStream from) {
        this.from = from;
    }

    /** Passes on what comes at any time, as a process whose output nobody takes must wait. */
    static ProcessOutput of(Process process) {
        ProcessOutput output = new ProcessOutput(process.getInputStream());
        Thread pump = new Thread(() -> output.pump(process), "output of kernels");
        pump.setDaemon(true);
        pump.start();
        return output;
    }

    private void pump(Process process) {
        try {
            while (process.isAlive()) {
                pass(false);
                Thread.sleep(PAUSE_MILLIS);
            }
            pass(true);
        } catch (IOException | InterruptedException e) {
            return; // the process is over
        }
    }

    /**
     * Passes on what there is now.
     *
     * @param whole whether no crash can have begun to be told
     */
    synchronized void pass(boolean whole) throws IOException {
        for (int count = from.available(); count > 0; count = from.available()) {
            take(from.readNBytes(count));
        }
        if (whole) {
            print(held.length());
        }
    }

    private void take(byte[] bytes) {
        held += new String(bytes, StandardCharsets.ISO_8859_1); // bytes as they are
        int crash = held.indexOf(CRASH);
        if (crash >= 0) {
            print(crash);
            crashed = true;
        }
        int end = held.length();
        int hold = Math.min(end, CRASH.length());
        while (!CRASH.startsWith(held.substring(end - hold))) {
            hold--;
        }
        print(end - hold);
    }

    private void print(int count) {
        if (!crashed) {
            byte[] bytes = held.substring(0, count).getBytes(StandardCharsets.ISO_8859_1);
            System.out.write(bytes, 0, bytes.length);
        }
        held = held.substring(count);
    }
}
