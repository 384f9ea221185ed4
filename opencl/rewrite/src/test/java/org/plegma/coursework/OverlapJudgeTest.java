package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.coursework.ConvolveExercise.Overlapped;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

class OverlapJudgeTest {
    private static final String KERNELS =
            """
            kernel void along(int height, int width, int radius, int axis, global const float* image,
                    constant float* taps, global float* result) {
                int x = get_global_id(0), y = get_global_id(1);
                int place = axis ? x : y, size = axis ? width : height, stride = axis ? 1 : width;
                float sum = 0;
                for (int j = max(0, radius - place); j <= min(2 * radius, size - 1 - place + radius); j++)
                    sum += taps[j] * image[y * width + x + (j - radius) * stride];
                result[y * width + x] = sum;
            }
            """;

    private static Session session;
    private static Kernel along;

    @BeforeAll
    static void open() {
        session = Session.open();
        along = session.compile(KERNELS).kernel("along");
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void overlappedStripsAreJudgedByValuesMemoryAndTimeline() {
        assertOverlapped(
                "right",
                (image, height, width, taps, rows, result) ->
                        inTwoSlots(image, height, width, taps, rows, result, false));
        assertOverlapped(
                "not at the same time: 0 of ",
                (image, height, width, taps, rows, result) ->
                        inTwoSlots(image, height, width, taps, rows, result, true));
        assertOverlapped("still to be written", (image, height, width, taps, rows, result) -> {});
        assertOverlapped("failed: no idea", (image, height, width, taps, rows, result) -> {
            throw new IllegalStateException("no idea");
        });
        assertOverlapped(
                "too much: ",
                (image, height, width, taps, rows, result) ->
                        inTwoSlots(image, height, width, taps, Math.max(rows, height / 2), result, false));
        assertOverlapped(
                "wrong: row ",
                (image, height, width, taps, rows, result) ->
                        inTwoSlots(image, height, width, new float[taps.length], rows, result, false));
    }

    private record Slot(DeviceArray in, DeviceArray between, DeviceArray out) {}

    /** The kernels of the exercise in strips that take turns in two sets of arrays; one command after another if serial. */
    private static void inTwoSlots(
            HostBuffer image, int height, int width, float[] taps, int rows, HostBuffer result, boolean serial) {
        int radius = taps.length / 2;
        int most = Math.min(height, rows + 2 * radius);
        List<Slot> slots = new ArrayList<>();
        List<Event> computed = new ArrayList<>();
        List<Event> copied = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            slots.add(new Slot(strip(most, width), strip(most, width), strip(most, width)));
            computed.add(session.compute().nothing("start"));
            copied.add(session.compute().nothing("start"));
        }
        try (DeviceArray filter = session.upload(taps)) {
            for (int first = 0, s = 0; first < height; first += rows, s = 1 - s) {
                int end = Math.min(height, first + rows);
                int from = Math.max(0, first - radius);
                int n = Math.min(height, end + radius) - from;
                Slot slot = slots.get(s);
                session.upload().waitFor(computed.get(s));
                Event in = slot.in.uploadAsync(session.upload(), image, (long) from * width, 0, (long) n * width);
                session.compute().waitFor(in, copied.get(s));
                along.global(width, n).launch(session.compute(), n, width, radius, 1, slot.in, filter, slot.between);
                computed.set(
                        s,
                        along.global(width, n)
                                .launch(session.compute(), n, width, radius, 0, slot.between, filter, slot.out));
                session.download().waitFor(computed.get(s));
                copied.set(
                        s,
                        slot.out.downloadAsync(
                                session.download(),
                                result,
                                (long) first * width,
                                (long) (first - from) * width,
                                (long) (end - first) * width));
                if (serial) {
                    copied.get(s).await();
                }
            }
            session.finish();
        } finally {
            slots.forEach(slot -> {
                slot.in.close();
                slot.between.close();
                slot.out.close();
            });
        }
    }

    private static DeviceArray strip(int rows, int width) {
        return session.allocate(ElementType.FLOAT, rows, width);
    }

    private static void assertOverlapped(String expected, Overlapped overlapped) {
        Verdict verdict = new OverlapJudge(session, 7).verdict(overlapped);
        assertTrue(verdict.reason().startsWith(expected), verdict.toString());
        assertTrue(verdict.isRight() == expected.equals("right"), verdict.toString());
    }
}
