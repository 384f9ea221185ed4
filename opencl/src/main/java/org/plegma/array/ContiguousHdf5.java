package org.plegma.array;

import static org.plegma.array.Hdf5Values.datatype;
import static org.plegma.array.hdf5.Hdf5Bytes.DATASPACE;
import static org.plegma.array.hdf5.Hdf5Bytes.DATATYPE;
import static org.plegma.array.hdf5.Hdf5Bytes.FILL_VALUE;
import static org.plegma.array.hdf5.Hdf5Bytes.LAYOUT;
import static org.plegma.array.hdf5.Hdf5Bytes.SUPERBLOCK_BYTES;
import static org.plegma.array.hdf5.Hdf5Bytes.group;
import static org.plegma.array.hdf5.Hdf5Bytes.little;
import static org.plegma.array.hdf5.Hdf5Bytes.message;
import static org.plegma.array.hdf5.Hdf5Bytes.object;
import static org.plegma.array.hdf5.Hdf5Bytes.space;
import static org.plegma.array.hdf5.Hdf5Bytes.superblock;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The first bytes of an HDF5 file that holds one dataset, whose elements follow them in one piece, row-major and
 * little-endian. So a file larger than memory can be written in parts, in any order, by plain writes; jhdf keeps all of a
 * dataset in memory until it writes it.
 *
 * <p>As in the HDF5 File Format Specification, version 3.0: a superblock of version 2, then the headers (version 2) of the
 * root group, of the groups on the way to the dataset, and of the dataset.
 */
public final class ContiguousHdf5 {
    /** The elements begin at a multiple of this, so that they can be mapped to memory. */
    private static final int ALIGNMENT = 4096;

    private ContiguousHdf5() {}

    /**
     * What to write before the elements.
     *
     * @param name of the dataset; slashes put it into groups
     * @param type float, double, int or long
     * @throws IllegalArgumentException if the name has an empty part or more than 255 bytes, or the type is another
     */
    public static byte[] header(String name, ElementType type, int... shape) {
        List<String> path = Arrays.stream((name.startsWith("/") ? name.substring(1) : name).split("/", -1))
                .toList();
        for (String part : path) {
            int length = part.getBytes(StandardCharsets.UTF_8).length;
            if (part.isBlank() || length > 255) {
                throw new IllegalArgumentException("'" + name + "' is not a name for a dataset: expected parts of 1 to"
                        + " 255 bytes between slashes.");
            }
        }
        long data = aligned(SUPERBLOCK_BYTES + groups(path, 0).length + dataset(type, shape, 0).length);
        byte[] groups = groups(path, SUPERBLOCK_BYTES);
        byte[] dataset = dataset(type, shape, data);
        long end = data + Math.multiplyExact(ArrayShapes.length(shape), (long) type.bytes());
        return little(Math.toIntExact(data))
                .put(superblock(end))
                .put(groups)
                .put(dataset)
                .array();
    }

    /** The root group and those on the way, each with one link, to what follows it. */
    private static byte[] groups(List<String> path, long address) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String part : path) {
            // The length of a header does not depend on the address in it.
            long next = address + all.size() + group(Map.of(part, 0L)).length;
            all.writeBytes(group(Map.of(part, next)));
        }
        return all.toByteArray();
    }

    private static byte[] dataset(ElementType type, int[] shape, long address) {
        ByteBuffer fill = little(2)
                .put((byte) 3) // version
                .put((byte) 0x0a); // allocated late, written if set; not set
        ByteBuffer layout = little(2 + 2 * Long.BYTES)
                .put((byte) 3) // version
                .put((byte) 1) // contiguous
                .putLong(address)
                .putLong(Math.multiplyExact(ArrayShapes.length(shape), (long) type.bytes()));
        return object(
                message(DATASPACE, space(shape)),
                message(DATATYPE, datatype(type)),
                message(FILL_VALUE, fill),
                message(LAYOUT, layout));
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
