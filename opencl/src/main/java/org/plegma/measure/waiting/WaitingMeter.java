package org.plegma.measure.waiting;

import java.util.OptionalDouble;

/** Measures how long a device computes nothing between launches, from their times. */
public final class WaitingMeter {
    private long first;
    private long end;
    private long waited;
    private long computed;
    private int launches;

    /** Forgets what was noted. */
    public void restart() {
        launches = 0;
        waited = 0;
        computed = 0;
    }

    /** Notes a launch, which came after those that were noted before; in nanoseconds of the device's clock. */
    public void note(long started, long ended) {
        if (launches++ == 0) {
            first = started;
            end = started;
        }
        waited += Math.max(0, started - end);
        end = Math.max(end, ended);
        computed += ended - started;
    }

    /** Seconds that a launch took on the average; empty if there was none. */
    public OptionalDouble secondsOfALaunch() {
        return launches == 0 ? OptionalDouble.empty() : OptionalDouble.of(computed * 1e-9 / launches);
    }

    /** The part of the time from the first launch to the end of the last one that lay between launches; empty if there were not two. */
    public OptionalDouble share() {
        return launches < 2 || end == first
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) waited / (end - first));
    }
}
