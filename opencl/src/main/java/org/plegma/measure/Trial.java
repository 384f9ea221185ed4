package org.plegma.measure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.plegma.device.Event;
import org.plegma.device.timeline.Timeline;

/** A bench case made ready on one set of buffers: it can run many times, and its result can be judged. */
public interface Trial extends AutoCloseable {

    /**
     * Runs once, or has the device begin to.
     *
     * @return the commands given to devices, first to last; empty if the host did the work
     */
    List<Event> run();

    /**
     * The error figure of the outputs as they are now, compared by the bench with the case's tolerance. NaN is wrong.
     * {@link Errors} has the usual ones.
     */
    double error();

    /**
     * Whether {@link #error} compares with anything. If not, the measurement says that it was not checked. Asked after the
     * first run.
     */
    default boolean isChecked() {
        return true;
    }

    /** What its method stands for and why, where it was chosen when this was made; empty elsewhere. */
    default String why() {
        return "";
    }

    /** Seconds of the last run that count, if they are only a part of it; empty if all of it counts. */
    default OptionalDouble ownSeconds() {
        return OptionalDouble.empty();
    }

    /** Runs once more and tells what ran when; empty if it cannot tell. */
    default Optional<Timeline> timeline() {
        return Optional.empty();
    }

    /** Frees what the trial made itself; buffers and programs that it got from {@link Buffers} are not its to free. */
    @Override
    default void close() {}

    /** A trial that launches one kernel. */
    static Trial launch(Supplier<Event> launch, DoubleSupplier error) {
        return of(() -> List.of(launch.get()), error);
    }

    /** A trial that the host computes, such as a plain Java baseline. */
    static Trial host(Runnable work, DoubleSupplier error) {
        return of(
                () -> {
                    work.run();
                    return List.of();
                },
                error);
    }

    /** A trial of several commands. */
    static Trial of(Supplier<List<Event>> commands, DoubleSupplier error) {
        return new Trial() {
            @Override
            public List<Event> run() {
                return commands.get();
            }

            @Override
            public double error() {
                return error.getAsDouble();
            }
        };
    }
}
