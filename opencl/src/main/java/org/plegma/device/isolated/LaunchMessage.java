package org.plegma.device.isolated;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Steps for the other process, written one after the other; the last is a launch, which alone is answered. */
final class LaunchMessage {
    /** What a step does, by its first byte. */
    enum Step {
        /** A program to be compiled: its number, its source, the options. */
        PROGRAM,
        /** Memory to be mapped: its number, the file, the bytes. */
        BLOCK,
        /** A program that will not be used any more. */
        FORGET_PROGRAM,
        /** Memory that will not be used any more. */
        FORGET_BLOCK,
        /** The program's number, the kernel, its sizes and its arguments. */
        LAUNCH
    }

    /** What an argument is, by its first byte. */
    enum ArgumentKind {
        VALUE,
        LOCAL,
        PART
    }

    private static final Step[] STEPS = Step.values();
    private static final ArgumentKind[] ARGUMENT_KINDS = ArgumentKind.values();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    LaunchMessage program(int number, LaunchRequest.Source source) {
        return write(() -> {
            out.writeByte(Step.PROGRAM.ordinal());
            out.writeInt(number);
            writeText(out, source.text());
            writeText(out, source.options());
        });
    }

    LaunchMessage block(SharedBlock block) {
        return write(() -> {
            out.writeByte(Step.BLOCK.ordinal());
            out.writeInt(block.number());
            writeText(out, block.file().toString());
            out.writeLong(block.size());
        });
    }

    LaunchMessage forget(Step what, int number) {
        return write(() -> {
            out.writeByte(what.ordinal());
            out.writeInt(number);
        });
    }

    LaunchMessage launch(int program, LaunchRequest request) {
        return write(() -> {
            out.writeByte(Step.LAUNCH.ordinal());
            out.writeInt(program);
            writeText(out, request.kernel());
            writeSizes(request.offset());
            writeSizes(request.global());
            writeSizes(request.local());
            out.writeInt(request.arguments().size());
            for (LaunchRequest.Argument argument : request.arguments()) {
                write(argument);
            }
        });
    }

    ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    static Step readStep(DataInputStream in) throws IOException {
        return STEPS[in.readUnsignedByte()];
    }

    static ArgumentKind readArgumentKind(DataInputStream in) throws IOException {
        return ARGUMENT_KINDS[in.readUnsignedByte()];
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] read = new byte[in.readInt()];
        in.readFully(read);
        return read;
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static long[] readSizes(DataInputStream in) throws IOException {
        long[] sizes = new long[in.readByte()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.readLong();
        }
        return sizes;
    }

    static void write(DataOutputStream out, LaunchOutcome outcome) throws IOException {
        out.writeInt(outcome.status());
        writeText(out, outcome.failure());
        out.writeLong(outcome.queued());
        out.writeLong(outcome.started());
        out.writeLong(outcome.ended());
    }

    static LaunchOutcome readOutcome(DataInputStream in) throws IOException {
        return new LaunchOutcome(in.readInt(), readText(in), in.readLong(), in.readLong(), in.readLong());
    }

    private void write(LaunchRequest.Argument argument) throws IOException {
        if (argument instanceof LaunchRequest.Value value) {
            out.writeByte(ArgumentKind.VALUE.ordinal());
            out.writeInt(value.bytes().length);
            out.write(value.bytes());
        } else if (argument instanceof LaunchRequest.Local local) {
            out.writeByte(ArgumentKind.LOCAL.ordinal());
            out.writeLong(local.bytes());
        } else if (argument instanceof LaunchRequest.Part part) {
            out.writeByte(ArgumentKind.PART.ordinal());
            out.writeInt(part.block().number());
            out.writeLong(part.offset());
            out.writeLong(part.bytes());
        }
    }

    private void writeSizes(long[] sizes) throws IOException {
        out.writeByte(sizes.length);
        for (long size : sizes) {
            out.writeLong(size);
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }

    private interface Writing {
        void run() throws IOException;
    }

    private LaunchMessage write(Writing writing) {
        try {
            writing.run();
            return this;
        } catch (IOException impossible) { // in memory
            throw new UncheckedIOException(impossible);
        }
    }
}
