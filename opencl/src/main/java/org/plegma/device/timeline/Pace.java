package org.plegma.device.timeline;

import java.util.LinkedHashMap;
import java.util.Map;

/** How long a queue's commands take, by their labels, from the last ones that have ended, and so how many may lie in the queue. */
public final class Pace {
    private static final int MOST_LABELS = 256;
    private static final int MOST_PENDING = 256;
    private static final int FEWEST_PENDING = 4;
    private static final double BRIEF_SECONDS = 1e-3;

    /** How much work may lie in the queue, so that an interrupted user does not wait long behind it. */
    private static final double PENDING_SECONDS = 0.25;

    /** Of commands that are new only a few may lie in the queue, as they may be long. */
    private static final double UNKNOWN_SECONDS = PENDING_SECONDS / 16;

    /**
     * As many brief commands are asked about at once, by the one in the middle of them. Asked one by one as they end, their states
     * and times take 4 microseconds a command on NVIDIA; half a microsecond once some time has gone by.
     */
    private static final int TOGETHER = 64;

    /** The label that was used longest ago is forgotten first. */
    private final Map<String, Double> meanSeconds = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > MOST_LABELS;
        }
    };

    private double expected(String label) {
        return meanSeconds.getOrDefault(label, UNKNOWN_SECONDS);
    }

    /** Whether a command is likely to take less than a millisecond. */
    public boolean isBrief(String label) {
        return expected(label) < BRIEF_SECONDS;
    }

    /** So many commands like this one that their time is {@link #PENDING_SECONDS}. */
    public int mostPending(String label) {
        double fitting = PENDING_SECONDS / Math.max(expected(label), 1e-9);
        return (int) Math.max(FEWEST_PENDING, Math.min(MOST_PENDING, fitting));
    }

    /** Fewer than so many commands may lie in the queue without its being asked which of them have ended. */
    public int asked(String label) {
        return Math.min(mostPending(label), isBrief(label) ? TOGETHER : FEWEST_PENDING);
    }

    /** Notes how long a command took. */
    public void note(String label, double seconds) {
        meanSeconds.merge(label, seconds, (mean, last) -> 0.75 * mean + 0.25 * last);
    }
}
