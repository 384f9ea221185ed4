package org.plegma.tune.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.store.TuningStore;

/** Each way to a choice, and the words for it. */
class ChooserTest {
    private static final DeviceModel DEVICE =
            new DeviceModel("device", "Some Device", "1", 64, new long[] {64, 64, 64}, 1 << 10, 255, 1 << 16);

    private final Chooser<String> chooser = new Chooser<>();

    @TempDir
    private Path folder;

    /** Methods a, b and c that should take 1, 2 and 3 seconds, and d, which cannot be used. */
    private record Letters(long size, Optional<Origin> untimed) implements Contest<String> {
        @Override
        public ChoiceKey<String> key() {
            return ChoiceKey.ofMethods("letters", "1", "float", new long[] {size}, List.of("a", "b", "c"));
        }

        @Override
        public List<Option<String>> options() {
            return List.of(
                    new Option<>("a", OptionalDouble.of(1), Optional.empty(), "bound by memory"),
                    new Option<>("b", OptionalDouble.of(2), Optional.empty(), ""),
                    new Option<>("c", OptionalDouble.of(3), Optional.empty(), ""),
                    new Option<>("d", OptionalDouble.empty(), Optional.empty(), "too wide\nby far"));
        }

        @Override
        public boolean isDecidedBy(Map<String, TrialResult> known) {
            return known.containsKey("a");
        }

        @Override
        public Optional<TuningStore.Best> near(TuningStore store, DeviceModel device) {
            return store.best(key(), device).filter(best -> best.key().size()[0] == 2 * size);
        }

        @Override
        public Optional<Untimed<String>> untimed(Map<String, TrialResult> known, Optional<TuningStore.Best> near) {
            return near.map(best -> new Untimed<>(key().choice(best.configuration()), Origin.MEASURED))
                    .or(() -> untimed.map(origin -> new Untimed<>("c", origin)));
        }

        @Override
        public List<String> candidates(Optional<String> near) {
            List<String> all = new ArrayList<>(near.stream().toList());
            all.addAll(List.of("a", "b"));
            return all;
        }

        @Override
        public String best(Map<String, TrialResult> trials) {
            return trials.entrySet().stream()
                    .filter(each -> each.getValue().ok())
                    .min(Map.Entry.comparingByValue((x, y) -> Double.compare(x.seconds(), y.seconds())))
                    .orElseThrow()
                    .getKey();
        }
    }

    private static final Contest.Trials<String> NEVER = (candidates, known) -> {
        throw new AssertionError("timed " + candidates);
    };

    private Choice<String> choose(Letters letters, Contest.Trials<String> trials, boolean thorough) {
        return chooser.choose(letters, trials, DEVICE, TuningStore.at(folder), thorough);
    }

    private static Contest.Trials<String> took(Letters letters, Map<String, Double> seconds) {
        return (candidates, known) -> {
            Map<String, TrialResult> trials = new LinkedHashMap<>(known);
            seconds.forEach((method, each) -> trials.put(
                    method,
                    new TrialResult(
                            letters.key().configuration(method),
                            Status.OK,
                            new double[] {each},
                            "",
                            0,
                            0,
                            Instant.now(),
                            Map.of())));
            return trials;
        };
    }

