package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.stream.StreamChecksumTest;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.Session;

class StreamConvolveTest {
    private static final List<String> BOUNDARIES =
            List.of("zero", "constant(1.5)", "reflect", "mirror", "nearest", "wrap");
    private static final long PLENTY = 64 << 20;

    private static Session session;
    private static Convolve convolve;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        session = Session.open();
        convolve = Convolve.of(session);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Grid image(ElementType type, long seed, int... shape) {
        Grid image = Grid.random(type, seed, shape);
        return image.fill(at -> image.get(at) - 0.5);
    }

    private static Filter filter(Random random, boolean separable, int... shape) {
        double[][] factors = Arrays.stream(shape)
                .mapToObj(n -> random.doubles(n, -1, 1).toArray())
                .toArray(double[][]::new);
        return separable ? Filter.separable(factors) : Filter.of(image(ElementType.DOUBLE, random.nextLong(), shape));
    }

    private static void assertSameBits(Grid expected, Grid found, String what) {
        if (expected.type() == ElementType.FLOAT) {
            assertArrayEquals(expected.floats(), found.floats(), what);
        } else {
            assertArrayEquals(expected.doubles(), found.doubles(), what);
        }
    }

    /** The smallest memory for which there is a strip, and then a little more and much more. */
    private static StreamReport runIn(long bytes, StreamConvolve stream, Grid image, Grid result) {
        while (true) {
            try {
                return stream.memory(bytes, bytes).run(StreamSource.of(image), StreamSink.of(result));
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("does not hold one strip"), e.getMessage());
                bytes = bytes * 5 / 4;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"separable", "direct"})
    void isBitForBitWhatOneLaunchGives(String method) {
        Random random = new Random(method.hashCode());
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < 24; i++) {
            ElementType type = i % 8 == 3 && session.device().supportsDouble() ? ElementType.DOUBLE : ElementType.FLOAT;
            int rank = i % 8 == 7 ? 3 : i % 8 == 6 ? 1 : 2;
            int[] shape = random.ints(rank, 1, rank == 3 ? 20 : 90).toArray();
            // Few sizes, as each has a program of its own; 40 is taller than many strips and images.
            int[] taps = random.ints(rank, 0, 2).map(n -> new int[] {1, 6}[n]).toArray();
            taps[0] = i % 5 == 0 ? 40 : taps[0];
            String boundary = BOUNDARIES.get(i % BOUNDARIES.size());
            Mode mode = i % 3 == 0 ? Mode.values()[i / 3 % 3] : Mode.SAME;
            if (mode == Mode.VALID) {
                taps = Arrays.stream(taps).map(n -> 1).toArray();
                taps[0] = Math.min(shape[0], 7);
            }
            Convolve settings = convolve.method(method).boundary(boundary).mode(mode);
            Filter filter = filter(random, method.equals("separable") || i % 2 == 0, taps);
            Grid image = image(type, i, shape);
            Grid expected = i % 2 == 0 ? settings.convolve(image, filter) : settings.correlate(image, filter);
            Grid result = Grid.zeros(type, expected.shape());
            StreamConvolve stream = i % 2 == 0 ? settings.stream(filter) : settings.streamCorrelation(filter);
            String what = settings + " " + Arrays.toString(shape) + " by " + filter;
            StreamReport report = runIn(
                    i % 3 == 1 ? PLENTY : 64,
                    stream.buffers(2 + i % 3).overlap(i % 7 != 0).checksums(true),
                    image,
                    result);
            assertSameBits(expected, result, what + ": " + report);
            StreamChecksumTest.assertChecksums(expected, report);
            fewest = Math.min(fewest, report.strips());
            most = Math.max(most, report.strips());
        }
        assertEquals(1, fewest);
        assertTrue(most > 20, most + " strips at most");
    }

    @Test
    void anImageInPinnedMemoryGoesToTheDeviceAtOnce() {
        Grid image = image(ElementType.FLOAT, 5, 200, 130);
        for (String boundary : BOUNDARIES) {
            Convolve settings = convolve.method("separable").boundary(boundary);
            Filter filter = Filter.gaussian(2, 3);
            try (StreamPinned in = StreamPinned.of(session, image);
                    StreamPinned out = StreamPinned.of(session, ElementType.FLOAT, 200, 130)) {
                assertEquals(image, in.toGrid());
                StreamReport report = settings.stream(filter)
                        .checksums(true)
                        .memory(200_000, 100_000)
                        .run(in, out);
                assertTrue(report.strips() > 3, report.toString());
                assertSameBits(settings.convolve(image, filter), out.toGrid(), boundary);
                StreamChecksumTest.assertChecksums(out.toGrid(), report);
                assertEquals(0, report.hostBytes() + report.busy("read") + report.busy("write"));
            }
        }
    }

    /** Run twice, it would be convolved twice. */
    @Test
    void aFileIsNotWrittenOverThatIsRead() throws IOException {
        Grid image = image(ElementType.FLOAT, 8, 20, 30);
        Path raw = folder.resolve("same.raw");
        Path file = folder.resolve("same.h5");
        StreamSource.of(image).copyTo(StreamSink.raw(raw));
        StreamSource.of(image).copyTo(StreamSink.hdf5(file, "image"));
        Path link = Files.createSymbolicLink(folder.resolve("link.raw"), raw);
        StreamConvolve stream = convolve.stream(Filter.gaussian(2, 1));
        StreamSource read = StreamSource.raw(raw, ElementType.FLOAT, 20, 30);
        for (StreamSink sink : List.of(StreamSink.raw(raw), StreamSink.raw(link))) {
            assertThrows(IllegalArgumentException.class, () -> stream.run(read, sink));
        }
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> stream.run(StreamSource.hdf5(file, "image"), StreamSink.hdf5(file, "image")))
                .getMessage();
        assertTrue(message.startsWith("A stream cannot write into the image that it reads, "), message);
        assertSameBits(image, read.rows(0, 20), "untouched");
        assertEquals(image, Hdf5.load(file, "image"));
    }

    @Test
    void filesComeInAndGoOut() {
        Grid image = image(ElementType.FLOAT, 8, 150, 64);
        Filter filter = Filter.of(image(ElementType.DOUBLE, 9, 7, 4));
        Grid expected = convolve.method("direct").boundary("mirror").convolve(image, filter);
        Path chunked = folder.resolve("chunked.h5");
        Hdf5.save(chunked, "a/image", image);
        Path contiguous = folder.resolve("contiguous.h5");
        StreamSource.hdf5(chunked, "a/image").copyTo(StreamSink.hdf5(contiguous, "b"));
        Path raw = folder.resolve("image.raw");
        String lost = assertThrows(UncheckedIOException.class, () -> StreamSource.hdf5(chunked, "a/image")
                        .copyTo(StreamSink.hdf5(chunked, "b")))
                .getMessage();
        assertTrue(lost.contains("it holds a/image, which would be lost"), lost);
        StreamSource.hdf5(contiguous, "b").copyTo(StreamSink.raw(raw));
        for (StreamSource source : List.of(
                StreamSource.hdf5(chunked, "a/image"),
                StreamSource.hdf5(contiguous, "b"),
                StreamSource.raw(raw, ElementType.FLOAT, 150, 64))) {
            Path out = folder.resolve("out.h5");
            StreamReport report = convolve.method("direct").boundary("mirror").stream(filter)
                    .memory(60_000, 60_000)
                    .run(source, StreamSink.hdf5(out, "deep/result"));
            assertTrue(report.strips() > 2, report.toString());
            assertSameBits(expected, Hdf5.load(out, "deep/result"), source.toString());
            StreamChecksumTest.assertChecksums(expected, report);
            assertEquals(
                    List.of(),
                    Arrays.stream(folder.toFile().list())
                            .filter(name -> name.endsWith(".part") || name.endsWith(".journal"))
                            .toList());
        }
    }

    /** Rows of several megabytes go in parts to several threads. */
    @Test
    void rowsFromTheMiddleGoToPinnedMemoryInParts() throws IOException {
        Grid image = Grid.random(ElementType.FLOAT, 7, 16, 1 << 18);
        ByteBuffer bytes = ByteBuffer.allocateDirect(16 << 20).order(ByteOrder.nativeOrder());
        bytes.asFloatBuffer().put(image.floats());
        int rowBytes = 1 << 20;
        try (StreamPinned pinned = StreamPinned.of(session, ElementType.FLOAT, 16, 1 << 18);
                StreamSink.Output out = pinned.open(ElementType.FLOAT, pinned.shape(), () -> "")) {
            out.write(0, 5, bytes.slice(0, 5 * rowBytes));
            out.write(5, 11, bytes.slice(5 * rowBytes, 11 * rowBytes));
            assertEquals(image, pinned.toGrid());
            ByteBuffer part = ByteBuffer.allocateDirect(7 * rowBytes);
            pinned.read(6, 7, part);
            assertEquals(bytes.slice(6 * rowBytes, 7 * rowBytes), part);
        }
    }

    @Test
    void aGeneratedImageIsMadeRowByRow() {
        StreamSource source = StreamSource.generate(
                "ramp",
                (row, values) -> {
                    for (int i = 0; i < values.length; i++) {
                        values[i] = row + i / 128f;
                    }
                },
                300,
                128);
        Grid image = Grid.generate(ElementType.FLOAT, at -> at[0] + at[1] / 128f, 300, 128);
        assertEquals(Grid.generate(ElementType.FLOAT, at -> 7 + at[0] + at[1] / 128f, 3, 128), source.rows(7, 3));
        Grid result = Grid.floats(300, 128);
        convolve.method("direct").stream(Filter.box(2, 2)).run(source, StreamSink.of(result));
        assertSameBits(convolve.method("direct").convolve(image, Filter.box(2, 2)), result, "ramp");
    }

    @Test
    void theMemoryThatIsUsedIsNoMoreThanAllowed() {
        Grid image = image(ElementType.FLOAT, 5, 1000, 256);
        Grid result = Grid.floats(1000, 256);
        for (String method : List.of("separable", "direct")) {
            for (long bytes : new long[] {400_000, 1_000_000, 3_000_000}) {
                StreamConvolve stream = convolve.method(method).stream(Filter.gaussian(2, 5));
                StreamReport report = stream.memory(bytes, bytes).run(StreamSource.of(image), StreamSink.of(result));
                assertTrue(report.deviceBytes() <= bytes, report.toString());
                assertTrue(report.hostBytes() <= bytes, report.toString());
                assertTrue(Math.max(report.deviceBytes(), report.hostBytes()) > 0.75 * bytes, report.toString());
            }
        }
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab")); // has other digits
        try {
            String message = assertThrows(IllegalArgumentException.class, () -> convolve.stream(Filter.gaussian(2, 5))
                            .memory(100_000, 1 << 20)
                            .run(StreamSource.of(image), StreamSink.of(result)))
                    .getMessage();
            assertTrue(
                    message.matches(
                            "(?s)The method .*97.7 KiB on the device and 1.00 MiB on the host, does not hold one strip: [0-9]+ buffers.*"),
                    message);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theTimelineHasEveryQueueAndTheHost() {
        Grid image = image(ElementType.FLOAT, 5, 600, 256);
        StreamReport report = convolve.stream(Filter.gaussian(2, 5))
                .memory(500_000, 500_000)
                .run(StreamSource.of(image), StreamSink.of(Grid.floats(600, 256)));
        for (String queue : List.of("read", "upload", "compute", "download", "write")) {
            assertTrue(report.busy(queue) > 0, queue + ": " + report);
        }
        long bytes = report.timeline().spans().stream()
                .filter(span -> span.queue().equals("download"))
                .mapToLong(span -> span.bytes())
                .sum();
        assertEquals(600 * 256 * 4, bytes);
    }

    @Test
    void whatDoesNotFitIsToldByName() throws Exception {
        Path file = folder.resolve("short.raw");
        Files.write(file, new byte[100]);
        assertFails(
                "short.raw has 100 bytes; float 10 x 10 needs 400",
                () -> StreamSource.raw(file, ElementType.FLOAT, 10, 10));
        assertFails("No file", () -> StreamSource.raw(folder.resolve("no.raw"), ElementType.FLOAT, 10, 10));
        assertFails("No file", () -> StreamSource.hdf5(folder.resolve("no.h5"), "a"));
        assertFails("not a readable HDF5 file", () -> StreamSource.hdf5(file, "a"));
        Path h5 = folder.resolve("a.h5");
        Hdf5.save(h5, "a", Grid.floats(4, 4));
        assertFails("No dataset 'b' in", () -> StreamSource.hdf5(h5, "b"));
        assertFails("the grid for it float 5 x 4", () -> convolve.stream(Filter.box(2, 1))
                .run(StreamSource.hdf5(h5, "a"), StreamSink.of(Grid.floats(5, 4))));
        assertFails("it is a folder", () -> convolve.stream(Filter.box(2, 1))
                .run(StreamSource.hdf5(h5, "a"), StreamSink.raw(folder)));
        assertFails("Cannot write " + file.resolve("b.raw") + ": FileAlreadyExists.", () -> convolve.stream(
                        Filter.box(2, 1))
                .run(StreamSource.hdf5(h5, "a"), StreamSink.raw(file.resolve("b.raw"))));
        Grid grid = Grid.floats(4, 4);
        assertFails("cannot write into the image that it reads", () -> convolve.stream(Filter.box(2, 1))
                .run(StreamSource.of(grid), StreamSink.of(grid)));
        StreamPinned pinned = StreamPinned.of(session, ElementType.FLOAT, 4, 4);
        assertFails("cannot write into the image that it reads", () -> convolve.stream(Filter.box(2, 1))
                .run(pinned, pinned));
        pinned.close();
        assertFails("used after it was closed", () -> convolve.stream(Filter.box(2, 1))
                .run(pinned, StreamSink.of(grid)));
    }

    private static void assertFails(String message, Runnable work) {
        String found = assertThrows(RuntimeException.class, work::run).getMessage();
        assertTrue(found.contains(message), found);
    }

    /** Low strips where the bus is slower than an H200's arithmetic though it does half again as much. */
    @Test
    void stripsAreLowWhereCopiesTakeLonger() {
        double h200 = 58e12;
        assertEquals(1, StreamConvolve.halos(h200, ElementType.FLOAT, 2 * 513 + 1));
        assertEquals(4, StreamConvolve.halos(h200, ElementType.FLOAT, 2 * 1025 + 1));
        assertEquals(4, StreamConvolve.halos(h200 / 4, ElementType.FLOAT, 2 * 513 + 1));
        assertEquals(4, StreamConvolve.halos(0, ElementType.FLOAT, 2 * 513 + 1));
        assertEquals(4, StreamConvolve.halos(h200, ElementType.DOUBLE, 2 * 513 + 1));
    }
}
