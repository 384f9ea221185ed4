package org.plegma.measure.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.plegma.array.Preconditions;
import org.plegma.device.Event;
import org.plegma.device.timeline.Span;

/**
 * What several devices computed together, from a beginning that they have in common to the end of the last one. Times are on the host's
 * clock, to some microseconds, as the devices' clocks differ.
 */
public final class SharedRun {
    private final long began = System.nanoTime();
    private final List<List<Event>> launches = new ArrayList<>();

    /** Begins now. */
    public SharedRun(int devices) {
        for (int i = 0; i < devices; i++) {
            launches.add(new ArrayList<>());
        }
    }

    /** Notes launches of a device, which follow those that were noted before. */
    public void note(int device, List<Event> events) {
        Preconditions.notNull(events, "events");
        events.stream().filter(event -> event.kind() != null).forEach(launches.get(device)::add);
    }

    /**
     * The part of the time in which a device computed nothing; 1 if it had nothing to compute, and empty if no device had. Waits for the
     * end.
     */
    public OptionalDouble waited(int device) {
        return waited(began, launches.stream().map(SharedRun::spans).toList(), device);
    }

    private static List<Span> spans(List<Event> events) {
        return events.stream().map(Event::span).toList();
    }

    static OptionalDouble waited(long began, List<List<Span>> spans, int device) {
        long ended = spans.stream()
                .flatMap(List::stream)
                .mapToLong(Span::endNanos)
                .max()
                .orElse(began);
        WaitingMeter meter = new WaitingMeter();
        meter.note(began, began);
        spans.get(device).forEach(span -> meter.note(span.startNanos(), span.endNanos()));
        meter.note(ended, ended);
        return meter.share();
    }
}