    /** As on a full disk, or in a home that nobody may write to. */
    @Test
    void aStoreThatCannotBeWrittenStopsNoChoice() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Letters letters = new Letters(8, Optional.empty());
        Choice<String> choice = chooser.choose(
                letters,
                took(letters, Map.of("a", 3.0, "b", 2.0)),
                DEVICE,
                TuningStore.at(file.resolve("below")),
                false);
        assertEquals("b", choice.method());
    }

    @Test
    void whatIsTimedIsStoredAndDecidesTheNextTime() {
        Letters letters = new Letters(8, Optional.empty());
        assertEquals(Optional.empty(), chooser.untimed(letters, DEVICE, TuningStore.at(folder)));
        Choice<String> timed = choose(letters, took(letters, Map.of("a", 4.0, "b", 2.0)), false);
        assertEquals(
                Optional.of(new Contest.Untimed<>("b", Origin.MEASURED)),
                chooser.untimed(letters, DEVICE, TuningStore.at(folder)));
        assertEquals("b", timed.method());
        assertEquals(Origin.TIMED, timed.origin());
        assertEquals(
                List.of(
                        "b: chosen, timed now",
                        "a: 2.00 times the time; bound by memory",
                        "c: not timed: predicted 3.0 times the best",
                        "d: cannot be used: too wide"),
                timed.rows().stream()
                        .map(row -> row.method() + ": " + row.why())
                        .toList());
        assertEquals(List.of("b", "a", "c"), timed.usable());
        Choice<String> again = choose(letters, NEVER, true);
        assertEquals("b", again.method());
        assertEquals(Origin.MEASURED, again.origin());
        assertEquals(4, again.rows().get(1).measured().orElseThrow());
    }

    @Test
    void whatWasMeasuredNearbyHoldsButNotFarAway() {
        Letters far = new Letters(8, Optional.empty());
        choose(far, took(far, Map.of("b", 2.0)), false);
        Choice<String> near = choose(new Letters(4, Optional.empty()), NEVER, false);
        assertEquals("b", near.method());
        assertEquals(Origin.MEASURED, near.origin());
        Letters other = new Letters(2, Optional.of(Origin.SHORT));
        assertEquals("c", choose(other, NEVER, false).method());
        assertEquals(Origin.SHORT, choose(other, NEVER, false).origin());
        assertEquals("a", choose(other, took(other, Map.of("a", 1.0)), true).method(), "thorough");
    }

    @Test
    void whatRanOutOfTimeIsToldAndWhatFailedToo() {
        Letters letters = new Letters(8, Optional.empty());
        choose(letters, took(letters, Map.of("c", 1.0)), false); // does not decide
        TrialResult failed =
                TrialResult.failed(letters.key().configuration("c"), new IllegalStateException("no room\nat all"), 0);
        Choice<String> choice = choose(
                letters,
                (candidates, known) -> {
                    assertEquals(1, known.get("c").seconds());
                    Map<String, TrialResult> trials =
                            new LinkedHashMap<>(took(letters, Map.of("b", 2.0)).run(candidates, known));
                    trials.put("c", failed);
                    return trials;
                },
                false);
        assertEquals(List.of("a"), choice.unreached());
        assertTrue(choice.table().contains("not timed: the time for trials was over; bound by memory"), choice::table);
        assertTrue(choice.table().contains("run error: no room"), choice::table);
        assertEquals(List.of("b", "a"), choice.usable());
    }

    @Test
    void whatIsKnownIsNotStoredAgain() {
        Letters letters = new Letters(8, Optional.empty());
        choose(letters, took(letters, Map.of("b", 2.0)), false);
        long before = stored(letters);
        choose(letters, (candidates, known) -> known, false);
        assertEquals(before, stored(letters));
    }

    private long stored(Letters letters) {
        return TuningStore.at(folder).winners("letters", DEVICE).size()
                + folder.resolve("device/letters.jsonl").toFile().length();
    }

    @Test
    void aChoiceIsRememberedUntilItIsForgotten() {
        Letters letters = new Letters(8, Optional.of(Origin.SHORT));
        Choice<String> first = chooser.remembered(List.of(8), () -> choose(letters, NEVER, false));
        assertSame(first, chooser.remembered(List.of(8), () -> {
            throw new AssertionError("not remembered");
        }));
        chooser.forget();
        assertTrue(first != chooser.remembered(List.of(8), () -> choose(letters, NEVER, false)));
    }

    @Test
    void aChoiceThatDoesNotLastIsMadeAnew() {
        Letters letters = new Letters(8, Optional.of(Origin.SHORT));
        Choice<String> first = chooser.remembered(List.of(8), () -> choose(letters, NEVER, false), choice -> false);
        Choice<String> second = chooser.remembered(List.of(8), () -> choose(letters, NEVER, false), choice -> true);
        assertTrue(first != second);
        assertSame(second, chooser.remembered(List.of(8), () -> first, choice -> false));
    }
}
