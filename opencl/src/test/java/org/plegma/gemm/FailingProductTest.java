package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Failures;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.errors.OpenClException;
import org.plegma.gemm.product.Op;
import org.plegma.testing.ChildJvm;

/**
 * A device fails while a matrix is passed from one to the next: the others end, the error names it, and the next
 * product is right. Devices that wait for ever would keep the child busy until it is killed.
 */
class FailingProductTest {
    @Test
    void theOthersEnd() {
        for (ChildJvm child : ChildJvm.onDevices(3, FailingProductTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all ended"), output);
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        for (Device failing : devices) {
            fails(failing, devices);
        }
        System.out.println("all ended");
    }

    private static void fails(Device failing, Device... devices) {
        Grid a = Grid.random(ElementType.FLOAT, 1, 9, 20);
        Grid b = Grid.random(ElementType.FLOAT, 2, 20, 12);
        try (Session session = Session.open(devices);
                Gemm gemm = Gemm.of(session)) {
            List<Session> sessions = Arrays.stream(devices).map(session::on).toList();
            List<Session> others =
                    sessions.stream().filter(each -> each.device() != failing).toList();
            try (SharedGemm all = new SharedGemm(gemm, sessions, new Broadcast(new Panels(1, 8, 2, 64), true));
                    SharedArray rows = all.share(a);
                    SharedArray d = all.allocate(ElementType.FLOAT, 9, 12);
                    DeviceArray right = session.upload(b)) {
                Runnable product = () -> all.multiply(1, rows, right, Op.N, 0, d);
                product.run();
                Grid expected = d.download();
                Failures failures = new Failures(session.on(failing).download());
                Thread failure = new Thread(() -> {
                    try {
                        Thread.sleep(200); // until the others wait for it, which makes it harder
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    failures.fail(others);
                });
                failure.start();
                OpenClException error = assertThrows(OpenClException.class, product::run);
                assertTrue(error.getMessage().startsWith("On device " + failing.index() + ", "), error::getMessage);
                join(failure);
                product.run();
                assertEquals(expected, d.download(), "after the failure");
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
