package org.plegma.array.hdf5;

import io.jhdf.Utils;
import io.jhdf.checksum.ChecksumUtils;
import io.jhdf.exceptions.HdfException;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An array with the places of a dataset's chunks, as the HDF5 File Format Specification, version 3.0, has them from HDF5 1.10 on.
 * It is one of fixed length (<em>fixed array</em>), or grows (<em>extensible array</em>). Blocks and pages that no chunk has been
 * written to are left out, and chunks that were not written have no address.
 */
final class ChunkArray {
    /** What is told of each chunk that was written. */
    @FunctionalInterface
    interface Chunks {
        /**
         * @param index which chunk
         * @param address in the file
         * @param bytes in the file, -1 for all that a chunk has
         * @param mask which filters the chunk went without, by its bits
         */
        void found(long index, long address, int bytes, long mask);
    }

    private static final int PREFIX = 6;
    private static final int CHECKSUM = 4;
    private static final int MASK = 4;

    private final HdfBackingStorage file;
    private final Chunks chunks;
    private final int offset;
    private long header;
    private int client;
    private int entry;

    private ChunkArray(HdfBackingStorage file, Chunks chunks) {
        this.file = file;
        this.chunks = chunks;
        this.offset = file.getSizeOfOffsets();
    }

    /** Reads the fixed array at an address. */
    static void fixed(HdfBackingStorage file, long address, Chunks chunks) {
        new ChunkArray(file, chunks).fixed(address);
    }

    /** Reads the extensible array at an address. */
    static void extensible(HdfBackingStorage file, long address, Chunks chunks) {
        new ChunkArray(file, chunks).extensible(address);
    }

    private void fixed(long address) {
        ByteBuffer head = head("FAHD", address, PREFIX + 2 + file.getSizeOfLengths() + offset);
        int page = 1 << head.get();
        long entries = Utils.readBytesAsUnsignedLong(head, file.getSizeOfLengths());
        long data = address(head);
        if (data == Hdf5Bytes.UNDEFINED) {
            return;
        }
        int pages = entries > page ? Math.toIntExact((entries + page - 1) / page) : 0;
        int before = PREFIX + offset + (pages + 7) / 8;
        if (pages == 0) {
            read(block("FADB", data, before + Math.toIntExact(entries) * entry), 0, (int) entries);
            return;
        }
        ByteBuffer bits = block("FADB", data, before);
        long at = data + before + CHECKSUM;
        for (int i = 0; i < pages; i++) {
            if (bit(bits, i)) {
                readPage(at, (long) i * page, (int) Math.min(page, entries - (long) i * page));
            }
            at += (long) page * entry + CHECKSUM;
        }
    }

    private void extensible(long address) {
        ByteBuffer head = head("EAHD", address, PREFIX + 6 + 6 * file.getSizeOfLengths() + offset);
        int bits = head.get();
        int direct = Byte.toUnsignedInt(head.get());
        int smallest = Byte.toUnsignedInt(head.get());
        int pointers = Byte.toUnsignedInt(head.get());
        int page = 1 << head.get();
        head.position(head.position() + 6 * file.getSizeOfLengths());
        long index = address(head);
        if (index == Hdf5Bytes.UNDEFINED) {
            return;
        }
        int rows = 1 + bits - log2(smallest);
        int rowsInIndex = 2 * log2(pointers);
        int blocksInIndex = 2 * (pointers - 1);
        ByteBuffer block =
                block("EAIB", index, PREFIX + offset + direct * entry + (blocksInIndex + rows - rowsInIndex) * offset);
        read(block, 0, direct);
        long first = direct;
        for (int row = 0; row < rows; row++) {
            int blocks = 1 << row / 2;
            int entries = smallest << (row + 1) / 2;
            int place = (bits + 7) / 8;
            if (row < rowsInIndex) {
                for (int i = 0; i < blocks; i++) {
                    dataBlock(address(block), first + (long) i * entries, entries, place);
                }
            } else {
                row(address(block), first, blocks, entries, page, place);
            }
            first += (long) blocks * entries;
        }
    }

