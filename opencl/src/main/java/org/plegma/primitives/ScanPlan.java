package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Prefix sums of one length on a device, ready to run any number of times. Not thread-safe. Close it to free its memory. */
public final class ScanPlan implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final int length;

    /** None if there is nothing to do. */
    private final List<ScanSteps> steps = new ArrayList<>();

    ScanPlan(Session session, ElementType type, int length, boolean inclusive, PrimitiveCode code) {
        this.session = session;
        this.type = type;
        this.length = Lengths.require(length);
        if (length > 0) {
            steps.add(
                    code == PrimitiveCode.WARPS && !type.isFloating()
                            ? new LookBackScan(session, type, length, inclusive)
                            : new ReduceThenScan(session, type, length, inclusive, code));
        }
    }

    /** Sums of one array into another, or in place. */
    public Event run(DeviceArray in, DeviceArray out) {
        return Lengths.last(session, launch(in, out), "scan");
    }

    /** As {@link #run}, with an event for each launch, for measuring. */
    public List<Event> launch(DeviceArray in, DeviceArray out) {
        require(in, out);
        List<Event> events = new ArrayList<>();
        steps.forEach(step -> step.launch(in, out, events));
        return events;
    }

    /** As {@link #run}, but without an event: where it is one of many short launches, the host is busy for less time. */
    public void enqueue(DeviceArray in, DeviceArray out) {
        require(in, out);
        steps.forEach(step -> step.enqueue(in, out));
    }

    private void require(DeviceArray in, DeviceArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        Lengths.require("input", in, type, length);
        Lengths.require("output", out, type, length);
        if (in.overlaps(out) && in.viewOffset() != out.viewOffset()) {
            throw new IllegalArgumentException(
                    "The input and the output of a scan are the same or do not overlap, found views" + " from "
                            + in.viewOffset() + " and from " + out.viewOffset() + " on.");
        }
    }

    /** Bytes that a run reads and writes. */
    public long traffic() {
        return steps.stream().mapToLong(ScanSteps::traffic).sum();
    }

    /** Device memory of the plan's own, in bytes. */
    public long bytes() {
        return steps.stream().mapToLong(ScanSteps::bytes).sum();
    }

    /** What a run does. */
    public String explain() {
        return steps.isEmpty() ? "nothing to do" : steps.get(0).explain();
    }

    @Override
    public void close() {
        steps.forEach(ScanSteps::close);
    }
}
