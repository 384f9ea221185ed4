package org.plegma.array.hdf5;

import io.jhdf.checksum.JenkinsLookup3HashLittle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** The parts of HDF5 files that are written here byte by byte, as in the HDF5 File Format Specification, version 3.0. */
public final class Hdf5Bytes {
    public static final int SUPERBLOCK_BYTES = 48;
    public static final long UNDEFINED = -1;
    public static final int DATASPACE = 0x01;
    public static final int DATATYPE = 0x03;
    public static final int FILL_VALUE = 0x05;
    public static final int LAYOUT = 0x08;
    private static final int LINK_INFO = 0x02;
    private static final int GROUP_INFO = 0x0a;
    private static final int LINK = 0x06;
    private static final int ATTRIBUTE = 0x0c;

    private Hdf5Bytes() {}

    /** The first bytes of a file. The root group follows. */
    public static byte[] superblock(long end) {
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

    /** A group with links by name to what is at an address. Its length does not depend on the addresses. */
    public static byte[] group(Map<String, Long> members, byte[]... more) {
        // Version 0, no creation order; no heap and no B-tree, as the links are messages of this header.
        ByteBuffer info = little(18).put(new byte[2]).putLong(UNDEFINED).putLong(UNDEFINED);
        byte[][] messages = new byte[2 + members.size() + more.length][];
        messages[0] = message(LINK_INFO, info);
        messages[1] = message(GROUP_INFO, little(2));
        int next = 2;
        for (Map.Entry<String, Long> member : members.entrySet()) {
            messages[next++] = message(LINK, link(member.getKey(), member.getValue()));
        }
        System.arraycopy(more, 0, messages, next, more.length);
        return object(messages);
    }

    private static ByteBuffer link(String member, long address) {
        byte[] name = member.getBytes(StandardCharsets.UTF_8);
        return little(4 + name.length + Long.BYTES)
                .put((byte) 1) // version
                .put((byte) 0x10) // the character set is given; the name's length has one byte
                .put((byte) 1) // UTF-8
                .put((byte) name.length)
                .put(name)
                .putLong(address);
    }

    /** The message of an attribute with a text. */
    public static byte[] attribute(String attribute, String text) {
        byte[] name = (attribute + "\0").getBytes(StandardCharsets.UTF_8);
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        int type = 8;
        int space = 4;
        return message(
                ATTRIBUTE,
                little(9 + name.length + type + space + value.length)
                        .put((byte) 3) // version
                        .put((byte) 0)
                        .putShort((short) name.length)
                        .putShort((short) type)
                        .putShort((short) space)
                        .put((byte) 1) // UTF-8
                        .put(name)
                        .put(new byte[] {0x13, 0x11, 0, 0}) // version 1, string; padded with nulls, UTF-8
                        .putInt(value.length)
                        .put(new byte[] {2, 0, 0, 0}) // version 2, scalar
                        .put(value));
    }

    public static ByteBuffer space(int[] shape) {
        ByteBuffer space = little(4 + shape.length * Long.BYTES)
                .put((byte) 2) // version
                .put((byte) shape.length)
                .put((byte) 0) // no maximal sizes
                .put((byte) 1); // simple
        for (int size : shape) {
            space.putLong(size);
        }
        return space;
    }

    /** The type of signed whole numbers of so many bytes. */
    public static ByteBuffer integer(int bytes) {
        return little(12)
                .put(new byte[] {0x10, 0x08, 0, 0}) // version 1, fixed point; signed
                .putInt(bytes)
                .putShort((short) 0)
                .putShort((short) (8 * bytes));
    }

    /** The type of floating-point numbers of IEEE, of 4 or 8 bytes. */
    public static ByteBuffer floating(int bytes) {
        return bytes == Float.BYTES ? floating(32, 23, 8) : floating(64, 52, 11);
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

    public static byte[] message(int kind, ByteBuffer content) {
        return little(4 + content.capacity())
                .put((byte) kind)
                .putShort((short) content.capacity())
                .put((byte) 0)
                .put(content.array())
                .array();
    }

    public static byte[] object(byte[]... messages) {
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
    public static byte[] checked(ByteBuffer block) {
        byte[] bytes = block.array();
        int end = bytes.length - Integer.BYTES;
        block.putInt(end, JenkinsLookup3HashLittle.hash(Arrays.copyOf(bytes, end)));
        return bytes;
    }

    public static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
