package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.KernelArgumentException;

class DeviceArrayTest extends OnDevice {
    /** Longer than several staging buffers, and no multiple of one. */
    private static final int LARGE = 5_000_011;

    @Test
    void dataOfEveryTypeComesBackAsItWent() {
        for (Object data : List.of(
                new float[] {1.5f, Float.NaN, -0f},
                new double[] {Math.PI, Double.MIN_VALUE},
                new int[] {Integer.MIN_VALUE, 7},
                new long[] {Long.MAX_VALUE},
                new short[] {-1, 2, -3},
                new byte[] {-128, 127, 0, 5})) {
            int length = java.lang.reflect.Array.getLength(data);
            try (DeviceArray array = session.upload(data)) {
                Object back = java.lang.reflect.Array.newInstance(array.type().javaType(), length);
                array.download(back);
                assertTrue(Arrays.deepEquals(new Object[] {data}, new Object[] {back}), array.toString());
            }
        }
    }

    @Test
    void largeDataComesBackAsItWent() {
        Grid grid = Grid.random(ElementType.FLOAT, 3, LARGE);
        try (DeviceArray array = session.upload(grid)) {
            Event event = array.upload(grid);
            assertEquals(4L * LARGE, event.bytes());
            assertEquals(grid, array.download());
            assertEquals(4L * LARGE, array.bytes());
        }
    }

    @Test
    void keepsTheShape() {
        Grid grid = Grid.random(ElementType.INT, 3, 2, 3, 4);
        try (DeviceArray array = session.upload(grid)) {
            assertArrayEquals(new int[] {2, 3, 4}, array.shape());
            assertEquals(24, array.length());
            assertEquals(grid, array.download());
        }
    }

    @Test
    void anEmptyArrayIsAnArray() {
        try (DeviceArray empty = session.allocate(ElementType.FLOAT, 0, 5);
                DeviceArray other = session.allocate(ElementType.FLOAT, 0);
                HostBuffer buffer = session.pinned(ElementType.FLOAT, 1)) {
            empty.fill(1).await();
            assertEquals(Grid.floats(0, 5), empty.download());
            empty.upload(Grid.floats(0));
            empty.copyTo(other).await();
            empty.uploadAsync(session.upload(), buffer).await();
            empty.downloadAsync(session.download(), buffer).await();
        }
    }

    @Test
    void refusesDataOfAnotherTypeOrLength() {
        try (DeviceArray array = session.allocate(ElementType.FLOAT, 2, 3).named("u")) {
            var error = assertThrows(IllegalArgumentException.class, () -> array.upload(new int[6]));
            assertEquals("Cannot upload from int[6]: u (float 2 x 3) needs float[6].", error.getMessage());
            assertThrows(IllegalArgumentException.class, () -> array.upload(new float[5]));
            assertThrows(IllegalArgumentException.class, () -> array.download(Grid.floats(7)));
            assertThrows(IllegalArgumentException.class, () -> array.upload("text"));
            assertThrows(IllegalArgumentException.class, () -> session.allocate(ElementType.INT, -1));
            assertThrows(IllegalArgumentException.class, () -> session.allocate(ElementType.INT));
        }
        try (DeviceArray shorts = session.allocate(ElementType.SHORT, 2)) {
            assertThrows(IllegalArgumentException.class, shorts::download);
        }
        try (DeviceArray longs = session.upload(Grid.of(new long[] {Long.MIN_VALUE, (1L << 53) + 1}))) {
            assertEquals(Grid.of(new long[] {Long.MIN_VALUE, (1L << 53) + 1}), longs.download());
        }
    }

    @Test
    void fillsEveryType() {
        for (ElementType type : ElementType.values()) {
            if (type == ElementType.DOUBLE && !session.device().supportsDouble()) {
                continue;
            }
            try (DeviceArray array = session.allocate(type, 1001)) {
                array.fill(-3);
                Object back = java.lang.reflect.Array.newInstance(type.javaType(), 1001);
                array.download(back);
                for (int i = 0; i < 1001; i++) {
                    assertEquals(-3.0, ((Number) java.lang.reflect.Array.get(back, i)).doubleValue());
                }
            }
        }
        try (DeviceArray array = session.allocate(ElementType.INT, 10)) {
            assertThrows(KernelArgumentException.class, () -> array.fill(0.5));
        }
        try (DeviceArray array = session.allocate(ElementType.FLOAT, 10)) {
            array.fill(Double.NaN);
            assertTrue(Double.isNaN(array.download().max()));
        }
    }

    @Test
    void copiesOnTheDevice() {
        Grid grid = Grid.random(ElementType.FLOAT, 1, 100);
        try (DeviceArray a = session.upload(grid);
                DeviceArray b = session.allocate(ElementType.FLOAT, 10, 10);
                DeviceArray c = session.allocate(ElementType.FLOAT, 99)) {
            a.copyTo(b).await();
            assertEquals(grid.reshape(10, 10), b.download());
            assertThrows(IllegalArgumentException.class, () -> a.copyTo(c));
        }
    }

