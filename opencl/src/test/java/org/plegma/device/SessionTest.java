package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.device.memory.MemoryReport;
import org.plegma.testing.ChildJvm;
import org.plegma.testing.Patience;

class SessionTest {
    @Test
    void closingASessionClosesWhatItMade() {
        Session session = Session.open();
        DeviceArray array = session.upload(new float[] {1});
        DeviceArray view = array.view(0, 1);
        HostBuffer buffer = session.pinned(ElementType.FLOAT, 10);
        Program program = session.compile(KernelTest.SAXPY);
        Kernel kernel = program.kernel("saxpy").global(1);
        assertFalse(session.isClosed());
        session.close();
        session.close();
        assertTrue(session.isClosed() && array.isClosed() && view.isClosed());
        assertEquals(0, session.memoryInUse());
        assertThrows(ClosedException.class, array::download);
        assertThrows(ClosedException.class, buffer::floats);
        assertThrows(ClosedException.class, () -> kernel.call(1, new float[1], new float[1]));
        assertThrows(ClosedException.class, () -> program.kernel("saxpy"));
        assertThrows(ClosedException.class, () -> session.compile(KernelTest.SAXPY));
        assertThrows(ClosedException.class, () -> session.allocate(ElementType.FLOAT, 1));
        assertThrows(ClosedException.class, () -> session.pinned(ElementType.FLOAT, 1));
        session.finish();
        array.close();
        view.close();
        buffer.close();
        program.close();
    }

    @Test
    void sessionsDoNotKnowOfEachOther() {
        try (Session one = Session.open();
                Session two = Session.open(one.device())) {
            assertSame(one.device(), two.device());
            DeviceArray a = one.upload(new float[] {1, 2});
            assertEquals(8, one.memoryInUse());
            assertEquals(0, two.memoryInUse());
            Kernel inTwo = two.compile(KernelTest.SAXPY).kernel("saxpy").global(2);
            one.close();
            assertTrue(a.isClosed());
            float[] y = {1, 1};
            inTwo.call(2, new float[] {1, 2}, y);
            assertEquals(5f, y[1]);
        }
    }

    @Test
    void aSessionSeesEachOfItsDevices() {
        Device[] all = Devices.all().toArray(new Device[0]);
        try (Session session = Session.open(all)) {
            assertEquals(List.of(all), session.devices());
            for (Device device : all) {
                Session there = session.on(device);
                assertSame(device, there.device());
                try (DeviceArray array = there.upload(Grid.floats(3).fill(1))) {
                    assertSame(device, array.device());
                    assertEquals(12, session.memoryInUse());
                    assertSame(device, there.compile(KernelTest.SAXPY).device());
                }
            }
            session.on(all[all.length - 1]).close();
            assertTrue(session.isClosed());
        }
        assertThrows(IllegalArgumentException.class, () -> Session.open(new Device[0]));
        assertThrows(IllegalArgumentException.class, () -> Session.open(all[0], all[0]));
    }

    @Test
    void ifADeviceCannotBeOpenedItIsNamedAndTheOthersClosed() {
        Device device = Devices.preferred();
        Set<DeviceContext> opened = ConcurrentHashMap.newKeySet();
        OpenClException failure = assertThrows(
                OpenClException.class,
                () -> DeviceContext.open(Collections.nCopies(4, device), (one, index) -> {
                    if (index == 2) {
                        throw new OpenClException("clCreateContext", "CL_OUT_OF_RESOURCES", "Place " + index + ".");
                    }
                    DeviceContext context = context(one, index);
                    opened.add(context);
                    return context;
                }));
        String named = "Device " + device.index() + ", " + device.name() + ", cannot be opened: clCreateContext failed"
                + " with CL_OUT_OF_RESOURCES. Place ";
        assertEquals(named + "2.", failure.getMessage());
        assertEquals(2, opened.size());
        assertTrue(opened.stream().allMatch(DeviceContext::isClosed));
    }

