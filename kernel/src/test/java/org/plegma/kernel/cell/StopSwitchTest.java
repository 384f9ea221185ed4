package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopSwitchTest {
    @AfterEach
    void off() {
        StopSwitch.set(true);
        StopSwitch.set(false);
    }

    /** A cell's thread may be stopped while it turns the switch off; its caller does so once more. */
    @Test
    void whoIsStoppedWhileTurningItOffLeavesItToTheNext() throws Exception {
        Method stop = Thread.class.getMethod("stop");
        for (int i = 0; i < 3000; i++) {
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
            assertDoesNotThrow(StopSwitch::check, "round " + i);
        }
    }
}
