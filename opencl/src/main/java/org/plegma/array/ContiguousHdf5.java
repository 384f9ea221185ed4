package org.plegma.array;

import io.jhdf.checksum.JenkinsLookup3HashLittle;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

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

    private static final int SUPERBLOCK_BYTES = 48;
    private static final long UNDEFINED = -1;
    private static final int LINK_INFO = 0x02;
    private static final int GROUP_INFO = 0x0a;
    private static final int LINK = 0x06;
    private static final int DATASPACE = 0x01;
    private static final int DATATYPE = 0x03;
    private static final int FILL_VALUE = 0x05;
    private static final int LAYOUT = 0x08;

    private ContiguousHdf5() {}

    /**
     * What to write before the elements.
     *
     * @param name of the dataset; slashes put it into groups
     * @param type float, double or int
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

    private static byte[] superblock(long end) {
        return checked(little(SUPERBLOCK_BYTES)
                .put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'})
                .put((byte) 2) // version
                .put((byte) Long.BYTES) // of offsets
                .put((byte) Long.BYTES) // of lengths
                .put((byte) 0) // consistency flags
                .putLong(0) // base address
                .putLong(UNDEFINED) // no superblock extension
                .putLong(end)
                .putLong(SUPERBLOCK_BYTES)); // where the root group is
    }

    /** The root group and those on the way, each with one link, to what follows it. */
    private static byte[] groups(List<String> path, long address) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String part : path) {
            // The length of a header does not depend on the address in it.
            long next = address + all.size() + group(part, 0).length;
            all.writeBytes(group(part, next));
        }
        return all.toByteArray();
    }

    private static byte[] group(String member, long address) {
        byte[] name = member.getBytes(StandardCharsets.UTF_8);
        // Version 0, no creation order; no heap and no B-tree, as the links are messages of this header.
        ByteBuffer info = little(18).put(new byte[2]).putLong(UNDEFINED).putLong(UNDEFINED);
        ByteBuffer link = little(4 + name.length + Long.BYTES)
                .put((byte) 1) // version
                .put((byte) 0x10) // the character set is given; the name's length has one byte
                .put((byte) 1) // UTF-8
                .put((byte) name.length)
                .put(name)
                .putLong(address);
        return object(message(LINK_INFO, info), message(GROUP_INFO, little(2)), message(LINK, link));
    }

    private static byte[] dataset(ElementType type, int[] shape, long address) {
        ByteBuffer space = little(4 + shape.length * Long.BYTES)
                .put((byte) 2) // version
                .put((byte) shape.length)
                .put((byte) 0) // no maximal sizes
                .put((byte) 1); // simple
        for (int size : shape) {
            space.putLong(size);
        }
        ByteBuffer fill = little(2)
                .put((byte) 3) // version
                .put((byte) 0x0a); // allocated late, written if set; not set
        ByteBuffer layout = little(2 + 2 * Long.BYTES)
                .put((byte) 3) // version
                .put((byte) 1) // contiguous
                .putLong(address)
                .putLong(Math.multiplyExact(ArrayShapes.length(shape), (long) type.bytes()));
        return object(
                message(DATASPACE, space),
                message(DATATYPE, datatype(type)),
                message(FILL_VALUE, fill),
                message(LAYOUT, layout));
    }

    private static ByteBuffer datatype(ElementType type) {
        int bits = 8 * type.bytes();
        return switch (type) {
            case INT -> little(12)
                    .put(new byte[] {0x10, 0x08, 0, 0}) // version 1, fixed point; signed
                    .putInt(type.bytes())
                    .putShort((short) 0)
                    .putShort((short) bits);
            case FLOAT -> floating(bits, 23, 8);
            case DOUBLE -> floating(bits, 52, 11);
            default -> throw new IllegalArgumentException(
                    "A dataset of " + type.javaName() + " cannot be written: expected float, double or int.");
        };
    }

    private static ByteBuffer floating(int bits, int mantissa, int exponent) {
        return little(20)
                .put((byte) 0x11) // version 1, floating point
                .put((byte) 0x20) // the mantissa's first bit is implied
                .put((byte) (bits - 1)) // the sign's place
                .put((byte) 0)
                .putInt(bits / 8)
                .putShort((short) 0)
                .putShort((short) bits)
                .put((byte) mantissa) // the exponent's place
                .put((byte) exponent)
                .put((byte) 0) // the mantissa's place
                .put((byte) mantissa)
                .putInt((1 << (exponent - 1)) - 1);
    }

    private static byte[] message(int kind, ByteBuffer content) {
        return little(4 + content.capacity())
                .put((byte) kind)
                .putShort((short) content.capacity())
                .put((byte) 0)
                .put(content.array())
                .array();
    }

    private static byte[] object(byte[]... messages) {
        int size = Arrays.stream(messages).mapToInt(m -> m.length).sum();
        ByteBuffer whole = little(10 + size + Integer.BYTES)
                .put(new byte[] {'O', 'H', 'D', 'R', 2})
                .put((byte) 2) // the size has four bytes
                .putInt(size);
        for (byte[] message : messages) {
            whole.put(message);
        }
        return checked(whole);
    }

    /** Puts the checksum of all before into the last four bytes. */
    private static byte[] checked(ByteBuffer block) {
        byte[] bytes = block.array();
        int end = bytes.length - Integer.BYTES;
        block.putInt(end, JenkinsLookup3HashLittle.hash(Arrays.copyOf(bytes, end)));
        return bytes;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
