package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * CRC-32C, by several threads: what one makes of bytes is slower than a link to a device. The checksums of parts give that of
 * the whole, for which the first is multiplied by a power of x in the polynomials modulo that of CRC-32C.
 */
final class StreamChecksum {
    /** What a thread takes at least. */
    private static final int PIECE_BYTES = 1 << 20;

    private static final long BLOCK_BYTES = 16 << 20;

    /** The polynomial without its highest power, the lowest one in the highest bit. */
    private static final int POLYNOMIAL = 0x82F63B78;

    private static final int ONE = 1 << 31;

    private StreamChecksum() {}

    /** The checksum of the remaining bytes, which stay. */
    static int of(ByteBuffer bytes) {
        int from = bytes.position();
        int length = bytes.remaining();
        int pieces = (int) (((long) length + PIECE_BYTES - 1) / PIECE_BYTES);
        if (pieces <= 1) {
            return ofPiece(bytes.duplicate());
        }
        int[] sums = new int[pieces];
        IntStream.range(0, pieces).parallel().forEach(i -> {
            int start = i * PIECE_BYTES;
            sums[i] = ofPiece(bytes.slice(from + start, Math.min(PIECE_BYTES, length - start)));
        });
        int whole = sums[0];
        for (int i = 1; i < pieces; i++) {
            whole = combined(whole, sums[i], Math.min(PIECE_BYTES, length - i * PIECE_BYTES));
        }
        return whole;
    }

    /** The checksum of an image, read some rows at a time. */
    static int of(StreamSource image) throws IOException {
        int all = image.shape()[0];
        int rows = (int) Math.max(1, Math.min(all, BLOCK_BYTES / Math.max(1, image.rowBytes())));
        ByteBuffer block = ByteBuffer.allocateDirect(Math.toIntExact(rows * image.rowBytes()))
                .order(ByteOrder.nativeOrder());
        int whole = 0;
        for (int row = 0; row < all; row += rows) {
            int count = Math.min(rows, all - row);
            block.clear().limit(Math.toIntExact(count * image.rowBytes()));
            image.read(row, count, block);
            whole = combined(whole, of(block.rewind()), block.limit());
        }
        return whole;
    }

    private static int ofPiece(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** The checksum of bytes from those of their two parts. */
    static int combined(int first, int second, long secondBytes) {
        int power = ONE;
        int square = ONE >>> 1; // x, and then its powers by 2, 4, 8 ...
        for (long bits = secondBytes * Byte.SIZE; bits != 0; bits >>>= 1) {
            if ((bits & 1) != 0) {
                power = product(power, square);
            }
            square = product(square, square);
        }
        return product(first, power) ^ second;
    }

    /** Of polynomials, modulo that of CRC-32C. */
    private static int product(int a, int b) {
        int sum = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                sum ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
        }
        return sum;
    }
}
