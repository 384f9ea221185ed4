package org.plegma.device.timeline;

import java.util.Comparator;
import java.util.List;
import org.plegma.array.Preconditions;

/** What ran when, on all queues of a session, in the order of the starts. Immutable. */
public final class Timeline {
    private final List<Span> spans;

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

    private long lastEnd() {
        return spans.stream().mapToLong(Span::endNanos).max().orElse(0);
    }

    @Override
    public String toString() {
        return "Timeline of " + spans.size() + " commands in " + seconds() + " s";
    }
}
