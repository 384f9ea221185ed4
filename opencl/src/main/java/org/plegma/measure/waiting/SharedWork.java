package org.plegma.measure.waiting;

/** Work that several devices share, and that can tell how long each of them waits for the others. */
public interface SharedWork {
    /** For each device the share of the time in which it waits: as predicted, and as it was in the last run. */
    WaitingShares explain();
}
