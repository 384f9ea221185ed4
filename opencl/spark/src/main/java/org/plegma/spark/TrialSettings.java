package org.plegma.spark;

import java.io.Serializable;

/**
 * How executors measure.
 *
 * @param source tells the cases
 * @param device the key of the devices that measure; empty before it is known
 */
record TrialSettings(CaseSource source, String device, long seed, double timeLimit, double warmUp)
        implements Serializable {

    static final TrialSettings USUAL = new TrialSettings(CaseSource.families(), "", 1, 1.0, 0.1);

    TrialSettings of(CaseSource newSource) {
        return new TrialSettings(newSource, device, seed, timeLimit, warmUp);
    }

    TrialSettings on(String deviceKey) {
        return new TrialSettings(source, deviceKey, seed, timeLimit, warmUp);
    }

    TrialSettings seeded(long newSeed) {
        return new TrialSettings(source, device, newSeed, timeLimit, warmUp);
    }

    TrialSettings timed(double newTimeLimit, double newWarmUp) {
        return new TrialSettings(source, device, seed, newTimeLimit, newWarmUp);
    }
}
