package org.plegma.tune;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** Appends a part of a space to a store as fast as it can; also in a JVM of its own. */
final class AppendChild {
    static final int LINES = 300;

    private AppendChild() {}

    public static void main(String[] arguments) {
        appendPart(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    }

    static void appendPart(Path folder, int part) {
        TuningStore store = TuningStore.at(folder);
        TuningKey key = TuningKey.of(SearchChild.tunable(0), Synthetic.DEVICE);
        SearchChild.SPACE
                .all()
                .filter(c -> c.integer("P0") == part)
                .limit(LINES)
                .forEach(c -> store.append(
                        key,
                        new TrialResult(c, Status.OK, new double[] {1.5, 2.5}, "", 0.1, 0.2, Instant.now(), Map.of())));
    }
}
