package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Failures;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.shared.PeerChannel;
import org.plegma.device.shared.PeerMeeting;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.measure.waiting.SharedRun;
import org.plegma.testing.ChildJvm;

/**
 * A device fails while others await it between passes: they end, the error names it, and the next transform is right. Devices that wait
 * for ever would keep the child busy until it is killed.
 */
class FailingTransformTest {
    private static final int[] SHAPE = {6, 12, 16};

    @Test
    void theOthersEnd() {
        String output = ChildJvm.onProcessors(3, FailingTransformTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all ended"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.processors(3);
        for (Device failing : devices) {
            fails(failing, devices);
            isSeenWhileAMeetingIsEnqueued(failing, devices);
            isSeenBehindAFullQueue(failing, devices);
        }
        isInterruptedBehindAFullQueue(devices);
        closesAfterAFailure(devices);
        System.out.println("all ended");
    }

    private static void fails(Device failing, Device... devices) {
        try (Session session = Session.open(devices);
                Transform transform = new Transform(session, devices)) {
            transform.forward();
            Grid expected = transform.out.download();
            Thread failure = Failures.later(failing(session, failing, devices));
            OpenClException error = assertThrows(OpenClException.class, transform::forward);
            assertTrue(error.getMessage().startsWith("On device " + failing.index() + ", "), error::getMessage);
            Failures.join(failure);
            transform.forward();
            assertEquals(expected, transform.out.download(), "after the failure");
        }
    }

    /** As where the host is slow. */
    private static void isSeenWhileAMeetingIsEnqueued(Device failing, Device... devices) {
        try (Session session = Session.open(devices);
                PeerMeeting meeting = meeting(session, devices)) {
            Runnable fail = failing(session, failing, devices);
            OpenClException error = assertThrows(
                    OpenClException.class,
                    () -> meeting.run(() -> {
                        fail.run();
                        while (!session.on(failing).compute().hasUnknownFailure()) {
                            Thread.onSpinWait();
                        }
                        meeting.enqueue();
                    }));
            assertTrue(error.getMessage().startsWith("On device " + failing.index() + ", "), error::getMessage);
        }
    }

    /** The host waits for room in the queue of a device that waits for the one that fails. */
    private static void isSeenBehindAFullQueue(Device failing, Device... devices) {
        try (Session session = Session.open(devices);
                PeerMeeting meeting = meeting(session, devices)) {
            Thread failure = Failures.later(failing(session, failing, devices));
            Device waiting = devices[failing == devices[0] ? 1 : 0];
            OpenClException error =
                    assertThrows(OpenClException.class, () -> meeting.run(() -> fill(meeting, session.on(waiting))));
            assertTrue(error.getMessage().startsWith("On device " + failing.index() + ", "), error::getMessage);
            Failures.join(failure);
        }
    }

    private static void isInterruptedBehindAFullQueue(Device... devices) {
        try (Session session = Session.open(devices)) {
            Thread failure;
            try (PeerMeeting meeting = meeting(session, devices)) {
                Runnable fail = failing(session, devices[1], devices);
                Thread interrupt = Failures.later(Thread.currentThread()::interrupt);
                assertThrows(
                        CancellationException.class, () -> meeting.run(() -> fill(meeting, session.on(devices[0]))));
                Failures.join(interrupt);
                failure = Failures.later(fail);
            }
            Failures.join(failure);
        }
    }

    private static void fill(PeerMeeting meeting, Session waiting) {
        try (DeviceArray any = waiting.allocate(ElementType.INT, 1)) {
            for (int i = 0; i < 2000; i++) {
                meeting.enqueue();
                any.fill(i);
            }
        }
    }

    private static PeerMeeting meeting(Session session, Device... devices) {
        return new PeerMeeting(Arrays.stream(devices).map(session::on).toList(), PeerChannel::refusalOtherThanCores);
    }

    /** Nobody waits for a transform that was interrupted; then a device fails, and the transform is closed. */
    private static void closesAfterAFailure(Device... devices) {
        try (Session session = Session.open(devices)) {
            Thread failure;
            try (Transform transform = new Transform(session, devices)) {
                transform.forward();
                Runnable fail = failing(session, devices[1], devices);
                Thread caller = Thread.currentThread();
                Thread interrupt = Failures.later(caller::interrupt);
                assertThrows(CancellationException.class, transform::forward);
                Failures.join(interrupt);
                failure = Failures.later(fail);
            }
            Failures.join(failure);
        }
    }

    /** From now on the device does nothing, until it fails. */
    private static Runnable failing(Session session, Device failing, Device... devices) {
        Failures failures = new Failures(session.on(failing));
        List<Session> others = Arrays.stream(devices)
                .filter(device -> device != failing)
                .map(session::on)
                .toList();
        return () -> failures.fail(others);
    }

    private static final class Transform implements AutoCloseable {
        private final DirectTransform transform;
        private final SharedArray in;
        private final SharedArray out;

        Transform(Session session, Device... devices) {
            List<Fft> each = Arrays.stream(devices)
                    .map(device -> Fft.of(session.on(device)).codeFor(Code.GPU))
                    .toList();
            DealtShape dealt = DealtShape.of(
                    each, false, ElementType.FLOAT, SHAPE.length, SHAPE, SharedArray.rates(devices.length));
            List<Session> sessions = dealt.sessions();
            transform = new DirectTransform(dealt, 1 << 30, Long.MAX_VALUE, PeerChannel::refusalOtherThanCores);
            in = new SharedArray(sessions, 0, dealt.rows(), dealt.type(), dealt.input());
            in.upload(Dft.randomComplex(ElementType.FLOAT, SHAPE));
            out = new SharedArray(sessions, 1, dealt.columns(), dealt.type(), dealt.spectrum());
        }

        void forward() {
            transform.forward(in, out, new SharedRun(3));
        }

        @Override
        public void close() {
            transform.close();
            in.close();
            out.close();
        }
    }
}
