package org.plegma.device.timeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plegma.array.Preconditions;

/** What ran when, on all queues of a session, in the order of the starts. Immutable. */
public final class Timeline {
    private static final String HEADER = "device,queue,label,kind,start_ns,end_ns,bytes";

    private final List<Span> spans;

    /** Of commands in any order. */
    public Timeline(List<Span> spans) {
        Preconditions.notNull(spans, "spans");
        this.spans = spans.stream()
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
    }

    /** Of commands, and of work of the host on the same clock, which may have queues of its own. */
    public static Timeline of(List<Span> spans) {
        Preconditions.notNull(spans, "spans");
        return new Timeline(spans);
    }

    /** The commands, by start. */
    public List<Span> spans() {
        return spans;
    }

    /** From the first start to the last end, in seconds; 0 if nothing was recorded. */
    public double seconds() {
        return spans.isEmpty() ? 0 : (lastEnd() - spans.get(0).startNanos()) * 1e-9;
    }

    /** Sum of the times of one kind, in seconds; commands that overlap count each. */
    public double seconds(Span.Kind kind) {
        Preconditions.notNull(kind, "kind");
        return spans.stream()
                .filter(span -> span.kind() == kind)
                .mapToDouble(Span::seconds)
                .sum();
    }

    /**
     * Writes it as CSV, a line for each command, with the nanoseconds since the first start.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public void save(Path file) {
        Preconditions.notNull(file, "file");
        long start = spans.isEmpty() ? 0 : spans.get(0).startNanos();
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Span span : spans) {
            lines.add(span.device() + "," + span.queue() + "," + span.label().replaceAll("[,\\r\\n]", " ") + ","
                    + span.kind() + "," + (span.startNanos() - start) + "," + (span.endNanos() - start) + ","
                    + span.bytes());
        }
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads what {@link #save} wrote.
     *
     * @throws IllegalArgumentException if the file is another
     */
    public static Timeline load(Path file) {
        Preconditions.notNull(file, "file");
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
                throw new IllegalArgumentException(file + " is no timeline: its first line is not '" + HEADER + "'.");
            }
            return new Timeline(
                    lines.subList(1, lines.size()).stream().map(Timeline::span).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Span span(String line) {
        String[] cells = line.split(",", -1);
        return new Span(
                Integer.parseInt(cells[0]),
                cells[1],
                cells[2],
                Span.Kind.valueOf(cells[3]),
                Long.parseLong(cells[4]),
                Long.parseLong(cells[5]),
                Long.parseLong(cells[6]));
    }

    private long lastEnd() {
        return spans.stream().mapToLong(Span::endNanos).max().orElse(0);
    }

    @Override
    public String toString() {
        return "Timeline of " + spans.size() + " commands in " + seconds() + " s";
    }
}
