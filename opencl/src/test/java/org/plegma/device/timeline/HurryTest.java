package org.plegma.device.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plegma.device.DeviceArray;
import org.plegma.device.Failures;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;

class HurryTest {
    /** More than a queue ever holds, of which none ends before all have been enqueued. */
    @Test
    @Timeout(60)
    void noCommandWaitsForRoom() {
        try (Session stuck = Session.open();
                DeviceArray counts = stuck.upload(new int[1])) {
            Kernel count = stuck.compile("kernel void count(global int *a) { a[0]++; }")
                    .kernel("count")
                    .global(1)
                    .local(1);
            Failures failures = new Failures(stuck);
            try {
                Hurry.when(() -> true, () -> {
                    for (int i = 0; i < 300; i++) {
                        count.enqueue(stuck.compute(), counts);
                    }
                });
            } finally {
                failures.fail(List.of());
            }
            assertThrows(OpenClException.class, () -> stuck.compute().finish());
            assertEquals(300, counts.download().get(0));
        }
    }

    @Test
    void isOnForItsCommandsOnly() {
        assertFalse(Hurry.isOn());
        Hurry.when(() -> true, () -> {
            Hurry.when(() -> false, () -> assertFalse(Hurry.isOn()));
            assertTrue(Hurry.isOn());
        });
        assertFalse(Hurry.isOn());
    }
}