    /** Each of several threads opens and closes a session again and again, which JOCL alone does not bear. */
    static final class Openers {
        public static void main(String[] arguments) {
            Device device = Devices.preferred();
            IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> {
                        for (int time = 0; time < 2000; time++) {
                            Session.open(device).close();
                        }
                    }))
                    .toList()
                    .forEach(CompletableFuture::join);
            System.out.print("done");
        }
    }

    @Test
    void threadsOpenAndCloseSessionsAtOnce() {
        assertEquals("done", ChildJvm.of(Openers.class).run().assertSuccess().output());
    }

    private static DeviceContext context(Device device, int index) {
        return new DeviceContext(device, index, false, Optional.empty());
    }

    @Test
    void aSharedArrayOfOneDeviceIsAllOnIt() {
        Grid grid = Grid.random(ElementType.FLOAT, 1, 5, 3);
        try (Session session = Session.open();
                SharedArray shared = session.shared(ElementType.FLOAT, 5, 3)) {
            assertEquals(grid, shared.upload(grid).download());
            assertEquals(grid, shared.part(0).orElseThrow().download());
            assertThrows(IllegalArgumentException.class, () -> session.shared(ElementType.FLOAT));
        }
    }

    @Test
    void theReportSaysWhatIsWhereAndFromWhere() {
        try (Session session = Session.open()) {
            DeviceArray u = session.allocate(ElementType.FLOAT, 100, 10).named("u");
            DeviceArray v = session.allocate(ElementType.BYTE, 5);
            MemoryReport report = session.memory();
            assertEquals(4005, report.used());
            assertEquals(session.device().globalMemoryBytes(), report.capacity());
            assertEquals("u (float 100 x 10)", report.entries().get(0).description());
            assertEquals("byte 5", report.entries().get(1).description());
            assertEquals(4000, report.entries().get(0).bytes());
            assertTrue(report.entries().get(0).where().contains("SessionTest"), report.toString());
            u.close();
            v.close();
            assertEquals(0, session.memory().used());
            assertEquals(4005, session.memory().peak());
            assertEquals(0, session.memory().leaks());
        }
    }

    @Test
    void forgottenArraysAreFreedAndCounted() throws InterruptedException {
        try (Session session = Session.open()) {
            for (int i = 0; i < 3; i++) {
                session.allocate(ElementType.FLOAT, 1000);
            }
            Patience.until(
                    () -> {
                        System.gc();
                        return session.memoryInUse() == 0;
                    },
                    "not released though nobody can use it");
            assertEquals(3, session.memory().leaks());
            assertEquals(12000, session.memory().leakedBytes());
        }
    }

    @Test
    void outOfMemorySaysHowMuchWasAskedUsedAndAvailable() {
        try (Session session = Session.open();
                DeviceArray small = session.allocate(ElementType.BYTE, 1000)) {
            Device device = session.device();
            long tooLarge = device.maxAllocationBytes() + (64 << 20);
            int rows = (int) (tooLarge >> 20);
            var error = assertThrows(
                    OutOfDeviceMemoryException.class, () -> session.allocate(ElementType.BYTE, rows, 1 << 20));
            assertEquals((long) rows << 20, error.asked());
            assertEquals(1000, error.used());
            assertEquals(device.globalMemoryBytes() - 1000, error.available());
            assertTrue(error.getMessage().contains("its largest single buffer is"), error.getMessage());
            assertEquals(small.bytes(), session.memoryInUse());
        }
    }

    @Test
    void memoryThatIsTakenIsNotGivenTwice() {
        try (Session session = Session.open()) {
            Device device = session.device();
            // Buffers that are never touched; drivers give them room when they are used.
            int rows = (int) Math.min(device.maxAllocationBytes() >> 20, Integer.MAX_VALUE);
            long fitting = device.globalMemoryBytes() / ((long) rows << 20);
            List<DeviceArray> held = new ArrayList<>();
            for (int i = 0; i < fitting; i++) {
                held.add(session.allocate(ElementType.BYTE, rows, 1 << 20));
            }
            var error = assertThrows(
                    OutOfDeviceMemoryException.class, () -> session.allocate(ElementType.BYTE, rows, 1 << 20));
            assertEquals((long) rows << 20, error.asked());
            assertEquals(session.memoryInUse(), error.used());
            assertEquals(device.globalMemoryBytes() - error.used(), error.available());
            assertTrue(error.getMessage().startsWith("Out of memory on "), error.getMessage());
            assertEquals(fitting, held.size());
        }
    }

    @Test
    void anArrayIsNotTakenWhileItIsCopied() throws InterruptedException {
        Grid grid = Grid.random(ElementType.FLOAT, 1, 3_000_000);
        Thread collector = new Thread(() -> {
            while (!Thread.interrupted()) {
                System.gc();
                LockSupport.parkNanos(1_000_000); // of many cores, too, the others get some time
            }
        });
        collector.start();
        try (Session session = Session.open()) {
            for (int i = 0; i < 8; i++) {
                assertEquals(grid, session.upload(grid).download());
            }
        } finally {
            collector.interrupt();
            collector.join();
        }
    }

    @Test
    void forgottenArraysMakeRoomForNewOnes() {
        try (Session session = Session.open()) {
            Device device = session.device();
            int rows = (int) Math.min(device.maxAllocationBytes() >> 20, Integer.MAX_VALUE);
            long fitting = device.globalMemoryBytes() / ((long) rows << 20);
            for (int i = 0; i < 2 * fitting; i++) {
                session.allocate(ElementType.BYTE, rows, 1 << 20);
            }
            assertTrue(session.memory().leaks() >= fitting, session.memory().toString());
        }
    }

    /** Opens a session, leaves it and its arrays open, with work pending, and ends. */
    static final class Forgetful {
        public static void main(String[] arguments) {
            Session session = Session.open();
            DeviceArray array = session.allocate(ElementType.FLOAT, 1 << 20);
            session.pinned(ElementType.FLOAT, 100);
            Kernel k = session.compile("kernel void k(global float *a) { a[get_global_id(0)] = 1; }")
                    .kernel("k")
                    .global(1 << 20);
            for (int i = 0; i < 20; i++) {
                k.call(array);
            }
            System.out.print("done");
        }
    }

    @Test
    void aProcessThatClosesNothingEndsAllTheSame() {
        assertEquals("done", ChildJvm.of(Forgetful.class).run().assertSuccess().output());
    }
}
