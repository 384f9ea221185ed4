package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Session;
import org.plegma.testing.ChildJvm;

/** Work that ends in the middle: killed, interrupted, or out of room. */
class StreamResumeTest {
    private static final int ROWS = 800;
    private static final int COLUMNS = 96;
    private static final int KILLS = 20;
    private static final Filter BLUR = Filter.gaussian(2, 1.5);

    @TempDir
    Path folder;

    private static StreamSource quick() {
        return slow(0, 0, () -> {});
    }

    /** Rows of a formula, of which each takes a while; something happens when so many have been made. */
    private static StreamSource slow(long pauseNanos, int rows, Runnable then) {
        AtomicInteger made = new AtomicInteger();
        return StreamSource.generate(
                "slow",
                (row, values) -> {
                    for (int i = 0; i < values.length; i++) {
                        values[i] = (row * 31 + i * 17) % 101 / 101f;
                    }
                    if (made.incrementAndGet() == rows) {
                        then.run();
                    }
                    LockSupport.parkNanos(pauseNanos);
                },
                ROWS,
                COLUMNS);
    }

    private static StreamReport run(Session session, StreamSource source, StreamSink sink) {
        return run(session, BLUR, source, sink);
    }

    private static StreamReport run(Session session, Filter filter, StreamSource source, StreamSink sink) {
        return Convolve.of(session).method("separable").boundary("reflect").stream(filter)
                .memory(60_000, 60_000)
                .run(source, sink);
    }

    private static Grid expected(Session session) {
        return expected(session, BLUR);
    }

    private static Grid expected(Session session, Filter filter) {
        Grid image = Grid.floats(ROWS, COLUMNS);
        quick().copyTo(StreamSink.of(image));
        return Convolve.of(session).method("separable").boundary("reflect").convolve(image, filter);
    }

    /** Is killed. Arguments: the result, and a file that it makes when it begins. */
    public static final class Slow {
        private Slow() {}

        public static void main(String[] args) {
            try (Session session = Session.open()) {
                StreamSource source = slow(2_000_000, 1, () -> {
                    try {
                        Files.createFile(Path.of(args[1]));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                run(session, source, StreamSink.hdf5(Path.of(args[0]), "result"));
            }
        }
    }

    @Test
    void whatIsKilledGoesOnWhereItWas() throws Exception {
        Path out = folder.resolve("out.h5");
        Random random = new Random(20);
        Grid expected;
        try (Session session = Session.open()) {
            expected = expected(session); // and what the children need is compiled
        }
        int kills = 0;
        int kept = 0;
        int most = 0;
        for (int i = 0; i < KILLS; i++) {
            Path begun = folder.resolve("begun" + i);
            ChildJvm.Running child = ChildJvm.of(Slow.class).start(out.toString(), begun.toString());
            // Every other child gets to write something, the rest may be killed in the preparations.
            while (child.process().isAlive() && (i % 2 == 0 ? !Files.exists(begun) : finishedRows(out) <= kept)) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
            TimeUnit.MILLISECONDS.sleep(random.nextInt(150));
            child.process().destroyForcibly();
            if (child.await().exitCode() == 137) {
                kills++;
            }
            int now = finishedRows(out);
            assertTrue(now >= kept, now + " rows are left of " + kept);
            kept = now;
            most = Math.max(most, kept);
            if (Files.exists(out)) {
                assertEquals(expected, Hdf5.load(out, "result"));
                Files.delete(out);
                kept = 0;
            }
        }
        assertTrue(kills >= KILLS - 5, kills + " killed while they worked");
        assertTrue(most > ROWS / 10, most + " rows at most");
        try (Session session = Session.open()) {
            StreamReport report = run(session, quick(), StreamSink.hdf5(out, "result"));
            assertEquals(kept, report.resumedRows(), report::discarded);
            assertEquals(expected, Hdf5.load(out, "result"));
            StreamChecksumTest.assertChecksums(expected, report);
        }
        assertFalse(Files.exists(folder.resolve("out.h5.part")));
        assertFalse(Files.exists(folder.resolve("out.h5.journal")));
    }

    /** What the journal says is there; all if the file is in its place. */
    private static int finishedRows(Path out) throws IOException {
        Path journal = out.resolveSibling(out.getFileName() + ".journal");
        if (!Files.exists(journal)) {
            return Files.exists(out) ? ROWS : 0;
        }
        return Files.readAllLines(journal).stream()
                .skip(1)
                .filter(line -> line.contains(" "))
                .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(' '))))
                .sum();
    }

