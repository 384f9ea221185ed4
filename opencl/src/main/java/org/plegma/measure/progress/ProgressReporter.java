package org.plegma.measure.progress;

/**
 * Shows the progress of long work: a line on a terminal, a bar in a notebook.
 *
 * <p>Calls for one {@link Progress} come from one thread at a time, {@link #updated} no more often than every
 * {@value Progress#MINIMUM_INTERVAL_MILLIS} ms. An exception thrown here is not the worker's concern: it is ignored.
 */
public interface ProgressReporter {

    /** Work has begun. */
    void started(Progress progress);

    /** Steps were made or the note changed. */
    void updated(Progress progress);

    /** The work has ended: complete if {@code progress.done() == progress.total()}, else broken off. */
    void finished(Progress progress);

    /** A reporter that shows nothing. */
    ProgressReporter SILENT = new ProgressReporter() {
        @Override
        public void started(Progress progress) {}

        @Override
        public void updated(Progress progress) {}

        @Override
        public void finished(Progress progress) {}
    };
}
