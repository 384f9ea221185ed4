package org.plegma.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.testing.ChildJvm;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.result.TuningInterruptedException;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningStore;

/** Trials dealt out to equal devices: made-up ones, and two that PoCL offers. */
class WavesTest {
    private static final Space SPACE = Space.of(Parameter.ints("A", 1, 2, 3, 4, 5), Parameter.ints("B", 1, 2, 3, 4, 5));

    private static Synthetic synthetic() {
        return new Synthetic(SPACE, c -> 1 + Math.abs(c.integer("A") - 2) + 0.1 * c.integer("B"));
    }

    private static List<Configuration> configurations(TuningResult result) {
        return result.trials().stream().map(TrialResult::configuration).toList();
    }

    @Test
    void severalDevicesFindWhatOneFinds(@TempDir Path folder) {
        TuningResult one = Tuner.on(Synthetic.DEVICE).seed(3).tune(synthetic());
        List<Synthetic> twins = Stream.generate(WavesTest::synthetic).limit(3).toList();
        TuningStore store = TuningStore.at(folder);
        TuningResult all = Tuner.on(Synthetic.DEVICE).seed(3).store(store).tune(twins);
        assertEquals(configurations(one), configurations(all), "the order of the search");
        assertEquals(one.winner().configuration(), all.winner().configuration());
        List<Configuration> compiled =
                twins.stream().flatMap(twin -> twin.compiled.stream()).toList();
        assertTrue(twins.stream().allMatch(twin -> twin.compiled.size() >= 8), "each has its share");
        assertEquals(25, new HashSet<>(compiled).size());
        assertTrue(all.course().strategy().endsWith("in waves on 3 devices"), all.course()::strategy);
        TuningResult again = Tuner.on(Synthetic.DEVICE).seed(3).store(store).tune(twins);
        assertEquals(25, again.course().reused());
        assertEquals(all.winner().configuration(), again.winner().configuration());
    }

    /** Greedy searches stop at the same number of trials. */
    @Test
    void theBudgetIsThatOfOneDevice() {
        List<Synthetic> twins = Stream.generate(WavesTest::synthetic).limit(2).toList();
        TuningResult result =
                Tuner.on(Synthetic.DEVICE).trials(11).enumerateUpTo(1).tune(twins);
        assertEquals(11, result.trials().size());
        assertEquals(11, new HashSet<>(configurations(result)).size());
    }

    /** Two candidates that wait for each other would take for ever one after the other. */
    @Test
    void aWaveRunsAtOnce() {
        CyclicBarrier both = new CyclicBarrier(2);
        Space two = Space.of(Parameter.ints("A", 1, 2));
        List<Synthetic> twins = Stream.generate(() -> new Synthetic(two, c -> c.integer("A")))
                .limit(2)
                .toList();
        twins.forEach(twin -> twin.running = c -> both.await());
        TuningResult result = Tuner.on(Synthetic.DEVICE).tune(twins);
        assertTrue(result.trials().stream().allMatch(TrialResult::ok), result::toString);
    }

    @Test
    void anInterruptEndsAllOfAWave() throws InterruptedException {
        Phaser running = new Phaser(3);
        Phaser ended = new Phaser(3);
        List<Synthetic> twins = Stream.generate(WavesTest::synthetic).limit(2).toList();
        twins.forEach(twin -> twin.running = c -> {
            running.arrive();
            try {
                new CyclicBarrier(2).await();
            } finally {
                ended.arrive();
            }
        });
        Thread tuning = Thread.currentThread();
        Thread other = new Thread(() -> {
            running.arriveAndAwaitAdvance();
            tuning.interrupt();
        });
        other.start();
        assertThrows(TuningInterruptedException.class, () -> Tuner.on(Synthetic.DEVICE)
                .tune(twins));
        ended.arriveAndAwaitAdvance();
        other.join();
    }

    @Test
    void otherThingsAreNotTunedTogether() {
        Synthetic other = synthetic();
        other.hash = SourceHash.of("other");
        assertThrows(
                IllegalArgumentException.class, () -> Tuner.on(Synthetic.DEVICE).tune(List.of(synthetic(), other)));
        assertThrows(
                IllegalArgumentException.class, () -> Tuner.on(Synthetic.DEVICE).tune(List.<Synthetic>of()));
    }

    @Test
    void kernelsOnTwoDevices() {
        ChildJvm.onProcessors(2, WavesTest.class).run().assertSuccess();
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] processors = ChildJvm.processors(2);
        try (Session session = Session.open(processors)) {
            Kernel scale = session.compile("#ifndef WIDTH\n#define WIDTH 1\n#endif\n"
                            + "kernel void scale(int n, global float* x) {\n"
                            + "  int first = get_global_id(0) * WIDTH;\n"
                            + "  for (int i = first; i < min(first + WIDTH, n); i++) x[i] = 3 * i;\n}")
                    .kernel("scale");
            List<TunableKernel> twins = new ArrayList<>();
            for (Device device : processors) {
                twins.add(TunableKernel.of(session.on(device), scale)
                        .space(Space.of(Parameter.ints("WIDTH", 1, 2, 4, 8, 16)))
                        .global(c -> new long[] {1000 / c.integer("WIDTH") + 1})
                        .arguments(1000, new float[1000])
                        .prepare());
            }
            assertEquals(
                    List.of(processors),
                    twins.stream().map(TunableKernel::device).toList());
            TuningResult result = Tuner.on(processors[0]).withoutStore().tune(twins);
            assertEquals(5, result.trials().size(), result::toString);
            assertTrue(result.trials().stream().allMatch(trial -> trial.status() == Status.OK), result::toString);
            twins.forEach(TunableKernel::close);
            EqualDevices devices = EqualDevices.of(session);
            assertEquals(
                    List.of(session.device()),
                    devices.sessions().stream().map(Session::device).toList());
            assertTrue(
                    devices.text()
                            .startsWith("On device " + processors[0].index() + " alone. Device " + processors[1].index()
                                    + " is left out: "),
                    devices::text);
        }
        try (Session session = Session.open(processors[0])) {
            assertEquals("", EqualDevices.of(session).text());
        }
    }
}