    @Test
    void whatIsInterruptedGoesOnUnlessSomethingIsDifferent() throws Exception {
        Path out = folder.resolve("out.raw");
        try (Session session = Session.open()) {
            expected(session);
            Thread user = Thread.currentThread();
            StreamSource source = slow(50_000, ROWS / 2, user::interrupt);
            assertThrows(CancellationException.class, () -> run(session, source, StreamSink.raw(out)));
            assertFalse(Files.exists(out));
            int kept = finishedRows(out);
            assertTrue(kept > 0 && kept < ROWS, kept + " rows");

            // A strip that was changed meanwhile, and all behind it, is made again.
            Path part = folder.resolve("out.raw.part");
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), (kept - 1L) * COLUMNS * Float.BYTES);
            }
            StreamReport report = run(session, quick(), StreamSink.raw(out));
            assertTrue(report.resumedRows() > 0 && report.resumedRows() < kept, report + " of " + kept);
            String changed = "rows from " + report.resumedRows() + " on are not as they were written";
            assertEquals(changed, report.discarded());
            Grid found = Grid.floats(ROWS, COLUMNS);
            StreamSource.raw(out, ElementType.FLOAT, ROWS, COLUMNS).copyTo(StreamSink.of(found));
            assertEquals(expected(session), found);

            // Another filter of the same size: nothing of what is left may be used.
            StreamSource again = slow(50_000, ROWS / 2, user::interrupt);
            assertThrows(CancellationException.class, () -> run(session, again, StreamSink.raw(out)));
            assertTrue(finishedRows(out) > 0);
            Filter other = Filter.gaussian(2, 1.4, BLUR.shape()[0] / 2);
            assertArrayEquals(BLUR.shape(), other.shape());
            StreamReport anew = run(session, other, quick(), StreamSink.raw(out));
            assertEquals(0, anew.resumedRows());
            String why = anew.discarded();
            assertTrue(why.matches("what was left is of other work: filter \\w+, now \\w+"), why);
            assertTrue(anew.toString().contains("not resumed: " + why), anew.toString());
            StreamSource.raw(out, ElementType.FLOAT, ROWS, COLUMNS).copyTo(StreamSink.of(found));
            assertEquals(expected(session, other), found);
        }
    }

    @Test
    void onlyOneMayWriteAFile() throws IOException {
        Path out = folder.resolve("out.raw");
        int[] shape = {ROWS, COLUMNS};
        try (StreamSink.Output first = StreamSink.raw(out).open(ElementType.FLOAT, shape, () -> "key")) {
            String message = assertThrows(
                            IOException.class, () -> StreamSink.raw(out).open(ElementType.FLOAT, shape, () -> "key"))
                    .getMessage();
            assertTrue(message.endsWith("out.raw is being written by another thread of this program."), message);
            assertEquals(0, first.finishedRows());
            String other = ChildJvm.of(Second.class)
                    .run(out.toString())
                    .assertSuccess()
                    .output();
            assertEquals(out + " is being written by another process.\n", other);
        }
    }

    /** Writes a file that is being written. */
    public static final class Second {
        private Second() {}

        public static void main(String[] args) {
            try (StreamSink.Output output =
                    StreamSink.raw(Path.of(args[0])).open(ElementType.FLOAT, new int[] {ROWS, COLUMNS}, () -> "key")) {
                System.out.println("opened with " + output.finishedRows() + " rows");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void theDatasetHasTheNameThatItWasGivenLast() throws IOException {
        Path out = folder.resolve("out.h5");
        int[] shape = {4, 2};
        ByteBuffer row = ByteBuffer.allocateDirect(2 * Float.BYTES);
        try (StreamSink.Output first = StreamSink.hdf5(out, "first").open(ElementType.FLOAT, shape, () -> "key")) {
            first.write(0, 1, row);
        }
        try (StreamSink.Output second = StreamSink.hdf5(out, "second").open(ElementType.FLOAT, shape, () -> "key")) {
            assertEquals(1, second.finishedRows());
            for (int i = 1; i < 4; i++) {
                second.write(i, 1, row.clear());
            }
            second.complete();
        }
        assertEquals(Set.of("second"), Hdf5.names(out));
        assertEquals(Grid.floats(4, 2), Hdf5.load(out, "second"));
    }

    /** Runs out of room: the largest file that it may write is set to less than it needs. */
    public static final class Cramped {
        private Cramped() {}

        public static void main(String[] args) throws Exception {
            Session session = Session.open();
            expected(session); // what is compiled and kept in files is there before
            String pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("prlimit", "--fsize=200000", "--pid", pid)
                    .inheritIO()
                    .start()
                    .waitFor();
            try (session) {
                run(session, quick(), StreamSink.raw(Path.of(args[0])));
            } catch (UncheckedIOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void whatHasNoRoomIsKeptAndSaysHowMuchIsMissing() throws IOException {
        Path out = folder.resolve("out.raw");
        String message =
                ChildJvm.of(Cramped.class).run(out.toString()).assertSuccess().output();
        assertTrue(message.startsWith("Cannot convolve slow 800 x 96: Cannot write rows "), message);
        assertTrue(message.contains("File too large"), message);
        assertTrue(message.contains("of 800 rows are kept in out.raw.part; "), message);
        assertTrue(message.contains("Make room, and start the same work again to go on."), message);
        int kept = finishedRows(out);
        assertTrue(kept > 300 && kept < 550, kept + " rows");
        try (Session session = Session.open()) {
            StreamReport report = run(session, quick(), StreamSink.raw(out));
            assertEquals(kept, report.resumedRows(), report::discarded);
        }
        assertEquals(
                List.of(),
                Files.list(folder).filter(p -> p.toString().endsWith(".part")).toList());
    }

    @Test
    void whatCannotFitOnTheDiskIsRefusedBeforeAnythingIsComputed() throws IOException {
        Path out = folder.resolve("out.raw");
        String message = assertThrows(IOException.class, () -> StreamSink.raw(out)
                        .open(ElementType.FLOAT, new int[] {1 << 30, 1 << 20}, () -> "key"))
                .getMessage();
        assertTrue(message.matches("No room for .*out.raw: .* are to be written, the disk has .* left\\."), message);
        assertEquals(0, Files.size(folder.resolve("out.raw.part")));
    }

    @Test
    void aDamagedFileIsAnErrorWithItsPlace() throws IOException {
        Path in = folder.resolve("in.h5");
        Hdf5.save(in, "image", Grid.random(ElementType.INT, 1, ROWS, COLUMNS));
        StreamSource source = StreamSource.hdf5(in, "image");
        try (FileChannel channel = FileChannel.open(in, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        try (Session session = Session.open()) {
            String message = assertThrows(
                            UncheckedIOException.class,
                            () -> run(session, source, StreamSink.of(Grid.doubles(ROWS, COLUMNS))))
                    .getMessage();
            assertTrue(message.startsWith("Cannot convolve 'image' of "), message);
            assertTrue(message.contains("rows ") && message.contains("in.h5"), message);
            assertTrue(session.memoryInUse() == 0, session.memory().toString());
        }
    }

    @Test
    void aSourceThatEndsEarlyIsAnErrorWithItsPlace() throws IOException {
        Path in = folder.resolve("in.raw");
        quick().copyTo(StreamSink.raw(in));
        StreamSource source = StreamSource.raw(in, ElementType.FLOAT, ROWS, COLUMNS);
        try (FileChannel channel = FileChannel.open(in, StandardOpenOption.WRITE)) {
            channel.truncate(COLUMNS * Float.BYTES * 400L);
        }
        try (Session session = Session.open()) {
            String message = assertThrows(
                            UncheckedIOException.class,
                            () -> run(session, source, StreamSink.of(Grid.floats(ROWS, COLUMNS))))
                    .getMessage();
            assertTrue(message.contains("in.raw ends at byte 153600, within row 4"), message);
            assertTrue(session.memoryInUse() == 0, session.memory().toString());
        }
    }
}
