package org.plegma.stencil.plan;

import java.util.function.DoubleSupplier;
import org.plegma.array.Preconditions;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.method.State;

/** Runs that stop now and then: for a snapshot, or to see whether values still change. On one device or on several. */
public final class Stops {
    /** Does steps. */
    public interface Steps {
        /** @param progress is told of each that is done, and ends them if the thread is interrupted */
        void advance(long count, Progress progress);
    }

    private Stops() {}

    /** Does so many steps, with a snapshot before the first, after every {@code every} of them and after the last. */
    public static void run(String title, long count, long every, Steps steps, Runnable snapshot) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(steps, "steps");
        Preconditions.notNull(snapshot, "snapshot");
        State.requirePositive("The distance of snapshots", every);
        try (Progress progress = Progress.startQuietly(title, count)) {
            snapshot.run();
            for (long done = 0; done < count; ) {
                long part = Math.min(every, count - done);
                steps.advance(part, progress);
                done += part;
                snapshot.run();
            }
        }
    }

    /**
     * Does steps until the largest change in one is small, and gives that.
     *
     * @param every steps from one test to the next
     * @param most the most steps to do
     * @param change the largest one in the last step, which was done by itself
     */
    public static double until(double maxChange, long every, long most, Steps steps, DoubleSupplier change) {
        Preconditions.notNull(steps, "steps");
        Preconditions.notNull(change, "change");
        State.requirePositive("The distance of tests", every);
        State.requirePositive("The most steps", most);
        if (!(maxChange > 0)) {
            throw new IllegalArgumentException("The change to stop below must be above 0, found " + maxChange + ".");
        }
        double largest = Double.POSITIVE_INFINITY;
        try (Progress progress = Progress.startQuietly("Stencil until the change is below " + maxChange, most)) {
            for (long done = 0; done < most && !(largest < maxChange); ) {
                long part = Math.min(every, most - done);
                steps.advance(part - 1, progress);
                steps.advance(1, progress);
                done += part;
                largest = change.getAsDouble();
                progress.note("change " + largest);
            }
            progress.step(most - progress.done());
        }
        return largest;
    }
}
