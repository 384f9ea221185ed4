package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Failures;
import org.plegma.device.Session;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClException;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.testing.ChildJvm;

/**
 * A device fails in the middle of a run, while its neighbours' kernels wait for it, or will: they end, the error names it, the plan can be
 * loaded again and closed. Devices that wait for ever would keep the child busy until it is killed.
 */
class FailingDeviceTest {
    private static final Stencil HEAT =
            Stencil.parse("u[x,y] = u + 0.1*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)");

    @Test
    void neighboursOfAFailedDeviceEnd() {
        for (ChildJvm child : ChildJvm.onDevices(3, FailingDeviceTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all ended"), output);
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        for (int failing = 0; failing < 3; failing++) {
            fails(failing, devices);
        }
        endsWithItsSession(SlabOptions.usual(), devices);
        endsWithItsSession(SlabOptions.usual().byDevices(), devices);
        isLeftWhileADeviceHangs(devices);
        closesAfterAFailure(Failures::later, devices);
        // Before the run has begun: a busy machine may be that slow.
        closesAfterAFailure(
                interrupt -> {
                    interrupt.run();
                    return Thread.currentThread();
                },
                devices);
        System.out.println("all ended");
    }

    private static void fails(int failing, Device... devices) {
        Grid start = Grid.random(ElementType.FLOAT, 1, 60, 40);
        try (Session session = Session.open(devices)) {
            BoundStencil heat = HEAT.on(session).boundary("periodic").method("direct");
            Grid expected = heat.run(start, 12);
            // Devices fail where an exchange follows each step, and where it follows every second or third.
            SlabOptions options = SlabOptions.usual().byDevices().between(1 + failing);
            try (SlabPlan plan = SlabPlan.open(heat, options, 60, 40)) {
                assertEquals(expected, plan.load(start).run(12).grid(), plan.toString());
                Thread failure = failing(session, devices[failing]);
                OpenClException error = assertThrows(OpenClException.class, () -> plan.run(100_000));
                Failures.join(failure);
                String device = "On device " + devices[failing].index() + ", ";
                assertTrue(error.getMessage().startsWith(device), error::getMessage);
                assertTrue(error.getMessage().contains("Call load to begin anew"), error::getMessage);
                assertThrows(IllegalStateException.class, () -> plan.run(1));
                assertEquals(expected, plan.load(start).run(12).grid(), "loaded again");
            }
        }
    }

    /** Another thread closes the session. Nothing is safe then, and no device is to blame. */
    private static void endsWithItsSession(SlabOptions options, Device... devices) {
        Session session = Session.open(devices);
        BoundStencil heat = HEAT.on(session).boundary("periodic").method("direct");
        try (SlabPlan plan = SlabPlan.open(heat, options, 60, 40)) {
            plan.load(Grid.floats(60, 40)).run(2);
            Thread close = Failures.later(session::close);
            ClosedException error = assertThrows(ClosedException.class, () -> plan.run(10_000_000));
            assertTrue(error.getMessage().endsWith("was used after it was closed."), error::getMessage);
            Failures.join(close);
            assertThrows(IllegalStateException.class, () -> plan.run(1));
        }
    }

    /** Nobody waits for a run that was interrupted; then a device fails, and the plan is closed. */
    private static void closesAfterAFailure(Function<Runnable, Thread> when, Device... devices) {
        try (Session session = Session.open(devices)) {
            BoundStencil heat = HEAT.on(session).method("direct");
            Thread failure;
            try (SlabPlan plan = SlabPlan.open(heat, SlabOptions.usual().byDevices(), 60, 40)) {
                plan.load(Grid.floats(60, 40)).run(2);
                Failures failures = new Failures(session.on(devices[1]));
                Thread caller = Thread.currentThread();
                Thread interrupt = when.apply(caller::interrupt);
                assertThrows(CancellationException.class, () -> plan.run(100_000));
                if (interrupt != caller) {
                    Failures.join(interrupt);
                }
                failure = Failures.later(() -> failures.fail(others(session, devices[1])));
            }
            Failures.join(failure);
        }
    }

    /** An interrupt ends a run on a device that does not end; what it waits for is awaited by the next load. */
    private static void isLeftWhileADeviceHangs(Device... devices) {
        Grid start = Grid.random(ElementType.FLOAT, 1, 60, 40);
        try (Session session = Session.open(devices)) {
            BoundStencil heat = HEAT.on(session).method("direct");
            Grid expected = heat.run(start, 6);
            try (SlabPlan plan = SlabPlan.open(heat, SlabOptions.usual().overlapped(true), 60, 40)) {
                assertEquals(expected, plan.load(start).run(6).grid());
                Failures hanging = new Failures(session.on(devices[1]));
                Thread interrupt = Failures.later(Thread.currentThread()::interrupt);
                assertThrows(CancellationException.class, () -> plan.run(100_000));
                Failures.join(interrupt);
                assertThrows(IllegalStateException.class, () -> plan.run(1));
                hanging.fail(others(session, devices[1]));
                assertThrows(OpenClException.class, () -> plan.load(start).run(6));
                assertEquals(expected, plan.load(start).run(6).grid(), "loaded again");
            }
        }
    }

    private static Thread failing(Session session, Device device) {
        Failures failures = new Failures(session.on(device));
        return Failures.later(() -> failures.fail(others(session, device)));
    }

    private static List<Session> others(Session session, Device device) {
        return session.devices().stream()
                .filter(each -> each != device)
                .map(session::on)
                .toList();
    }
}
