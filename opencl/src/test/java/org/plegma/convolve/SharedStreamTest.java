package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;
import org.plegma.testing.ChildJvm;

/** Streams through several devices: a process with three devices (processors, and GPUs where there are so many), bit for bit against the whole image on one. */
class SharedStreamTest {
    private static final Filter EVEN = Filter.of(Grid.random(ElementType.DOUBLE, 3, 6, 4));

    @Test
    void severalDevicesGiveWhatOneGives() {
        for (ChildJvm child : ChildJvm.onDevices(3, SharedStreamTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all is well"), output);
        }
    }

    @Test
    void devicesOfOtherKindsAreRefused() {
        StreamConvolve.requireOneKind(List.of("H200", "H200"));
        IllegalArgumentException two = assertThrows(
                IllegalArgumentException.class, () -> StreamConvolve.requireOneKind(List.of("H200", "H100", "H200")));
        assertTrue(two.getMessage().contains("found [H100, H200]"), two.getMessage());
        IllegalArgumentException none =
                assertThrows(IllegalArgumentException.class, () -> StreamConvolve.requireOneKind(List.of()));
        assertTrue(none.getMessage().contains("found no device"), none.getMessage());
    }

    /** The child. */
    public static void main(String[] arguments) throws IOException {
        try (Session session = Session.open(ChildJvm.devices(3))) {
            for (int devices = 2; devices <= 3; devices++) {
                List<Session> some = session.devices().subList(0, devices).stream()
                        .map(session::on)
                        .toList();
                long before = session.memoryInUse();
                for (String boundary : List.of("zero", "reflect", "wrap")) {
                    for (String method : List.of("direct", "fft(16)")) {
                        Convolve convolve = Convolve.of(session).method(method).boundary(boundary);
                        long memory = method.equals("direct") ? 20_000 : 200_000;
                        for (int rows : new int[] {1, 7, 60, 301}) {
                            image(convolve, memory, some, Grid.random(ElementType.FLOAT, rows, rows, 24));
                        }
                    }
                }
                image(
                        Convolve.of(session).method("direct"),
                        40_000,
                        some,
                        Grid.random(ElementType.DOUBLE, 5, 40, 9, 8));
                goesOn(session, some);
                assertEquals(before, session.memoryInUse());
            }
        }
        System.out.println("all is well");
    }

    private static void image(Convolve convolve, long memory, List<Session> devices, Grid image) {
        Filter filter = image.rank() == 3 ? Filter.of(Grid.random(ElementType.DOUBLE, 4, 3, 2, 3)) : EVEN;
        Grid expected = convolve.convolve(image, filter);
        for (boolean overlap : new boolean[] {true, false}) {
            StreamConvolve stream = convolve.stream(filter)
                    .memory(memory, memory)
                    .overlap(overlap)
                    .on(devices);
            Grid found = Grid.zeros(image.type(), image.shape());
            StreamReport report = stream.run(StreamSource.of(image), StreamSink.of(found));
            assertEquals(expected, found, report.toString());
            assertEquals(devices.size(), report.devices());
            if (report.strips() >= devices.size() && overlap) {
                assertEquals(
                        devices.size(),
                        report.timeline().spans().stream()
                                .filter(span -> span.kind() == Span.Kind.KERNEL)
                                .map(Span::device)
                                .collect(Collectors.toSet())
                                .size(),
                        report.toString());
            }
            try (StreamPinned in = StreamPinned.of(devices.get(0), image);
                    StreamPinned out = StreamPinned.of(devices.get(1), image.type(), image.shape())) {
                stream.run(in, out);
                assertEquals(expected, out.toGrid(), report.toString());
            }
        }
    }

    /** What several devices have left in a file, another number of them goes on with. */
    private static void goesOn(Session session, List<Session> devices) throws IOException {
        Grid image = Grid.random(ElementType.FLOAT, 8, 400, 24);
        Convolve convolve = Convolve.of(session).method("direct");
        Grid expected = convolve.convolve(image, EVEN);
        StreamConvolve one = convolve.stream(EVEN).memory(30_000, 30_000);
        Path file = Files.createTempFile("strips", ".raw");
        try {
            for (boolean several : new boolean[] {true, false}) {
                Files.delete(file);
                StreamConvolve first = several ? one.on(devices) : one;
                StreamConvolve second = several ? one : one.on(devices);
                assertThrows(UncheckedIOException.class, () -> first.run(broken(image, 250), StreamSink.raw(file)));
                StreamReport report = second.run(StreamSource.of(image), StreamSink.raw(file));
                assertTrue(report.resumedRows() > 0 && report.resumedRows() < 250, report.toString());
                Grid found = Grid.zeros(image.type(), image.shape());
                StreamSource.raw(file, image.type(), image.shape()).copyTo(StreamSink.of(found));
                assertEquals(expected, found, report.toString());
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** A grid of which strips, though not single rows as samples, cannot be read from some row on. */
    private static StreamSource broken(Grid image, int from) {
        StreamSource whole = StreamSource.of(image);
        return new StreamSource() {
            @Override
            public ElementType type() {
                return whole.type();
            }

            @Override
            public int[] shape() {
                return whole.shape();
            }

            @Override
            public void read(int row, int count, ByteBuffer into) throws IOException {
                if (count > 1 && row + count > from) {
                    throw new IOException("broken at row " + from);
                }
                whole.read(row, count, into);
            }

            @Override
            public String identity() throws IOException {
                return whole.identity();
            }
        };
    }
}