    /** Blocks of one length, whose addresses are in a block of their own ("secondary"). */
    private void row(long address, long first, int blocks, int entries, int page, int place) {
        if (address == Hdf5Bytes.UNDEFINED) {
            return;
        }
        int pages = entries > page ? entries / page : 0;
        int bits = blocks * ((pages + 7) / 8);
        ByteBuffer block = block("EASB", address, PREFIX + offset + place + bits + blocks * offset);
        block.position(block.position() + place);
        ByteBuffer written = block.slice();
        block.position(block.position() + bits);
        for (int i = 0; i < blocks; i++) {
            long data = address(block);
            long start = first + (long) i * entries;
            if (pages == 0) {
                dataBlock(data, start, entries, place);
            } else if (data != Hdf5Bytes.UNDEFINED) {
                for (int p = 0; p < pages; p++) {
                    if (bit(written, i * pages + p)) {
                        long before = PREFIX + offset + place + CHECKSUM;
                        readPage(data + before + p * ((long) page * entry + CHECKSUM), start + (long) p * page, page);
                    }
                }
            }
        }
    }

    private void dataBlock(long address, long first, int entries, int place) {
        if (address != Hdf5Bytes.UNDEFINED) {
            ByteBuffer block = block("EADB", address, PREFIX + offset + place + entries * entry);
            block.position(block.position() + place);
            read(block, first, entries);
        }
    }

    private void readPage(long address, long first, int entries) {
        read(checked(address, entries * entry), first, entries);
    }

    private void read(ByteBuffer block, long first, int entries) {
        for (int i = 0; i < entries; i++) {
            long address = address(block);
            int bytes = -1;
            long mask = 0;
            if (client == 1) {
                long stored = Utils.readBytesAsUnsignedLong(block, entry - offset - MASK);
                mask = Utils.readBytesAsUnsignedLong(block, MASK);
                bytes = address == Hdf5Bytes.UNDEFINED ? 0 : Math.toIntExact(stored);
            }
            if (address != Hdf5Bytes.UNDEFINED) {
                chunks.found(first + i, address, bytes, mask);
            }
        }
    }

    /** A header up to the size of its entries. */
    private ByteBuffer head(String signature, long address, int bytes) {
        ByteBuffer head = checked(address, bytes);
        client = begin(head, signature);
        entry = Byte.toUnsignedInt(head.get());
        header = address;
        return head;
    }

    /** A block of the header that was read last, up to its address. */
    private ByteBuffer block(String signature, long address, int bytes) {
        ByteBuffer block = checked(address, bytes);
        if (begin(block, signature) != client || address(block) != header) {
            throw new HdfException("the index of the chunks has a block of another dataset");
        }
        return block;
    }

    private static int begin(ByteBuffer block, String signature) {
        byte[] found = new byte[signature.length()];
        block.get(found);
        int version = block.get();
        int client = block.get();
        if (!signature.equals(new String(found, StandardCharsets.ISO_8859_1))
                || version != 0
                || client < 0
                || client > 1) {
            throw new HdfException("the index of the chunks has no " + signature + " where it should be");
        }
        return client;
    }

    private ByteBuffer checked(long address, int bytes) {
        ByteBuffer all = file.readBufferFromAddress(address, bytes + CHECKSUM);
        ChecksumUtils.validateChecksum(all);
        all.rewind();
        return all;
    }

    private long address(ByteBuffer block) {
        long address = 0;
        for (int i = 0; i < offset; i++) {
            address |= Byte.toUnsignedLong(block.get()) << Byte.SIZE * i;
        }
        // All bits set, in as many bytes as addresses have.
        return address == -1L >>> Long.SIZE - Byte.SIZE * offset ? Hdf5Bytes.UNDEFINED : address;
    }

    /** The bits of a byte begin with the highest. */
    private static boolean bit(ByteBuffer bits, int index) {
        return (bits.get(bits.position() + index / 8) & 0x80 >> index % 8) != 0;
    }

    private static int log2(int power) {
        return Integer.numberOfTrailingZeros(power);
    }
}
