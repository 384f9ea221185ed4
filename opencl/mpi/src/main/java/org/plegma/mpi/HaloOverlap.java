package org.plegma.mpi;

import java.util.Locale;
import org.plegma.array.Preconditions;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.Overlap;

/**
 * How much of an exchange of planes was hidden behind kernels.
 *
 * @param messageSeconds in which planes were on their way between ranks
 * @param hiddenSeconds the part of these in which the device computed
 */
public record HaloOverlap(double messageSeconds, double hiddenSeconds) {
    /** The queue of a timeline that messages of planes are in. */
    static final String QUEUE = "mpi";

    /** That of a rank's timeline, as {@link Ranks#timeline} gives it. */
    public static HaloOverlap of(Timeline timeline) {
        Preconditions.notNull(timeline, "timeline");
        Overlap both = Overlap.of(timeline.spans().stream()
                .filter(span -> span.kind() == Span.Kind.KERNEL || span.queue().equals(QUEUE))
                .toList());
        return new HaloOverlap(both.busySeconds().getOrDefault(QUEUE, 0.0), both.severalSeconds());
    }

    /** The hidden part of the whole, from 0 to 1; 1 if there were no messages. */
    public double share() {
        return messageSeconds == 0 ? 1 : hiddenSeconds / messageSeconds;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f of %.1f ms in messages hidden behind kernels (%.0f%%)",
                hiddenSeconds * 1e3,
                messageSeconds * 1e3,
                share() * 100);
    }
}
