package org.plegma.primitives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** Passes that sort keys stably by one digit each. */
abstract class DigitPasses implements AutoCloseable {
    /** What moves with the keys. */
    enum Payload {
        NOTHING,
        VALUES,
        /** The keys' places, which the pass makes itself. */
        PLACES
    }

    /** Arrays of a pass; no values unless the payload is such, and nowhere to move them if there is none. */
    record Move(
            DeviceArray keys,
            DeviceArray sorted,
            Payload payload,
            Optional<DeviceArray> values,
            Optional<DeviceArray> moved) {}

    private final Session session;
    private final Digits digits;
    private final String source;
    private final List<String> options;
    private final Map<String, Program> programs = new HashMap<>();

    DigitPasses(Session session, Digits digits, String source, List<String> options) {
        this.session = session;
        this.digits = digits;
        this.source = source;
        this.options = options;
    }

    /** What all passes need to know of the keys. Adds the first launch's event, if there is none yet. */
    abstract void begin(DeviceArray keys, List<Event> events);

    /**
     * Sorts by one digit.
     *
     * @param last whether nothing follows, so that an event of the last launch is added
     */
    abstract void pass(int pass, Move move, boolean last, List<Event> events);

    /** With an event, or without, when the host has a third of the work. */
    final void launch(boolean told, Kernel kernel, List<Event> events, Object... arguments) {
        if (told) {
            events.add(kernel.launch(session.compute(), arguments));
        } else {
            kernel.enqueue(session.compute(), arguments);
        }
    }

    abstract long bytes();

    abstract String explain();

    final Session session() {
        return session;
    }

    final Digits digits() {
        return digits;
    }

    /** More options of the program for a payload. */
    List<String> optionsFor(Payload payload, ElementType values) {
        return List.of();
    }

    /** The program for a payload. */
    final Program program(Payload payload, ElementType values) {
        String[] more =
                switch (payload) {
                    case NOTHING -> new String[0];
                    case PLACES -> new String[] {"-DPLACES"};
                    case VALUES -> new String[] {"-DVALUES", "-DVALUE=" + values.openclName()};
                };
        return programs.computeIfAbsent(String.join(" ", more), key -> {
            List<String> all = new ArrayList<>(options);
            all.addAll(optionsFor(payload, values));
            all.addAll(List.of(more));
            return session.compile(source, all.toArray(String[]::new));
        });
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
    }
}
