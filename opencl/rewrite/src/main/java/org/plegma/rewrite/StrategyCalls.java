package org.plegma.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Location;

/** The calls of defined strategies that are going on, and what tells that they will not end. */
final class StrategyCalls {
    /** Strategies that go down call themselves once or a few times for each level of the program. */
    private static final int MOST_A_LEVEL = 10;

    private static final int MOST_A_PART = 1_000;
    private static final int LEAST_LIMIT = 100_000;

    /** Parts of a strategy with its arguments; one whose arguments grow with each call goes beyond. */
    private static final int MOST_PARTS = 10_000;

    /** With nothing changed since, it would go on for ever. */
    private record Open(Sized call, Location at, int steps) {}

    /** Strategies of different sizes are often of one hash code. */
    private record Sized(Strategy.Call call, int size) {
        Sized(Strategy.Call call) {
            this(call, call.size(MOST_PARTS));
        }
    }

    private final Set<Open> open = new HashSet<>();
    private final Map<Sized, Strategy> meant = new HashMap<>();
    private final int mostOpen;
    private int sinceStep;
    private int lastStep;

    /** @param mostLevels of a program that is rewritten */
    StrategyCalls(int mostLevels) {
        mostOpen = MOST_A_LEVEL * mostLevels;
    }

    /**
     * Begins a call.
     *
     * @param steps the number of steps so far
     * @param parts of the program
     * @return why the call would not end; empty if that is not known
     */
    Optional<String> begin(Strategy.Call call, Location at, int steps, int parts) {
        Sized sized = new Sized(call);
        if (sized.size >= MOST_PARTS) {
            return Optional.of("gives itself longer and longer strategies: hand on its parameters as they are.");
        }
        sinceStep = steps == lastStep ? sinceStep + 1 : 0;
        lastStep = steps;
        if (!open.add(new Open(sized, at, steps)) || open.size() > mostOpen) {
            return Optional.of(
                    "uses itself without end: let it go on to parts only, by all(…) or one(…), and repeat by repeat(…).");
        }
        return sinceStep > Math.max(LEAST_LIMIT, (long) MOST_A_PART * parts)
                ? Optional.of("was used " + sinceStep + " times after step " + steps
                        + ", and no rule fired: let it go on to each part once.")
                : Optional.empty();
    }

    /** The strategy of a call, with its arguments. */
    Strategy meant(Strategy.Call call) {
        return meant.computeIfAbsent(new Sized(call), key -> call.definition().with(call.arguments()));
    }

    /** @param steps as they were at the beginning of the call */
    void end(Strategy.Call call, Location at, int steps) {
        open.remove(new Open(new Sized(call), at, steps));
    }
}
