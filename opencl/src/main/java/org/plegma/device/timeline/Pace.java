package org.plegma.device.timeline;

import java.util.LinkedHashMap;
import java.util.Map;

/** How long a queue's commands take, by their labels, from the last ones that have ended. */
public final class Pace {
    private static final int MOST_LABELS = 256;

    private final double unknown;

    /** The label that was used longest ago is forgotten first. */
    private final Map<String, Double> meanSeconds = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > MOST_LABELS;
        }
    };

    /** @param unknown seconds that a command is taken for of whose label none has ended */
    public Pace(double unknown) {
        this.unknown = unknown;
    }

    /** Seconds that a command is likely to take. */
    public double expected(String label) {
        return meanSeconds.getOrDefault(label, unknown);
    }

    /** Notes how long a command took. */
    public void note(String label, double seconds) {
        meanSeconds.merge(label, seconds, (mean, last) -> 0.75 * mean + 0.25 * last);
    }
}
