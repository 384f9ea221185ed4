package org.plegma.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plegma.array.Preconditions;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;

/**
 * How busy the queues of a timeline were, and how much of that at the same time.
 *
 * @param seconds from the first start to the last end
 * @param busySeconds for each queue, the time in which it ran a command, in the order compute, upload, download
 * @param anySeconds time in which at least one queue ran a command
 * @param severalSeconds time in which at least two did
 */
public record Overlap(double seconds, Map<String, Double> busySeconds, double anySeconds, double severalSeconds) {

    private record Edge(long nanos, String queue, int change) {}

    /** The figures of a timeline. */
    public static Overlap of(Timeline timeline) {
        Preconditions.notNull(timeline, "timeline");
        return of(timeline.spans());
    }

    /** The figures of what ran. */
    public static Overlap of(List<Span> spans) {
        Preconditions.notNull(spans, "spans");
        List<Edge> edges = new ArrayList<>();
        Map<String, Double> busy = new LinkedHashMap<>();
        List<Span> byQueue = new ArrayList<>(spans);
        byQueue.sort((a, b) -> a.device() != b.device()
                ? Integer.compare(a.device(), b.device())
                : Integer.compare(rank(a.queue()), rank(b.queue())));
        for (Span span : byQueue) {
            busy.put(queue(span), 0.0);
            edges.add(new Edge(span.startNanos(), queue(span), 1));
            edges.add(new Edge(span.endNanos(), queue(span), -1));
        }
        edges.sort((a, b) -> Long.compare(a.nanos(), b.nanos()));
        Map<String, Integer> running = new LinkedHashMap<>();
        double any = 0;
        double several = 0;
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            running.merge(edge.queue(), edge.change(), Integer::sum);
            double until = i + 1 < edges.size() ? (edges.get(i + 1).nanos() - edge.nanos()) * 1e-9 : 0;
            long active = running.values().stream().filter(n -> n > 0).count();
            any += active >= 1 ? until : 0;
            several += active >= 2 ? until : 0;
            running.forEach((queue, n) -> busy.merge(queue, n > 0 ? until : 0, Double::sum));
        }
        double seconds = edges.isEmpty()
                ? 0
                : (edges.get(edges.size() - 1).nanos() - edges.get(0).nanos()) * 1e-9;
        return new Overlap(seconds, busy, any, several);
    }

    /** The share of the busy time in which two queues or more were busy, from 0 to 1. */
    public double share() {
        return anySeconds == 0 ? 0 : severalSeconds / anySeconds;
    }

    /** The time that the same commands would take one after another, over the time that they took. */
    public double gain() {
        double sum = busySeconds.values().stream().mapToDouble(b -> b).sum();
        return seconds == 0 ? 1 : sum / seconds;
    }

    /** The share in brackets, as it stands behind a time. */
    public String inShort() {
        return String.format(Locale.ROOT, " (%.0f %% of the busy time overlapped)", 100 * share());
    }

    /** The name of a command's queue, with the device before it if that is not the first. */
    public static String queue(Span span) {
        Preconditions.notNull(span, "span");
        return span.device() == 0 ? span.queue() : "device " + span.device() + " " + span.queue();
    }

    private static int rank(String queue) {
        int known = List.of("compute", "upload", "download").indexOf(queue);
        return known < 0 ? 3 : known;
    }
}
