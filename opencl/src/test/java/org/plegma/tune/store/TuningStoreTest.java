package org.plegma.tune.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.tune.Synthetic;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

class TuningStoreTest {
    private static final DeviceModel DEVICE = Synthetic.DEVICE;

    @TempDir
    Path folder;

    private TuningStore store;
    private final Synthetic tunable = Synthetic.small();

    @BeforeEach
    void open() {
        store = TuningStore.at(folder);
    }

    @Test
    void aTrialReadsBackAsItWasWritten() {
        TrialResult ok = new TrialResult(
                configuration(16, true),
                Status.OK,
                new double[] {0.1, 1.0 / 3, 2e-9},
                "",
                0.25,
                1e-3,
                Instant.parse("2026-11-20T10:00:00.123456789Z"),
                Map.of("registers", 42.0));
        TrialResult failed =
                TrialResult.failed(configuration(8, false), Status.TIMEOUT, "running was \"abandoned\"\nµs", 0.5);
        store.append(key(), ok);
        store.append(key(), failed);
        Map<Configuration, TrialResult> trials = store.trials(key(), tunable.space());
        assertEquals(List.of(ok.configuration(), failed.configuration()), List.copyOf(trials.keySet()));
        TrialResult back = trials.get(ok.configuration());
        assertArrayEquals(ok.runs(), back.runs());
        assertEquals(ok.at(), back.at());
        assertEquals(ok.figures(), back.figures());
        assertEquals(1.0 / 3, trials.get(ok.configuration()).runs()[1]);
        assertEquals(failed.message(), trials.get(failed.configuration()).message());
        assertEquals(Status.TIMEOUT, trials.get(failed.configuration()).status());
    }

