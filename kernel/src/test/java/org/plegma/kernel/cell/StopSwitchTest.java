package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StopSwitchTest {
    private static final int ROUNDS = 3000;

    /** A cell's thread may be stopped while it turns the switch off; its caller does so once more. */
    public static final class Stopper {
        private Stopper() {}

        public static void main(String[] arguments) throws Throwable {
            Method stop = Thread.class.getMethod("stop");
            for (int i = 0; i < ROUNDS; i++) {
                StopSwitch.set(true);
                AtomicBoolean begun = new AtomicBoolean();
                Thread turner = new Thread(() -> {
                    begun.set(true);
                    StopSwitch.set(false);
                });
                turner.setUncaughtExceptionHandler((thread, death) -> {});
                turner.start();
                while (!begun.get()) {
                    Thread.onSpinWait();
                }
                for (int spins = i % 100; spins > 0; spins--) {
                    Thread.onSpinWait();
                }
                try {
                    stop.invoke(turner);
                } catch (InvocationTargetException refused) {
                    // Java 20 and later have only its shell
                }
                turner.join();
                StopSwitch.set(false);
                StopSwitch.check();
            }
            System.out.println("off");
        }
    }

    /** In a process of its own: threads that are stopped anywhere may leave Java's own classes half done. */
    @Test
    void whoIsStoppedWhileTurningItOffLeavesItToTheNext() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Stopper.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals("off", output.lines().reduce("", (before, line) -> line), output);
    }
}
