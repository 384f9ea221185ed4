package org.plegma.measure.progress;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;

/**
 * Counts the steps of long work and tells the {@link ProgressReporter} of the place where it runs.
 *
 * <pre>{@code
 * try (Progress progress = Progress.start("Tuning gemm", candidates.size())) {
 *     for (Candidate c : candidates) {
 *         progress.note("best 41 GFLOP/s");
 *         measure(c);
 *         progress.step();
 *     }
 * }
 * }</pre>
 *
 * <p>One bar at a time: work started on a thread whose earlier work is still open is counted but not shown. Steps may be
 * made from any thread. {@link #step} is also where work stops when it is asked to: it throws
 * {@link CancellationException} on an interrupted thread.
 */
public final class Progress implements AutoCloseable {

    /** The shortest time between two updates of a reporter. */
    public static final long MINIMUM_INTERVAL_MILLIS = 100;

    /** Work begun by {@link #startQuietly} is shown when it has taken so long. */
    public static final long QUIET_MILLIS = 500;

    private static final ThreadLocal<Progress> OPEN = new ThreadLocal<>();
    private static volatile LongSupplier clock = System::nanoTime;
    private static volatile ProgressReporter reporter = TerminalReporter.ofStandardError();

    private final String title;
    private final long total;
    private final ProgressReporter to;
    private final long startNanos = clock.getAsLong();
    private long lastReportNanos = startNanos;
    private long done;
    private String note = "";
    private @Nullable Object preview;
    private boolean shown;
    private boolean closed;

    private Progress(String title, long total, ProgressReporter to) {
        this.title = Objects.requireNonNull(title);
        this.total = total;
        this.to = to;
    }

    /**
     * Begins counted work.
     *
     * @param title what is done, in a few words
     * @param total the number of steps; 0 if it is not known
     */
    public static Progress start(String title, long total) {
        Preconditions.notNull(title, "title");
        Progress progress = startQuietly(title, total);
        progress.show();
        return progress;
    }

    /** As {@link #start}, for work that is often over at once: it is not shown unless it takes {@value #QUIET_MILLIS} ms. */
    public static Progress startQuietly(String title, long total) {
        Preconditions.notNull(title, "title");
        if (total < 0) {
            throw new IllegalArgumentException("The number of steps of '" + title + "' must not be negative: " + total);
        }
        boolean outermost = OPEN.get() == null;
        Progress progress = new Progress(title, total, outermost ? reporter : ProgressReporter.SILENT);
        if (outermost) {
            OPEN.set(progress);
        }
        return progress;
    }

    /**
     * Replaces the reporter of work that starts from now on.
     *
     * @return the reporter so far, so that a caller can put it back
     */
    public static ProgressReporter reporter(ProgressReporter replacement) {
        Preconditions.notNull(replacement, "replacement");
        ProgressReporter previous = reporter;
        reporter = replacement;
        return previous;
    }

    /** For tests: nanoseconds, as of {@link System#nanoTime}. */
    static void clock(LongSupplier nanos) {
        clock = nanos;
    }

    /** One step more. */
    public void step() {
        step(1);
    }

    /**
     * Some steps more.
     *
     * @throws CancellationException if this thread was interrupted; its interrupt status is cleared
     */
    public void step(long steps) {
        if (Thread.interrupted()) {
            throw new CancellationException("'" + title + "' was interrupted at " + this);
        }
        synchronized (this) {
            done += steps;
            reportIfDue();
        }
    }

    /** What goes on now, or the best so far; shown beside the count. */
    public synchronized void note(String text) {
        Preconditions.notNull(text, "text");
        note = text;
        reportIfDue();
    }

    /** What there is to see so far, such as the grid of a simulation; a notebook shows it below the bar while work goes on. */
    public synchronized void preview(Object value) {
        Preconditions.notNull(value, "value");
        preview = value;
        reportIfDue();
    }

    /** Ends the work; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (OPEN.get() == this) {
            OPEN.remove();
        }
        if (shown) {
            report(to::finished);
        }
    }

    /** What is done, in a few words. */
    public String title() {
        return title;
    }

    /** The number of steps of the whole work; 0 if it is not known. */
    public long total() {
        return total;
    }

    /** The number of steps that are done. */
    public synchronized long done() {
        return done;
    }

    /** What {@link #note(String)} was given last; empty at first. */
    public synchronized String note() {
        return note;
    }

    /** What {@link #preview(Object)} was given last. */
    public synchronized Optional<Object> preview() {
        return Optional.ofNullable(preview);
    }

    /** The part that is done, from 0 to 1; empty if the total is not known. */
    public synchronized OptionalDouble fraction() {
        return total == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1.0, (double) done / total));
    }

    /** Time since the start, in seconds. */
    public double elapsedSeconds() {
        return (clock.getAsLong() - startNanos) * 1e-9;
    }

    /** Steps a second since the start. */
    public double rate() {
        return done() / Math.max(elapsedSeconds(), 1e-9);
    }

    /** Time left at the rate so far, in seconds; empty before the first step or if the total is not known. */
    public OptionalDouble secondsLeft() {
        long steps = done();
        return total == 0 || steps == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, total - steps) / rate());
    }

    /** The count in short, for example {@code 12/30}. */
    @Override
    public String toString() {
        return total == 0 ? Long.toString(done()) : done() + "/" + total;
    }

    private void reportIfDue() {
        long now = clock.getAsLong();
        if (!shown && now - startNanos >= QUIET_MILLIS * 1_000_000) {
            show();
        }
        if (shown && !closed && now - lastReportNanos >= MINIMUM_INTERVAL_MILLIS * 1_000_000) {
            lastReportNanos = now;
            report(to::updated);
        }
    }

    private void show() {
        shown = true;
        report(to::started);
    }

    private void report(Consumer<Progress> call) {
        try {
            call.accept(this);
        } catch (RuntimeException e) {
            // The work is worth more than its bar.
        }
    }
}
