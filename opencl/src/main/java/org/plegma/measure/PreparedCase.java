package org.plegma.measure;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.plegma.device.Event;

/** The trial of a case with its buffers. */
final class PreparedCase {
    static final String INTERRUPTED = "The bench was interrupted.";

    private final Buffers buffers;
    private final Trial trial;
    private boolean hasRun;

    private PreparedCase(Buffers buffers, Trial trial) {
        this.buffers = buffers;
        this.trial = trial;
    }

    static PreparedCase of(BenchCase one, Buffers buffers) {
        try {
            Trial trial = one.prepare(buffers);
            // A trial may use other queues than the one that fills its buffers.
            buffers.finish();
            return new PreparedCase(buffers, trial);
        } catch (RuntimeException e) {
            buffers.close();
            throw e;
        } catch (Exception e) {
            buffers.close();
            throw new IllegalStateException("The case " + one + " could not be prepared: " + e.getMessage(), e);
        }
    }

    Buffers buffers() {
        return buffers;
    }

    Trial trial() {
        return trial;
    }

    /** Whether it was run since its outputs were last poisoned. */
    boolean hasRun() {
        return hasRun;
    }

    void restore() {
        buffers.restore();
        hasRun = false;
    }

    List<Event> runOnce() {
        if (Thread.interrupted()) {
            throw new CancellationException(INTERRUPTED);
        }
        List<Event> events = trial.run();
        buffers.finish();
        hasRun = true;
        return events;
    }

    Verdict judge(double tolerance) {
        Optional<String> unwritten = buffers.unwritten();
        double error = trial.error();
        if (unwritten.isPresent()) {
            return new Verdict(error, unwritten.get());
        }
        return new Verdict(error, error <= tolerance ? "" : "error " + error + ", tolerance " + tolerance);
    }

    void close() {
        trial.close();
        buffers.close();
    }

    /** The largest error so far, and the first problem. */
    record Verdict(double error, String problem) {
        static final Verdict RIGHT = new Verdict(0, "");

        Verdict and(Verdict next) {
            double most = Double.isNaN(error) || error > next.error ? error : next.error;
            return new Verdict(most, isWrong() ? problem : next.problem);
        }

        boolean isWrong() {
            return !problem.isEmpty();
        }
    }
}
