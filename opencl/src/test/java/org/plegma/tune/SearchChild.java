package org.plegma.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningStore;

/** A search that stops in its middle, there to be killed; run in a JVM of its own. */
final class SearchChild {
    /** 4,096 combinations, so that the search is a greedy one. */
    static final Space SPACE = Space.of(IntStream.range(0, 6)
            .mapToObj(i -> Parameter.ints("P" + i, 1, 2, 3, 4))
            .toArray(Parameter<?>[]::new));

    static final int TRIALS = 120;

    private SearchChild() {}

    public static void main(String[] arguments) {
        Synthetic tunable = tunable(Integer.parseInt(arguments[1]));
        Synthetic.Action quick = tunable.running;
        Set<Configuration> begun = new HashSet<>();
        tunable.running = c -> {
            quick.on(c);
            begun.add(c);
            if (begun.size() == TRIALS / 2) {
                Thread.sleep(3_600_000);
            }
        };
        tuner(Path.of(arguments[0])).runLimit(Duration.ofHours(2)).tune(tunable);
    }

    static Tuner tuner(Path folder) {
        return Tuner.on(Synthetic.DEVICE)
                .store(TuningStore.at(folder))
                .trials(TRIALS)
                .seed(3);
    }

    static Synthetic tunable(int sleepMillis) {
        Synthetic tunable = new Synthetic(
                SPACE,
                c -> 1
                        + IntStream.range(0, 6)
                                .map(i -> c.integer("P" + i) * (i + 3) % 5)
                                .sum());
        tunable.running = c -> Thread.sleep(sleepMillis);
        tunable.check = c -> c.integer("P0") == 4 ? Check.failed("y[0]: expected 1.0, found 2.0") : Check.PASSED;
        return tunable;
    }
}