    @Test
    void copiesOntoThemselvesAreRefused() {
        int start = session.device().baseAlignmentBytes();
        Grid grid = Grid.random(ElementType.FLOAT, 1, 4 * start);
        try (DeviceArray whole = session.upload(grid);
                DeviceArray first = whole.view(0, 2 * start);
                DeviceArray second = whole.view(start, 2 * start);
                DeviceArray third = whole.view(2L * start, 2 * start)) {
            assertThrows(IllegalArgumentException.class, () -> first.copyTo(second));
            assertThrows(IllegalArgumentException.class, () -> second.copyTo(first));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> whole.copyAsync(session.compute(), 0, third, 0, 2L * start + 1));
            whole.copyTo(whole).await();
            assertEquals(grid, whole.download());
            first.copyTo(third).await();
            whole.copyAsync(session.compute(), 0, whole, 1, 1);
            assertEquals(grid.at(start), third.download().at(start));
            assertEquals(grid.at(0), whole.download().at(1));
        }
    }

    @Test
    void copiesBetweenSessions() {
        Grid grid = Grid.random(ElementType.FLOAT, 1, LARGE);
        try (Session other = Session.open();
                DeviceArray a = session.upload(grid);
                DeviceArray b = other.allocate(ElementType.FLOAT, LARGE)) {
            a.copyTo(b);
            assertEquals(grid, b.download());
        }
    }

    @Test
    void viewsShareMemory() {
        int start = session.device().baseAlignmentBytes();
        try (DeviceArray whole = session.allocate(ElementType.FLOAT, 4 * start)) {
            whole.fill(0);
            DeviceArray part = whole.view(start, 2, 5);
            part.upload(Grid.floats(2, 5).fill(1));
            DeviceArray partOfPart = part.view(0, 3);
            partOfPart.fill(2);
            Grid expected = Grid.generate(
                    ElementType.FLOAT,
                    i -> i[0] < start || i[0] >= start + 10 ? 0 : i[0] < start + 3 ? 2 : 1,
                    4 * start);
            assertEquals(expected, whole.download());
            assertEquals(4L * 4 * start, session.memoryInUse(), "views take no memory");
            part.close();
            assertThrows(ClosedException.class, part::download);
            whole.close();
            assertTrue(partOfPart.isClosed());
            assertThrows(ClosedException.class, partOfPart::download);
        }
    }

    @Test
    void viewsThatCannotBe() {
        int alignment = session.device().baseAlignmentBytes() / Float.BYTES;
        try (DeviceArray whole = session.allocate(ElementType.FLOAT, 4 * alignment)) {
            var error = assertThrows(IllegalArgumentException.class, () -> whole.view(1, 3));
            assertTrue(
                    error.getMessage().contains("multiple of " + alignment + " floats, not at 1"), error.getMessage());
            assertThrows(IllegalArgumentException.class, () -> whole.view(-alignment, 3));
            assertThrows(IllegalArgumentException.class, () -> whole.view(4L * alignment, 1));
            assertThrows(IllegalArgumentException.class, () -> whole.view(0, 4 * alignment + 1));
            assertThrows(IllegalArgumentException.class, () -> whole.view(0, 0));
        }
    }

    @Test
    void asynchronousCopiesOverlapOtherQueues() {
        Grid grid = Grid.random(ElementType.FLOAT, 5, 1000);
        try (HostBuffer in = session.pinned(ElementType.FLOAT, 1000);
                HostBuffer out = session.pinned(ElementType.FLOAT, 2000);
                DeviceArray array = session.allocate(ElementType.FLOAT, 1000)) {
            in.floats().put(grid.floats());
            Event uploaded = array.uploadAsync(session.upload(), in);
            session.compute().waitFor(uploaded);
            Event doubled = session.compile("kernel void k(global float *a) { a[get_global_id(0)] *= 2; }")
                    .kernel("k")
                    .global(1000)
                    .call(array);
            session.download().waitFor(doubled);
            array.downloadAsync(session.download(), out).await();
            float[] back = new float[1000];
            out.floats().get(back);
            for (int i = 0; i < back.length; i++) {
                assertEquals(2 * grid.floats()[i], back[i]);
            }
        }
    }

    @Test
    void asynchronousCopiesNeedTheRightBufferAndQueue() {
        try (HostBuffer tooShort = session.pinned(ElementType.FLOAT, 9);
                HostBuffer ints = session.pinned(ElementType.INT, 10);
                HostBuffer right = session.pinned(ElementType.FLOAT, 10);
                Session other = Session.open();
                DeviceArray array = session.allocate(ElementType.FLOAT, 10)) {
            assertThrows(IllegalArgumentException.class, () -> array.uploadAsync(session.upload(), tooShort));
            assertThrows(IllegalArgumentException.class, () -> array.downloadAsync(session.download(), ints));
            assertThrows(IllegalArgumentException.class, () -> array.uploadAsync(other.upload(), right));
        }
        assertThrows(IllegalArgumentException.class, () -> session.pinned(ElementType.INT, 0));
        assertThrows(IllegalArgumentException.class, () -> session.pinned(ElementType.DOUBLE, 1L << 28));
    }

    @Test
    void aPinnedBufferTellsItsTypeAndIsGoneOnceClosed() {
        HostBuffer buffer = session.pinned(ElementType.DOUBLE, 3);
        buffer.doubles().put(2, 7.5);
        assertEquals(7.5, buffer.doubles().get(2));
        assertEquals(24, buffer.byteLength());
        assertEquals(24, buffer.bytes().capacity());
        buffer.close();
        buffer.close();
        assertThrows(ClosedException.class, buffer::doubles);
    }

    @Test
    void closingTwiceIsClosingOnce() {
        DeviceArray array = session.allocate(ElementType.FLOAT, 10);
        assertFalse(array.isClosed());
        array.close();
        array.close();
        assertTrue(array.isClosed());
        assertEquals(0, session.memoryInUse());
        var error = assertThrows(ClosedException.class, () -> array.fill(1));
        assertEquals("Device array float 10 was used after it was closed.", error.getMessage());
        assertThrows(ClosedException.class, array::download);
        assertThrows(ClosedException.class, () -> array.view(0, 1));
        assertTrue(array.toString().endsWith(", closed"));
    }
}
