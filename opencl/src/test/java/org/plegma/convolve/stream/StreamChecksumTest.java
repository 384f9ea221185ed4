package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;

public class StreamChecksumTest {
    private static int expected(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** What a report says of a result, of its strips and as a whole, must be what Java's CRC-32C makes of the result. */
    public static void assertChecksums(Grid result, StreamReport report) {
        ByteBuffer bytes = ByteBuffer.allocate(
                        Math.toIntExact(result.length() * result.type().bytes()))
                .order(ByteOrder.nativeOrder());
        if (result.type() == ElementType.FLOAT) {
            bytes.asFloatBuffer().put(result.floats());
        } else {
            bytes.asDoubleBuffer().put(result.doubles());
        }
        assertEquals(expected(bytes.array()), report.checksum(), report::toString);
        int rowBytes = bytes.capacity() / result.size(0);
        int row = 0;
        for (StreamReport.Strip strip : report.checksums()) {
            assertEquals(row, strip.row());
            byte[] rows = Arrays.copyOfRange(bytes.array(), row * rowBytes, (row + strip.rows()) * rowBytes);
            assertEquals(expected(rows), strip.checksum(), strip::toString);
            row += strip.rows();
        }
        assertEquals(result.size(0), row);
    }

    @Test
    void itIsThatOfTheStandard() {
        assertEquals(0xE3069283, StreamChecksum.of(ByteBuffer.wrap("123456789".getBytes(StandardCharsets.ISO_8859_1))));
        assertEquals(0, StreamChecksum.of(ByteBuffer.allocate(0)));
    }

    @Test
    void manyThreadsMakeOfManyBytesWhatOneDoes() {
        int piece = 1 << 20;
        for (int length : new int[] {piece - 1, piece, piece + 1, 2 * piece, 7 * piece + 12_345}) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            ByteBuffer within = ByteBuffer.allocateDirect(length + 9);
            within.position(5).put(bytes).position(5).limit(5 + length);
            assertEquals(expected(bytes), StreamChecksum.of(within), length + " bytes");
            assertEquals(length, within.remaining());
        }
    }

    @Test
    void partsGiveTheWhole() {
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            byte[] first = new byte[random.nextInt(50)];
            byte[] second = new byte[random.nextInt(50)];
            random.nextBytes(first);
            random.nextBytes(second);
            byte[] both = ByteBuffer.allocate(first.length + second.length)
                    .put(first)
                    .put(second)
                    .array();
            assertEquals(expected(both), StreamChecksum.combined(expected(first), expected(second), second.length));
        }
    }

    @Test
    void partsMayBeLongerThanAnInt() {
        int zero = expected(new byte[1 << 20]);
        int many = zero;
        for (int i = 1; i < 1 << 12; i++) {
            many = StreamChecksum.combined(many, zero, 1 << 20); // 4 GiB of zeros
        }
        int first = expected(new byte[] {7});
        int stepwise = first;
        for (int i = 0; i < 1 << 12; i++) {
            stepwise = StreamChecksum.combined(stepwise, zero, 1 << 20);
        }
        assertEquals(stepwise, StreamChecksum.combined(first, many, 1L << 32));
    }

    /** Any element counts, in a place of which no sample is taken, too: interrupted work went on with rows of another grid. */
    @Test
    void imagesInMemoryAreToldApartByAllElements() throws Exception {
        try (Session session = Session.open()) {
            for (int[] shape : new int[][] {{101, 7}, {3, 1 << 21}, {40, 1 << 17}, {5}, {0, 4}}) {
                Grid grid = Grid.random(ElementType.FLOAT, 1, shape);
                ByteBuffer bytes = ByteBuffer.allocate((int) grid.bytes()).order(ByteOrder.nativeOrder());
                bytes.asFloatBuffer().put(grid.floats());
                CRC32C expected = new CRC32C();
                expected.update(bytes);
                String sum = Integer.toHexString((int) expected.getValue());
                assertEquals("grid " + sum, StreamSource.of(grid).identity());
                if (grid.length() == 0) {
                    continue;
                }
                try (StreamPinned pinned = StreamPinned.of(session, ElementType.FLOAT, shape)) {
                    StreamSource.of(grid).copyTo(pinned);
                    assertEquals("pinned " + sum, pinned.identity());
                }
                String before = StreamKey.of(StreamSource.of(grid), Map.of());
                assertEquals(before, StreamKey.of(StreamSource.of(grid.copy()), Map.of()));
                grid.floats()[(int) grid.length() / shape[0] % (int) grid.length()]++; // of the second row
                assertNotEquals(before, StreamKey.of(StreamSource.of(grid), Map.of()));
            }
        }
    }
}
