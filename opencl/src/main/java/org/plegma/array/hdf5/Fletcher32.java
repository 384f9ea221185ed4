package org.plegma.array.hdf5;

import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The checksum that files have after each chunk, if h5py's {@code fletcher32} or {@code nccopy} put it there. The library leaves its
 * four bytes with the data, which filters before it then take for more of them, and does not look at it.
 */
public final class Fletcher32 implements Filter {
    private static final int ID = 3;
    private static final int MASK = 0xffff;

    /** Words after which the sums are folded, before they can overflow. */
    private static final int WORDS = 360;

    @Override
    public int getId() {
        return ID;
    }

    @Override
    public String getName() {
        return "fletcher32";
    }

    @Override
    public byte[] decode(byte[] data, int[] parameters) {
        int length = data.length - Integer.BYTES;
        if (length < 0) {
            throw new HdfFilterException("a chunk has no checksum");
        }
        int stored = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).getInt(length);
        int sum = sum(data, length);
        // HDF5 before 1.6.3 wrote the bytes of each half in the other order.
        if (stored != sum && stored != Integer.rotateLeft(Integer.reverseBytes(sum), Short.SIZE)) {
            throw new HdfFilterException("the checksum of a chunk is wrong, so its data are not as they were written");
        }
        return Arrays.copyOf(data, length);
    }

    /** Of big-endian words of two bytes, the last of which may lack its second. */
    static int sum(byte[] data, int length) {
        int first = 0;
        int second = 0;
        for (int i = 0; i < length; i += 2) {
            first += Byte.toUnsignedInt(data[i]) << Byte.SIZE | (i + 1 < length ? Byte.toUnsignedInt(data[i + 1]) : 0);
            second += first;
            if (i / 2 % WORDS == WORDS - 1) {
                first = folded(first);
                second = folded(second);
            }
        }
        return folded(folded(second)) << Short.SIZE | folded(folded(first));
    }

    private static int folded(int sum) {
        return (sum & MASK) + (sum >>> Short.SIZE);
    }
}
