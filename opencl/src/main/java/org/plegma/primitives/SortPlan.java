package org.plegma.primitives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.primitives.DigitPasses.Move;
import org.plegma.primitives.DigitPasses.Payload;

/**
 * A sort of so many keys on a device, ready to run any number of times. It keeps its input. Not thread-safe. Close it to free its
 * memory: an array of keys if there is more than one pass, and one of values once some were sorted.
 */
public final class SortPlan implements AutoCloseable {
    private final Session session;
    private final Digits digits;
    private final int length;
    private final Optional<UppermostFirst> upper;
    private final DigitPasses passes;
    private final Optional<DeviceArray> between;
    private final Map<ElementType, DeviceArray> valuesBetween = new HashMap<>();

    SortPlan(Session session, Digits digits, int length, PrimitiveCode code) {
        this(
                session,
                digits,
                Lengths.require(length),
                code == PrimitiveCode.WARPS ? UppermostFirst.of(session, digits, length) : Optional.empty(),
                code);
    }

    private SortPlan(Session session, Digits digits, int length, Optional<UppermostFirst> upper, PrimitiveCode code) {
        this(
                session,
                digits,
                length,
                upper,
                code == PrimitiveCode.WARPS
                        ? new TilePasses(session, digits, Math.max(1, length), upper.map(UppermostFirst::otherWay))
                        : new PiecePasses(session, digits, Math.max(1, length)));
    }

    SortPlan(Session session, Digits digits, int length, Optional<UppermostFirst> upper, DigitPasses passes) {
        this.session = session;
        this.digits = digits;
        this.length = length;
        this.upper = upper;
        this.passes = passes;
        this.between = digits.passes() > 1 ? Optional.of(session.allocate(digits.type(), length)) : Optional.empty();
    }

    /** Sorts keys alone. */
    public Event run(DeviceArray keys, DeviceArray sorted) {
        return Lengths.last(session, launch(keys, sorted), "sort");
    }

    /** Sorts keys, and values with them. */
    public Event run(DeviceArray keys, DeviceArray values, DeviceArray sorted, DeviceArray moved) {
        return Lengths.last(session, launch(keys, values, sorted, moved), "sort");
    }

    /** Sorts keys, and tells the place that each had, as ints. */
    public Event permutation(DeviceArray keys, DeviceArray sorted, DeviceArray places) {
        return Lengths.last(session, launchPermutation(keys, sorted, places), "sort");
    }

    /** As {@link #run(DeviceArray, DeviceArray)}, with events of the first and the last launch at least, for measuring. */
    public List<Event> launch(DeviceArray keys, DeviceArray sorted) {
        requireKeys(keys, sorted);
        return sort(new Move(keys, sorted, Payload.NOTHING, Optional.empty(), Optional.empty()));
    }

    /** As {@link #run(DeviceArray, DeviceArray, DeviceArray, DeviceArray)}, with such events. */
    public List<Event> launch(DeviceArray keys, DeviceArray values, DeviceArray sorted, DeviceArray moved) {
        Preconditions.notNull(values, "values");
        requireKeys(keys, sorted);
        Lengths.require("values", values, values.type(), length);
        requireMoved(moved, values.type(), keys, sorted);
        Lengths.requireApart("values", values, "moved values", moved);
        Lengths.requireApart("values", values, "sorted keys", sorted);
        return sort(new Move(keys, sorted, Payload.VALUES, Optional.of(values), Optional.of(moved)));
    }

    /** As {@link #permutation}, with such events. */
    public List<Event> launchPermutation(DeviceArray keys, DeviceArray sorted, DeviceArray places) {
        requireKeys(keys, sorted);
        requireMoved(places, ElementType.INT, keys, sorted);
        return sort(new Move(keys, sorted, Payload.PLACES, Optional.empty(), Optional.of(places)));
    }

    private void requireKeys(DeviceArray keys, DeviceArray sorted) {
        Preconditions.notNull(keys, "keys");
        Preconditions.notNull(sorted, "sorted");
        Lengths.require("keys", keys, digits.type(), length);
        Lengths.require("sorted keys", sorted, digits.type(), length);
        Lengths.requireApart("keys", keys, "sorted keys", sorted);
    }

    private void requireMoved(DeviceArray moved, ElementType type, DeviceArray keys, DeviceArray sorted) {
        Preconditions.notNull(moved, "moved");
        Lengths.require("moved values", moved, type, length);
        Lengths.requireApart("keys", keys, "moved values", moved);
        Lengths.requireApart("sorted keys", sorted, "moved values", moved);
    }

    /** Passes go to and fro between two arrays, so that the last ends in the result. */
    private List<Event> sort(Move whole) {
        List<Event> events = new ArrayList<>();
        if (length == 0) {
            return events;
        }
        Optional<DeviceArray> otherValues =
                between.isEmpty() ? Optional.empty() : whole.moved().map(this::valuesLike);
        upper.ifPresent(one -> {
            Payload then = whole.payload() == Payload.PLACES ? Payload.VALUES : whole.payload();
            DeviceArray keys = between.orElseThrow();
            one.launch(
                    new Move(whole.keys(), keys, whole.payload(), whole.values(), otherValues),
                    new Move(keys, whole.sorted(), then, otherValues, whole.moved()),
                    events);
        });
        passes.begin(whole.keys(), events);
        Move last = whole;
        for (int pass = 0; pass < digits.passes(); pass++) {
            boolean toResult = (digits.passes() - pass) % 2 == 1;
            DeviceArray keys = pass == 0 ? whole.keys() : last.sorted();
            Optional<DeviceArray> values = pass == 0 ? whole.values() : last.moved();
            Payload payload = pass > 0 && whole.payload() == Payload.PLACES ? Payload.VALUES : whole.payload();
            last = new Move(
                    keys,
                    toResult ? whole.sorted() : between.orElseThrow(),
                    payload,
                    values,
                    toResult ? whole.moved() : otherValues);
            passes.pass(pass, last, pass == digits.passes() - 1, events);
        }
        return events;
    }

    private DeviceArray valuesLike(DeviceArray moved) {
        return valuesBetween.computeIfAbsent(moved.type(), type -> session.allocate(type, length));
    }

    /** Device memory of the plan's own, in bytes. */
    public long bytes() {
        return passes.bytes()
                + upper.map(UppermostFirst::bytes).orElse(0L)
                + between.map(DeviceArray::bytes).orElse(0L)
                + valuesBetween.values().stream().mapToLong(DeviceArray::bytes).sum();
    }

    /** What a run does. */
    public String explain() {
        String all = digits.passes() + " passes of up to " + digits.width() + " bits: " + passes.explain();
        return upper.map(first -> first.explain() + "; if keys are not spread, " + all)
                .orElse(all);
    }

    @Override
    public void close() {
        passes.close();
        upper.ifPresent(UppermostFirst::close);
        between.ifPresent(DeviceArray::close);
        valuesBetween.values().forEach(DeviceArray::close);
    }
}
