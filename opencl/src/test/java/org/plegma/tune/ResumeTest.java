package org.plegma.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.ChildJvm;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

class ResumeTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void aKilledSearchGoesOnWhereItWas() throws Exception {
        ChildJvm.Running running = ChildJvm.of(SearchChild.class).start(folder.toString(), "4");
        Process child = running.process();
        while (child.isAlive() && lines() < 40) {
            Thread.sleep(2);
        }
        child.destroyForcibly();
        running.await();
        TuningStore store = TuningStore.at(folder);
        Synthetic resumed = SearchChild.tunable(0);
        TuningKey key = TuningKey.of(resumed, Synthetic.DEVICE);
        Set<Configuration> finished = store.trials(key, SearchChild.SPACE).keySet();
        assertTrue(finished.size() >= 39 && finished.size() < SearchChild.TRIALS, "finished " + finished.size());

        TuningResult result = SearchChild.tuner(folder).tune(resumed);

        Set<Configuration> repeated = new HashSet<>(resumed.compiled);
        repeated.retainAll(finished);
        assertEquals(Set.of(), repeated);
        assertEquals(finished.size(), result.course().reused());
        assertEquals(SearchChild.TRIALS, result.trials().size());
        TuningResult undisturbed = SearchChild.tuner(folder.resolve("other")).tune(SearchChild.tunable(0));
        assertEquals(configurations(undisturbed), configurations(result));

        Synthetic third = SearchChild.tunable(0);
        TuningResult replayed = SearchChild.tuner(folder).tune(third);
        assertEquals(List.of(), third.compiled);
        assertEquals(configurations(result), configurations(replayed));
        assertEquals(result.winner().seconds(), replayed.winner().seconds());
    }

    @Test
    @Timeout(600)
    void processesAndThreadsAppendToOneFileWithoutLosingALine() throws Exception {
        Synthetic tunable = SearchChild.tunable(0);
        TuningKey key = TuningKey.of(tunable, Synthetic.DEVICE);
        List<ChildJvm.Running> children = List.of(
                ChildJvm.of(AppendChild.class).start(folder.toString(), "1"),
                ChildJvm.of(AppendChild.class).start(folder.toString(), "2"));
        List<Thread> threads = new ArrayList<>();
        for (int i = 3; i <= 4; i++) {
            int part = i;
            threads.add(new Thread(() -> AppendChild.appendPart(folder, part)));
            threads.get(threads.size() - 1).start();
        }
        for (Thread t : threads) {
            t.join();
        }
        children.forEach(child -> child.await().assertSuccess());
        assertEquals(4 * AppendChild.LINES, lines());
        assertEquals(
                4 * AppendChild.LINES,
                TuningStore.at(folder).trials(key, SearchChild.SPACE).size());
    }

    @Test
    void freshTrialsReplaceStoredOnes() {
        SearchChild.tuner(folder).tune(SearchChild.tunable(0));
        Synthetic again = SearchChild.tunable(0);
        TuningResult result = SearchChild.tuner(folder).fresh().tune(again);
        assertEquals(SearchChild.TRIALS, again.compiled.size());
        assertEquals(0, result.course().reused());
    }

    @Test
    void anotherSourceSizeDriverOrTypeDoesNotResume() {
        SearchChild.tuner(folder).tune(SearchChild.tunable(0));
        Synthetic changed = SearchChild.tunable(0);
        changed.hash = SourceHash.of("another source");
        assertEquals(0, SearchChild.tuner(folder).tune(changed).course().reused());
        Synthetic larger = SearchChild.tunable(0);
        larger.size = new long[] {2048, 1000};
        assertEquals(0, SearchChild.tuner(folder).tune(larger).course().reused());
        assertFalse(SourceHash.of("ab", "c").equals(SourceHash.of("a", "bc")));
    }

    private static List<Configuration> configurations(TuningResult result) {
        return result.trials().stream().map(TrialResult::configuration).toList();
    }

    private long lines() throws IOException {
        Path file = folder.resolve("test-1.0").resolve("synthetic.jsonl");
        try (var lines = Files.exists(file) ? Files.lines(file) : Stream.<String>empty()) {
            return lines.count();
        }
    }
}
