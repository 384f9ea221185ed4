package org.plegma.bench.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;

/** Feeds of many images, images beyond arrays of Java, and timelines, of small images. */
class StreamCasesTest {
    private static final int SIDE = 192;

    @Test
    void manyImagesAndLargeOnesAreRight() {
        List<BenchCase> cases = new ArrayList<>(FeedCases.cases(SIDE, 3, 2));
        cases.add(LargeStream.of(SIDE, 3));
        try (Session session = Session.open()) {
            for (Measurement measured :
                    new Bench(session).timeLimit(0.001).warmUp(0).run(cases)) {
                assertTrue(measured.valid(), measured + " " + measured.problem());
                int images = (Integer) measured.work().parameters().getOrDefault("images", 1);
                assertEquals((double) images * SIDE * SIDE, measured.work().cells());
            }
        }
    }

    /** Overlapped and serial streams tell what ran when, and a file keeps it. */
    @Test
    void timelinesAreToldAndKept(@TempDir Path folder) throws IOException {
        Map<String, Timeline> found = new HashMap<>();
        List<BenchCase> cases = StreamFamily.cases(
                "streams", "separable", SIDE, 3, List.of("overlapped", "one after another", "upload"));
        try (Session session = Session.open()) {
            new Bench(session)
                    .timeLimit(0.001)
                    .warmUp(0)
                    .timelines((work, timeline) -> found.put(work.method(), timeline))
                    .run(cases);
        }
        assertEquals(2, found.size(), found::toString);
        Timeline overlapped = found.get("overlapped");
        assertTrue(overlapped.seconds(Span.Kind.KERNEL) > 0, overlapped::toString);
        Path file = folder.resolve("overlapped.csv");
        overlapped.save(file);
        Timeline kept = Timeline.load(file);
        assertEquals(overlapped.spans().size(), kept.spans().size());
        assertEquals(overlapped.seconds(), kept.seconds(), 1e-12);
        long start = overlapped.spans().get(0).startNanos();
        for (int i = 0; i < kept.spans().size(); i++) {
            Span was = overlapped.spans().get(i);
            assertEquals(
                    new Span(
                            was.device(),
                            was.queue(),
                            was.label(),
                            was.kind(),
                            was.startNanos() - start,
                            was.endNanos() - start,
                            was.bytes()),
                    kept.spans().get(i));
        }
        Files.writeString(file, "x,y\n");
        assertThrows(IllegalArgumentException.class, () -> Timeline.load(file));
    }
}