    /** A search that is asked for must not lose its trials without a word; what a choice measures may be measured again. */
    @Test
    void aFolderThatCannotBeWrittenEndsASearchButNoChoice() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        store = TuningStore.at(folder.resolve("file/below"));
        assertThrows(UncheckedIOException.class, () -> append(8, Status.OK, 3));
        TrialResult trial = TrialResult.failed(configuration(8, false), Status.RUN_ERROR, "failed", 0);
        store.keep(key(), trial);
        assertEquals(Map.of(), store.trials(key(), tunable.space()));
        assertEquals(Optional.empty(), best());
    }

    @Test
    void onlyAVerifiedTrialCanBeTheBest() {
        append(8, Status.OK, 3);
        append(16, Status.WRONG_RESULT, 0);
        append(32, Status.OK, 5);
        assertEquals("TILE=8 PAD=0", best().orElseThrow().configuration().toString());
        append(8, Status.WRONG_RESULT, 0); // what was right once is found wrong: it counts no more
        assertEquals("TILE=32 PAD=0", best().orElseThrow().configuration().toString());
        assertEquals(1, store.winners("synthetic", DEVICE).size());
        assertTrue(store.winners("synthetic", DEVICE).get(0).contains("[5.0]"));
        append(32, Status.RUN_ERROR, 0);
        assertEquals(Optional.empty(), best());
        assertEquals(List.of(), store.winners("synthetic", DEVICE));
    }

    @Test
    void aStoredConfigurationThatTheSpaceOrTheDeviceNoLongerAdmitsIsNotTheBest() {
        append(16, Status.OK, 1);
        append(8, Status.OK, 2);
        tunable.resources = c -> Resources.workGroup(c.integer("TILE")).localMemory(3000L * c.integer("TILE"));
        assertEquals("TILE=8 PAD=0", best().orElseThrow().configuration().toString());
        Synthetic narrowed = new Synthetic(tunable.space().where("not 16", c -> c.integer("TILE") != 16), c -> 1);
        assertEquals(
                "TILE=8 PAD=0",
                store.best(narrowed, DEVICE).orElseThrow().configuration().toString());
        Synthetic renamed = new Synthetic(Space.of(Parameter.ints("WIDTH", 8)), c -> 1);
        assertEquals(Optional.empty(), store.best(renamed, DEVICE));
    }

    @Test
    void theBestComesFromTheNearestBucketAndThereFromTheNearestSize() {
        append(8, Status.OK, 1, 128, 128);
        append(16, Status.OK, 9, 1024, 1024);
        append(32, Status.OK, 8, 1100, 1024);
        tunable.size = new long[] {1023, 1024};
        assertEquals("TILE=16 PAD=0", best().orElseThrow().configuration().toString());
        assertArrayEquals(new long[] {1024, 1024}, best().orElseThrow().key().size());
        tunable.size = new long[] {1090, 1000};
        assertEquals("TILE=32 PAD=0", best().orElseThrow().configuration().toString());
        tunable.size = new long[] {200, 100};
        assertEquals("TILE=8 PAD=0", best().orElseThrow().configuration().toString());
        tunable.size = new long[] {0, 1};
        assertEquals("TILE=8 PAD=0", best().orElseThrow().configuration().toString());
        tunable.size = new long[] {1024};
        assertEquals(Optional.empty(), best()); // another rank is another problem
    }

    @Test
    void bucketsAreNearestPowersOfTwoOfEachExtent() {
        Function<long[], String> bucket = size -> new TuningKey("d", "v", "k", "h", "t", size).bucket();
        assertEquals("1024x512x1x0", bucket.apply(new long[] {1000, 700, 1, 0}));
        assertEquals("1024", bucket.apply(new long[] {1448}));
        assertEquals("2048", bucket.apply(new long[] {1449}));
        assertEquals(Long.toString(1L << 62), bucket.apply(new long[] {Long.MAX_VALUE}));
    }

    @Test
    void aTornLineCostsOnlyItself() throws IOException {
        append(8, Status.OK, 3);
        append(16, Status.OK, 1);
        Path file = file();
        String whole = Files.readString(file);
        for (int length = whole.indexOf('\n') + 2; length < whole.length() - 1; length += 7) {
            Files.writeString(file, whole.substring(0, length));
            assertEquals(1, store.trials(key(), tunable.space()).size(), "torn at " + length);
            append(32, Status.OK, 2);
            assertEquals(
                    List.of("TILE=8 PAD=0", "TILE=32 PAD=0"),
                    store.trials(key(), tunable.space()).keySet().stream()
                            .map(Configuration::toString)
                            .toList(),
                    "torn at " + length);
        }
    }

    @Test
    void linesThatAreNotOursAreSkipped() throws IOException {
        append(8, Status.OK, 3);
        String line = Files.readString(file()).strip();
        Files.writeString(
                file(),
                String.join(
                        "\n",
                        "",
                        "not JSON",
                        "{}",
                        "[1,2]",
                        "null",
                        "{\"v\":1}",
                        line.replace("\"v\":1", "\"v\":99").replace("TILE\":8", "TILE\":16"),
                        line.replace("[3.0]", "[-3.0]").replace("TILE\":8", "TILE\":16"),
                        line.replace("[3.0]", "[]").replace("TILE\":8", "TILE\":16"),
                        // As much as 2^10 modulo 2^64: the least significant bits of a number are not the number.
                        line.replaceFirst("\"size\":\\[[0-9]+", "\"size\":[18446744073709552640")
                                .replace("TILE\":8", "TILE\":16"),
                        line.replaceFirst("\"size\":\\[[0-9]+", "\"size\":[1e400")
                                .replace("TILE\":8", "TILE\":16"),
                        line.replace("\"ok\"", "\"perfect\"").replace("TILE\":8", "TILE\":16"),
                        ""),
                StandardOpenOption.APPEND);
        assertEquals(1, store.trials(key(), tunable.space()).size());
        assertEquals(1, store.winners("synthetic", DEVICE).size());
        assertEquals("TILE=8 PAD=0", best().orElseThrow().configuration().toString());
    }

    @Test
    void shippedDefaultsServeUntilTheUserHasTuned() {
        append(16, Status.OK, 1);
        append(32, Status.OK, 2);
        List<String> lines = store.winners("synthetic", DEVICE);
        assertEquals(1, lines.size());
        ShippedDefaults defaults =
                new ShippedDefaults(file -> file.equals("test-device.jsonl") ? lines.stream() : Stream.empty());
        TuningStore other = TuningStore.at(folder.resolve("other")).withDefaults(defaults);
        Synthetic changed = Synthetic.small();
        changed.hash = SourceHash.of("a newer source"); // shipped parameters outlive a change of source and driver
        TuningStore.Best shipped = other.best(changed, DEVICE).orElseThrow();
        assertEquals(TuningStore.Best.Origin.SHIPPED, shipped.origin());
        assertEquals("TILE=16 PAD=0", shipped.configuration().toString());
        other.append(
                TuningKey.of(changed, DEVICE),
                new TrialResult(
                        configuration(8, false), Status.OK, new double[] {7}, "", 0, 0, Instant.now(), Map.of()));
        TuningStore.Best own = other.best(changed, DEVICE).orElseThrow();
        assertEquals(TuningStore.Best.Origin.STORE, own.origin());
        assertEquals("TILE=8 PAD=0", own.configuration().toString());
    }

    @Test
    void deviceNamesBecomeFileNames() {
        assertEquals("nvidia-h200.jsonl", ShippedDefaults.fileName("NVIDIA H200"));
        assertEquals("pocl-cpu.jsonl", ShippedDefaults.fileName("pthread-AMD EPYC 7B13"));
    }

    @Test
    void anInterruptedThreadStillAppendsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        append(8, Status.OK, 3);
        assertTrue(Thread.interrupted());
        assertEquals(1, store.trials(key(), tunable.space()).size());
    }

    private void append(int tile, Status status, double seconds, long... size) {
        tunable.size = size.length > 0 ? size : tunable.size;
        TrialResult trial = status == Status.OK
                ? new TrialResult(
                        configuration(tile, false), status, new double[] {seconds}, "", 0, 0, Instant.now(), Map.of())
                : TrialResult.failed(configuration(tile, false), status, "failed", 0);
        store.append(key(), trial);
    }

    private Configuration configuration(int tile, boolean pad) {
        return tunable.space().configuration("TILE", tile, "PAD", pad);
    }

    private Optional<TuningStore.Best> best() {
        return store.best(tunable, DEVICE);
    }

    private TuningKey key() {
        return TuningKey.of(tunable, DEVICE);
    }

    private Path file() {
        return folder.resolve("test-1.0").resolve("synthetic.jsonl");
    }
}
