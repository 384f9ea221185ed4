package org.plegma.array;

import io.jhdf.HdfFile;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.hdf5.Hdf5Bytes;

/**
 * Datasets of more bytes than the library writes. It writes one element in place of each, with the attributes; then the elements come
 * behind all else, in one piece and not deflated, and the header gets their place and the shape.
 */
final class Hdf5Large {
    /** The most bytes that the library writes. */
    static final long MOST = Integer.MAX_VALUE;

    /** Elements begin at a multiple of this, so that they can be mapped to memory. */
    private static final int ALIGNMENT = 4096;

    private static final int BLOCK = 1 << 22;

    /** Where the superblock tells the end of the file. */
    private static final int END = 28;

    /** Of an object header as the library writes it: what comes before the size, before the messages, and before what a message says. */
    private static final int TO_SIZE = 6;

    private static final int TO_MESSAGES = 10;
    private static final int TO_CONTENT = 4;

    private record Elements(int[] shape, List<Grid> parts) {}

    private final long most;
    private final Map<String, Elements> all = new LinkedHashMap<>();

    /** @param most bytes that are left to the library */
    Hdf5Large(long most) {
        this.most = most;
    }

    /** Whether it takes a dataset, which is of grids one after another. */
    boolean takes(String path, int[] shape, List<Grid> parts) {
        boolean large = parts.stream().mapToLong(Grid::bytes).reduce(0, Math::addExact) > most;
        if (large) {
            all.put(path, new Elements(shape.clone(), List.copyOf(parts)));
        }
        return large;
    }

    /** What the library is to write then. */
    static Object one(Grid like, int rank) {
        int[] ones = new int[rank];
        Arrays.fill(ones, 1);
        return Array.newInstance(like.type().javaType(), ones);
    }

    /** Completes a file that the library has written. */
    void complete(Path file) throws IOException {
        if (all.isEmpty()) {
            return;
        }
        Map<Long, Elements> byHeader = new LinkedHashMap<>();
        try (HdfFile hdf = new HdfFile(file)) {
            all.forEach(
                    (path, elements) -> byHeader.put(hdf.getDatasetByPath(path).getAddress(), elements));
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (Map.Entry<Long, Elements> each : byHeader.entrySet()) {
                long begin = (channel.size() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
                long end = begin;
                for (Grid part : each.getValue().parts()) {
                    write(channel, part, end);
                    end += part.bytes();
                }
                describe(channel, each.getKey(), each.getValue().shape(), begin, end - begin);
            }
            ByteBuffer superblock = read(channel, 0, Hdf5Bytes.SUPERBLOCK_BYTES).putLong(END, channel.size());
            write(channel, ByteBuffer.wrap(Hdf5Bytes.checked(superblock)), 0);
        }
    }

    /** Elements in the order of bytes of this machine, as the library writes those of the one. */
    private static void write(FileChannel channel, Grid grid, long at) throws IOException {
        int size = grid.type().bytes();
        ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.nativeOrder());
        for (long from = 0; from < grid.length(); from += BLOCK / size) {
            int first = (int) from;
            int count = (int) Math.min(BLOCK / size, grid.length() - from);
            block.clear();
            switch (grid.type()) {
                case FLOAT -> block.asFloatBuffer().put(grid.floats(), first, count);
                case DOUBLE -> block.asDoubleBuffer().put(grid.doubles(), first, count);
                case INT -> block.asIntBuffer().put(grid.ints(), first, count);
                default -> block.asLongBuffer().put(grid.longs(), first, count);
            }
            write(channel, block.limit(count * size), at + from * size);
        }
    }

    /** Puts shape, place and length into the header of a dataset. */
    private static void describe(FileChannel channel, long header, int[] shape, long place, long length)
            throws IOException {
        int size = read(channel, header, TO_MESSAGES).getInt(TO_SIZE);
        ByteBuffer all = read(channel, header, TO_MESSAGES + size + Integer.BYTES);
        int left = 2;
        for (int at = TO_MESSAGES; at < TO_MESSAGES + size; ) {
            int content = at + TO_CONTENT;
            if (all.get(at) == Hdf5Bytes.DATASPACE) {
                for (int axis = 0; axis < shape.length; axis++) {
                    all.putLong(content + 4 + axis * Long.BYTES, shape[axis]);
                }
                left--;
            } else if (all.get(at) == Hdf5Bytes.LAYOUT) {
                all.putLong(content + 2, place).putLong(content + 2 + Long.BYTES, length);
                left--;
            }
            at = content + Short.toUnsignedInt(all.getShort(at + 1));
        }
        if (left != 0) {
            throw new IOException("the HDF5 library has written a header that is not understood");
        }
        write(channel, ByteBuffer.wrap(Hdf5Bytes.checked(all)), header);
    }

    private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
        ByteBuffer block = Hdf5Bytes.little(bytes);
        while (block.hasRemaining()) {
            if (channel.read(block, at + block.position()) < 0) {
                throw new IOException("the file ends too early");
            }
        }
        return block;
    }

    private static void write(FileChannel channel, ByteBuffer block, long at) throws IOException {
        while (block.hasRemaining()) {
            channel.write(block, at + block.position());
        }
    }
}
