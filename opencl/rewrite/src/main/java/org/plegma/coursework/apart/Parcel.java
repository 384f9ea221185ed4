package org.plegma.coursework.apart;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plegma.coursework.apart.LaunchRunner.Code;
import org.plegma.coursework.apart.LaunchRunner.Launch;
import org.plegma.coursework.apart.LaunchRunner.Outcome;

/** What goes to the other process and comes back, in files: what a kernel prints is not among it. */
final class Parcel {
    private static final String WORK = "work";
    private static final String RESULTS = "results";
    /** Of bytes, where there is no file of results. */
    static final long NO_RESULTS = -1;

    private static final int INT = 0;
    private static final int FLOAT = 1;
    private static final int ARRAY = 2;

    private Parcel() {}

    /** The programs and the launches. */
    record Work(List<Code> codes, List<Launch> launches) {}

    static void writeWork(Path folder, List<Code> codes, List<Launch> launches) throws IOException {
        try (DataOutputStream out = out(folder.resolve(WORK))) {
            out.writeInt(codes.size());
            for (Code code : codes) {
                text(out, code.source());
                out.writeInt(code.options().size());
                for (String option : code.options()) {
                    text(out, option);
                }
                text(out, code.kernel());
            }
            out.writeInt(launches.size());
            for (Launch launch : launches) {
                out.writeInt(launch.code());
                sizes(out, launch.global());
                sizes(out, launch.local());
                out.writeInt(launch.runs());
                out.writeInt(launch.arguments().size());
                for (Object argument : launch.arguments()) {
                    if (argument instanceof float[] array) {
                        out.writeByte(ARRAY);
                        floats(out, array);
                    } else if (argument instanceof Float number) {
                        out.writeByte(FLOAT);
                        out.writeFloat(number);
                    } else {
                        out.writeByte(INT);
                        out.writeInt((Integer) argument);
                    }
                }
            }
        }
    }

    static Work readWork(Path folder) throws IOException {
        try (DataInputStream in = in(folder.resolve(WORK))) {
            List<Code> codes = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                String source = text(in);
                List<String> options = new ArrayList<>();
                for (int more = in.readInt(); more > 0; more--) {
                    options.add(text(in));
                }
                codes.add(new Code(source, options, text(in)));
            }
            List<Launch> launches = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                int code = in.readInt();
                long[] global = sizes(in);
                long[] local = sizes(in);
                int runs = in.readInt();
                List<Object> arguments = new ArrayList<>();
                for (int more = in.readInt(); more > 0; more--) {
                    switch (in.readByte()) {
                        case ARRAY -> arguments.add(floats(in));
                        case FLOAT -> arguments.add(in.readFloat());
                        default -> arguments.add(in.readInt());
                    }
                }
                launches.add(new Launch(code, global, local, arguments, runs));
            }
            return new Work(codes, launches);
        }
    }

    /** Whether the other process has come to its first launch. */
    static boolean isBegun(Path folder) {
        return Files.exists(folder.resolve(RESULTS), java.nio.file.LinkOption.NOFOLLOW_LINKS);
    }

    /** How much of the results is there. */
    static long bytesOfResults(Path folder) throws IOException {
        Path file = folder.resolve(RESULTS);
        return Files.isRegularFile(file, java.nio.file.LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : NO_RESULTS;
    }

    static DataOutputStream results(Path folder) throws IOException {
        return out(folder.resolve(RESULTS));
    }

    /** On disk at once: the next launch may end the process. */
    static void write(DataOutputStream out, Outcome outcome) throws IOException {
        text(out, outcome.problem());
        out.writeDouble(outcome.seconds());
        floats(out, outcome.result() == null ? new float[0] : outcome.result());
        out.flush();
    }

    /**
     * The outcomes that are whole, which another process has written: nothing is believed but that each is of the size that
     * its launch asked for.
     */
    static List<Outcome> readResults(Path folder, List<Launch> launches) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        Path file = folder.resolve(RESULTS);
        if (!Files.isRegularFile(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return outcomes;
        }
        try (DataInputStream in = in(file)) {
            for (Launch launch : launches) {
                int expected =
                        ((float[]) launch.arguments().get(launch.arguments().size() - 1)).length;
                String problem = text(in);
                double seconds = in.readDouble();
                int length = in.readInt();
                if (length != (problem.isEmpty() ? expected : 0)) {
                    throw new EOFException("a result of " + length + " elements");
                }
                float[] result = elements(in, length);
                outcomes.add(new Outcome(problem.isEmpty() ? result : null, seconds, problem));
            }
        } catch (EOFException e) {
            return outcomes;
        }
        return outcomes;
    }

    private static DataOutputStream out(Path file) throws IOException {
        return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    }

    private static DataInputStream in(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > 1 << 20) {
            throw new EOFException("a text of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void sizes(DataOutputStream out, long[] sizes) throws IOException {
        out.writeInt(sizes.length);
        for (long size : sizes) {
            out.writeLong(size);
        }
    }

    private static long[] sizes(DataInputStream in) throws IOException {
        long[] sizes = new long[in.readInt()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.readLong();
        }
        return sizes;
    }

    private static void floats(DataOutputStream out, float[] values) throws IOException {
        out.writeInt(values.length);
        for (float value : values) {
            out.writeInt(Float.floatToRawIntBits(value));
        }
    }

    private static float[] floats(DataInputStream in) throws IOException {
        return elements(in, in.readInt());
    }

    private static float[] elements(DataInputStream in, int length) throws IOException {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = Float.intBitsToFloat(in.readInt());
        }
        return values;
    }
}
